package fleet

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"botarena/arena/match"
)

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
