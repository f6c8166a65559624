package command

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/simulated"
	"botarena/arena/championship/table"
	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// played plays a round robin of three simulated bots in a folder, in which
// match 2 comes out void every time, until most matches are done.
func played(t *testing.T, most int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "results")
	disk, err := journal.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	def := &championship.Definition{
		Name: "Test", Info: game.Info{Name: "papersoccer", Title: "Paper Soccer", Seats: []string{"red", "blue"}},
		Seed: 1, Setups: []json.RawMessage{json.RawMessage(`{}`)},
		Format: pairing.RoundRobin{Entrants: 3, Boards: pairing.Boards{Count: 2}},
		Table:  table.Options{Scheme: table.Scheme{Win: 1000, Draw: 500}},
	}
	for _, id := range []string{"ann", "bob", "cem"} {
		p := &championship.Program{Seat: record.Seat{Kind: "process", Hash: id}, Source: match.Source{Process: &match.Process{Path: "/" + id}}}
		def.Entrants = append(def.Entrants, championship.Entrant{ID: id, Name: strings.ToUpper(id), Programs: [2]*championship.Program{p, p}})
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	run, err := championship.Start(ctx, disk, def, championship.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	by := &simulated.Dispatcher{Void: func(spec *match.Spec, _ int) string {
		if n++; n > most {
			cancel()
		}
		if spec.ID == "2" {
			return "the disk of the host failed"
		}
		return ""
	}}
	if err := run.Play(ctx, by); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := run.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestVoidListed: a match that came out void is listed with its reason and with
// how to decide it, is in no figure, and is gone from the list when it is
// decided (F073).
func TestVoidListed(t *testing.T) {
	dir := played(t, 1000)
	out := must(t, "table", dir)
	for _, want := range []string{
		"Test: papersoccer, round-robin, 11 of 12 matches\n",
		"\nvoid: match 2 (", "): bob as red, ann as blue: the disk of the host failed\n",
		"arena rule " + dir + " void 2 (or forfeit, result) --reason TEXT\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%s\nwant %q", out, want)
		}
	}
	out = must(t, "rule", dir, "forfeit", "2", "ann", "--reason", "the board was at fault")
	if strings.Contains(out, "\nvoid:") || !strings.Contains(out, "ruling 1: match 2 is forfeited by ann (the board was at fault)") {
		t.Errorf("%s", out)
	}
	if out := must(t, "rule", dir, "undo", "1", "--reason", "it was not"); !strings.Contains(out, "\nvoid: match 2") {
		t.Errorf("%s", out)
	}
}

// TestWatch: what another arena has made safe is shown, partial tables are
// marked, and the watch ends with the championship.
func TestWatch(t *testing.T) {
	var out, errs strings.Builder
	w := &watcher{Streams: Streams{Out: &out, Err: &errs}, dir: filepath.Join(t.TempDir(), "none"), every: time.Millisecond}
	if _, err := w.look(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing there: %v", err)
	}
	w.dir = played(t, 4)
	over, err := w.look()
	if err != nil || over || !strings.HasPrefix(out.String(), "4 of 12 matches, 8 left; leading: 1. ") {
		t.Errorf("%v, %v, %q", over, err, out.String())
	}
	out.Reset()
	if _, err := w.look(); err != nil || out.String() != "" {
		t.Errorf("nothing new: %v, %q", err, out.String())
	}
	w.terminal, w.size = true, 0
	if _, err := w.look(); err != nil || !strings.HasPrefix(out.String(), "\x1b[HTest: papersoccer, round-robin, PARTIAL: 4 of 12 matches\x1b[K\r\n") || !strings.HasSuffix(out.String(), "Ctrl-C leaves\x1b[K\x1b[J") {
		t.Errorf("%v, %q", err, out.String())
	}
	out.Reset()
	w = &watcher{Streams: Streams{Out: &out, Err: &errs}, dir: played(t, 1000), every: time.Millisecond}
	if err := w.watch(t.Context()); err != nil || !strings.HasPrefix(out.String(), "Test: papersoccer, round-robin, 11 of 12 matches\n") {
		t.Errorf("%v, %q", err, out.String())
	}
}

// TestWatchAppears: the folder may appear later.
func TestWatchAppears(t *testing.T) {
	from := played(t, 1000)
	dir := filepath.Join(t.TempDir(), "later")
	go func() {
		time.Sleep(20 * time.Millisecond)
		os.Rename(from, dir)
	}()
	var out, errs strings.Builder
	w := &watcher{Streams: Streams{Out: &out, Err: &errs}, dir: dir, every: time.Millisecond}
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	if err := w.watch(ctx); err != nil || !strings.Contains(out.String(), "11 of 12 matches") || !strings.HasPrefix(errs.String(), "waiting for a championship in ") {
		t.Errorf("%v, %q, %q", err, out.String(), errs.String())
	}
}

func TestDescribeProgress(t *testing.T) {
	lines := []table.Line{{Rank: 1, Name: "Ann", Points: 3500}, {Rank: 1, Name: "Bob", Points: 3500}, {Rank: 3, Name: "Cem", Points: 1000}, {Rank: 4, Name: "Dan"}}
	s := &championship.Standings{Done: 4, Table: &table.Table{Lines: lines}}
	for _, c := range []struct {
		p    championship.Progress
		s    *championship.Standings
		want string
	}{
		{championship.Progress{Total: 12, Left: 12}, &championship.Standings{}, "0 of 12 matches, 12 left"},
		{
			championship.Progress{Done: 4, Total: 12, Left: 7, Void: 1, Rate: 0.5, Remaining: 14 * time.Second},
			s,
			"4 of 12 matches, 7 left, 1 void, 0.5 a second, 14 s to go; leading: 1. Ann 3.5 1. Bob 3.5 3. Cem 1",
		},
	} {
		if got := describeProgress(c.p, c.s, nil); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	for d, want := range map[time.Duration]string{
		1499 * time.Millisecond: "1 s", 61 * time.Second: "1 min 1 s", 3*time.Hour + 5*time.Minute: "3 h 5 min", 50 * time.Hour: "2 days 2 h",
	} {
		if got := roughly(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
	if got := cut("äöü", 2); got != "ä…" {
		t.Errorf("%q", got)
	}
}

// TestLongestMatch holds the bound of --plan against each game's own.
func TestLongestMatch(t *testing.T) {
	def := &championship.Definition{Info: game.Info{Name: "catchcat", Seats: []string{"catcher", "cat"}}, Setups: []json.RawMessage{json.RawMessage(`{"size":11,"blocked":{"min":0,"max":20}}`)}}
	for _, c := range []struct {
		terms record.Terms
		want  time.Duration
	}{
		{record.Terms{Clock: "off"}, 0},
		{record.Terms{Clock: "fair", Start: record.Duration(10 * time.Second), Move: record.Duration(time.Second)}, 250 * time.Second},
		{record.Terms{Clock: "fair", Start: record.Duration(10 * time.Second), Move: record.Duration(time.Second), Total: record.Duration(30 * time.Second)}, 70 * time.Second},
	} {
		def.Terms = c.terms
		if got, err := longestMatch(def); err != nil || got != c.want {
			t.Errorf("%+v: %v, %v, want %v", c.terms, got, err, c.want)
		}
	}
}
