package protocol

import "io"

// Orders collects a team's orders for one stage. One order a unit counts, the
// last.
type Orders struct{ list []Order }

// Move orders a unit one cell ahead.
func (o *Orders) Move(id int) { o.Give(id, Move) }

// Rotate orders a unit to turn to d.
func (o *Orders) Rotate(id int, d Dir) { o.Give(id, Rotate(d)) }

// Fire orders a hunter to fire.
func (o *Orders) Fire(id int) { o.Give(id, Fire) }

// Hide orders a spy to hide.
func (o *Orders) Hide(id int) { o.Give(id, Hide) }

// Show orders a spy to appear.
func (o *Orders) Show(id int) { o.Give(id, Show) }

// Give gives a unit any order; what is no action of a unit is no order.
func (o *Orders) Give(id int, a Action) {
	if a > NoAction && a < Done {
		o.list = append(o.list, Order{id, a})
	}
}

// PlayGoldHunter plays one match of Gold Hunter over in and out, in the
// goldhunter dialect.
//
// It reads the header, calls prepare, and says that the bot is ready once that
// returns. From then on it calls the function that prepare returned with each
// stage, and sends the orders that it gave. The stage is valid during the call
// only: its storage is used again.
//
// It returns how the match ended. Errors: those of in and out, a *[SyntaxError]
// for a line that is none of the dialect's, and [io.ErrUnexpectedEOF] where in
// ends before the match.
func PlayGoldHunter(in io.Reader, out io.Writer, prepare func(*GoldHunterHeader) func(*Stage, *Orders)) (*End, error) {
	r, w := NewReader(in), NewWriter(out)
	h, err := ReadGoldHunterHeader(r)
	if err != nil {
		return nil, err
	}
	think := prepare(h)
	if err := w.Send(AppendReady(w.Line())); err != nil {
		return nil, err
	}
	var stage Stage
	var orders Orders
	for {
		if end, err := ReadStage(r, &stage); err != nil || end != nil {
			return end, err
		}
		orders.list = orders.list[:0]
		think(&stage, &orders)
		answer := w.Line()
		for _, o := range orders.list {
			answer = o.Append(answer)
		}
		if err := w.Send(AppendDone(answer, stage.Number)); err != nil {
			return nil, err
		}
	}
}
