package check

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/sandbox"
)

// Options say what is checked and how.
type Options struct {
	Game  game.Game
	Seats []int // the bot's roles
	// Player returns the bot in one of its seats.
	Player func(seat int) (record.Seat, match.Source)
	// Opponents are played against in turn, after a first match against random
	// moves; with none, every match is against those.
	Opponents []Opponent
	Seater    match.Seater
	Terms     record.Terms
	// Cores are the processors to play on; none for all that this process may use.
	Cores []int
	// Setup is a resolved set-up of the game.
	Setup json.RawMessage
	// Matches is how many are played in each role, with seeds from Seed on.
	Matches int
	Seed    uint64
	// Watch returns what is told of a match while it is played; nil for nothing.
	Watch func(*match.Spec) match.Watcher
	// Wire has all that goes over the wire of a board written down.
	Wire bool
}

// Report is what a check found. Times in JSON are in milliseconds.
type Report struct {
	Bot   string       `json:"bot"`
	Game  string       `json:"game"`
	Fit   bool         `json:"fit"`
	Roles []RoleReport `json:"roles"`
	Terms record.Terms `json:"terms"`
}

// RoleReport is what a check found in one role.
type RoleReport struct {
	Role    string `json:"role"`
	Fit     bool   `json:"fit"`
	Hash    string `json:"hash,omitempty"`
	Matches int    `json:"matches"` // played
	Seed    uint64 `json:"seed"`    // of the last one
	// Against says who was played against, match by match, and how it ended.
	Against []Played `json:"against"`
	Steps   []Step   `json:"steps"` // up to the one that failed
	// Hints say what usually causes what was found, the most certain first;
	// of a fit bot, what it should look at.
	Hints      []string   `json:"hints"`
	Answers    int        `json:"answers"`
	Start      float64    `json:"start_ms"` // the slowest
	Median     float64    `json:"median_ms"`
	Slowest    float64    `json:"slowest_ms"`
	CPU        float64    `json:"cpu_ms"`      // of all its matches, with starts and ends
	Memory     int64      `json:"peak_memory"` // bytes
	Fault      game.Fault `json:"fault,omitempty"`
	Faults     []string   `json:"faults"`
	Notes      []string   `json:"notes"`
	Violations []string   `json:"violations"`
	Log        string     `json:"log"` // the end of stderr
	// Wire holds, with Options.Wire, the messages of the last match.
	Wire  []Message `json:"wire,omitempty"`
	turns []int64
}

// Played is a match that was played to its end.
type Played struct {
	Name    string       `json:"name"`
	Outcome game.Outcome `json:"outcome"`
}

