package check

import (
	"bytes"
	"encoding/json"
	"fmt"

	"botarena/arena/game"
	"botarena/protocol"
)

// watched is a game with the dialogue of one seat watched and every other
// seat played by the mover, unless there are others. Positions and records are
// the game's own.
type watched struct {
	game.Game
	seat   int
	seed   uint64
	others bool
	talk   *talk // the last round's
	wire   *wire // nil where it is not written down
}

// NewSetup implements [game.Game].
func (w *watched) NewSetup() game.Setup { return &watchedSetup{w.Game.NewSetup(), w} }

type watchedSetup struct {
	game.Setup
	w *watched
}

// UnmarshalJSON decodes into the game's own set-up.
func (s *watchedSetup) UnmarshalJSON(text []byte) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	return dec.Decode(s.Setup)
}

// Dialogue implements [game.Setup].
func (s *watchedSetup) Dialogue(seat int, dialect string) (game.Dialogue, error) {
	if seat != s.w.seat && !s.w.others {
		return &mover{seat: seat, rnd: game.NewRand(s.w.seed, fmt.Sprintf("mover %d", seat))}, nil
	}
	d, err := s.Setup.Dialogue(seat, dialect)
	if err != nil || seat != s.w.seat {
		return d, err
	}
	_, greets := d.(game.Greeter)
	s.w.talk = &talk{Dialogue: d, greets: greets, wire: s.w.wire}
	return s.w.talk, nil
}

// mover is the dialogue of a seat without a player: its answer, a random
// legal move, is there as soon as it is asked.
type mover struct {
	seat int
	rnd  *game.Rand
	move []byte
}

func (m *mover) Handshake(dst []byte, _ *protocol.Buffer, _ game.State) ([]byte, bool, error) {
	return dst, true, nil
}

func (m *mover) Request(dst []byte, s game.State) []byte {
	m.move = s.RandomMove(m.move[:0], m.seat, m.rnd)
	return dst
}

func (m *mover) Answer(*protocol.Buffer) (game.Answer, error) {
	return game.Answer{Move: m.move}, nil
}

func (m *mover) Notes() []string                       { return nil }
func (m *mover) End(dst []byte, _ *game.Result) []byte { return dst }

// mostHeard bounds what is kept of one step's bytes: enough to be quoted.
const mostHeard = 4 << 10

// talk is the watched dialogue of one round. It keeps the current step.
type talk struct {
	game.Dialogue
	ready    bool
	waits    bool   // the handshake had to wait for the seat
	requests int    // sent so far
	refused  bool   // the last answer was not of the wire's grammar
	greets   bool   // the seat has to say that it is ready
	opening  []byte // what it was sent before the first request
	sent     []byte // in this step
	heard    []byte // in this step
	taken    int    // bytes of heard that the dialogue has taken
	crlf     bool   // a line ended in CR LF, in any step
	orders   int    // parts of answers that were not of the wire's grammar
	wire     *wire
}

// Handshake implements [game.Dialogue].
func (t *talk) Handshake(dst []byte, in *protocol.Buffer, s game.State) ([]byte, bool, error) {
	came := in.Bytes()
	before := len(dst)
	out, done, err := t.Dialogue.Handshake(dst, in, s)
	t.hear(came, in)
	t.wire.send(out[before:])
	t.sent = keep(t.sent, out[before:])
	t.ready = done && err == nil
	t.waits = t.waits || !done
	return out, done, err
}

// Request implements [game.Dialogue].
func (t *talk) Request(dst []byte, s game.State) []byte {
	t.requests++
	before := len(dst)
	out := t.Dialogue.Request(dst, s)
	t.wire.send(out[before:])
	if t.requests == 1 {
		t.opening = bytes.Clone(t.sent)
	}
	t.sent, t.heard, t.taken, t.refused = keep(t.sent[:0], out[before:]), t.heard[:0], 0, false
	return out
}

// Answer implements [game.Dialogue].
func (t *talk) Answer(in *protocol.Buffer) (game.Answer, error) {
	came := in.Bytes()
	a, err := t.Dialogue.Answer(in)
	t.hear(came, in)
	t.orders += a.Malformed
	t.wire.hear(came[:len(came)-len(in.Bytes())])
	t.wire.wait(in.Bytes())
	t.refused = err == nil && a.Fault == game.Invalid
	return a, err
}

// hear keeps what came, of which the dialogue has left a part.
func (t *talk) hear(came []byte, left *protocol.Buffer) {
	t.heard = keep(t.heard[:t.taken], came)
	t.taken = min(len(t.heard), t.taken+len(came)-len(left.Bytes()))
	t.crlf = t.crlf || bytes.Contains(t.heard, []byte("\r\n"))
}

func keep(dst, b []byte) []byte { return append(dst, b[:min(len(b), max(0, mostHeard-len(dst)))]...) }
