package championship

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"botarena/arena/championship/journal"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/table"
	"botarena/arena/game"
	"botarena/arena/record"
)

// Book is all that a journal tells. It is not safe for use by several
// goroutines while lines are added to it.
type Book struct {
	plan    plan
	byID    map[string]int
	rounds  []pairing.Round
	matches []pairing.Match // of all rounds, by number
	first   []int           // the number of each round's first match
	store   *store
	rulings []Ruling
	voids   map[int][]Void
	changes []Change
	done    int  // matches that have a result
	faulty  int  // matches added with a fault that removes, ever
	end     *end // the format said that there are no more rounds
}

// Load reads the book of a journal; nothing is changed. It fails with
// fs.ErrNotExist where there is no journal, and its errors name the line.
func Load(d journal.Disk) (*Book, error) {
	b := new(Book)
	if err := journal.Read(d, b.read); err != nil {
		return nil, err
	}
	return b, b.whole()
}

// ErrNotBegun says that a journal ends before the championship's schedule: it
// is being begun at this moment, or a crash came before its first match.
var ErrNotBegun = errors.New("the championship was not begun: go on with it, or start it again in an empty folder")

// whole reports whether the book has its plan and, of a fixed format, all of
// its rounds: a crash may have come before the first matches.
func (b *Book) whole() error {
	if b.store == nil || !b.plan.Adaptive && len(b.rounds) < b.plan.Rounds {
		return ErrNotBegun
	}
	return nil
}

// read takes a line of the journal.
func (b *Book) read(l journal.Line) error {
	var e entry
	if err := json.Unmarshal(l.Text, &e); err != nil {
		return err
	}
	return b.add(&e, l.Replay)
}

// add takes an entry.
func (b *Book) add(e *entry, replay journal.Replay) error {
	if e.Plan == nil && b.store == nil {
		return errors.New("the plan must come first")
	}
	switch {
	case e.Plan != nil && b.store == nil:
		return b.begin(e.Plan)
	case e.Plan != nil:
		b.plan.adoptRules(e.Plan)
	case e.Round != nil:
		return b.addRound(e.Round.round(), e.Round.Number)
	case e.Match != nil:
		return b.addMatch(e.Match.Number, &e.Match.Game, replay)
	case e.Void != nil:
		return b.addVoid(*e.Void, replay)
	case e.Ruling != nil:
		if e.Ruling.Number != len(b.rulings)+1 {
			return fmt.Errorf("ruling %d comes after %d", e.Ruling.Number, len(b.rulings))
		}
		if err := b.checkRuling(e.Ruling); err != nil {
			return err
		}
		b.rulings = append(b.rulings, *e.Ruling)
	case e.End != nil:
		b.end = e.End
	case e.Change != nil:
		return b.addChange(*e.Change)
	default:
		return errors.New("an entry of no kind that this arena knows")
	}
	return nil
}

func (b *Book) begin(p *plan) error {
	b.plan, b.byID, b.voids = *p, map[string]int{}, map[int][]Void{}
	for i, e := range p.Entrants {
		if _, twice := b.byID[e.ID]; twice {
			return fmt.Errorf("entrant %q is there twice", e.ID)
		}
		b.byID[e.ID] = i
	}
	b.store = newStore(len(p.Counters))
	return nil
}

func (b *Book) addRound(r pairing.Round, number int) error {
	if number != len(b.rounds) {
		return fmt.Errorf("round %d comes after %d rounds", number, len(b.rounds))
	}
	for _, m := range r.Matches {
		for _, e := range m.Seats {
			if e < 0 || int(e) >= len(b.plan.Entrants) {
				return fmt.Errorf("round %d: no entrant %d", number, e)
			}
		}
		if m.Board < 0 {
			return fmt.Errorf("round %d: board %d", number, m.Board)
		}
	}
	b.first = append(b.first, len(b.matches))
	b.matches = append(b.matches, r.Matches...)
	// The round's matches are those of the book, held once.
	r.Matches = b.matches[len(b.matches)-len(r.Matches):]
	b.rounds = append(b.rounds, r)
	b.store.grow(len(b.matches))
	return nil
}

// addMatch stores a result. A match that has one already keeps the first.
func (b *Book) addMatch(number int, g *gamePart, replay journal.Replay) error {
	if number < 0 || number >= len(b.matches) {
		return fmt.Errorf("no match %d among %d", number, len(b.matches))
	}
	if b.store.counts(number) {
		return nil
	}
	how := played
	if g.Walkover {
		how = forfeit
	}
	if err := b.store.set(number, g.Result, how, replay); err != nil {
		return err
	}
	b.store.starters[number] = uint8(g.Starter & 1)
	b.done++
	for _, s := range g.Result.Seats {
		if slices.Contains(b.plan.RemoveFor, s.Fault) {
			b.faulty++
		}
	}
	return nil
}