// Step is a step of the talk with the bot.
type Step struct {
	Name   string `json:"name"` // program, start, first answer, match or end
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`
	// Sent and Received are, of a step that failed, what the bot was sent in
	// it and what came back, as far as it is kept.
	Sent     string `json:"sent,omitempty"`
	Received string `json:"received,omitempty"`
}

// VoidError says why a match could not be played: a fault of the arena or its
// host, such as one that was too busy.
type VoidError struct{ Why string }

func (e *VoidError) Error() string { return "the match could not be played: " + e.Why }

// Run checks a bot. The error is a fault of the arena or its host, a
// *[VoidError] among them, or the context's; whatever is wrong with the bot is
// in the report.
func Run(ctx context.Context, o Options) (*Report, error) {
	r := &Report{Game: o.Game.Info().Name, Fit: true, Terms: o.Terms}
	for _, seat := range o.Seats {
		role, err := o.role(ctx, seat)
		if err != nil {
			return nil, err
		}
		player, _ := o.Player(seat)
		r.Bot = player.Name
		r.Fit = r.Fit && role.Fit
		r.Roles = append(r.Roles, *role)
	}
	return r, nil
}

// role checks a bot in one seat: match after match, until one goes wrong.
func (o *Options) role(ctx context.Context, seat int) (*RoleReport, error) {
	r := &RoleReport{Role: o.Game.Info().Seats[seat], Fit: true, Against: []Played{}, Hints: []string{}, Faults: []string{}, Notes: []string{}, Violations: []string{}}
	var c *clues
	for n := range max(1, o.Matches) {
		var err error
		if c, err = o.play(ctx, seat, o.Seed+uint64(n), o.opponent(n), r); err != nil {
			return nil, err
		}
		if !r.Fit {
			break
		}
	}
	slices.Sort(r.turns)
	if n := len(r.turns); n > 0 {
		r.Answers, r.Median, r.Slowest = n, float64(r.turns[n/2])/1e3, float64(r.turns[n-1])/1e3
	}
	if r.Fit {
		r.Steps = append(r.Steps, Step{Name: "match", OK: true, Detail: played(r.Matches)}, c.end())
	}
	c.report = r
	r.Hints = append(r.Hints, c.hints()...)
	return r, nil
}

func played(matches int) string {
	if matches == 1 {
		return "1 played to its end"
	}
	return fmt.Sprintf("%d played to their ends", matches)
}

// play plays one match and puts what it was like into the role's report.
func (o *Options) play(ctx context.Context, seat int, seed uint64, against *Opponent, r *RoleReport) (*clues, error) {
	info := o.Game.Info()
	w := &watched{Game: o.Game, seat: seat, seed: seed, others: against != nil}
	if o.Wire {
		w.wire = new(wire)
		defer func() { r.Wire = w.wire.end() }()
	}
	s := &seater{Seater: o.Seater, seat: seat, others: against != nil}
	spec := match.Spec{
		Header:  record.Header{Version: record.Version, Game: info.Name, Seed: seed, Setup: o.Setup, Terms: o.Terms, Seats: make([]record.Seat, len(info.Seats))},
		Sources: make([]match.Source, len(info.Seats)),
	}
	seatOthers(&spec, seat, against)
	spec.Header.Seats[seat], spec.Sources[seat] = o.Player(seat)
	r.Seed = seed
	c := &clues{terms: o.Terms, source: spec.Sources[seat], seater: s, dialect: spec.Header.Seats[seat].Dialect}
	if opener, ok := o.Seater.(interface{ Open(*match.Spec) error }); ok {
		var refused *sandbox.ProgramError
		switch err := opener.Open(&spec); {
		case errors.As(err, &refused):
			r.Fit, r.Fault = false, game.DidNotStart
			r.Steps = []Step{{Name: "program", Detail: refused.Error()}}
			c.cure = refused.Cure
			return c, nil
		case err != nil:
			return nil, err
		}
		r.Hash = spec.Header.Seats[seat].Hash
	}
	local := &match.Local{Games: func(string) (game.Game, error) { return w, nil }, Seater: s, Cores: o.Cores, Parallel: 1, Watch: o.Watch}
	last, err := match.One(ctx, local, spec, nil)
	switch {
	case err != nil:
		return nil, err
	case last.Err != nil:
		return nil, last.Err
	case last.Void():
		return nil, &VoidError{last.Record.Measured.Void}
	}
	c.run, c.talk = &last.Record.Measured.Seats[seat], w.talk
	result := last.Record.Result.Seats[seat]
	r.add(c.run, result.Fault)
	r.Against = append(r.Against, Played{Name: spec.Header.Seats[(seat+1)%len(info.Seats)].Name, Outcome: result.Outcome})
	c.report = r
	r.Steps = c.steps()
	return c, nil
}

// add adds what one match was like.
func (r *RoleReport) add(run *record.SeatRun, fault game.Fault) {
	r.Matches++
	for _, t := range run.Turns {
		r.turns = append(r.turns, t.Wall)
	}
	r.Start = max(r.Start, float64(time.Duration(run.Start).Microseconds())/1e3)
	r.CPU += float64(time.Duration(run.Run.CPU).Microseconds()) / 1e3
	r.Memory = max(r.Memory, run.Run.PeakMemory)
	r.Faults = append(r.Faults, run.Faults...)
	for _, n := range run.Notes {
		if len(r.Notes) < 16 {
			r.Notes = append(r.Notes, n)
		}
	}
	r.Violations = append(r.Violations, run.Run.Violations...)
	r.Log = tail(run.Log)
	r.Fault = fault
	r.Fit = len(run.Faults) == 0 && fault == game.NoFault && len(run.Run.Violations) == 0
}

// tail returns the last lines of a bot's stderr.
func tail(log string) string {
	lines := strings.Split(strings.TrimRight(strings.ToValidUTF8(log, "?"), "\n"), "\n")
	const most = 24 // a stack trace of Node, whose first lines say what happened
	if n := len(lines); n > most {
		lines = append([]string{"…"}, lines[n-most:]...)
	}
	return strings.Join(lines, "\n")
}
