package championship

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"strings"
	"testing"

	"botarena/arena/championship/journal"
	"botarena/arena/championship/journal/faultdisk"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/sheet"
	"botarena/arena/game"
	"botarena/arena/match"
)

// formats are small championships of every format.
func formats() map[string]*Definition {
	one, two := pairing.Boards{Count: 1}, pairing.Boards{Count: 2}
	return map[string]*Definition{
		"all":         definition(3, pairing.All{Entrants: 3, Boards: 1}),
		"round-robin": definition(4, pairing.RoundRobin{Entrants: 4, Boards: two}),
		"gauntlet":    definition(4, pairing.Gauntlet{Entrants: 4, Hero: 1, Boards: one}),
		"swiss":       definition(5, pairing.Swiss{Order: pairing.Draw(7, 5), Count: 3, Boards: one}),
		"groups":      definition(6, pairing.Groups{Order: pairing.Draw(7, 6), Count: 2, Advance: 2, Boards: one, KnockOut: one, ThirdGame: true}),
		"knock-out":   definition(5, pairing.Groups{Order: pairing.Draw(7, 5), Count: 1, Advance: 5, Skip: true, KnockOut: two}),
	}
}

// TestFormats plays every format and checks that all is played and that the
// number of matches at once changes nothing.
func TestFormats(t *testing.T) {
	for name, def := range formats() {
		var first string
		for _, parallel := range []int{1, 7} {
			d := &faultdisk.Disk{}
			if err := play(d, def, options(), bots(parallel)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got := outcome(t, d)
			if first == "" {
				first = got
			} else if got != first {
				t.Errorf("%s: with %d at once:\n%s\nwith one:\n%s", name, parallel, got, first)
			}
			b, err := Load(d)
			if err != nil {
				t.Fatal(err)
			}
			s, err := b.Standings()
			if err != nil || s.Partial || s.Left != 0 || s.Done != s.Total || s.Format != name {
				t.Errorf("%s: %d of %d done, %d left, partial %v, %v", s.Format, s.Done, s.Total, s.Left, s.Partial, err)
			}
		}
	}
}

// TestKilledEverywhere kills each championship at every step of its disk, by
// a signal and by a power cut, goes on, and compares with an undisturbed run.
func TestKilledEverywhere(t *testing.T) {
	for name, def := range formats() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			undisturbed := &faultdisk.Disk{}
			if err := play(undisturbed, def, options(), bots(2)); err != nil {
				t.Fatal(err)
			}
			want := outcome(t, undisturbed)
			rnd := game.NewRand(3, name)
			o := options()
			// Short batches have more steps in which to be killed.
			o.Journal.Linger = 1
			for step, ended := 1, false; !ended; step++ {
				for _, power := range []bool{false, true} {
					d := &faultdisk.Disk{KillAt: step}
					err := play(d, def, o, bots(2))
					ended = err == nil
					if err != nil && !errors.Is(err, faultdisk.ErrKilled) {
						t.Fatalf("killed at step %d: %v", step, err)
					}
					next := d.Crash(nil)
					if power {
						next = d.Crash(rnd)
					}
					// Killed again on the way, somewhere.
					next.KillAt = 1 + rnd.IntN(20)
					if err := play(next, def, o, bots(3)); err != nil && !errors.Is(err, faultdisk.ErrKilled) {
						t.Fatalf("killed at step %d, gone on: %v", step, err)
					}
					last := next.Crash(nil)
					if err := play(last, def, o, bots(1)); err != nil {
						t.Fatalf("killed at steps %d and %d: %v", step, next.KillAt, err)
					}
					if got := outcome(t, last); got != want {
						t.Fatalf("killed at steps %d and %d, power cut %v:\n%s\nwant\n%s", step, next.KillAt, power, got, want)
					}
				}
			}
		})
	}
}

// TestDiskFull lets the disk be full for a while at every step.
func TestDiskFull(t *testing.T) {
	def := formats()["swiss"]
	undisturbed := &faultdisk.Disk{}
	if err := play(undisturbed, def, options(), bots(2)); err != nil {
		t.Fatal(err)
	}
	want := outcome(t, undisturbed)
	for from := 8; from < undisturbed.Steps()+2; from++ {
		for _, length := range []int{1, 3, 25} {
			d := &faultdisk.Disk{FullFrom: from, FullUntil: from + length}
			if err := play(d, def, options(), bots(2)); err != nil {
				t.Fatalf("full from step %d for %d: %v", from, length, err)
			}
			if got := outcome(t, d); got != want {
				t.Fatalf("full from step %d for %d:\n%s\nwant\n%s", from, length, got, want)
			}
		}
	}
}

// stopper calls a championship off after some outcomes, as Ctrl-C does.
type stopper struct {
	match.Dispatcher
	after int
	stop  context.CancelFunc
}

func (s *stopper) Dispatch(ctx context.Context, specs iter.Seq[match.Spec], done func(match.Outcome)) error {
	return s.Dispatcher.Dispatch(ctx, specs, func(o match.Outcome) {
		done(o)
		if s.after--; s.after == 0 {
			s.stop()
		}
	})
}

