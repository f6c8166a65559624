package championship

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"botarena/arena/record"
)

// ChangeKind says what was changed under way.
type ChangeKind string

// The kinds of changes.
const (
	ChangedBot   ChangeKind = "bot"
	ChangedSetup ChangeKind = "setup"
	ChangedTerms ChangeKind = "terms"
)

// Change is a change of what decides matches, made after some were played.
type Change struct {
	Kind    ChangeKind `json:"kind"`
	Entrant string     `json:"entrant,omitempty"` // the ID, of a bot
	Seat    int        `json:"seat,omitempty"`    // of a bot
	Setup   int        `json:"setup,omitempty"`   // from 0, of a set-up
	From    string     `json:"from"`              // hash
	To      string     `json:"to"`                // hash
	// Redo says that matches played before do not count: they are played again.
	Redo bool      `json:"redo,omitempty"`
	Time time.Time `json:"time"`
}

// String names what has changed, such as "bot ann (seat 1)".
func (c Change) String() string {
	switch c.Kind {
	case ChangedBot:
		return fmt.Sprintf("bot %s (seat %d)", c.Entrant, c.Seat)
	case ChangedSetup:
		return fmt.Sprintf("set-up %d", c.Setup+1)
	}
	return string(c.Kind)
}

// ChangedError is the error of [Start] for a championship that goes on with
// something changed, when its options say to refuse that.
type ChangedError struct{ Changes []Change }

func (e *ChangedError) Error() string {
	var names []string
	for _, c := range e.Changes {
		names = append(names, fmt.Sprintf("%s was %.12s, is %.12s", c, c.From, c.To))
	}
	return "changed since the championship began: " + strings.Join(names, "; ")
}

// OtherError is the error of [Start] where the journal is that of another
// championship: no match of it could count for this one.
type OtherError struct{ What, Was, Is string }

func (e *OtherError) Error() string {
	return fmt.Sprintf("the journal is of another championship: its %s is %s, not %s", e.What, e.Was, e.Is)
}

// plan returns what the journal keeps of the definition.
func (d *Definition) plan() (*plan, error) {
	rounds, matches := d.Format.Rounds()
	terms, err := json.Marshal(d.Terms)
	if err != nil {
		return nil, err
	}
	settings, err := json.Marshal(d.Format)
	if err != nil {
		return nil, err
	}
	p := &plan{
		Name: d.Name, Game: d.Info.Name, Seats: d.Info.Seats, Counters: d.Info.Counters, Seed: d.Seed,
		Format: d.Format.Name(), Settings: fmt.Sprintf("%.12s", record.Hash(settings)), Adaptive: d.Format.Adaptive(), Rounds: rounds, Matches: matches,
		Terms: record.Hash(terms), Scheme: d.Table.Scheme, TieBreaks: d.Table.TieBreaks,
		Removal: d.Table.Removal, RemoveFor: d.RemoveFor, Grade: d.Grade,
	}
	for _, s := range d.Setups {
		p.Setups = append(p.Setups, record.Hash(s))
	}
	for _, e := range d.Entrants {
		pe := planEntrant{ID: e.ID, Name: e.Name}
		for seat, prog := range e.Programs {
			if pe.Programs[seat], err = prog.identity(); err != nil {
				return nil, err
			}
		}
		p.Entrants = append(p.Entrants, pe)
	}
	return p, nil
}

// identity is a hash of all that decides how a program plays; where it lies
// does not.
func (p *Program) identity() (string, error) {
	if p == nil {
		return missing, nil
	}
	s := p.Seat
	s.Name = ""
	text, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	return record.Hash(text), nil
}

// adoptRules takes over what decides tables and grades only, which may change
// at any time: they are made anew from the results.
func (p *plan) adoptRules(q *plan) {
	p.Name, p.Scheme, p.TieBreaks, p.Removal, p.RemoveFor, p.Grade = q.Name, q.Scheme, q.TieBreaks, q.Removal, q.RemoveFor, q.Grade
	p.Entrants = slices.Clone(p.Entrants)
	for i := range min(len(p.Entrants), len(q.Entrants)) {
		p.Entrants[i].Name = q.Entrants[i].Name
	}
}

