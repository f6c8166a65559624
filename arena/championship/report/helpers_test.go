package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"botarena/arena/championship"
	"botarena/arena/championship/grade"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/journal/faultdisk"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/simulated"
	"botarena/arena/championship/table"
	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

var update = flag.Bool("update", false, "write the golden files anew")

var (
	ctx = context.Background()
	now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
)

// hostile are names that break what does not write them as text (F120, F121,
// F123).
var hostile = []string{`=HYPERLINK("http://x","a")`, `</script><b>"Zoë", 'Z'; ` + "\u202e", "Bo", "Ann"}

// definition returns a championship of the entrants 007, a/b, c and ann.
func definition() *championship.Definition {
	d := &championship.Definition{
		Name:   `Cup "2026" <i>`,
		Info:   game.Info{Name: "catchcat", Title: "Catch the Cat", Seats: []string{"catcher", "cat"}},
		Seed:   7,
		Setups: []json.RawMessage{json.RawMessage(`{"size":11}`)},
		Format: pairing.All{Entrants: 4, Boards: 1},
		Table:  table.Options{Scheme: table.Scheme{Own: true, ForfeitWin: table.Whole(500)}},
	}
	for i, id := range []string{"007", "a/b", "c", "ann"} {
		e := championship.Entrant{ID: id, Name: hostile[i]}
		for seat := range e.Programs {
			if i == 3 && seat == 1 {
				continue // ann handed in no cat
			}
			e.Programs[seat] = &championship.Program{
				Seat:   record.Seat{Kind: "process", Hash: fmt.Sprintf("%064d", 10*i+seat)},
				Source: match.Source{Process: &match.Process{Path: fmt.Sprintf("/bots/%d", i)}},
			}
		}
		d.Entrants = append(d.Entrants, e)
	}
	return d
}

// logging gives the seats of c, who crashes as the cat, a log and a fault.
type logging struct{ simulated.Dispatcher }

func (l *logging) Dispatch(ctx context.Context, specs iter.Seq[match.Spec], done func(match.Outcome)) error {
	return l.Dispatcher.Dispatch(ctx, specs, func(o match.Outcome) {
		if o.Record != nil {
			for seat := range o.Record.Measured.Seats {
				s := &o.Record.Measured.Seats[seat]
				s.Log = "secret of " + o.Spec.Header.Seats[seat].Name + "\n"
				if crashes(&o.Spec, seat) != game.NoFault {
					s.Log = strings.Repeat("…\n", 30) + "ModuleNotFoundError: No module named 'nump\x1by'\n"
					s.Faults = []string{`turn 1: ended with exit code 1, "<b>"`}
				}
			}
		}
		done(o)
	})
}

func crashes(spec *match.Spec, seat int) game.Fault {
	if seat == 1 && spec.Header.Seats[seat].Name == "Bo" {
		return game.Crash
	}
	return game.NoFault
}

// play plays the championship but for matches from the given number on.
func play(t *testing.T, until int) *faultdisk.Disk {
	t.Helper()
	d := &faultdisk.Disk{}
	playOn(t, d, until)
	return d
}

func playOn(t *testing.T, d journal.Disk, until int) {
	t.Helper()
	r, err := championship.Start(ctx, d, definition(), championship.Options{Resume: true, Journal: journal.Options{Linger: time.Hour}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	played := 0
	by := &logging{simulated.Dispatcher{Pot: 500, Fault: crashes, Void: func(s *match.Spec, _ int) string {
		if played++; played > until {
			stop()
		}
		if s.ID == "5" {
			return "asleep"
		}
		return ""
	}}}
	if err := r.Play(ctx, by); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := r.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// roster lists all but c, and two who do not play.
var roster = []grade.Entry{
	{ID: "007", Name: hostile[0], Programs: []string{"cat", "catcher"}, Handed: now.Add(36 * time.Hour)},
	{ID: "A/B", Name: "Real Name", Programs: []string{"cat", "catcher"}},
	{ID: "ann", Name: "Ann", Programs: []string{"catcher"}},
	{ID: "none", Name: "Nobody"},
	{ID: "slip", Name: "Slip", Programs: []string{"cat"}},
}

// files collects what a report writes.
type files map[string][]byte

func (f files) out(name string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if _, twice := f[name]; twice {
		return fmt.Errorf("%s: written twice", name)
	}
	err := write(&b)
	f[name] = b.Bytes()
	return err
}

// golden compares a text with the file of that name, which -update writes
// anew.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(path, got, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(want, got) {
		t.Errorf("%s: %v; got\n%s", path, err, got)
	}
}