// TestCalledOff stops after every number of matches (F089): what was played is
// kept, the table says that it is partial, and going on ends the same.
func TestCalledOff(t *testing.T) {
	for name, def := range formats() {
		undisturbed := &faultdisk.Disk{}
		if err := play(undisturbed, def, options(), bots(1)); err != nil {
			t.Fatal(err)
		}
		want := outcome(t, undisturbed)
		for after := 1; ; after++ {
			d := &faultdisk.Disk{}
			r, err := Start(ctx, d, def, options())
			if err != nil {
				t.Fatal(err)
			}
			stopped, stop := context.WithCancel(ctx)
			err = r.Play(stopped, &stopper{bots(3), after, stop})
			stop()
			if cerr := r.Close(ctx); cerr != nil {
				t.Fatal(cerr)
			}
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Fatalf("%s: %v", name, err)
			}
			b, lerr := Load(d)
			if lerr != nil {
				t.Fatal(lerr)
			}
			s, serr := b.Standings()
			if serr != nil || s.Done < min(after, s.Total) || s.Partial != (s.Done < s.Total) || len(s.Void) > 0 {
				t.Fatalf("%s: stopped after %d: %d of %d done, partial %v, void %v, %v", name, after, s.Done, s.Total, s.Partial, s.Void, serr)
			}
			if err := play(d, def, options(), bots(2)); err != nil {
				t.Fatal(err)
			}
			if got := outcome(t, d); got != want {
				t.Fatalf("%s: stopped after %d:\n%s\nwant\n%s", name, after, got, want)
			}
			if err == nil {
				break
			}
		}
	}
}

// TestVoid checks that a void match is listed and enters no table (F073), and
// is played again on demand.
func TestVoid(t *testing.T) {
	def := formats()["round-robin"]
	broken := bots(2)
	broken.Void = func(s *match.Spec, attempt int) string {
		if s.ID == "5" || s.ID == "6" && attempt < 3 {
			return "the host slept"
		}
		return ""
	}
	d := &faultdisk.Disk{}
	if err := play(d, def, options(), broken); err != nil {
		t.Fatal(err)
	}
	b, err := Load(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.Standings()
	if err != nil || s.Done != s.Total-1 || s.Left != 0 || len(s.Void) != 1 || s.Void[0] != (Void{Number: 5, Attempt: 3, Final: true, Why: "the host slept"}) {
		t.Errorf("%d of %d done, void %+v, %v", s.Done, s.Total, s.Void, err)
	}
	var csv strings.Builder
	if err := s.WriteCSV(&csv, sheet.Options{}); err != nil || strings.Count(csv.String(), `,"final, 1 void match left out"`) != 4 {
		t.Errorf("%v:\n%s", err, csv.String())
	}
	if err := play(d, def, options(), bots(2)); err != nil {
		t.Fatal(err)
	}
	if b, _ = Load(d); b.done != s.Done {
		t.Error("a void match was played again without being asked for")
	}
	o := options()
	o.RetryVoid = true
	if err := play(d, def, o, bots(2)); err != nil {
		t.Fatal(err)
	}
	undisturbed := &faultdisk.Disk{}
	if err := play(undisturbed, def, options(), bots(2)); err != nil {
		t.Fatal(err)
	}
	if got, want := outcome(t, d), outcome(t, undisturbed); got != want {
		t.Errorf("played again:\n%s\nwant\n%s", got, want)
	}
}

// TestStart checks the errors of beginning and going on, on a real disk.
func TestStart(t *testing.T) {
	def := formats()["all"]
	d, err := journal.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load(d); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("loaded from an empty folder: %v", err)
	}
	o := options()
	o.Resume = false
	if err := play(d, def, o, bots(2)); err != nil {
		t.Fatal(err)
	}
	want := outcome(t, d)
	if err := play(d, def, o, bots(2)); !errors.Is(err, fs.ErrExist) {
		t.Errorf("begun twice: %v", err)
	}
	r, err := Start(ctx, d, def, options())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Start(ctx, d, def, options()); !errors.Is(err, journal.ErrLocked) {
		t.Errorf("opened twice: %v", err)
	}
	if err := r.Close(ctx); err != nil {
		t.Fatal(err)
	}
	// The last line torn by five bytes (F090): that match is played again.
	text, err := os.ReadFile(string(d) + "/" + journal.Name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(string(d)+"/"+journal.Name, text[:len(text)-5], 0o644); err != nil {
		t.Fatal(err)
	}
	if err := play(d, def, options(), bots(2)); err != nil {
		t.Fatal(err)
	}
	if got := outcome(t, d); got != want {
		t.Errorf("after a torn line:\n%s\nwant\n%s", got, want)
	}
	for _, c := range []struct {
		change func(*Definition)
		want   string
	}{
		{func(d *Definition) { d.Format = pairing.Swiss{} }, "swiss with 3 entrants has no match"},
		{func(d *Definition) { d.Entrants[1].Name = " bot  0" }, `two entrants have the name " bot  0": "e0" and "e1"`},
		{func(d *Definition) { d.Entrants[1].ID = "E0" }, `two entrants have the id "E0"`},
		{func(d *Definition) { d.Entrants[1].ID = " " }, "no id"},
		{func(d *Definition) { d.Entrants[1].Programs = [2]*Program{} }, `entrant "e1" has no program: leave it out`},
		{func(d *Definition) { d.Entrants = nil }, "nobody takes part"},
		{func(d *Definition) { d.Setups = nil }, "no set-up"},
		{func(d *Definition) { d.Table.TieBreaks = []string{"x"} }, `tie_breaks[0]: "x"`},
		{func(d *Definition) { d.Info.Seats = []string{"a", "b", "c"} }, "sim has 3 seats"},
		{func(d *Definition) { d.Seed++ }, "the journal is of another championship: its seed is 7, not 8"},
		{func(d *Definition) { d.Entrants[2].ID = "new" }, "list of entrants is e0, e1, e2, not e0, e1, new"},
	} {
		changed := formats()["all"]
		c.change(changed)
		if err := play(d, changed, options(), bots(1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
