package table

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"botarena/arena/game"
)

// OptionError says what is wrong with the options of a table.
type OptionError struct {
	Field   string // as in a config: removed, or tie_breaks[0]
	Problem string
	Want    string // what to write instead
}

func (e *OptionError) Error() string { return e.Field + ": " + e.Problem + ": want " + e.Want }

// Make makes the table of the results. Its errors are an *[OptionError], or
// name a result of an entrant that does not exist.
func Make(entrants []Entrant, results Results, o Options) (*Table, error) {
	chain, err := o.chain()
	if err != nil {
		return nil, err
	}
	switch o.Removal {
	case "":
		o.Removal = Strike
	case Strike, Keep, Played:
	default:
		return nil, &OptionError{"removed", strconv.Quote(string(o.Removal)), fmt.Sprintf("%s, %s or %s", Strike, Keep, Played)}
	}
	m := &maker{entrants: entrants, results: results, o: o, lines: make([]Line, len(entrants))}
	if err := m.count(); err != nil {
		return nil, err
	}
	t := &Table{Chain: []string{"points"}, Matches: m.matches, Lines: m.rank(chain)}
	for _, b := range chain {
		t.Chain = append(t.Chain, b.String())
	}
	for _, c := range o.Counters {
		t.Counters = append(t.Counters, c.Name)
	}
	return t, nil
}

// String says what the tie-break compares, for people.
func (b tieBreak) String() string {
	switch {
	case b.counter >= 0 && b.less:
		return b.name + " (fewer first)"
	case b.counter >= 0:
		return b.name + " (more first)"
	case b.name == Direct:
		return "direct results (points among the equal, where all of them met equally often)"
	case b.name == Wins:
		return "matches won"
	}
	return "buchholz (points of all opponents)"
}

type maker struct {
	entrants []Entrant
	results  Results
	o        Options
	lines    []Line
	matches  int
}

// count fills the lines.
func (m *maker) count() error {
	for i, e := range m.entrants {
		m.lines[i] = Line{
			Entrant: i, ID: e.ID, Name: e.Name, Removed: e.Removed, Byes: e.Byes, place: e.Place,
			Points: Points(e.Byes) * m.o.Scheme.Bye, Counters: make([]int, len(m.o.Counters)),
		}
	}
	for r := range m.results {
		for _, s := range r.Seats {
			if s.Entrant < 0 || s.Entrant >= len(m.entrants) {
				return fmt.Errorf("match %d: no entrant %d among %d", r.Match, s.Entrant, len(m.entrants))
			}
		}
		m.matches++
		m.add(&r)
	}
	return nil
}

// add counts a match for those for whom it counts.
func (m *maker) add(r *Result) {
	if r.Self() {
		m.addSelf(r)
		return
	}
	for seat := range r.Seats {
		s, ok := m.o.Counted(m.entrants, r, seat)
		if !ok {
			continue
		}
		l := &m.lines[s.Entrant]
		l.Points += m.o.Scheme.points(s)
		l.Played++
		side := &l.Seats[seat]
		switch s.Outcome {
		case game.Win:
			l.Wins++
			side.Wins++
		case game.Draw:
			l.Draws++
			side.Draws++
		default:
			l.Losses++
			side.Losses++
		}
		if s.Fault == game.NoFault {
			l.Valid++
		}
		l.addCounters(&s)
	}
}

// addSelf counts a match of an entrant's own two programs: both shares are
// its own, which is our choice.
func (m *maker) addSelf(r *Result) {
	l := &m.lines[r.Seats[0].Entrant]
	l.Played++
	l.Self++
	for seat := range r.Seats {
		l.Points += m.o.Scheme.points(r.Seats[seat])
		l.addCounters(&r.Seats[seat])
	}
	if r.Seats[0].Fault == game.NoFault && r.Seats[1].Fault == game.NoFault {
		l.Valid++
	}
}

func (l *Line) addCounters(s *SeatResult) {
	if s.Forfeit {
		return
	}
	for i := range min(len(l.Counters), len(s.Counters)) {
		l.Counters[i] += s.Counters[i]
	}
}

// Counted returns what a match is to one of its two seats under the rule for
// removed entrants, and whether it counts for it. A removed entrant keeps its
// own figures.
func (o *Options) Counted(entrants []Entrant, r *Result, seat int) (SeatResult, bool) {
	s := r.Seats[seat]
	other := &entrants[r.Seats[1-seat].Entrant]
	if other.Removed == "" || entrants[s.Entrant].Removed != "" {
		return s, true
	}
	switch {
	case other.Strike || o.Removal == Strike || o.Removal == "":
		return s, false
	case o.Removal == Keep:
		return SeatResult{Entrant: s.Entrant, Outcome: game.Win, Fault: s.Fault, Forfeit: true, Given: true}, true
	}
	return s, true
}

// rank returns the lines in their order, with their ranks.
func (m *maker) rank(chain []tieBreak) []Line {
	var in, placed, out []int
	for i := range m.lines {
		switch {
		case m.lines[i].Removed != "":
			out = append(out, i)
		case m.lines[i].place > 0:
			placed = append(placed, i)
		default:
			in = append(in, i)
		}
	}
	byPlace := func(i int) int64 { return -int64(m.lines[i].place) }
	groups := split(placed, byPlace)
	rest := split(in, func(i int) int64 { return int64(m.lines[i].Points) })
	for _, b := range chain {
		rest = m.breakTies(rest, b)
	}
	groups = append(groups, rest...)
	if len(out) > 0 {
		groups = append(groups, out)
	}
	lines := make([]Line, 0, len(m.lines))
	for _, g := range groups {
		slices.SortFunc(g, func(a, b int) int {
			return cmp.Or(strings.Compare(m.entrants[a].ID, m.entrants[b].ID), cmp.Compare(a, b))
		})
		rank := len(lines) + 1
		for _, i := range g {
			m.lines[i].Rank = rank
			lines = append(lines, m.lines[i])
		}
	}
	return lines
}

// split returns the members in groups of equal keys, the greatest key first.
func split(members []int, key func(int) int64) [][]int {
	sorted := slices.Clone(members)
	slices.SortFunc(sorted, func(a, b int) int { return cmp.Compare(key(b), key(a)) })
	var groups [][]int
	for len(sorted) > 0 {
		n := 1
		for n < len(sorted) && key(sorted[n]) == key(sorted[0]) {
			n++
		}
		groups = append(groups, sorted[:n:n])
		sorted = sorted[n:]
	}
	return groups
}
