package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"botarena/arena/fleet/join"
	"botarena/arena/fleet/queue"
	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/game/catchcat"
	"botarena/arena/match"
	"botarena/arena/record"
)

// TestSameAsOneMachine plays on three workers what one machine plays, with
// void matches among them, and wants the same results and attempts.
func TestSameAsOneMachine(t *testing.T) {
	d := simulation()
	d.Void = func(s *match.Spec, attempt int) string {
		if s.Header.Seed%50 == 7 {
			return "the host slept"
		}
		return ""
	}
	sources := bots(t)
	want := play(t, t.Context(), d, specs(sources, 300))
	c := lead(t, Options{})
	for range 3 {
		work(t, c.Link(), d, nil)
	}
	compare(t, play(t, t.Context(), c, specs(sources, 300)), want)
	// The same matches once more are others.
	compare(t, play(t, t.Context(), c, specs(sources, 50)), play(t, t.Context(), d, specs(sources, 50)))
	if s := c.Status(); len(s.Workers) != 3 || s.Done != 294+49 || s.Void != 3*7 || s.Open != 0 {
		t.Errorf("%+v", s)
	}
}

// TestFilesArrive checks that bots and set-ups are the same at the worker, in
// its own folder, and that a player at this machine is refused.
func TestFilesArrive(t *testing.T) {
	sources := bots(t)
	c := lead(t, Options{})
	folder := t.TempDir()
	seen := make(chan match.Spec, 1)
	work(t, c.Link(), simulation(), func(w *Worker) {
		w.Folder = folder
		w.Prepare = func(s *match.Spec) error {
			s.Header.Seats[1].Hash = "filled in here"
			seen <- *s
			return nil
		}
	})
	large := []byte(`{"map":"` + strings.Repeat("x", 2*largeSetup) + `"}`)
	o := play(t, t.Context(), c, func(yield func(match.Spec) bool) {
		for s := range specs(sources, 1) {
			s.Header.Setup = large
			yield(s)
		}
	})
	s := <-seen
	if o.hashes["0"] == "" || string(s.Header.Setup) != string(large) {
		t.Errorf("%v, set-up of %d bytes", o.errs, len(s.Header.Setup))
	}
	for i, source := range s.Sources {
		p, was := source.Process, sources[i].Process
		text, err := os.ReadFile(p.Path)
		original, _ := os.ReadFile(was.Path)
		if err != nil || string(text) != string(original) || !strings.HasPrefix(p.Path, folder) || p.Runtime != was.Runtime {
			t.Errorf("%+v: %q, %v", p, text, err)
		}
		if p.Folder != "" {
			if _, err := os.Stat(filepath.Join(p.Folder, "data")); err != nil {
				t.Error(err)
			}
		}
	}
	elsewhere := []match.Source{sources[0], {}}
	var place *PlaceError
	if o := play(t, t.Context(), c, specs(elsewhere, 1)); !errors.As(o.errs["0"], &place) || place.Seat != 1 {
		t.Errorf("%v", o.errs)
	}
}

