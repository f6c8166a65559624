package goldhunter

import (
	"botarena/arena/game"
	"botarena/protocol"
)

// gsonDialogue speaks the original dialect of 2015.
type gsonDialogue struct {
	conversation
	ids     protocol.GsonIDs
	message protocol.GsonMessage
	named   bool
	mapped  bool
}

var _ game.Dialogue = (*gsonDialogue)(nil)

// Handshake answers the client's name and its request for the map, in
// whichever order they come.
func (d *gsonDialogue) Handshake(dst []byte, in *protocol.Buffer, s game.State) (out []byte, done bool, err error) {
	b := s.(*State).b
	d.ids = protocol.NewGsonIDs(d.team, b.perTeam)
	for !d.named || !d.mapped {
		line, err := in.Line()
		if err != nil {
			return dst, false, waiting(err, "the name (mCommandID 0) and the request for the map (mCommandID 3)")
		}
		if err := d.message.Parse(line, d.ids); err != nil {
			return dst, false, err
		}
		switch d.message.Command {
		case protocol.GsonTeam:
			dst = protocol.AppendGsonTeam(dst, d.team)
			d.named = true
		case protocol.GsonMap:
			dst = protocol.AppendGsonMap(dst, b.rows, b.cols)
			d.mapped = true
		default:
			return dst, false, &protocol.SyntaxError{
				Want: "the name (mCommandID 0) or the request for the map (mCommandID 3)", Got: protocol.Quote(line),
			}
		}
	}
	return dst, true, nil
}

// Greeting appends the two messages of a client's start.
func (d *gsonDialogue) Greeting(dst []byte) []byte {
	return protocol.AppendGsonMapRequest(protocol.AppendGsonHello(dst, "", 0))
}

// Request sends the stage.
func (d *gsonDialogue) Request(dst []byte, s game.State) []byte {
	d.ask(s)
	return d.view.AppendGson(dst, d.ids)
}

// Answer takes the orders of the stage. Those of another stage are dropped,
// and what is no message counts as one malformed order. A team that reaches
// the limit of malformed orders is answered for at once, without orders.
func (d *gsonDialogue) Answer(in *protocol.Buffer) (game.Answer, error) {
	for {
		line, err := in.Line()
		if err != nil {
			return game.Answer{}, err
		}
		m := &d.message
		switch err := m.Parse(line, d.ids); {
		case err != nil || m.Command != protocol.GsonOrders:
			d.note("malformed message %q", protocol.Quote(line))
			if d.tooMany(1) {
				return d.answer(), nil
			}
			continue
		case m.Malformed > 0:
			d.note("%d malformed orders, first %s", m.Malformed, m.Quote)
			if d.tooMany(m.Malformed) {
				return d.answer(), nil
			}
		}
		if m.Time != int64(d.view.Number) {
			d.note("orders for stage %d dropped", m.Time)
			continue
		}
		for _, o := range m.Orders {
			d.give(o)
		}
		return d.answer(), nil
	}
}

// Form says what an answer looks like.
func (d *gsonDialogue) Form() string {
	return `an answer is one line such as {"commands":{"1002":"move","1000":"2"},"mCommandID":1,"mTimeSent":7} with the stage's cycle, and the orders are move, fire, hide, show, and 0, 1, 2 or 3 to face up, right, down or left`
}

// End sends the closing message; the dialect has no result in it.
func (d *gsonDialogue) End(dst []byte, _ *game.Result) []byte {
	return protocol.AppendGsonFinished(dst)
}
