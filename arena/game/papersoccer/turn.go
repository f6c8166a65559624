package papersoccer

import "fmt"

// The verdicts that end a game beside those named after a fault.
const (
	VerdictGoal            = "goal"
	VerdictOwnGoal         = "own-goal"
	VerdictStuck           = "stuck"
	VerdictInvalidMove     = "invalid-move"
	VerdictInvalidEndPoint = "invalid-end-point"
)

// TurnError says why a text is no turn.
type TurnError struct {
	// Verdict is the name of what the text costs its player: invalid-move,
	// invalid-end-point, or stuck where steps follow a dead end.
	Verdict string
	// Step is the index in the text of what was refused; the text's length
	// where something is missing.
	Step int
	// Why is the explanation for people.
	Why string
}

func (e *TurnError) Error() string { return e.Verdict + ": " + e.Why }

// Play makes the whole turn that text describes and returns how it ended,
// never [Again]. A text that is not a complete turn is refused with a
// *[TurnError] and leaves the pitch as it was.
//
// Steps are judged in order and the first thing that is wrong decides, so that
// a dead end that was reached is a dead end whatever follows it.
func (p *Pitch) Play(text []byte, n Notation) (Event, error) {
	ev := Again
	for i, c := range text {
		if ev != Again {
			p.Retract(text[:i], n)
			return Again, surplus(ev, i)
		}
		d, ok := n.Direction(c)
		if !ok || !p.Legal().Has(d) {
			err := p.refusal(c, i, n)
			p.Retract(text[:i], n)
			return Again, err
		}
		ev = p.Step(d)
	}
	if ev != Again {
		return ev, nil
	}
	x, y := p.XY(p.ball)
	p.Retract(text, n)
	if len(text) == 0 {
		return Again, &TurnError{VerdictInvalidEndPoint, 0, "no step at all"}
	}
	return Again, &TurnError{
		VerdictInvalidEndPoint, len(text),
		fmt.Sprintf("the turn stops on (%d,%d), where there is a line already: the ball must go on", x, y),
	}
}

// Retract takes back the steps that text describes, which must be the last
// ones made.
func (p *Pitch) Retract(text []byte, n Notation) {
	for i := len(text) - 1; i >= 0; i-- {
		d, _ := n.Direction(text[i])
		p.Undo(d)
	}
}

func surplus(ev Event, i int) *TurnError {
	switch ev {
	case Stuck:
		return &TurnError{VerdictStuck, i, fmt.Sprintf("a dead end after %d steps, and more follows", i)}
	case Fresh:
		return &TurnError{VerdictInvalidMove, i, fmt.Sprintf("more follows though the turn was complete on a fresh point after %d steps", i)}
	default:
		return &TurnError{VerdictInvalidMove, i, fmt.Sprintf("more follows though the ball was in the goal after %d steps", i)}
	}
}

// refusal explains why the ball cannot do what the character c, the i-th of
// the text, says.
func (p *Pitch) refusal(c byte, i int, n Notation) *TurnError {
	d, ok := n.Direction(c)
	if !ok {
		return &TurnError{VerdictInvalidMove, i, fmt.Sprintf("character %d is %q, which is not a step (%c to %c)",
			i+1, c, n.Byte(North), n.Byte(NorthWest))}
	}
	x, y := p.XY(p.ball)
	dx, dy := d.Delta()
	why := "leads off the pitch"
	if p.onPitch(x+dx, y+dy) && p.segment(x, y, d) {
		why = "is along a segment that is drawn"
	}
	return &TurnError{VerdictInvalidMove, i, fmt.Sprintf("step %d, %c from (%d,%d), %s", i+1, c, x, y, why)}
}

// onPitch reports whether there is a point (x,y).
func (p *Pitch) onPitch(x, y int) bool {
	if y >= 0 && y <= p.layout.height {
		return x >= 0 && x <= p.layout.width
	}
	mid := p.layout.width / 2
	return (y == -1 || y == p.layout.height+1) && x >= mid-1 && x <= mid+1
}

// segment reports whether the segment from (x,y) in direction d, both ends of
// which are on the pitch, can be drawn at all or is drawn from the start. The
// diagonals past the outside of a post are the only ones that cannot.
func (p *Pitch) segment(x, y int, d Direction) bool {
	dx, dy := d.Delta()
	if dx == 0 || dy == 0 {
		return true
	}
	if top := min(y, y+dy); top >= 0 && top < p.layout.height {
		return true
	}
	return p.layout.inMouth(min(x, x+dx))
}

// Turns calls yield with every complete turn from here, in the order of its
// steps' numbers, until yield returns false; it returns false then. The steps
// are valid during the call only, during which the pitch shows the position
// after the turn; yield must leave it as it is. There can be more than
// 400,000 turns.
func (p *Pitch) Turns(yield func(steps []Direction, end Event) bool) bool {
	return p.turns(make([]Direction, 0, 64), yield)
}

func (p *Pitch) turns(steps []Direction, yield func([]Direction, Event) bool) bool {
	legal := p.Legal()
	for d := range Direction(Directions) {
		if !legal.Has(d) {
			continue
		}
		ev := p.Step(d)
		path := append(steps, d)
		var more bool
		if ev == Again {
			more = p.turns(path, yield)
		} else {
			more = yield(path, ev)
		}
		p.Undo(d)
		if !more {
			return false
		}
	}
	return true
}
