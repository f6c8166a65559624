package gametest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"botarena/arena/game"
	"botarena/protocol"
)

// talk is a conversation with one seat in one dialect, held twice: what a
// seat is told may depend on nothing but the position and what it said.
type talk struct {
	seat    int
	dialect string
	voice   Voice
	pair    [2]game.Dialogue
	in      [2]protocol.Buffer
}

// checkDialects checks that every seat can be talked to in every dialect, and
// in no other.
func (c *checker) checkDialects() error {
	for seat := range c.info.Seats {
		for _, dialect := range append([]string{""}, c.info.Dialects...) {
			d, err := c.setup.Dialogue(seat, dialect)
			if err != nil || d == nil {
				return fmt.Errorf("Dialogue of seat %d in dialect %q: %v, %w", seat, dialect, d, err)
			}
		}
		if _, err := c.setup.Dialogue(seat, "no such dialect"); err == nil {
			return errors.New("Dialogue takes a dialect that is not one of the game's")
		}
	}
	for _, seat := range []int{-1, len(c.info.Seats)} {
		if _, err := c.setup.Dialogue(seat, ""); err == nil {
			return fmt.Errorf("Dialogue takes seat %d of %d", seat, len(c.info.Seats))
		}
	}
	for dialect := range c.Voices {
		if _, err := c.setup.Dialogue(0, dialect); err != nil {
			return fmt.Errorf("a voice for the dialect %q: %w", dialect, err)
		}
	}
	return nil
}

// openTalks begins a conversation with every seat in every dialect.
func (r *round) openTalks() ([]*talk, error) {
	var talks []*talk
	for _, dialect := range r.info.Dialects {
		for seat := range r.info.Seats {
			t, err := r.newTalk(seat, dialect)
			if err == nil {
				err = t.handshake(r.s)
			}
			if err == nil && r.s.String() != r.first {
				err = fmt.Errorf("the handshake changes the position to\n%s", r.s)
			}
			if err == nil && len(r.seen) == 1 { // once for each set-up
				err = r.checkFrames(seat, dialect)
			}
			if err != nil {
				return nil, fmt.Errorf("dialect %s, seat %d: %w", dialect, seat, err)
			}
			talks = append(talks, t)
		}
	}
	return talks, nil
}

