package comparison

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"botarena/arena/championship/simulated"
	"botarena/arena/championship/sprt"
	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var ctx = context.Background()

// question asks whether b is stronger than a.
func question(seed uint64) *Comparison {
	c := &Comparison{
		Test: sprt.Test{Elo0: 0, Elo1: 50}, Max: 2000, Seed: seed,
		Header: record.Header{Version: record.Version, Game: "sim", Setup: json.RawMessage(`{}`)},
	}
	for name, p := range map[string]*Player{"a": &c.A, "b": &c.B} {
		for seat := range p.Seats {
			p.Seats[seat] = record.Seat{Name: name, Kind: "process", Hash: fmt.Sprint(name, seat)}
			p.Sources[seat] = match.Source{Process: &match.Process{Path: "/" + name}}
		}
	}
	return c
}

func bots(parallel int, b float64) *simulated.Dispatcher {
	return &simulated.Dispatcher{Parallel: parallel, Draws: 0.2, First: 60, Elo: func(name string) float64 {
		if name == "b" {
			return b
		}
		return 0
	}}
}

// TestAnswers: strengths far from the border get the right answer, and soon.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		elo  float64
		want sprt.Answer
	}{{200, sprt.Better}, {-200, sprt.Worse}, {90, sprt.Better}, {-40, sprt.Worse}} {
		for seed := range uint64(5) {
			q := question(seed)
			r, err := q.Play(ctx, bots(3, c.elo))
			if err != nil || q.Test.Answer() != c.want || q.Test.N() > 700 {
				t.Errorf("%+.0f Elo, seed %d: %v after %d pairs, %v", c.elo, seed, q.Test.Answer(), q.Test.N(), err)
			}
			for seat, s := range r.B {
				if n := s.Wins + s.Draws + s.Losses; n != q.Test.N() {
					t.Errorf("seat %d: %d matches in %d pairs", seat, n, q.Test.N())
				}
			}
		}
	}
}

// TestParallel: however many are played at once, the answer is the same.
func TestParallel(t *testing.T) {
	first := ""
	for _, parallel := range []int{1, 2, 9} {
		q := question(4)
		d := bots(parallel, 70)
		d.Void = func(s *match.Spec, _ int) string {
			if strings.HasPrefix(s.ID, "3") {
				return "asleep"
			}
			return ""
		}
		d.Fault = func(s *match.Spec, seat int) game.Fault {
			if s.Header.Seed%8 == 0 && s.Header.Seats[seat].Name == "a" && seat == 0 {
				return game.Timeout
			}
			return game.NoFault
		}
		r, err := q.Play(ctx, d)
		got := fmt.Sprint(q.Test.Pairs, r.B, r.Faults, r.LeftOut > 0, err)
		if first == "" {
			first = got
		} else if got != first {
			t.Errorf("%d at once: %s, alone %s", parallel, got, first)
		}
	}
	if !strings.Contains(first, "timeout") || !strings.Contains(first, "true") {
		t.Error(first)
	}
}

// TestMax: no more pairs are judged than asked for, and as many in spite of
// void ones.
func TestMax(t *testing.T) {
	q := question(1)
	q.Max = 12
	q.Test.Elo1 = 1 // takes thousands
	d := bots(4, 0)
	d.Void = func(s *match.Spec, _ int) string {
		if s.ID == "11-" || s.ID == "12+" || s.ID == "4-" {
			return "asleep"
		}
		return ""
	}
	judged := 0
	q.Judged = func(*Result) { judged++ }
	r, err := q.Play(ctx, d)
	if err != nil || q.Test.N() != 12 || judged != 12 || r.LeftOut < 2 || r.Void != "asleep" || q.Test.Answer() != sprt.Unknown {
		t.Errorf("%d pairs, %d judged, %d left out, %v", q.Test.N(), judged, r.LeftOut, err)
	}
}

// TestSwapped: each board is played twice, with the same seed and the sides
// swapped.
func TestSwapped(t *testing.T) {
	q := question(1)
	q.Max, q.Test.Elo1 = 20, 1
	seeds := map[uint64]string{}
	q.Each = func(o match.Outcome) {
		h := &o.Spec.Header
		seeds[h.Seed] += h.Seats[0].Name + h.Seats[1].Name + " " + h.Seats[0].Hash + h.Seats[1].Hash + " " + o.Spec.Sources[0].Process.Path + " "
	}
	if _, err := q.Play(ctx, bots(1, 0)); err != nil {
		t.Fatal(err)
	}
	for seed, got := range seeds {
		if got != "ab a0b1 /a ba b0a1 /b " {
			t.Errorf("board %d: %q", seed, got)
		}
	}
	if len(seeds) != 20 {
		t.Errorf("%d boards", len(seeds))
	}
}

// TestVoid: a host on which nothing counts ends it.
func TestVoid(t *testing.T) {
	q := question(1)
	d := bots(2, 0)
	d.Void = func(*match.Spec, int) string { return "no memory" }
	r, err := q.Play(ctx, d)
	var void *VoidError
	if !errors.As(err, &void) || void.Why != "no memory" || r.LeftOut != mostVoid || q.Test.N() != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestNobodyStarts: where both lose, neither is better.
func TestNobodyStarts(t *testing.T) {
	lose := &game.Result{Seats: []game.SeatResult{{Outcome: game.Lose, Fault: game.DidNotStart}, {Outcome: game.Lose, Fault: game.DidNotStart}}}
	p := &pair{}
	p.add(lose, false)
	p.add(lose, true)
	if p.halves != 2 || p.sides != [2]game.Outcome{game.Draw, game.Draw} {
		t.Errorf("%+v", p)
	}
}

// TestStopped: what was shown so far is there, and no match is left in play.
func TestStopped(t *testing.T) {
	stopped, stop := context.WithCancel(ctx)
	q := question(1)
	q.Test.Elo1 = 1
	q.Judged = func(r *Result) {
		if r.Test.N() == 5 {
			stop()
		}
	}
	d := bots(2, 0)
	d.Wait = time.Millisecond
	_, err := q.Play(stopped, d)
	if !errors.Is(err, context.Canceled) || q.Test.N() < 5 || q.Test.N() > 6 {
		t.Errorf("%d pairs, %v", q.Test.N(), err)
	}
}

// failing cannot begin the third match.
type failing struct{ simulated.Dispatcher }

func (f *failing) Dispatch(ctx context.Context, specs iter.Seq[match.Spec], done func(match.Outcome)) error {
	n := 0
	return f.Dispatcher.Dispatch(ctx, specs, func(o match.Outcome) {
		if n++; n == 3 {
			o = match.Outcome{Spec: o.Spec, Err: errors.New("no such game")}
		}
		done(o)
	})
}

func TestError(t *testing.T) {
	q := question(1)
	q.Test.Elo1 = 1
	if _, err := q.Play(ctx, &failing{*bots(1, 0)}); err == nil || err.Error() != "no such game" || q.Test.N() != 1 {
		t.Errorf("%d pairs, %v", q.Test.N(), err)
	}
}