// sameRules reports whether adoptRules would change nothing, in the form in
// which plans are kept.
func (p *plan) sameRules(q *plan) (bool, error) {
	r := *p
	r.adoptRules(q)
	was, err := json.Marshal(p)
	if err != nil {
		return false, err
	}
	is, err := json.Marshal(&r)
	return bytes.Equal(was, is), err
}

// compare returns what has changed from p to q, and an *[OtherError] where
// that leaves nothing in common.
func (p *plan) compare(q *plan, now time.Time) ([]Change, error) {
	settings := p.Settings
	if settings == "" { // older journals do not say
		settings = q.Settings
	}
	for _, f := range []struct{ what, was, is string }{
		{"game", p.Game, q.Game},
		{"seed", fmt.Sprint(p.Seed), fmt.Sprint(q.Seed)},
		{"format", p.Format, q.Format},
		// What follows from something else comes after it.
		{"list of entrants", p.ids(), q.ids()},
		{"number of set-ups", fmt.Sprint(len(p.Setups)), fmt.Sprint(len(q.Setups))},
		{"number of rounds (from boards, sides, groups and the like)", fmt.Sprint(p.Rounds), fmt.Sprint(q.Rounds)},
		{"number of matches (from boards, sides, groups and the like)", fmt.Sprint(p.Matches), fmt.Sprint(q.Matches)},
		{"format (hero, boards, sides) by its hash", settings, q.Settings},
	} {
		if f.was != f.is {
			return nil, &OtherError{f.what, f.was, f.is}
		}
	}
	var changes []Change
	add := func(c Change) {
		if c.From != c.To {
			c.Time = now
			changes = append(changes, c)
		}
	}
	for i, e := range p.Entrants {
		for seat := range e.Programs {
			add(Change{Kind: ChangedBot, Entrant: e.ID, Seat: seat, From: e.Programs[seat], To: q.Entrants[i].Programs[seat]})
		}
	}
	for i := range p.Setups {
		add(Change{Kind: ChangedSetup, Setup: i, From: p.Setups[i], To: q.Setups[i]})
	}
	add(Change{Kind: ChangedTerms, From: p.Terms, To: q.Terms})
	return changes, nil
}

func (p *plan) ids() string {
	var ids []string
	for _, e := range p.Entrants {
		ids = append(ids, e.ID)
	}
	return strings.Join(ids, ", ")
}

// addChange notes a change and, if it says so, opens again the matches that
// were played before it.
func (b *Book) addChange(c Change) error {
	entrant, known := b.byID[c.Entrant]
	switch {
	case c.Kind == ChangedBot && (!known || c.Seat < 0 || c.Seat > 1),
		c.Kind == ChangedSetup && (c.Setup < 0 || c.Setup >= len(b.plan.Setups)):
		return fmt.Errorf("a change of what is not there: %s", c)
	case c.Kind == ChangedBot:
		b.plan.Entrants[entrant].Programs[c.Seat] = c.To
	case c.Kind == ChangedSetup:
		b.plan.Setups[c.Setup] = c.To
	case c.Kind == ChangedTerms:
		b.plan.Terms = c.To
	default:
		return fmt.Errorf("a change of kind %q", c.Kind)
	}
	b.changes = append(b.changes, c)
	if !c.Redo {
		return nil
	}
	for number, m := range b.matches {
		touched := c.Kind == ChangedTerms ||
			c.Kind == ChangedBot && int(m.Seats[c.Seat]) == entrant ||
			c.Kind == ChangedSetup && int(m.Board)%len(b.plan.Setups) == c.Setup
		if !touched {
			continue
		}
		if b.store.counts(number) {
			b.done--
		}
		b.store.status[number], b.store.replays[number] = open, place{}
	}
	return nil
}
