// Package submission takes hand-ins from a zip to a bot that can play.
//
// An [Office] keeps what teams hand in (package store), takes it apart
// (package unpack), builds it in the jail (package build) and holds it against
// the game (package check). What it finds is a [Report], for the student. An
// error of the office is never the student's fault: it is the organiser's or
// the host's, and the hand-in is kept and can be inspected again.
//
//	office, err := submission.Open(ctx, rules)
//	defer office.Close()
//	handIn, err := office.Submit(ctx, team, "bot.zip", upload, time.Now())
//	report, err := office.Inspect(ctx, *handIn)
//	history, err := office.History(team)
//	err = office.Final(team, 3, time.Now())
package submission

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"botarena/arena/game"
	"botarena/arena/record"
	"botarena/arena/submission/build"
	"botarena/arena/submission/store"
	"botarena/arena/submission/unpack"
	"botarena/sandbox"
)

// Rules say what is taken, and which hand-in counts.
type Rules struct {
	Game game.Game
	// Dir is the folder of the store, and of what is built.
	Dir    string
	Store  store.Limits
	Unpack unpack.Limits
	// Build says which languages are taken and within which limits. Its name
	// and game are left alone.
	Build  build.Options
	Policy store.Policy
	// Teams are those that may hand in; nil for anybody.
	Teams []string
	// Matches is how many matches of a check are played in each role; less
	// than 1 for no check.
	Matches int
	// Terms and Setup are those of a check's matches; Setup is resolved.
	Terms record.Terms
	Setup json.RawMessage
}

// Office takes hand-ins by its rules. Its methods may be called from several
// goroutines. Close must be called.
type Office struct {
	rules Rules
	store *store.Store

	// The jail and the tools are looked for when something is built.
	once    sync.Mutex
	box     *sandbox.Sandbox
	builder *build.Builder

	// One who waits for it is alone on the host.
	alone sync.RWMutex
	// slots holds a number for each that may be inspected at once.
	slots chan int

	mu      sync.Mutex
	working map[string]*sync.Mutex // by key: one inspects, the others wait
}

// Open opens an office. Nothing is started yet.
func Open(r Rules) (*Office, error) {
	s, err := store.Open(r.Dir, r.Store)
	if err != nil {
		return nil, err
	}
	o := &Office{rules: r, store: s, working: map[string]*sync.Mutex{}, slots: make(chan int, atOnce())}
	for slot := range atOnce() {
		o.slots <- slot
	}
	o.rules.Build.Game = r.Game
	if err := os.MkdirAll(o.path(""), 0o755); err != nil {
		return nil, fmt.Errorf("hand-ins: %w", err)
	}
	// A check of a hundred matches takes hours.
	if err := store.RemoveHalves(o.path(""), 24*time.Hour); err != nil {
		return nil, fmt.Errorf("hand-ins: %w", err)
	}
	return o, nil
}

// path returns a path in the folder of what was inspected.
func (o *Office) path(name string) string { return filepath.Join(o.store.Dir(), "inspected", name) }

// open opens the jail and finds the tools, once.
func (o *Office) open(ctx context.Context) (err error) {
	o.once.Lock()
	defer o.once.Unlock()
	if o.builder != nil {
		return nil
	}
	if o.box == nil {
		if o.box, err = sandbox.New(ctx, sandbox.Options{}); err != nil {
			return err
		}
	}
	tools := build.Toolchains(ctx)
	if err := ctx.Err(); err != nil {
		return err // whoever comes next asks again
	}
	o.builder, err = build.NewBuilder(o.box, tools, cacheDir(o.store.Dir()))
	return err
}

// cacheDir is where Go's compiled packages are kept: the user's own cache,
// which all stores can share, or the store where there is none.
func cacheDir(store string) string {
	if dir, err := os.UserCacheDir(); err == nil {
		return filepath.Join(dir, "arena")
	}
	return filepath.Join(store, "toolchains")
}

// Close takes the jail down. Nothing may be inspected any more.
func (o *Office) Close() error {
	o.once.Lock()
	defer o.once.Unlock()
	if o.box == nil {
		return nil
	}
	err := o.box.Close()
	o.box, o.builder = nil, nil
	return err
}

// UnknownTeamError says that an id is not on the roster.
type UnknownTeamError struct{ Team string }

func (e *UnknownTeamError) Error() string { return fmt.Sprintf("%q is not on the roster", e.Team) }

// Hint returns what to do about it.
func (e *UnknownTeamError) Hint() string { return "write the id as the roster has it" }

func (o *Office) known(team string) error {
	if o.rules.Teams == nil {
		return nil
	}
	for _, t := range o.rules.Teams {
		if t == team {
			return nil
		}
	}
	return &UnknownTeamError{team}
}

// Submit keeps a file that a team hands in. It fails with an
// *[UnknownTeamError], with a *[store.RefusedError] where a limit is reached,
// and with the error of reading from. What is in the file is for [Office.Inspect].
func (o *Office) Submit(_ context.Context, team, name string, from io.Reader, at time.Time) (*store.HandIn, error) {
	if err := o.known(team); err != nil {
		return nil, err
	}
	return o.store.Add(team, name, from, at)
}

// History lists a team's hand-ins, the first one first.
func (o *Office) History(team string) ([]store.HandIn, error) { return o.store.History(team) }

// Teams lists the teams that have handed in.
func (o *Office) Teams() ([]string, error) { return o.store.Teams() }

// Final marks a hand-in as a team's final one. It fails with a
// *[store.RefusedError] where there is no such hand-in, or it is too late.
func (o *Office) Final(team string, n int, at time.Time) error {
	if err := o.known(team); err != nil {
		return err
	}
	return o.store.MarkFinal(team, n, at, o.rules.Policy)
}

// TeamOf returns the team that a token is of, "" for none.
func (o *Office) TeamOf(token string) (string, error) { return o.store.TeamOf(token) }

// NewToken gives a team a new token, which is kept as a hash only.
func (o *Office) NewToken(team string, at time.Time) (string, error) {
	if err := o.known(team); err != nil {
		return "", err
	}
	return o.store.NewToken(team, at)
}

// HasToken reports whether a team has a token.
func (o *Office) HasToken(team string) (bool, error) { return o.store.HasToken(team) }

// Counts returns the hand-in of a team that counts, and by how much it is
// late; nil where none does.
func (o *Office) Counts(team string) (*store.HandIn, time.Duration, error) {
	history, err := o.store.History(team)
	if err != nil {
		return nil, 0, err
	}
	h, late := o.rules.Policy.Pick(history)
	return h, late, nil
}