func (c *checker) newTalk(seat int, dialect string) (*talk, error) {
	t := &talk{seat: seat, dialect: dialect, voice: c.Voices[dialect]}
	for i := range t.pair {
		var err error
		if t.pair[i], err = c.setup.Dialogue(seat, dialect); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// both calls f for the two dialogues and checks that they append the same.
func (t *talk) both(what string, f func(d game.Dialogue, in *protocol.Buffer, dst []byte) ([]byte, error)) ([]byte, error) {
	var outs [2][]byte
	for i, d := range t.pair {
		out, err := f(d, &t.in[i], []byte("kept"))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		if !bytes.HasPrefix(out, []byte("kept")) {
			return nil, fmt.Errorf("%s does not append: %q", what, out)
		}
		outs[i] = bytes.Clone(out[len("kept"):])
	}
	if !bytes.Equal(outs[0], outs[1]) {
		return nil, fmt.Errorf("%s differs between two dialogues: %q and %q", what, outs[0], outs[1])
	}
	return outs[0], nil
}

// handshake goes through the handshake, as far as it can be without a voice.
// The bot's part comes a byte at a time.
func (t *talk) handshake(s game.State) error {
	_, err := t.both("Handshake", func(d game.Dialogue, in *protocol.Buffer, dst []byte) ([]byte, error) {
		out, done, err := d.Handshake(dst, in, s)
		for rest := []byte(t.voice.Hello); len(rest) > 0 && !done && err == nil; rest = rest[1:] {
			feed(in, rest[:1])
			out, done, err = d.Handshake(out, in, s)
		}
		if err == nil && !done && t.voice.Say != nil {
			err = fmt.Errorf("not done after %q", t.voice.Hello)
		}
		return out, err
	})
	return err
}

// converse checks what the seats to move are asked, and that each of their
// answers, as a bot sends it, is taken as that answer.
func (r *round) converse(seats []int, answers []game.Answer) error {
	before := r.s.String()
	for _, t := range r.talks {
		for i, seat := range seats {
			if seat != t.seat || answers[i].Fault.Gone() {
				continue
			}
			if err := t.ask(r.s); err != nil {
				return fmt.Errorf("dialect %s, seat %d: %w", t.dialect, seat, err)
			}
			if t.voice.Say == nil || answers[i].Fault != game.NoFault {
				continue
			}
			if err := r.answer(t, i, answers); err != nil {
				return fmt.Errorf("dialect %s, seat %d, move %q: %w", t.dialect, seat, answers[i].Move, err)
			}
		}
	}
	if now := r.s.String(); now != before {
		return fmt.Errorf("the dialogues change the position to\n%s", now)
	}
	return nil
}

// ask checks a request.
func (t *talk) ask(s game.State) error {
	out, err := t.both("Request", func(d game.Dialogue, _ *protocol.Buffer, dst []byte) ([]byte, error) {
		return d.Request(dst, s), nil
	})
	if err == nil && !bytes.HasSuffix(out, []byte("\n")) {
		err = fmt.Errorf("the request does not end with a newline: %q", out)
	}
	return err
}

// answer says the i-th answer, a byte at a time, and checks that the dialogue
// gets the move, whose effect is the same.
func (r *round) answer(t *talk, i int, answers []game.Answer) error {
	want := r.s.Clone()
	if err := want.Apply(cloneAnswers(answers)); err != nil {
		return nil // not a legal move: the voice need not know it
	}
	said := t.voice.Say(nil, r.s, t.seat, answers[i].Move)
	for k, d := range t.pair {
		got, err := take(d, &t.in[k], said)
		if err != nil {
			return fmt.Errorf("Answer to %q: %w", said, err)
		}
		given := cloneAnswers(answers)
		given[i] = got
		c := r.s.Clone()
		if err := c.Apply(given); err != nil {
			return fmt.Errorf("the answer %q is taken as %+v: %w", said, got, err)
		}
		if c.String() != want.String() {
			return fmt.Errorf("the answer %q is taken as %q, which leads to\n%sand not to\n%s", said, got.Move, c, want)
		}
		if n := d.Notes(); len(n) > 0 {
			return fmt.Errorf("the answer %q gives notes: %q", said, n)
		}
	}
	return nil
}

// take feeds what a bot says a byte at a time until it is an answer.
func take(d game.Dialogue, in *protocol.Buffer, said []byte) (game.Answer, error) {
	for k := range said {
		feed(in, said[k:k+1])
		a, err := d.Answer(in)
		if err != protocol.ErrMore {
			a.Move = bytes.Clone(a.Move)
			feed(in, said[k+1:])
			return a, err
		}
	}
	return game.Answer{}, protocol.ErrMore
}

func feed(in *protocol.Buffer, data []byte) {
	for len(data) > 0 {
		n := copy(in.Space(), data)
		if n == 0 {
			return
		}
		in.Added(n)
		data = data[n:]
	}
}

// maxNotes is the most notes that are taken for bounded.
const maxNotes = 64

// checkFrames checks what a dialogue makes of nothing, of the end of the
// input, of a flood and of noise.
func (r *round) checkFrames(seat int, dialect string) error {
	if !slices.Contains(r.s.ToMove(), seat) {
		return nil
	}
	long := bytes.Repeat([]byte{'x'}, protocol.MaxLine+2)
	noise := bytes.Repeat([]byte("no such word {\x00\xff}\n"), 3000)
	for _, c := range []struct {
		what   string
		in     []byte
		closed bool
		err    error
	}{
		{"nothing", nil, false, protocol.ErrMore},
		{"the end of the input", nil, true, io.EOF},
		{"a line without an end", long, false, protocol.ErrTooLong},
		{"noise", noise, true, io.EOF},
	} {
		t, err := r.newTalk(seat, dialect)
		if err != nil {
			return err
		}
		s := r.s.Clone()
		if err := t.handshake(s); err != nil {
			return err
		}
		if err := t.ask(s); err != nil {
			return err
		}
		if err := framed(t.pair[0], &t.in[0], c.in, c.closed); err != c.err {
			return fmt.Errorf("Answer to %s: error %v, want %v", c.what, err, c.err)
		}
		if n := len(t.pair[0].Notes()); n > maxNotes {
			return fmt.Errorf("%d notes after %s: want them bounded", n, c.what)
		}
		if n := t.pair[0].Notes(); len(n) > 0 {
			return fmt.Errorf("notes are not forgotten when they were returned: %q", n)
		}
	}
	return nil
}

// framed takes all answers from data and returns the error after the last.
func framed(d game.Dialogue, in *protocol.Buffer, data []byte, closed bool) error {
	for {
		_, err := d.Answer(in)
		switch {
		case err == nil:
		case err != protocol.ErrMore:
			return err
		case len(data) > 0:
			n := min(len(data), len(in.Space()))
			if n == 0 {
				return errors.New("the buffer is full and the answer not whole")
			}
			feed(in, data[:n])
			data = data[n:]
		case closed && !in.Closed():
			in.CloseInput()
		default:
			return err
		}
	}
}

// closeTalks checks the closing messages.
func (r *round) closeTalks() error {
	for _, t := range r.talks {
		out, err := t.both("End", func(d game.Dialogue, _ *protocol.Buffer, dst []byte) ([]byte, error) {
			return d.End(dst, r.s.Result()), nil
		})
		if err == nil && len(out) > 0 && !bytes.HasSuffix(out, []byte("\n")) {
			err = fmt.Errorf("the closing message does not end with a newline: %q", out)
		}
		if err != nil {
			return fmt.Errorf("dialect %s, seat %d: %w", t.dialect, t.seat, err)
		}
	}
	return nil
}
