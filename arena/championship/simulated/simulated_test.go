package simulated

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

func specs(n int) []match.Spec {
	var list []match.Spec
	for i := range n {
		list = append(list, match.Spec{ID: string(rune('a' + i%26)), Header: record.Header{
			Version: record.Version, Game: "sim", Setup: []byte("{}"), Seed: uint64(i), Seats: []record.Seat{{Name: "strong"}, {Name: "weak"}},
		}})
	}
	return list
}

// TestStrength checks that the shares of wins and draws are those asked for.
func TestStrength(t *testing.T) {
	d := &Dispatcher{Draws: 0.3, First: 50, Elo: func(name string) float64 {
		if name == "strong" {
			return 100
		}
		return 0
	}}
	const n = 20000
	score, draws := 0.0, 0
	err := d.Dispatch(context.Background(), slices.Values(specs(n)), func(o match.Outcome) {
		switch o.Record.Result.Seats[0].Outcome {
		case game.Win:
			score++
		case game.Draw:
			score += 0.5
			draws++
		}
	})
	want := 1 / (1 + math.Pow(10, -150.0/400))
	if err != nil || math.Abs(score/n-want) > 0.012 || math.Abs(float64(draws)/n-0.6*(1-want)) > 0.012 {
		t.Errorf("score %.3f, want %.3f; draws %.3f, want %.3f; %v", score/n, want, float64(draws)/n, 0.6*(1-want), err)
	}
}

// TestSame checks that the number of matches at once changes no result, and
// that void matches are played again, three times at most.
func TestSame(t *testing.T) {
	var runs []map[uint64]*game.Result
	for _, parallel := range []int{1, 8} {
		d := &Dispatcher{Parallel: parallel, Pot: 500, Counters: 2, Void: func(s *match.Spec, attempt int) string {
			if s.Header.Seed == 7 || s.Header.Seed == 9 && attempt == 1 {
				return "host asleep"
			}
			return ""
		}}
		results, tries := map[uint64]*game.Result{}, map[uint64]int{}
		if err := d.Dispatch(context.Background(), slices.Values(specs(100)), func(o match.Outcome) {
			tries[o.Spec.Header.Seed]++
			if !o.Void() {
				results[o.Spec.Header.Seed] = o.Record.Result
			} else if o.Final != (o.Attempt == match.Attempts) {
				t.Errorf("attempt %d, final %v", o.Attempt, o.Final)
			}
		}); err != nil {
			t.Fatal(err)
		}
		if tries[7] != 3 || tries[9] != 2 || len(results) != 99 {
			t.Errorf("tries %d and %d, %d results", tries[7], tries[9], len(results))
		}
		runs = append(runs, results)
	}
	if !reflect.DeepEqual(runs[0], runs[1]) {
		t.Error("results depend on the number of matches at once")
	}
}
