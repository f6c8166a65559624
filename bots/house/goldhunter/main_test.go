package main

import (
	"io"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/goldhunter"
	"botarena/protocol"
)

// seat is a bot that runs and the arena's side of the conversation with it.
type seat struct {
	in   *io.PipeWriter // to the bot
	out  *io.PipeReader // from the bot
	d    game.Dialogue
	buf  protocol.Buffer
	done chan error
}

func newSeat(t *testing.T, setup *goldhunter.Setup, number int, dialect string, args ...string) *seat {
	t.Helper()
	s := &seat{done: make(chan error, 1)}
	var err error
	if s.d, err = setup.Dialogue(number, dialect); err != nil {
		t.Fatal(err)
	}
	botIn, in := io.Pipe()
	out, botOut := io.Pipe()
	s.in, s.out = in, out
	go func() {
		err := run(append(args, "-dialect", dialect), botIn, botOut, io.Discard)
		botOut.CloseWithError(err)
		botIn.CloseWithError(io.ErrClosedPipe)
		s.done <- err
	}()
	return s
}

// read waits for more of what the bot says.
func (s *seat) read(t *testing.T) {
	t.Helper()
	n, err := s.out.Read(s.buf.Space())
	s.buf.Added(n)
	if err != nil {
		t.Fatalf("the bot has ended: %v", err)
	}
}

func (s *seat) tell(t *testing.T, text []byte) {
	t.Helper()
	if len(text) == 0 {
		return
	}
	if _, err := s.in.Write(text); err != nil {
		t.Fatal(err)
	}
}

func (s *seat) handshake(t *testing.T, state game.State) {
	t.Helper()
	for {
		out, done, err := s.d.Handshake(nil, &s.buf, state)
		if err != nil {
			t.Fatal(err)
		}
		s.tell(t, out)
		if done {
			return
		}
		s.read(t)
	}
}

func (s *seat) ask(t *testing.T, state game.State) game.Answer {
	t.Helper()
	s.tell(t, s.d.Request(nil, state))
	for {
		a, err := s.d.Answer(&s.buf)
		switch {
		case err == nil:
			return a
		case err != protocol.ErrMore:
			t.Fatal(err)
		}
		s.read(t)
	}
}

// Every level plays a match over the wire without an order that is malformed,
// late or cannot be carried out, and ends when the match does.
func TestMatchesOverTheWire(t *testing.T) {
	for _, c := range []struct {
		dialects [2]string
		levels   [2]string
	}{
		{[2]string{"text", "text"}, [2]string{"master", "random"}},
		{[2]string{"text", "gson"}, [2]string{"sensible", "master"}},
		{[2]string{"gson", "text"}, [2]string{"club", "novice"}},
	} {
		stages := 120
		setup := goldhunter.Game{}.NewSetup().(*goldhunter.Setup)
		setup.Stages = &stages
		if err := setup.Resolve(nil); err != nil {
			t.Fatal(err)
		}
		state, err := setup.Start(0, game.NewRand(3, "map"))
		if err != nil {
			t.Fatal(err)
		}
		var seats [2]*seat
		for i := range seats {
			seats[i] = newSeat(t, setup, i, c.dialects[i], "-level", c.levels[i])
			seats[i].handshake(t, state)
		}
		for state.Result() == nil {
			answers := []game.Answer{seats[0].ask(t, state), seats[1].ask(t, state)}
			if answers[0].Malformed+answers[1].Malformed > 0 {
				t.Fatalf("malformed orders: %+v", answers)
			}
			if err := state.Apply(answers); err != nil {
				t.Fatal(err)
			}
		}
		for i, s := range seats {
			s.tell(t, s.d.End(nil, state.Result()))
			s.in.Close()
			if err := <-s.done; err != nil {
				t.Errorf("%s: %v", c.levels[i], err)
			}
			if n := s.d.Notes(); len(n) > 0 {
				t.Errorf("%s: %q", c.levels[i], n)
			}
			if tally := state.(*goldhunter.State).Tally(i); tally.Ineffective > 0 {
				t.Errorf("%s: %+v", c.levels[i], tally)
			}
		}
	}
}

func TestFlags(t *testing.T) {
	for _, args := range [][]string{{"-level", "grandmaster"}, {"-dialect", "json"}, {"map"}, {"-x"}} {
		if err := run(args, strings.NewReader(""), io.Discard, io.Discard); err == nil {
			t.Errorf("%q is accepted", args)
		}
	}
	if err := run(nil, strings.NewReader(""), io.Discard, io.Discard); err == nil {
		t.Error("an input that ends before the header is no error")
	}
}
