// Package store keeps hand-ins on disk: what was handed in, by whom and when.
//
//	DIR/originals/ab/abcd….zip   what was handed in, by its sha256
//	DIR/teams/TEAM.jsonl         a team's history, a line each, only appended to
//	DIR/tokens.jsonl             hashes of the teams' tokens
//
// A hand-in counts once its line is on the disk, after its original is: a
// process or a machine that dies between leaves nothing but a file that no
// line names. A line that was torn by it is no line. Several processes may use
// a store at once.
package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Limits bound what a team may hand in. The zero value of a field means its
// default.
type Limits struct {
	Size   int64         // bytes of a hand-in; default 16 MiB
	PerDay int           // hand-ins of a team in 24 hours; default 50
	Every  time.Duration // the least time between two of a team; default 5s
}

func (l Limits) withDefaults() Limits {
	if l.Size == 0 {
		l.Size = 16 << 20
	}
	if l.PerDay == 0 {
		l.PerDay = 50
	}
	if l.Every == 0 {
		l.Every = 5 * time.Second
	}
	return l
}

// Store is a folder of hand-ins.
type Store struct {
	dir    string
	limits Limits

	mu      sync.Mutex
	uploads map[string]int // on their way, by team
}

// Open opens a store, which is made where there is none.
func Open(dir string, l Limits) (*Store, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("store of hand-ins: %w", err)
	}
	s := &Store{dir: abs, limits: l.withDefaults(), uploads: map[string]int{}}
	for _, d := range []string{s.dir, s.path("originals"), s.path("teams")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return nil, fmt.Errorf("store of hand-ins: %w", err)
		}
	}
	if err := RemoveHalves(s.path("originals"), time.Hour); err != nil {
		return nil, fmt.Errorf("store of hand-ins: %w", err)
	}
	return s, nil
}

// Dir is the store's folder, absolute.
func (s *Store) Dir() string { return s.dir }

func (s *Store) path(parts ...string) string {
	return filepath.Join(append([]string{s.dir}, parts...)...)
}

// HalfPrefix begins the names of what somebody is at work on.
const HalfPrefix = ".half-"

// RemoveHalves removes what a dead process left half done in a folder: what
// has not changed for an age. Younger ones may be somebody's.
func RemoveHalves(dir string, age time.Duration) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if !strings.HasPrefix(e.Name(), HalfPrefix) || err != nil || time.Since(info.ModTime()) < age {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

var teamForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// CheckTeam says what is wrong with a team's or a student's id: "" for nothing.
// It names files.
func CheckTeam(id string) string {
	switch {
	case !teamForm.MatchString(id):
		return "is not 1 to 64 letters, digits, dots, dashes and underscores that begin with a letter or digit"
	case strings.HasSuffix(id, "."):
		return "ends with a dot"
	}
	return ""
}

// Reason is a kind of refusal.
type Reason string

// The reasons, with the figures of each in Args of [RefusedError].
const (
	BadID      Reason = "id"
	TooSoon    Reason = "soon"    // a time.Duration to wait, the one between two hand-ins
	TooMany    Reason = "many"    // how many within a day
	TooLarge   Reason = "large"   // the most bytes
	NothingYet Reason = "nothing" // handed in
	NoSuch     Reason = "number"  // the number asked for, the highest there is
	TooLate    Reason = "late"    // for a mark to count
)

// RefusedError says why a hand-in, or a mark, is not taken: in English, and
// by Reason and Args for who says it in another language.
type RefusedError struct {
	Problem, Cure string
	Reason        Reason
	Args          []any
}

func (e *RefusedError) Error() string { return e.Problem }

// Hint returns what to do about it.
func (e *RefusedError) Hint() string { return e.Cure }

func refuse(reason Reason, figures []any, problem, cure string) error {
	return &RefusedError{Problem: problem, Cure: cure, Reason: reason, Args: figures}
}

func badID(id, why, cure string) error {
	return refuse(BadID, nil, fmt.Sprintf("the id %q %s", id, why), cure)
}

// HandIn is one hand-in of a team.
type HandIn struct {
	Team string    `json:"team"`
	N    int       `json:"n"` // counts from 1
	At   time.Time `json:"at"`
	Name string    `json:"name"` // of the file as it was handed in
	Size int64     `json:"size"` // bytes
	Hash string    `json:"hash"` // sha256 of the file, hex
	// Marks are the times at which the team marked it as its final one, and
	// Final says that it is the one marked last.
	Marks []time.Time `json:"marks,omitempty"`
	Final bool        `json:"final,omitempty"`
	// Imported says that another system took it, and Before are the times that
	// an import gave it before another one put At right.
	Imported bool        `json:"-"`
	Before   []time.Time `json:"-"`
}

// line is a line of a history.
type line struct {
	Kind string    `json:"kind"` // hand-in, final, or time: another one for a hand-in that was imported
	N    int       `json:"n"`
	At   time.Time `json:"at"`
	Name string    `json:"name,omitempty"`
	Size int64     `json:"size,omitempty"`
	Hash string    `json:"hash,omitempty"`

	Imported bool `json:"imported,omitempty"`
}

// Teams lists all teams that have handed in, sorted.
func (s *Store) Teams() ([]string, error) {
	entries, err := os.ReadDir(s.path("teams"))
	if err != nil {
		return nil, fmt.Errorf("store of hand-ins: %w", err)
	}
	var teams []string
	for _, e := range entries {
		if team, is := strings.CutSuffix(e.Name(), ".jsonl"); is && CheckTeam(team) == "" {
			teams = append(teams, team)
		}
	}
	slices.Sort(teams)
	return teams, nil
}

// History lists a team's hand-ins, the first one first; none is no error.
func (s *Store) History(team string) ([]HandIn, error) {
	if why := CheckTeam(team); why != "" {
		return nil, badID(team, why, "write it as the roster does")
	}
	text, err := os.ReadFile(s.path("teams", team+".jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("store of hand-ins: %w", err)
	}
	history, _, err := parse(team, text)
	return history, err
}

// parse reads a history; whole is the length of its lines without a torn one.
func parse(team string, text []byte) (history []HandIn, whole int, err error) {
	marked := -1
	for l := range strings.Lines(string(text)) {
		if !strings.HasSuffix(l, "\n") {
			break
		}
		var v line
		if err := json.Unmarshal([]byte(l), &v); err != nil {
			return nil, 0, fmt.Errorf("store of hand-ins: line %q of %s.jsonl: %w", l, team, err)
		}
		switch {
		case v.Kind == "hand-in" && v.N == len(history)+1:
			history = append(history, HandIn{Team: team, N: v.N, At: v.At, Name: v.Name, Size: v.Size, Hash: v.Hash, Imported: v.Imported})
		case v.Kind == "time" && v.N >= 1 && v.N <= len(history):
			h := &history[v.N-1]
			h.Before, h.At = append(h.Before, h.At), v.At
		case v.Kind == "final" && v.N >= 1 && v.N <= len(history):
			if marked >= 0 {
				history[marked].Final = false
			}
			marked = v.N - 1
			history[marked].Final = true
			history[marked].Marks = append(history[marked].Marks, v.At)
		default:
			return nil, 0, fmt.Errorf("store of hand-ins: line %q of %s.jsonl does not follow on the lines before", l, team)
		}
		whole += len(l)
	}
	return history, whole, nil
}
