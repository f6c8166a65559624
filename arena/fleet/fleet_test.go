package fleet

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
