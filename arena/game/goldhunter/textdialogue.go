package goldhunter

import (
	"fmt"

	"botarena/arena/game"
	"botarena/protocol"
)

// textDialogue speaks the dialect `goldhunter 1`.
type textDialogue struct {
	conversation
	greeted bool
}

var _ game.Dialogue = (*textDialogue)(nil)

// Handshake sends the header and waits for "ready".
func (d *textDialogue) Handshake(dst []byte, in *protocol.Buffer, s game.State) (out []byte, done bool, err error) {
	if !d.greeted {
		d.greeted = true
		h := d.header(s.(*State))
		dst = h.Append(dst)
	}
	line, err := in.Line()
	if err != nil {
		return dst, false, waiting(err, "ready")
	}
	return dst, true, protocol.ParseReady(line)
}

// waiting turns the error of a line that has not come into a handshake's.
func waiting(err error, want string) error {
	if err == protocol.ErrMore {
		return nil
	}
	return fmt.Errorf("expected %s: %w", want, err)
}

// Greeting appends the line "ready".
func (d *textDialogue) Greeting(dst []byte) []byte { return protocol.AppendReady(dst) }

// Request sends the stage.
func (d *textDialogue) Request(dst []byte, s game.State) []byte {
	d.ask(s)
	return d.view.Append(dst)
}

// Answer takes orders up to the stage's "done". The "done" of another stage
// drops the orders before it. A team that reaches the limit of malformed
// orders is answered for at once, without orders: it is retired.
func (d *textDialogue) Answer(in *protocol.Buffer) (game.Answer, error) {
	for {
		line, err := in.Line()
		if err != nil {
			return game.Answer{}, err
		}
		o, err := protocol.ParseOrder(line)
		switch {
		case err != nil:
			d.note("malformed order %q", protocol.Quote(line))
			if d.tooMany(1) {
				d.held.clear()
				return d.answer(), nil
			}
		case o.Action != protocol.Done:
			d.give(o)
		case o.ID == d.view.Number:
			return d.answer(), nil
		default:
			d.note("orders closed with \"done %d\" dropped", o.ID)
			d.held.clear()
		}
	}
}

// Form says what an answer looks like.
func (d *textDialogue) Form() string {
	return "an order is the line move ID, fire ID, hide ID, show ID or rotate ID up|right|down|left, with an ID of the stage's unit lines, and the line done N closes the orders of stage N"
}

// End sends the closing message.
func (d *textDialogue) End(dst []byte, r *game.Result) []byte {
	me, other := r.Seats[d.team], r.Seats[1-d.team]
	return protocol.AppendEnd(dst, string(me.Outcome), r.Reason, me.Counters[0], other.Counters[0])
}
