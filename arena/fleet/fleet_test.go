package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"botarena/arena/fleet/join"
	"botarena/arena/fleet/queue"
	"botarena/arena/match"
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
