package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/journal/faultdisk"
	"botarena/arena/championship/pairing"
)

// TestAgrees: what SQL counts is what the table says, for every format and for
// one that was stopped on the way.
func TestAgrees(t *testing.T) {
	for name, def := range map[string]*championship.Definition{
		"all":         definition(5, pairing.All{Entrants: 5, Boards: 1}),
		"round-robin": definition(5, pairing.RoundRobin{Entrants: 5, Boards: pairing.Boards{Count: 2}}),
		"swiss":       definition(5, pairing.Swiss{Order: pairing.Draw(7, 5), Count: 3, Boards: pairing.Boards{Count: 1}}),
	} {
		for _, until := range []int{0, 7, 1000} {
			d := &faultdisk.Disk{}
			play(t, d, def, until)
			file := filepath.Join(t.TempDir(), "r.db")
			if err := Write(ctx, d, file); err != nil {
				t.Fatalf("%s, %d: %v", name, until, err)
			}
			s, err := mustLoad(t, d).Standings()
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, l := range s.Lines {
				want = append(want, fmt.Sprintf("%s|%d|%d|%d", l.ID, l.Wins, l.Draws, l.Losses))
			}
			db := open(t, file)
			got := query(t, db, `
				SELECT e.id, count(CASE WHEN m.outcome = 'win' THEN 1 END), count(CASE WHEN m.outcome = 'draw' THEN 1 END), count(CASE WHEN m.outcome = 'lose' THEN 1 END)
				FROM entrants e LEFT JOIN (
					SELECT a AS entrant, outcome_a AS outcome FROM meetings WHERE a <> b UNION ALL SELECT b, outcome_b FROM meetings WHERE a <> b
				) m ON m.entrant = e.id GROUP BY e.id ORDER BY e.rank, e.id`)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %d: SQL counts\n%s, the table\n%s", name, until, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			counts := query(t, db, "SELECT count(*), sum(state = 'counts'), sum(state = 'open') FROM matches")
			if wanted := fmt.Sprintf("%d|%d|%d", mustLoad(t, d).Matches(), s.Done, s.Left); counts[0] != wanted {
				t.Errorf("%s, %d: %s, want %s", name, until, counts[0], wanted)
			}
		}
	}
}

// TestFails: a file that is there stays, and nothing is left beside it.
func TestFails(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "r.db")
	if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Write(ctx, &faultdisk.Disk{}, file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no journal: %v", err)
	}
	d := &faultdisk.Disk{}
	play(t, d, definition(4, pairing.All{Entrants: 4, Boards: 1}), 1000)
	stopped, stop := context.WithCancel(ctx)
	stop()
	if err := Write(stopped, d, file); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if err := Write(ctx, d, dir); err == nil {
		t.Error("a folder was written to")
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "old" {
		t.Errorf("%q, %v", text, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestSchema: every table and column has a word about it.
func TestSchema(t *testing.T) {
	for line := range strings.Lines(Schema) {
		if strings.HasPrefix(line, "CREATE TABLE") && !strings.Contains(line, "--") {
			t.Errorf("no comment: %s", line)
		}
	}
	d := &faultdisk.Disk{}
	play(t, d, definition(2, pairing.All{Entrants: 2, Boards: 1}), 0)
	file := filepath.Join(t.TempDir(), "r.db")
	if err := Write(ctx, d, file); err != nil {
		t.Fatal(err)
	}
	stored := strings.Join(query(t, open(t, file), "SELECT sql FROM sqlite_schema WHERE type IN ('table', 'view')"), "\n")
	if n := strings.Count(stored, "--"); n < 40 {
		t.Errorf("only %d comments are in the file:\n%s", n, stored)
	}
}

func BenchmarkWrite(b *testing.B) {
	const entrants = 100 // 10,000 matches
	d, err := journal.OpenFolder(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	play(b, d, definition(entrants, pairing.All{Entrants: entrants, Boards: 1}), 1<<30)
	file := filepath.Join(b.TempDir(), "r.db")
	for b.Loop() {
		if err := Write(ctx, d, file); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/entrants/entrants, "ns/match")
}