func (b *Book) addVoid(v Void, replay journal.Replay) error {
	if v.Number < 0 || v.Number >= len(b.matches) {
		return fmt.Errorf("no match %d among %d", v.Number, len(b.matches))
	}
	b.voids[v.Number] = append(b.voids[v.Number], v)
	if b.store.counts(v.Number) {
		return nil
	}
	b.store.replays[v.Number] = b.store.place(replay)
	if v.Final {
		b.store.status[v.Number] = voidLast
	}
	return nil
}

// results yields the matches of the rounds from to until-1 that count, as the
// rulings in force have them, with the counters valid until the next one.
func (b *Book) results(f *force, out []table.Entrant, from, until int) table.Results {
	first, last := len(b.matches), len(b.matches)
	if from < len(b.first) {
		first = b.first[from]
	}
	if until < len(b.first) {
		last = b.first[until]
	}
	return func(yield func(table.Result) bool) {
		counters := make([]int, 2*b.store.counters)
		for number := first; number < last; number++ {
			r := table.Result{Match: number}
			m := b.matches[number]
			counts := b.store.counts(number) && !f.after(number, m)
			for seat := range r.Seats {
				if counts {
					r.Seats[seat] = b.store.seat(number, seat, counters[seat*b.store.counters:])
				}
				r.Seats[seat].Entrant = int(m.Seats[seat])
			}
			if !counts && out != nil {
				counts = b.unplayed(&r, out)
			}
			if !f.apply(b, &r, counts) {
				continue
			}
			if !yield(r) {
				return
			}
		}
	}
}

// unplayed makes the result of a match that is not played because one of the
// two was removed; it counts where the rules keep such matches.
func (b *Book) unplayed(r *table.Result, entrants []table.Entrant) bool {
	x, y := &entrants[r.Seats[0].Entrant], &entrants[r.Seats[1].Entrant]
	if b.plan.Removal != table.Keep || (x.Removed == "") == (y.Removed == "") {
		return false
	}
	for seat, e := range []*table.Entrant{x, y} {
		r.Seats[seat].Forfeit, r.Seats[seat].Outcome = true, game.Win
		if e.Removed != "" {
			r.Seats[seat].Outcome = game.Lose
		}
	}
	return true
}

// entrants returns everybody with who is removed, by rulings and by faults.
func (b *Book) entrants(f *force) []table.Entrant {
	list := make([]table.Entrant, len(b.plan.Entrants))
	for i, e := range b.plan.Entrants {
		list[i] = table.Entrant{ID: e.ID, Name: e.Name}
	}
	for _, r := range b.rounds {
		for _, e := range r.Byes {
			// In a knock-out a bye is no round won, only one not played.
			if r.Bracket == nil && int(e) < len(list) && e >= 0 {
				list[e].Byes++
			}
		}
	}
	for e, r := range f.faults {
		if r.fault != game.NoFault {
			list[e].Removed = fmt.Sprintf("%s in match %d", r.fault, r.match)
		}
	}
	for i, r := range f.removed {
		switch {
		case r == nil:
		case r.Kind == RuleReinstate:
			list[i].Removed = ""
		default:
			list[i].Removed, list[i].Strike = r.Reason, r.Kind == RuleStrike
		}
	}
	return list
}

// Replay returns the replay of a match, of its last attempt where it is void. Its error names what
// is gone or damaged.
func (b *Book) Replay(d journal.Disk, number int) (*record.Record, error) {
	return b.ReplayFrom(&journal.Replays{Disk: d}, number)
}

// ReplayFrom is Replay for many matches: in the order of their numbers it is
// several times faster.
func (b *Book) ReplayFrom(from *journal.Replays, number int) (*record.Record, error) {
	if number < 0 || number >= len(b.matches) {
		return nil, fmt.Errorf("no match %d: they go from 0 to %d", number, len(b.matches)-1)
	}
	text, err := from.Read(b.store.replay(number))
	if err != nil {
		return nil, fmt.Errorf("match %d: %w", number, err)
	}
	r, err := record.Decode(text)
	if err != nil {
		return nil, fmt.Errorf("match %d: %w", number, err)
	}
	return r, nil
}
