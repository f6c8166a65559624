package championship

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"botarena/arena/championship/journal"
	"botarena/arena/game"
)

// Facts are what a championship was begun with, as the journal has it.
type Facts struct {
	Name, Game, Format string
	Seed               uint64
	Seats              []string
	Counters           []game.Counter
	// Terms and Setups are hashes of the terms and of the boards' set-ups.
	Terms    string
	Setups   []string
	Entrants []EntrantFacts
}

// EntrantFacts are one entrant's.
type EntrantFacts struct {
	ID, Name string
	// Programs names the program of each seat by a hash of all that decides
	// how it plays; "missing" where there is none.
	Programs [2]string
}

// Facts returns what the championship was begun with.
func (b *Book) Facts() Facts {
	p := &b.plan
	f := Facts{
		Name: p.Name, Game: p.Game, Format: p.Format, Seed: p.Seed, Terms: p.Terms,
		Seats: slices.Clone(p.Seats), Counters: slices.Clone(p.Counters), Setups: slices.Clone(p.Setups),
	}
	for _, e := range p.Entrants {
		f.Entrants = append(f.Entrants, EntrantFacts(e))
	}
	return f
}

// Matches returns how many matches the schedule has so far: their numbers go
// from 0 to one less.
func (b *Book) Matches() int { return len(b.matches) }

// InForce returns the ruling that decides a match, or nil where none does. Of
// several, the last one that was not undone holds.
func (b *Book) InForce(number int) *Ruling {
	for i := len(b.rulings) - 1; i >= 0; i-- {
		r := b.rulings[i]
		isMatch := r.Kind == RuleVoid || r.Kind == RuleForfeit || r.Kind == RuleResult
		if isMatch && r.Match == number && !b.undone(r.Number) {
			return &r
		}
	}
	return nil
}

// Touching returns the rulings that bear on an entrant now, those about
// matches of theirs too. A match that was ruled twice has its last ruling only.
func (b *Book) Touching(id string) []Ruling {
	entrant, known := b.byID[id]
	if !known {
		return nil
	}
	f := b.ruled()
	var touching []Ruling
	for _, r := range f.matches {
		if seats := b.matches[r.Match].Seats; slices.Contains(seats[:], int32(entrant)) {
			touching = append(touching, *r)
		}
	}
	if r := f.removed[entrant]; r != nil {
		touching = append(touching, *r)
	}
	slices.SortFunc(touching, func(x, y Ruling) int { return x.Number - y.Number })
	return touching
}

// Rulings returns all rulings in their order, undone ones too.
func (b *Book) Rulings() []Ruling { return slices.Clone(b.rulings) }

// Undone reports whether a later ruling undid the one of this number.
func (b *Book) Undone(number int) bool { return b.undone(number) }

// Attempts returns the void attempts at a match, in their order.
func (b *Book) Attempts(number int) []Void { return slices.Clone(b.voids[number]) }

// Played is a match with a result as it was played, whatever was ruled later.
type Played struct {
	Number   int
	Round    string
	Board    int
	Entrants [2]string // IDs, by seat
	// Hash names the match: that of its record's game part. Empty where
	// nothing was played.
	Hash     string
	Walkover bool // not played: a program is missing
	Starter  int  // the seat that answered first
	Result   *game.Result
	// Attempt counts from 1; 0 for a walkover.
	Attempt int
	Began   time.Time // zero for a walkover
	Wall    time.Duration
}

// LoadPlayed reads the book of a journal, as [Load] does, and calls each with
// every match that has a result in it, in the order in which they became
// known; of a match that was played again by the user's choice only the last
// time. It returns the error of each, if there is one.
func LoadPlayed(d journal.Disk, each func(*Played) error) (*Book, error) {
	b, last, err := loadLast(d)
	if err != nil {
		return nil, err
	}
	line := int32(-1)
	return b, journal.Read(d, func(l journal.Line) error {
		line++
		var e struct{ Match *matchEntry }
		if err := json.Unmarshal(l.Text, &e); err != nil || e.Match == nil {
			return err
		}
		number := e.Match.Number
		if number >= len(last) || last[number] != line {
			return nil // written since the book was read, or played again
		}
		g, m := &e.Match.Game, &e.Match.Measured
		p := Played{
			Number: number, Board: g.Board, Entrants: g.Entrants, Hash: g.Hash, Walkover: g.Walkover, Starter: g.Starter, Result: g.Result,
			Attempt: m.Attempt, Began: m.Began, Wall: time.Duration(m.Wall),
		}
		p.Round, _, _, _ = b.Match(number)
		return each(&p)
	})
}

// loadLast reads the book and, for each match, which line of the journal has
// the result that counts; -1 for none.
func loadLast(d journal.Disk) (*Book, []int32, error) {
	b, line := new(Book), int32(-1)
	var last []int32
	err := journal.Read(d, func(l journal.Line) error {
		line++
		var e entry
		if err := json.Unmarshal(l.Text, &e); err != nil {
			return err
		}
		fresh := e.Match != nil && b.store != nil && e.Match.Number >= 0 && e.Match.Number < len(b.matches) && !b.store.counts(e.Match.Number)
		if err := b.add(&e, l.Replay); err != nil {
			return err
		}
		for len(last) < len(b.matches) {
			last = append(last, -1)
		}
		if fresh {
			last[e.Match.Number] = line
		}
		return nil
	})
	if err == nil {
		err = b.whole()
	}
	if err != nil {
		return nil, nil, err
	}
	for number := range last {
		if !b.store.counts(number) {
			last[number] = -1
		}
	}
	return b, last, nil
}

// String says what was decided, with the reason: "ruling 2: match 7 is void
// (power cut)".
func (r Ruling) String() string {
	what := string(r.Kind)
	switch r.Kind {
	case RuleVoid:
		what = fmt.Sprintf("match %d is void", r.Match)
	case RuleForfeit:
		what = fmt.Sprintf("match %d is forfeited by %s", r.Match, r.Entrant)
	case RuleResult:
		what = fmt.Sprintf("match %d ends %s–%s", r.Match, r.Outcomes[0], r.Outcomes[1])
		if r.Points != nil {
			what += fmt.Sprintf(", points %s–%s", r.Points[0], r.Points[1])
		}
	case RuleDisqualify:
		what = r.Entrant + " is disqualified"
	case RuleStrike:
		what = r.Entrant + " is disqualified and its matches are struck"
	case RuleReinstate:
		what = r.Entrant + " is in again"
	case RuleUndo:
		what = fmt.Sprintf("ruling %d is undone", r.Undo)
	}
	return fmt.Sprintf("ruling %d: %s (%s)", r.Number, what, r.Reason)
}
