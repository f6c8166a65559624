package goldhunter

import (
	"fmt"
	"strings"

	"botarena/arena/game"
	"botarena/protocol"
)

// maxNotes bounds the notes between two calls of Notes: a team may give a
// thousand malformed orders.
const maxNotes = 16

// Dialogue returns the conversation with one seat. Dialects are "text", which
// is also "" and "goldhunter 1", and "gson".
func (s *Setup) Dialogue(seat int, dialect string) (game.Dialogue, error) {
	if seat != 0 && seat != 1 {
		return nil, fmt.Errorf("goldhunter: seat %d of 2", seat)
	}
	switch dialect {
	case "", Text, protocol.GoldHunterText:
		return &textDialogue{conversation: conversation{team: seat}}, nil
	case Gson:
		return &gsonDialogue{conversation: conversation{team: seat}}, nil
	}
	return nil, fmt.Errorf("dialect %q: Gold Hunter has %s and %s", dialect, Text, Gson)
}

// conversation is what both dialogues have: the orders held until the stage
// is done, and the notes.
type conversation struct {
	team  int
	state *State // the position asked about; the match does not change it before the answer
	view  protocol.Stage
	held  orderSet
	move  []byte

	malformed int // since the last answer
	total     int // malformed in the match
	notes     []string
	dropped   int // notes that did not fit
}

func (c *conversation) header(s *State) protocol.GoldHunterHeader {
	b := s.b
	return protocol.GoldHunterHeader{
		Team: c.team, Rows: b.rows, Cols: b.cols,
		Hunters: b.counts[protocol.Hunter], Miners: b.counts[protocol.Miner], Spies: b.counts[protocol.Spy],
		Bullets: b.bullets, Hidden: b.hidden, Stages: b.stages,
	}
}

// ask prepares the view of the stage that is due.
func (c *conversation) ask(s game.State) {
	c.state = s.(*State)
	if c.held.given == nil {
		c.held.given = make([]protocol.Action, c.state.b.perTeam)
	}
	c.state.View(c.team, &c.view)
}

// give holds an order; the last for a unit counts.
func (c *conversation) give(o protocol.Order) {
	if o.ID < 0 || o.ID >= len(c.held.given) {
		// More than the notation's nine digits is no honest bot's doing.
		c.held.unknown = min(c.held.unknown+1, maxUnknown)
		return
	}
	c.held.given[o.ID] = o.Action
}

const maxUnknown = 999_999_999

// tooMany counts malformed orders and reports whether the team has reached
// the number that retires it.
func (c *conversation) tooMany(n int) bool {
	c.malformed += n
	c.total += n
	return c.total >= MalformedLimit
}

// answer closes the orders of the stage.
func (c *conversation) answer() game.Answer {
	c.noteIneffective()
	c.move = c.held.append(c.move[:0], c.team*len(c.held.given))
	a := game.Answer{Move: c.move, Malformed: c.malformed}
	c.held.clear()
	c.malformed = 0
	return a
}

func (c *conversation) noteIneffective() {
	var bad []string
	first := c.team * c.state.b.perTeam
	for i, o := range c.held.given {
		if u := &c.state.units[first+i]; o != protocol.NoAction && !u.possible(o) {
			what := u.kind.String()
			if u.dead {
				what = "dead " + what
			} else if u.kind == protocol.Hunter || u.kind == protocol.Spy {
				what = fmt.Sprintf("%s with %d left", what, u.left)
			}
			bad = append(bad, fmt.Sprintf("%s by unit %d, a %s", o, i, what))
		}
	}
	if c.held.unknown > 0 {
		bad = append(bad, fmt.Sprintf("%d for units that the team does not have", c.held.unknown))
	}
	if bad != nil {
		c.note("orders without effect: %s", strings.Join(bad, ", "))
	}
}

// note adds a note on the stage that is being asked about.
func (c *conversation) note(format string, args ...any) {
	if len(c.notes) >= maxNotes {
		c.dropped++
		return
	}
	c.notes = append(c.notes, fmt.Sprintf("stage %d: ", c.view.Number)+fmt.Sprintf(format, args...))
}

// Notes returns and forgets the malformed, late and ineffective orders so far.
func (c *conversation) Notes() []string {
	notes := c.notes
	if c.dropped > 0 {
		notes = append(notes, fmt.Sprintf("and %d more notes", c.dropped))
	}
	c.notes, c.dropped = nil, 0
	return notes
}