// TestCalledOff stops in the middle: every open match has an outcome, workers
// stop to play, and the next Dispatch plays them all.
func TestCalledOff(t *testing.T) {
	sources := bots(t)
	c := lead(t, Options{})
	slow := simulation()
	slow.Wait = 50 * time.Millisecond
	work(t, c.Link(), slow, nil)
	ctx, cancel := context.WithCancel(t.Context())
	var o outcomes
	n := 0
	err := c.Dispatch(ctx, specs(sources, 100), func(out match.Outcome) {
		o.done(out)
		if n++; n == 10 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || len(o.hashes) < 10 || len(o.hashes)+len(o.errs) != 100 {
		t.Errorf("%v; %d played, %d called off", err, len(o.hashes), len(o.errs))
	}
	compare(t, play(t, t.Context(), c, specs(sources, 20)), play(t, t.Context(), simulation(), specs(sources, 20)))
}

// TestOver checks that workers leave when they are told so.
func TestOver(t *testing.T) {
	c := lead(t, Options{})
	w := Worker{Link: c.Link(), Machine: machine(), Player: simulation(), Folder: t.TempDir()}
	ended := make(chan error, 1)
	go func() { ended <- w.Run(t.Context()) }()
	play(t, t.Context(), c, specs(bots(t), 10))
	if err := c.Over(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestRefused checks that a machine is turned away with the reason.
func TestRefused(t *testing.T) {
	c := lead(t, Options{Require: Requirements{Jail: "strict"}})
	w := Worker{Link: c.Link(), Name: "weak", Machine: machine(), Player: simulation(), Folder: t.TempDir()}
	w.Machine.Layers = append(w.Machine.Layers[:1:1], w.Machine.Layers[0])
	w.Machine.Layers[1].Name, w.Machine.Layers[1].InForce, w.Machine.Layers[1].Cure = "freeze", false, "do this"
	err := w.Run(t.Context())
	var refused *RefusedError
	if !errors.As(err, &refused) || !strings.Contains(refused.Why, "freeze") || !strings.Contains(refused.Why, "do this") {
		t.Errorf("%v", err)
	}
	s, err := Ask(t.Context(), c.Link())
	if err != nil || len(s.Refused) != 1 || s.Refused[0].Name != "weak" || len(s.Workers) != 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestPairs checks that a pair stays on one class of machine, whichever seat
// its bots have, also in a later run, and that both classes get pairs.
func TestPairs(t *testing.T) {
	sources := bots(t)
	folder := t.TempDir()
	of := map[string]string{} // pair: class
	for round := range 2 {
		c := lead(t, Options{Pairs: true, Server: queue.ServerOptions{Folder: folder}})
		for _, class := range []string{"old", "new"} {
			work(t, c.Link(), simulation(), func(w *Worker) { w.Machine.Class, w.Machine.Host.CPU = class, class })
		}
		for len(c.classesThere()) < 2 {
			time.Sleep(10 * time.Millisecond)
		}
		used := map[string]int{}
		played := 0
		err := c.Dispatch(t.Context(), func(yield func(match.Spec) bool) {
			i := 0
			for s := range specs(sources, 120) {
				a, b := fmt.Sprint("bot ", i%4), fmt.Sprint("bot ", 4+i%3)
				if i%2 == 1 {
					a, b = b, a
				}
				s.Header.Seats[0].Name, s.Header.Seats[1].Name = a, b
				i++
				if !yield(s) {
					return
				}
			}
		}, func(o match.Outcome) {
			pair, class := pairOf(&o.Spec), o.Record.Measured.Host.CPU
			if was := of[pair]; was != "" && was != class {
				t.Errorf("round %d: %s is played on %s and on %s", round, pair, was, class)
			}
			of[pair] = class
			used[class]++
			played++
			if o.Record.Measured.Host.Speed == 0 {
				t.Error("no speed in the result")
			}
		})
		if err != nil || played != 120 || used["old"] == 0 || used["new"] == 0 {
			t.Errorf("%d played, %v, %v", played, used, err)
		}
		c.Close()
	}
	if len(of) != 12 {
		t.Errorf("%d pairs", len(of))
	}
}

// TestNotHere gives jobs to a machine that lacks what they need, beside one
// that has it; and to it alone: then the match is given up with the reason.
func TestNotHere(t *testing.T) {
	sources := bots(t)
	c := lead(t, Options{})
	lacking := func(w *Worker) {
		w.Prepare = func(*match.Spec) error { return errors.New("no python3 here") }
	}
	work(t, c.Link(), simulation(), lacking)
	stop := work(t, c.Link(), simulation(), nil)
	compare(t, play(t, t.Context(), c, specs(sources, 20)), play(t, t.Context(), simulation(), specs(sources, 20)))
	stop()
	o := play(t, t.Context(), c, specs(sources, 1))
	if err := o.errs["0"]; err == nil || !strings.Contains(err.Error(), "no python3 here") {
		t.Errorf("%v", err)
	}
	if s := c.Status(); s.Failed != 1 || len(s.Failures) != 1 || !strings.Contains(s.Failures[0].Why, "no python3") {
		t.Errorf("%+v", s)
	}
}

// TestOthersBusy: a machine that lacks what all matches need is idle, and is
// asked first, while the one that has it is busy for far longer than a match is
// handed out often: it plays them all.
func TestOthersBusy(t *testing.T) {
	const n = 12
	sources := bots(t)
	c := lead(t, Options{})
	slow := simulation()
	slow.Parallel, slow.Wait = 1, 300*time.Millisecond
	work(t, c.Link(), slow, func(w *Worker) { w.Machine.Parallel = 1 })
	work(t, c.Link(), simulation(), func(w *Worker) {
		w.Prepare = func(*match.Spec) error { return errors.New("no python3 here") }
	})
	for len(c.Status().Workers) < 2 {
		time.Sleep(10 * time.Millisecond)
	}
	compare(t, play(t, t.Context(), c, specs(sources, n)), play(t, t.Context(), simulation(), specs(sources, n)))
}

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

// TestCarries: a machine that plays fewer of a game at once than it has
// processors holds no more of them, and says so.
func TestCarries(t *testing.T) {
	const n, carries = 40, 2
	sources := bots(t)
	c := lead(t, Options{})
	slow := simulation()
	slow.Parallel, slow.Wait = carries, 50*time.Millisecond
	work(t, c.Link(), slow, func(w *Worker) {
		w.Beat = 10 * time.Millisecond
		w.Carries = func(s *match.Spec) int {
			if s.Header.Game != "sim" {
				t.Errorf("game %q", s.Header.Game)
			}
			return carries
		}
	})
	var o outcomes
	held := 0
	err := c.Dispatch(t.Context(), specs(sources, n), func(out match.Outcome) {
		o.done(out)
		for _, w := range c.Status().Workers {
			held = max(held, len(w.Playing))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	compare(t, &o, play(t, t.Context(), simulation(), specs(sources, n)))
	if s := c.Status(); held != carries || s.Workers[0].Machine.Parallel != carries {
		t.Errorf("it held %d at once: %+v", held, s.Workers)
	}
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

// TestRequirements goes through the reasons for which a machine is refused.
func TestRequirements(t *testing.T) {
	good := machine()
	r := Requirements{Jail: "standard", Arena: good.Arena, MinSpeed: 1}
	for want, change := range map[string]func(*Machine){
		"":                 func(*Machine) {},
		"copy the fleet's": func(m *Machine) { m.Arena = "another" },
		"speed":            func(m *Machine) { m.Host.Speed = 0.5 },
		"timer":            func(m *Machine) { m.Late = time.Second },
		"no jail":          func(m *Machine) { m.Layers = nil },
	} {
		m := good
		change(&m)
		if got := r.Refuse(&m, time.Second); got != "" != (want != "") || !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := r.Refuse(&good, -time.Hour); !strings.Contains(got, "clock") {
		t.Errorf("%q", got)
	}
	if good.Host.Speed <= 0 || good.Host.Name == "" || good.Class == "" {
		t.Errorf("%+v", good)
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

// TestOutside plays through a server that stands already, which has its own
// users.
func TestOutside(t *testing.T) {
	ns, err := natsServer("127.0.0.1:0", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ns.Shutdown(); ns.WaitForShutdown() })
	c := lead(t, Options{Server: queue.ServerOptions{Folder: t.TempDir(), Outside: outsideURL(ns.Addr().String())}})
	l, err := join.Parse(c.Link().String())
	if err != nil {
		t.Fatal(err)
	}
	work(t, l, simulation(), nil)
	sources := bots(t)
	compare(t, play(t, t.Context(), c, specs(sources, 50)), play(t, t.Context(), simulation(), specs(sources, 50)))
	if s, err := Ask(t.Context(), l); err != nil || s.Done != 50 {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestForget: of workers that come and go all the time the last ones are
// remembered, and those that are there.
func TestForget(t *testing.T) {
	c := &Coordinator{workers: map[string]*worker{}, o: Options{Tell: func(string) {}}}
	now := time.Now()
	c.admit("stays", &beat{}, "", now)
	for i := range 3 * mostAway {
		id := fmt.Sprint(i)
		c.admit(id, &beat{}, "", now.Add(time.Duration(i)*time.Second))
		c.admit(id, &beat{Leaving: true}, "", now)
	}
	if len(c.workers) != mostAway+1 || c.workers["stays"] == nil || c.workers[fmt.Sprint(3*mostAway-1)] == nil || c.workers["0"] != nil {
		t.Errorf("%d workers are remembered", len(c.workers))
	}
}

// TestClassGone: matches of a pair wait for their class of machine, the
// organiser is told, and they go on when one is back.
func TestClassGone(t *testing.T) {
	told := make(chan string, 100)
	c := lead(t, Options{Pairs: true, Tell: func(line string) { told <- line }})
	old := func(w *Worker) { w.Machine.Class = "old" }
	stop := work(t, c.Link(), simulation(), old)
	sources := bots(t)
	compare(t, play(t, t.Context(), c, specs(sources, 10)), play(t, t.Context(), simulation(), specs(sources, 10)))
	stop()
	work(t, c.Link(), simulation(), func(w *Worker) { w.Machine.Class = "new" })
	var back sync.WaitGroup
	back.Go(func() {
		for line := range told {
			if strings.HasSuffix(line, " matches wait for a machine of class old: none is there") {
				work(t, c.Link(), simulation(), old)
				return
			}
		}
	})
	compare(t, play(t, t.Context(), c, specs(sources, 20)), play(t, t.Context(), simulation(), specs(sources, 20)))
	back.Wait()
}
