package database

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/journal/faultdisk"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/simulated"
	"botarena/arena/championship/table"
	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

var (
	update = flag.Bool("update", false, "write the golden files anew")
	ctx    = context.Background()
	now    = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
)

// definition returns a championship of n entrants e0, e1, …, the last of which
// has no program for the first seat.
func definition(n int, format pairing.Format) *championship.Definition {
	d := &championship.Definition{
		Name: `Cup '26"; DROP TABLE seats`,
		Info: game.Info{Name: "sim", Seats: []string{"catcher", "cat"}, Counters: []game.Counter{{Name: "gold"}, {Name: "deaths", Less: true}}},
		Seed: 1<<64 - 1, Setups: []json.RawMessage{json.RawMessage(`{}`)}, Format: format,
		Table: table.Options{Scheme: table.Scheme{Own: true, ForfeitWin: table.Whole(500)}},
	}
	for i := range n {
		e := championship.Entrant{ID: fmt.Sprintf("e%d", i), Name: fmt.Sprintf("Bot %d", i)}
		for seat := range e.Programs {
			if i == n-1 && seat == 0 {
				continue
			}
			e.Programs[seat] = &championship.Program{
				Seat:   record.Seat{Kind: "process", Hash: fmt.Sprintf("%064d", 10*i+seat)},
				Source: match.Source{Process: &match.Process{Path: "/bot"}},
			}
		}
		d.Entrants = append(d.Entrants, e)
	}
	return d
}

func play(t testing.TB, d journal.Disk, def *championship.Definition, until int) {
	t.Helper()
	r, err := championship.Start(ctx, d, def, championship.Options{Resume: true, Journal: journal.Options{Linger: time.Hour}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	played := 0
	by := &simulated.Dispatcher{
		Pot: 500, Counters: 2, Draws: 0.2,
		Elo: func(name string) float64 { return 100 * float64(name[len(name)-1]-'0') },
		Void: func(s *match.Spec, attempt int) string {
			if played++; played > until {
				stop()
			}
			switch {
			case s.ID == "5" || s.ID == "6":
				return "asleep"
			case s.ID == "2" && attempt == 1:
				return "hiccup"
			}
			return ""
		},
	}
	// A Swiss cannot go on over the void matches: its journal is one that was
	// stopped there.
	if err := r.Play(ctx, by); err != nil && !errors.Is(err, context.Canceled) && !errors.As(err, new(*championship.UndecidedError)) {
		t.Fatal(err)
	}
	if err := r.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// open opens a written file for reading.
func open(t testing.TB, file string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+file+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// query returns all rows of a query as lines.
func query(t testing.TB, db *sql.DB, q string) []string {
	t.Helper()
	rows, err := db.Query(q)
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		var cells []string
		for _, v := range values {
			if v == nil {
				v = "NULL"
			}
			cells = append(cells, fmt.Sprint(v))
		}
		lines = append(lines, strings.Join(cells, "|"))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// TestWrite compares all tables of a small championship with a golden file,
// which -update writes anew. Times are left out.
func TestWrite(t *testing.T) {
	d := &faultdisk.Disk{}
	play(t, d, definition(4, pairing.All{Entrants: 4, Boards: 1}), 1000)
	for _, r := range []championship.Ruling{
		{Kind: championship.RuleVoid, Match: 8, Reason: "it's void"},
		{Kind: championship.RuleForfeit, Match: 6, Entrant: "e2", Reason: "late", By: "Zoë"},
		{Kind: championship.RuleDisqualify, Entrant: "e0", Reason: "copied"},
		{Kind: championship.RuleUndo, Undo: 3, Reason: "did not"},
		{Kind: championship.RuleStrike, Entrant: "e3", Reason: "did"},
	} {
		if _, err := championship.Rule(ctx, d, r, now); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "a b?#%", "cup.db")
	for range 2 { // the second time over the first one
		if err := Write(ctx, d, file); err != nil {
			t.Fatal(err)
		}
	}
	db := open(t, strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(file))
	var dump strings.Builder
	for _, q := range []string{
		"SELECT * FROM championship", "SELECT setup FROM setups", "SELECT * FROM entrants", "SELECT entrant, seat, hash IS NOT NULL FROM programs",
		"SELECT match, round, board, state, walkover, reason, moves, starter, length(hash), attempt, began IS NOT NULL, wall_ms IS NOT NULL, ruling FROM matches ORDER BY match",
		"SELECT * FROM seats ORDER BY match, seat DESC", "SELECT * FROM counters WHERE match < 4", "SELECT * FROM voids", "SELECT * FROM rulings", "SELECT * FROM changes", "SELECT * FROM meetings ORDER BY match",
		"PRAGMA integrity_check", "PRAGMA foreign_key_check", "PRAGMA user_version",
	} {
		fmt.Fprintln(&dump, q)
		for _, line := range query(t, db, q) {
			fmt.Fprintln(&dump, " ", line)
		}
	}
	const golden = "testdata/dump.txt"
	if *update {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(golden, []byte(dump.String()), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || string(want) != dump.String() {
		t.Errorf("%v; got\n%s", err, dump.String())
	}
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

func mustLoad(t testing.TB, d journal.Disk) *championship.Book {
	t.Helper()
	b, err := championship.Load(d)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
