package championship

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strconv"
	"testing"

	"botarena/arena/championship/journal/faultdisk"
	"botarena/arena/championship/table"
	"botarena/arena/game"
	"botarena/arena/match"
)

// TestRemoveForKilled: with entrants that faults remove, a championship has the
// same table however many matches are played at once, and killed at any step of
// its disk.
func TestRemoveForKilled(t *testing.T) {
	for _, removal := range []table.Removal{table.Strike, table.Keep, table.Played} {
		for _, name := range []string{"round-robin", "groups"} {
			def := formats()[name]
			def.RemoveFor, def.Table.Removal = []game.Fault{game.Violation}, removal
			by := func(parallel int) match.Dispatcher {
				d := bots(parallel)
				d.Fault = func(s *match.Spec, seat int) game.Fault {
					// Many do it, e2 and e3 against one another too.
					h := &s.Header
					if n := h.Seats[seat].Name; n == "Bot 3" && s.ID != "0" || n == "Bot 2" && h.Seats[1-seat].Name != "Bot 0" {
						return game.Violation
					}
					return game.NoFault
				}
				return d
			}
			undisturbed := &faultdisk.Disk{}
			if err := play(undisturbed, def, options(), by(1)); err != nil {
				t.Fatal(err)
			}
			b, err := Load(undisturbed)
			if err != nil {
				t.Fatal(err)
			}
			want := tables(t, b)
			o := options()
			o.Journal.Linger = 1
			for step, ended := 1, false; !ended; step++ {
				d := &faultdisk.Disk{KillAt: step}
				err := play(d, def, o, by(3))
				if ended = err == nil; !ended && !errors.Is(err, faultdisk.ErrKilled) {
					t.Fatal(err)
				}
				next := d.Crash(nil)
				if err := play(next, def, o, by(2)); err != nil {
					t.Fatal(err)
				}
				if b, err = Load(next); err != nil {
					t.Fatal(err)
				}
				if got := tables(t, b); got != want {
					t.Fatalf("%s, %s, killed at step %d:\n%s\nwant\n%s", name, removal, step, got, want)
				}
			}
		}
	}
}

// dropper loses one match, and is interrupted after some.
type dropper struct {
	match.Dispatcher
	lost        string
	after, done int
}

func (l *dropper) Dispatch(ctx context.Context, specs iter.Seq[match.Spec], done func(match.Outcome)) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	return l.Dispatcher.Dispatch(ctx, specs, func(o match.Outcome) {
		// What is called off then may be in play or not.
		if l.done++; l.done <= l.after && o.Spec.ID != l.lost {
			done(o)
		}
		if l.done == l.after {
			stop()
		}
	})
}

// TestRemovedLate loses a match that removes an entrant, and keeps a later one
// in which the same entrant's opponent did it too: played late, the first one
// puts the opponent in again, and all that it missed is played.
func TestRemovedLate(t *testing.T) {
	def := formats()["round-robin"]
	def.RemoveFor = []game.Fault{game.Violation}
	def.Table.Removal = table.Played
	r, err := Start(ctx, &faultdisk.Disk{}, def, options())
	if err != nil {
		t.Fatal(err)
	}
	const first = 1
	second, seat := first+1, 0
	r.View(func(b *Book) {
		for out := b.matches[first].Seats[0]; ; second++ {
			if seats := b.matches[second].Seats; slices.Contains(seats[:], out) && !slices.Contains(seats[:], b.matches[first].Seats[1]) {
				seat = 1 - slices.Index(seats[:], out)
				return
			}
		}
	})
	if err := r.Close(ctx); err != nil {
		t.Fatal(err)
	}
	by := bots(1)
	by.Fault = func(s *match.Spec, at int) game.Fault {
		if s.ID == strconv.Itoa(first) && at == 0 || s.ID == strconv.Itoa(second) && at == seat {
			return game.Violation
		}
		return game.NoFault
	}
	undisturbed := &faultdisk.Disk{}
	if err := play(undisturbed, def, options(), by); err != nil {
		t.Fatal(err)
	}
	want, err := Load(undisturbed)
	if err != nil {
		t.Fatal(err)
	}
	d := &faultdisk.Disk{}
	if err := play(d, def, options(), &dropper{Dispatcher: by, lost: strconv.Itoa(first), after: second + 1}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := play(d, def, options(), by); err != nil {
		t.Fatal(err)
	}
	got, err := Load(d)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tables(t, got), tables(t, want); got != want {
		t.Errorf("match %d lost, %d kept:\n%s\nwant\n%s", first, second, got, want)
	}
}
