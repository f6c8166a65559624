// Package table makes standings from results.
//
// A table is a function of a set of results: their order, and the order of
// the entrants, change nothing. Results of void matches are not given to it.
//
// Entrants are ranked by points, then by a chain of tie-breaks that is stated
// in the table ([Table.Chain]); entrants that nothing tells apart share a
// rank, and the next one has the rank that it would have had without (1, 1,
// 1, 1, 5). Removed entrants stand last, all on one rank, each with the
// reason; no tie-break is kept of them, and their matches are gone from
// everybody's figures unless the rules say otherwise ([Removal]).
package table

import (
	"fmt"
	"iter"
	"strconv"

	"botarena/arena/game"
)

// Entrant is one line of a table.
type Entrant struct {
	ID   string // unique; orders entrants of one rank
	Name string
	// Removed says why the entrant is out; empty for one that is in.
	Removed string
	// Strike strikes the matches of a removed entrant whatever the table's
	// Removal says.
	Strike bool
	// Place, where not 0, is given by the format, such as 1 for the winner of
	// a knock-out. Who has a place comes before who has none, and those of one
	// place share a rank.
	Place int
	// Byes is the number of rounds without an opponent.
	Byes int
}

// SeatResult is what a match is to one seat.
type SeatResult struct {
	Entrant  int // index of the entrant
	Outcome  game.Outcome
	Points   Points // the game's own
	Fault    game.Fault
	Counters []int // as the game's Info has them
	// Forfeit says that the match was not played to its end at the board: the
	// scheme says what it is worth, and the game's counters are left out.
	Forfeit bool
	// Fixed says that Points were set by a ruling, whatever the scheme.
	Fixed bool
	// Struck says that the match does not count for this seat; [Make] judges by
	// itself ([Options.Counted]).
	Struck bool
	// Given says that this seat has won the match whatever was played, as the
	// other's entrant is removed ([Keep]).
	Given bool
}

// Result is a match that counts.
type Result struct {
	Match int
	Seats [2]SeatResult
}

// Self reports whether an entrant's programs met each other.
func (r *Result) Self() bool { return r.Seats[0].Entrant == r.Seats[1].Entrant }

// Results yields the same results, in any order, as often as it is called.
type Results = iter.Seq[Result]

// Removal says what becomes of the matches of a removed entrant.
type Removal string

// The removals.
const (
	Strike Removal = "strike" // they count for nobody (the default)
	Keep   Removal = "keep"   // they are won by the others, whatever was played
	Played Removal = "played" // they count for the others as they were played
)

// Tie-breaks that every game has. Beside them each counter of the game is one.
const (
	Direct   = "direct"   // points in the matches among those that are equal so far
	Wins     = "wins"     // matches won
	Buchholz = "buchholz" // points of all opponents, once a match
)

// Options say how a table is made.
type Options struct {
	Scheme   Scheme
	Counters []game.Counter
	// TieBreaks is the chain after the points; nil for direct results and
	// then the game's counters in their order.
	TieBreaks []string
	Removal   Removal
}

// chain returns the tie-breaks, and an error for one that does not exist.
func (o *Options) chain() ([]tieBreak, error) {
	names := o.TieBreaks
	if names == nil {
		names = append(names, Direct)
		for _, c := range o.Counters {
			names = append(names, c.Name)
		}
	}
	chain := make([]tieBreak, 0, len(names))
	for i, name := range names {
		for _, before := range names[:i] {
			if before == name {
				return nil, &OptionError{fmt.Sprintf("tie_breaks[%d]", i), strconv.Quote(name) + " is listed twice", "each of them once"}
			}
		}
		t := tieBreak{name: name, counter: -1}
		for c := range o.Counters {
			if o.Counters[c].Name == name {
				t.counter, t.less = c, o.Counters[c].Less
			}
		}
		if t.counter < 0 && name != Direct && name != Wins && name != Buchholz {
			return nil, &OptionError{fmt.Sprintf("tie_breaks[%d]", i), strconv.Quote(name), o.choices()}
		}
		chain = append(chain, t)
	}
	return chain, nil
}

func (o *Options) choices() string {
	text := Direct + ", " + Wins + ", " + Buchholz
	for _, c := range o.Counters {
		text += ", " + c.Name
	}
	return text
}

type tieBreak struct {
	name    string
	counter int // index of a game's counter, or -1
	less    bool
}

// Line is an entrant's line. Figures of a removed entrant are those of its
// matches as they were played, and rank nothing.
type Line struct {
	Rank    int    `json:"rank"`
	Entrant int    `json:"-"`
	ID      string `json:"id"`
	Name    string `json:"name"`
	Points  Points `json:"points"`
	// Played counts matches; a match of an entrant's own two programs is one.
	Played int `json:"played"`
	// Wins, Draws and Losses add up to Played without the matches against
	// oneself, which nobody wins.
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	Self   int `json:"self,omitempty"`
	Byes   int `json:"byes,omitempty"`
	// Valid counts the matches without a fault in any of the own seats.
	Valid    int   `json:"valid"`
	Counters []int `json:"counters,omitempty"`
	// Seats holds wins, draws and losses in each seat, without the matches
	// against oneself.
	Seats [2]WDL `json:"seats"`
	// Removed says why the entrant is out.
	Removed string `json:"removed,omitempty"`
	// Broke names the tie-break that put the entrant behind the one above,
	// where points did not.
	Broke string `json:"broke,omitempty"`

	place int
}

// WDL counts wins, draws and losses.
type WDL struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Table is the standings.
type Table struct {
	// Chain says in words what ranks the entrants, the first first.
	Chain []string `json:"chain"`
	// Counters names the figures of Line.Counters.
	Counters []string `json:"counters,omitempty"`
	Matches  int      `json:"matches"`
	Lines    []Line   `json:"lines"`
}
