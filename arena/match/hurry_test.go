package match

import (
	"context"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/arena/player"
	"botarena/arena/record"
)

// hurried counts the ends of seats, and those that were waited for by a thread
// that runs before others.
type hurried struct {
	toySeater
	now         bool
	times       int
	ends, early int
}

func (h *hurried) hurry() func() {
	h.now = true
	h.times++
	return func() { h.now = false }
}

func (h *hurried) Seat(ctx context.Context, spec *Spec, seat int, cores []int) (player.Endpoint, error) {
	e, err := h.toySeater.Seat(ctx, spec, seat, cores)
	return hurriedEnd{e, h}, err
}

type hurriedEnd struct {
	player.Endpoint
	h *hurried
}

func (e hurriedEnd) Close(why game.Fault) record.Run {
	e.h.ends++
	if e.h.now {
		e.h.early++
	}
	return e.Endpoint.Close(why)
}

// TestHurryEndsWithTheTurns: the thread that waits for the end of a bot is an
// ordinary one: a thread before others kept the core of a killed bot for 0.95 s.
func TestHurryEndsWithTheTurns(t *testing.T) {
	for name, c := range map[string]struct {
		kinds [2]string
		move  time.Duration
	}{
		"short time":   {[2]string{"good", "good"}, 300 * time.Millisecond},
		"a slow turn":  {[2]string{"burn:5", "good"}, time.Second},
		"out of time":  {[2]string{"sleep@3", "good"}, 300 * time.Millisecond},
		"ended itself": {[2]string{"exit@3", "good"}, 300 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			h := &hurried{toySeater: toySeater{kinds: c.kinds}}
			spec := Spec{Header: record.Header{
				Version: record.Version, Game: "toy", Setup: []byte(`{}`), Seats: make([]record.Seat, 2),
				Terms: record.Terms{Clock: "wall", Move: record.Duration(c.move), Start: 10e9},
			}}
			rec, err := Play(t.Context(), toy{}, &spec, h, Place{Hurry: h.hurry}, nil)
			if err != nil || rec.Measured.Void != "" {
				t.Fatal(err, rec)
			}
			if h.times == 0 || h.ends != 2 || h.early > 0 || h.now {
				t.Errorf("hurried %d times, %d ends, %d of them in a hurry, still so: %v", h.times, h.ends, h.early, h.now)
			}
		})
	}
}
