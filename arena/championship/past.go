package championship

import (
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/table"
)

// past is the book as a format sees it when it draws a round.
type past struct {
	b        *Book
	force    force
	entrants []table.Entrant
	points   []int64
	err      error
}

var _ pairing.Past = (*past)(nil)

func newPast(b *Book) (*past, error) {
	p := &past{b: b, force: b.inForce(), points: make([]int64, len(b.plan.Entrants))}
	p.entrants = b.entrants(&p.force)
	t, err := table.Make(p.entrants, b.results(&p.force, p.entrants, 0, len(b.rounds)), b.tableOptions())
	if err != nil {
		return nil, err
	}
	for _, l := range t.Lines {
		p.points[l.Entrant] = int64(l.Points)
	}
	return p, nil
}

func (p *past) Rounds() []pairing.Round { return p.b.rounds }
func (p *past) Removed(e int32) bool    { return p.entrants[e].Removed != "" }
func (p *past) Points(e int32) int64    { return p.points[e] }

// Better ranks the two by a table of these rounds and entrants alone.
func (p *past) Better(a, b int32, from, until int, among []int32) int {
	in := make([]bool, len(p.entrants))
	entrants := make([]table.Entrant, len(p.entrants))
	for i, e := range p.entrants {
		entrants[i] = table.Entrant{ID: e.ID, Removed: e.Removed, Strike: e.Strike}
	}
	for _, e := range among {
		in[e] = true
	}
	all := p.b.results(&p.force, p.entrants, from, until)
	t, err := table.Make(entrants, func(yield func(table.Result) bool) {
		for r := range all {
			if in[r.Seats[0].Entrant] && in[r.Seats[1].Entrant] && !yield(r) {
				return
			}
		}
	}, p.b.tableOptions())
	if err != nil {
		p.err = err
		return 0
	}
	ranks := [2]int{}
	for _, l := range t.Lines {
		switch int32(l.Entrant) {
		case a:
			ranks[0] = l.Rank
		case b:
			ranks[1] = l.Rank
		}
	}
	return ranks[0] - ranks[1]
}

// tableOptions returns the rules of the tables.
func (b *Book) tableOptions() table.Options {
	return table.Options{Scheme: b.plan.Scheme, Counters: b.plan.Counters, TieBreaks: b.plan.TieBreaks, Removal: b.plan.Removal}
}
