package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/arena/record"
)

// cued waits for the cue and counts what it is told before.
type cued struct {
	begin  chan struct{}
	ready  chan struct{}
	early  bool
	begun  bool
	rounds int
	// missing is who was missing then.
	missing []Missing
}

func (c *cued) Ready(ctx context.Context, missing func() []Missing) error {
	c.rounds++
	c.missing = missing()
	close(c.ready)
	select {
	case <-c.begin:
		c.begun = true
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *cued) Position(int, game.State, []record.SeatAnswer) { c.early = c.early || !c.begun }

func cuedMatch(t *testing.T, ctx context.Context, kinds [2]string, boards int, options ...func(*toySetup)) (*cued, <-chan Outcome) {
	of := &toySetup{Goal: 5, Boards: boards, Even: boards > 1}
	for _, o := range options {
		o(of)
	}
	setup, err := json.Marshal(of)
	if err != nil {
		t.Fatal(err)
	}
	spec := Spec{Header: record.Header{
		Version: record.Version, Game: "toy", Setup: setup,
		Terms: record.Terms{Clock: "wall", Move: record.Duration(200 * time.Millisecond), Start: record.Duration(5 * time.Second)},
		Seats: []record.Seat{{Name: "a", Move: record.Duration(5 * time.Second)}, {Name: "b"}},
	}}
	c := &cued{begin: make(chan struct{}), ready: make(chan struct{})}
	local := &Local{Games: only(toy{}), Seater: toySeater{kinds: kinds}, Watch: func(*Spec) Watcher { return c }}
	over := make(chan Outcome, 1)
	go func() {
		o, _ := One(ctx, local, spec, nil)
		over <- o
	}()
	return c, over
}

// TestCue: nothing is asked before the cue, once a match; waiting for it costs no
// seat its time, and is no part of the match's.
func TestCue(t *testing.T) {
	c, over := cuedMatch(t, t.Context(), [2]string{"good", "good"}, 2)
	<-c.ready
	const wait = time.Second // longer than a move's limit
	time.Sleep(wait)
	close(c.begin)
	o := <-over
	if o.Err != nil || o.Void() || o.Record.Result.Reason == "timeout" {
		t.Fatalf("outcome %+v", o)
	}
	if wall := time.Duration(o.Record.Measured.Wall); wall <= 0 || wall >= wait {
		t.Errorf("the match took %v", wall)
	}
	if c.early || c.rounds != 1 || len(o.Record.Rounds) != 2 {
		t.Errorf("asked before the cue %v, %d cues in %d rounds", c.early, c.rounds, len(o.Record.Rounds))
	}
}

func TestCueNeverComes(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c, over := cuedMatch(t, ctx, [2]string{"good", "good"}, 1)
	<-c.ready
	cancel()
	if o := <-over; !errors.Is(o.Err, context.Canceled) {
		t.Errorf("called off while waiting: %+v", o)
	}
}

// TestMissing: the cue is told who will not play, and why, also where the game
// has no handshake in which that would be seen.
func TestMissing(t *testing.T) {
	for _, c := range []struct {
		bare  bool
		kinds [2]string
		want  string
	}{
		{false, [2]string{"good", "good"}, "[]"},
		{true, [2]string{"good", "good"}, "[]"},
		{false, [2]string{"refuse", "good"}, "[{0 did-not-start left with exit code 1}]"},
		{true, [2]string{"refuse", "good"}, "[{0 crash left with exit code 1}]"},
		{true, [2]string{"refuse", "refuse"}, "[{0 crash left with exit code 1} {1 crash left with exit code 1}]"},
	} {
		cue, over := cuedMatch(t, t.Context(), c.kinds, 1, func(s *toySetup) { s.Bare = c.bare })
		close(cue.begin)
		if o := <-over; o.Err != nil || o.Void() {
			t.Fatalf("%+v", o)
		}
		if got := fmt.Sprint(cue.missing); got != c.want {
			t.Errorf("%v, bare %v: missing %s, want %s", c.kinds, c.bare, got, c.want)
		}
	}
}

// TestOwnLimit: a seat's own limit holds in the place of the terms'.
func TestOwnLimit(t *testing.T) {
	for slow, want := range map[[2]string]game.Fault{{"late", "good"}: game.NoFault, {"good", "late"}: game.Timeout} {
		c, over := cuedMatch(t, t.Context(), slow, 1)
		close(c.begin)
		o := <-over
		got := game.NoFault
		for _, s := range o.Record.Result.Seats {
			if s.Fault != game.NoFault {
				got = s.Fault
			}
		}
		if got != want {
			t.Errorf("%v with limits of 5 s and 0.2 s: fault %q, want %q", slow, got, want)
		}
	}
}
