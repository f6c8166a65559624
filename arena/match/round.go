package match

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"botarena/arena/game"
	"botarena/arena/player"
	"botarena/arena/record"
	"botarena/protocol"
	"botarena/sandbox"
)

// round is one board being played by fresh players.
type round struct {
	*play
	n       int
	state   game.State
	table   *player.Table
	talks   []*talk
	asks    []*player.Ask
	given   []game.Answer
	absent  []game.Fault
	answers []record.SeatAnswer
	moves   []byte // storage of the answers' moves
	calm    func() // undoes hurry; nil before
}

// talk is the conversation with one seat.
type talk struct {
	dialogue game.Dialogue
	ask      player.Ask
	answer   game.Answer
	opening  []byte
	unasked  bool // its dialect has no handshake: it started without a word
	request  []byte
	fault    game.Fault    // why it is out, before or while it was asked
	detail   string        // of a fault before
	spent    time.Duration // of its budget for the whole match
	turns    int
}

// shortTime is the time for a move, or for the start, below which the asking
// thread is never an ordinary one: on a host with forty busy processes such a
// thread was seen to wait for a core for 100 ms, with a bot's answer there to
// be read, which looks like a late answer.
const shortTime = 500 * time.Millisecond

func (r *round) hurry() {
	if r.place.Hurry != nil {
		r.calm = r.place.Hurry()
	}
}

// run plays the round. The error is the context's, or that of a set-up.
func (r *round) run() error {
	players, err := r.seat()
	r.table = player.NewTable(players, r.idle(), r.cancel)
	short := time.Duration(min(r.terms().Move, r.terms().Start)) < shortTime
	if short {
		r.hurry()
	}
	if err == nil {
		err = r.start()
	}
	r.table.Freeze() // the first stage may be long in coming
	if cue, ok := r.watch.(Cue); ok && err == nil && r.n == 0 {
		began := time.Now()
		err = cue.Ready(r.ctx, r.missing)
		r.waited = time.Since(began)
	}
	if err == nil {
		r.tellAbsent()
	}
	release := r.awake()
	r.table.Slow = release
	if !short {
		r.table.Slow = func() {
			release()
			r.hurry()
		}
	}
	for err == nil && len(r.state.ToMove()) > 0 {
		// Quick turns end before the table looks whether the match is called off.
		if err = r.ctx.Err(); err == nil {
			err = r.turn()
		}
	}
	release()
	if r.calm != nil {
		r.calm()
	}
	r.close()
	switch {
	case errors.Is(err, errVoid):
		return nil
	case errors.Is(err, player.ErrCancelled):
		return r.ctx.Err()
	}
	return err
}

// awake keeps idle cores from sleeping where seats wait for one another on
// cores of their own, until release is called.
func (r *round) awake() (release func()) {
	if r.place.Awake == nil || r.idle() != player.FrozenSoon {
		return func() {}
	}
	return sync.OnceFunc(r.place.Awake())
}

// idle says what seats may do between their turns.
func (r *round) idle() player.Idle {
	switch {
	case r.terms().Ponder:
		return player.Pondering
	case r.info.Simultaneous && r.place.apart():
		return player.FrozenSoon
	}
	return player.Frozen
}

// seat brings fresh players to the table. A program that cannot start gives
// an absent player; a fault of the arena voids the match. There is a player for
// each seat, absent ones at least, with an error too.
func (r *round) seat() ([]player.Endpoint, error) {
	players := slices.Repeat([]player.Endpoint{player.Absent}, len(r.info.Seats))
	for i := range players {
		d, err := r.setup.Dialogue(i, r.spec.Header.Seats[i].Dialect)
		if err != nil {
			return players, err
		}
		t := &talk{dialogue: d}
		t.ask.Seat = i
		r.talks = append(r.talks, t)
	}
	for i := range players {
		p, err := r.seater.Seat(r.ctx, r.spec, i, r.place.cores(i))
		var refusal *Refusal
		switch {
		case err == nil:
			players[i] = p
		case errors.As(err, &refusal):
			r.absence(i, game.DidNotStart, refusal.Why)
		case r.ctx.Err() != nil: // called off while somebody was waited for
			return players, r.ctx.Err()
		default:
			r.void(fmt.Sprintf("seat %s: %v", r.info.Seats[i], err))
			return players, errVoid
		}
	}
	return players, nil
}

