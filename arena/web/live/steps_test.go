package live

import (
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/catchcat"
	"botarena/arena/record"
)

// TestSteps: what one goroutine puts in another takes, all of it and in order.
func TestSteps(t *testing.T) {
	const n = 5000 // some blocks
	q := newSteps()
	if q.any() || len(q.take()) > 0 {
		t.Error("there is something in nothing")
	}
	go func() {
		for i := range n {
			q.put(step{round: i})
		}
	}()
	next := 0
	for next < n {
		if !q.any() {
			continue
		}
		got := q.take()
		if len(got) == 0 {
			t.Fatal("there was some, and there is none")
		}
		for _, s := range got {
			if s.round != next {
				t.Fatalf("step %d came in the place of %d", s.round, next)
			}
			next++
		}
	}
	if q.any() || len(q.take()) > 0 {
		t.Error("there is more than was put in")
	}
}

// TestPositionIsFree: while the follower is at work, what the match's thread
// does for it is neither seen by the collector nor by the kernel.
func TestPositionIsFree(t *testing.T) {
	m := busy(t)
	answers := []record.SeatAnswer{{Seat: 5, Answer: game.Answer{Move: []byte("x")}}}
	if n := testing.AllocsPerRun(100, func() { m.Position(0, nil, answers) }); n > 0 {
		t.Errorf("a turn allocates %v times", n)
	}
}

// busy returns a match whose follower does not doze.
func busy(t testing.TB) *Match {
	hold := make(chan struct{})
	m, err := Follow(catchcat.Game{}, spec(t), Options{Head: []byte("1"), Drawer: texter{}, Each: func(Position) { <-hold }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		close(hold)
		m.Abandon()
	})
	return m
}

// BenchmarkPosition is what a turn of a live match costs the match's thread.
func BenchmarkPosition(b *testing.B) {
	m := busy(b)
	answers := []record.SeatAnswer{{}, {}}
	for b.Loop() {
		m.Position(0, nil, answers)
	}
}
