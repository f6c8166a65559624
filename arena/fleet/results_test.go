package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/game/catchcat"
	"botarena/arena/match"
	"botarena/arena/record"
)

// TestOutOfOrder: a machine on which every match comes out void at once, or has
// no record, does not draw those that others would play.
func TestOutOfOrder(t *testing.T) {
	const n = 40
	broken := simulation()
	broken.Void = func(*match.Spec, int) string { return "the jail is out of order" }
	for name, by := range map[string]match.Dispatcher{"void": broken, "without a record": noRecords{}} {
		t.Run(name, func(t *testing.T) {
			sources := bots(t)
			c := lead(t, Options{})
			slow := simulation()
			slow.Parallel, slow.Wait = 1, 20*time.Millisecond
			work(t, c.Link(), slow, func(w *Worker) { w.Machine.Parallel = 1 })
			work(t, c.Link(), by, nil)
			for len(c.Status().Workers) < 2 {
				time.Sleep(10 * time.Millisecond)
			}
			o := play(t, t.Context(), c, specs(sources, n))
			t.Logf("%d of %d matches count, %d have errors", len(o.hashes), n, len(o.errs))
			if len(o.hashes) < n/2 {
				t.Errorf("only %d of %d matches count; errors: %v", len(o.hashes), n, o.errs)
			}
		})
	}
}

// noRecords is a machine that cannot begin any match.
type noRecords struct{}

func (noRecords) Dispatch(ctx context.Context, specs iter.Seq[match.Spec], done func(match.Outcome)) error {
	for spec := range specs {
		done(match.Outcome{Spec: spec, Attempt: 1, Final: true, Err: errors.New("eventfd: too many open files")})
	}
	return ctx.Err()
}

// TestLost: how often a match was lost is remembered when a machine cannot play
// it between two times, so that a match that ends its workers is given up.
func TestLost(t *testing.T) {
	c := lead(t, Options{})
	c.admit("weak", &beat{Name: "weak"}, "", time.Now())
	c.admit("other", &beat{Name: "other"}, "", time.Now())
	var o outcomes
	ended := make(chan error, 1)
	go func() { ended <- c.Dispatch(t.Context(), specs(bots(t), 1), o.done) }()
	jobs, err := c.jobs.Consumer(t.Context(), anyClass)
	if err != nil {
		t.Fatal(err)
	}
	next := func(lost int) (jetstream.Msg, *held) {
		t.Helper()
		m, err := jobs.Next(jetstream.FetchMaxWait(5 * time.Second))
		if err != nil {
			t.Fatal(err)
		}
		h := new(held)
		if err := json.Unmarshal(m.Data(), &h.job); err != nil {
			t.Fatal(err)
		}
		h.msg.Store(&m)
		if h.lost() != lost {
			t.Fatalf("lost %d times, want %d", h.lost(), lost)
		}
		return m, h
	}
	for lost := range maxLost {
		m, h := next(lost)
		_ = m.Ack()
		c.result(t.Context(), &result{key: h.Key, run: h.Run, attempt: h.Attempt, worker: "weak", err: "no python3", refused: true, lost: lost})
		m, _ = next(lost)
		_ = m.Nak() // as if its worker had ended
	}
	work(t, c.Link(), simulation(), nil)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if err := o.errs["0"]; err == nil || !strings.Contains(err.Error(), "its worker ended") {
		t.Errorf("%v, %v", o.errs, o.hashes)
	}
}

// TestForeignResults checks that a worker cannot have a result counted that is
// not of the match that was ordered.
func TestForeignResults(t *testing.T) {
	c := lead(t, Options{})
	evil := simulation()
	work(t, c.Link(), evil, func(w *Worker) {
		w.Prepare = func(s *match.Spec) error { s.Header.Seed++; return nil }
	})
	o := play(t, t.Context(), c, specs(bots(t), 1))
	if err := o.errs["0"]; err == nil || !strings.Contains(err.Error(), "another match") || len(o.hashes) != 0 {
		t.Errorf("%v, %v", o.errs, o.hashes)
	}
}

// absentees plays matches of Catch the Cat to which nobody comes, by the rules,
// or has them won all the same.
type absentees struct{ lies bool }

func (a absentees) Dispatch(_ context.Context, specs iter.Seq[match.Spec], done func(match.Outcome)) error {
	faults := []game.Fault{game.DidNotStart, game.DidNotStart}
	for spec := range specs {
		setup, err := game.DecodeSetup(catchcat.Game{}, spec.Header.Setup)
		if err != nil {
			return err
		}
		s, err := match.StartRound(setup, spec.Header.Seed, 0)
		if err != nil {
			return err
		}
		s.(game.Awaiter).NotStarted(faults)
		result := s.Result()
		if a.lies {
			result.Seats[0].Outcome, result.Seats[0].Fault = game.Win, game.NoFault
		}
		rec := &record.Record{
			Header: spec.Header, Rounds: []record.Round{{Absent: faults, Result: result}}, Result: result,
			Measured: &record.Measured{Seats: make([]record.SeatRun, 2)},
		}
		text, err := rec.Game()
		if err != nil {
			return err
		}
		rec.Measured.Hash = record.Hash(text)
		done(match.Outcome{Spec: spec, Record: rec, Attempt: 1, Final: true})
	}
	return nil
}

// TestPlayedAgain: a record that the rules do not make of its answers does not
// count, whatever hash it has, and who returned it is named.
func TestPlayedAgain(t *testing.T) {
	for _, lies := range []bool{false, true} {
		var told []string
		var mu sync.Mutex
		c := lead(t, Options{Games: all.Game, Tell: func(line string) {
			mu.Lock()
			defer mu.Unlock()
			told = append(told, line)
		}})
		work(t, c.Link(), absentees{lies}, func(w *Worker) { w.Name = "tom" })
		o := play(t, t.Context(), c, func(yield func(match.Spec) bool) {
			for s := range specs(bots(t), 1) {
				s.Header.Game = "catchcat"
				yield(s)
			}
		})
		mu.Lock()
		line := strings.Join(told, "\n")
		mu.Unlock()
		if lies == (o.errs["0"] == nil) || lies == (o.hashes["0"] != "") {
			t.Errorf("lies %v: %v, %v", lies, o.errs, o.hashes)
		}
		if want := "match 0, worker tom: its record is not what the rules make of it: round 0: played again"; strings.Count(line, want) != map[bool]int{true: match.Attempts}[lies] {
			t.Errorf("lies %v: told %s", lies, line)
		}
	}
}