// start goes through the handshakes, all seats at once.
func (r *round) start() error {
	terms := r.terms()
	r.asks = r.asks[:0]
	for _, t := range r.talks {
		if t.fault != game.NoFault {
			continue
		}
		t.ask = player.Ask{Seat: t.ask.Seat, Clock: r.clock(terms.Start, 0), Take: r.handshake(t)}
		r.asks = append(r.asks, &t.ask)
	}
	r.table.Ask(r.asks)
	for _, a := range r.asks {
		t := r.talks[a.Seat]
		run := &r.rec.Measured.Seats[a.Seat]
		run.Start = record.Duration(a.Times.Wall)
		if t.unasked {
			run.Start = record.Duration(r.table.AwaitRead(a.Seat, time.Duration(terms.Start)))
		}
		if a.Err == player.ErrCancelled {
			return a.Err
		}
		if a.Doubt != "" {
			r.void("start of seat " + r.info.Seats[a.Seat] + ": " + a.Doubt)
			return errVoid
		}
		if a.Err != nil || a.Fault != game.NoFault {
			fault, detail := startFault(a)
			r.absence(a.Seat, fault, detail+r.flushHint(a))
		}
	}
	return nil
}

// absence notes that a seat did not start.
func (r *round) absence(seat int, fault game.Fault, detail string) {
	t := r.talks[seat]
	t.fault, t.detail = fault, detail
	r.report(seat, fault, detail)
}

// missing returns who will not play, before the first turn.
func (r *round) missing() []Missing {
	var found []Missing
	for i, t := range r.talks {
		if t.fault != game.NoFault {
			found = append(found, Missing{i, t.fault, t.detail})
		} else if end, over := r.table.Over(i); over {
			found = append(found, Missing{i, end.Fault, end.Detail})
		}
	}
	return found
}

// tellAbsent tells a game that wants to know which seats did not start.
func (r *round) tellAbsent() {
	awaiter, ok := r.state.(game.Awaiter)
	if !ok || !slices.ContainsFunc(r.talks, func(t *talk) bool { return t.fault != game.NoFault }) {
		return
	}
	for _, t := range r.talks {
		r.absent = append(r.absent, t.fault)
	}
	awaiter.NotStarted(r.absent)
}

// handshake returns how the answers of a seat's start are taken.
func (r *round) handshake(t *talk) func(*protocol.Buffer) ([]byte, error) {
	return func(in *protocol.Buffer) ([]byte, error) {
		had := len(in.Bytes())
		out, done, err := t.dialogue.Handshake(t.opening[:0], in, r.state)
		t.opening = out
		t.unasked = done && len(in.Bytes()) == had
		if err == nil && !done {
			err = protocol.ErrMore
		}
		return out, err
	}
}

// startFault names why a seat did not start. What ended it keeps its own name
// where the seat broke a rule of the jail.
func startFault(a *player.Ask) (game.Fault, string) {
	switch {
	case a.Err != nil:
		return game.DidNotStart, strings.TrimPrefix(a.Err.Error(), "protocol: ")
	case a.Fault == game.Violation, a.Fault == game.Memory:
		return a.Fault, a.Detail
	}
	return game.DidNotStart, a.Detail
}

// clock returns the clock for a limit, as the terms want it.
func (r *round) clock(limit, grace record.Duration) player.Clock {
	terms := r.terms()
	return player.Clock{
		Mode: player.Mode(terms.Clock), Limit: time.Duration(limit), Grace: time.Duration(grace), Summed: terms.Total > 0,
	}
}

// turn asks every seat that has to move and applies what they answer.
func (r *round) turn() error {
	toMove := r.state.ToMove()
	r.asks = r.asks[:0]
	for _, seat := range toMove {
		t := r.talks[seat]
		if t.fault.Gone() {
			continue
		}
		r.prepare(t)
		r.asks = append(r.asks, &t.ask)
	}
	r.table.Ask(r.asks)
	for _, a := range r.asks {
		if err := r.take(a); err != nil {
			return err
		}
	}
	return r.apply(toMove)
}

// prepare makes a seat's next question ready.
func (r *round) prepare(t *talk) {
	t.request = t.dialogue.Request(t.request[:0], r.state)
	take := t.ask.Take
	if t.turns == 0 { // until now it took the handshake
		take = func(in *protocol.Buffer) (_ []byte, err error) {
			t.answer, err = t.dialogue.Answer(in)
			return nil, err
		}
	}
	t.turns++
	t.ask = player.Ask{Seat: t.ask.Seat, Request: t.request, Take: take, Clock: r.clock(r.limit(t), r.terms().Grace)}
}

// limit returns how long a seat may take for its next answer.
func (r *round) limit(t *talk) record.Duration {
	terms := r.terms()
	limit := cmp.Or(r.spec.Header.Seats[t.ask.Seat].Move, terms.Move)
	if terms.Total > 0 {
		limit = min(limit, max(0, terms.Total-record.Duration(t.spent)))
	}
	return limit
}

// take looks at how a seat's turn went: its times, its faults.
func (r *round) take(a *player.Ask) error {
	t := r.talks[a.Seat]
	if a.Err != nil {
		return a.Err
	}
	r.measure(a)
	t.spent += a.Times.Wall - a.Times.Waiting
	if a.Doubt != "" {
		r.void(fmt.Sprintf("%s, answer %d: %s", r.info.Seats[a.Seat], t.turns, a.Doubt))
		return errVoid
	}
	if a.Fault == game.NoFault {
		if t.answer.Fault == game.Invalid {
			r.report(a.Seat, game.Invalid, fmt.Sprintf("%.200q is no answer", t.answer.Move))
		}
		return nil
	}
	t.answer = game.Answer{Fault: a.Fault}
	if a.Fault.Gone() {
		t.fault = a.Fault
	}
	detail := a.Detail + r.flushHint(a)
	if total := time.Duration(r.terms().Total); a.Fault == game.Timeout && total > 0 && t.spent >= total {
		detail += fmt.Sprintf("; its %v for the whole match are used up", total)
	}
	r.report(a.Seat, a.Fault, detail)
	return nil
}

// apply plays the answers; one that the rules refuse is played again as
// invalid, which they never refuse.
func (r *round) apply(toMove []int) error {
	r.given = r.given[:0]
	for _, seat := range toMove {
		t := r.talks[seat]
		if t.fault.Gone() {
			t.answer = game.Answer{Fault: t.fault}
		}
		r.given = append(r.given, t.answer)
	}
	first := len(r.answers) // of this turn
	for i, seat := range toMove {
		r.answers = append(r.answers, record.SeatAnswer{Seat: seat, Answer: r.given[i]})
	}
	for {
		err := r.state.Apply(r.given)
		var illegal *game.IllegalMove
		if err == nil {
			break
		}
		if !errors.As(err, &illegal) {
			return err
		}
		for i, a := range r.answers[first:] {
			if a.Seat == illegal.Seat {
				r.given[i].Fault = game.Invalid
				r.answers[first+i].Fault = game.Invalid
			}
		}
		r.report(illegal.Seat, game.Invalid, fmt.Sprintf("%.200q: %s", illegal.Move, illegal.Why))
	}
	for i := range r.answers[first:] {
		a := &r.answers[first+i]
		a.Move = r.keep(a.Move)
		for _, note := range r.talks[a.Seat].dialogue.Notes() {
			r.note(a.Seat, note)
		}
	}
	if r.watch != nil {
		r.watch.Position(r.n, r.state, r.answers[first:])
	}
	return nil
}

// close says how it ended, lets the players leave and gathers the facts.
func (r *round) close() {
	var farewells [][]byte
	if res := r.state.Result(); res != nil {
		for _, t := range r.talks {
			farewells = append(farewells, t.dialogue.End(nil, res))
		}
	}
	for i, facts := range r.table.Close(farewells, leaveWait) {
		run := &r.rec.Measured.Seats[i]
		for k, v := range facts.Violations {
			facts.Violations[k] = sandbox.OwnPaths(v)
		}
		run.Run = together(run.Run, facts)
		run.Log += sandbox.OwnPaths(r.table.Log(i))
	}
}
