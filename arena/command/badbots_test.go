package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/arena/record"
)

// modes makes a championship whose entrants are the tests' bot in these modes.
func modes(t *testing.T, head string, modes ...string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("seed: 5\nlimits: {move: 1s, start: 1s}\n" + head + "\nentrants:\n")
	for i, mode := range modes {
		fmt.Fprintf(&b, "  - {id: %c-%s, bot: %s, args: [%s]}\n", 'a'+i, mode, filepath.Join(binaries, "bot"), mode)
	}
	file := filepath.Join(t.TempDir(), "bad.yaml")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// standingsOf returns the lines of a table by ID.
func standingsOf(t *testing.T, results string) map[string]tableLine {
	t.Helper()
	var s struct{ Lines []tableLine }
	if err := json.Unmarshal([]byte(must(t, "table", results, "--json")), &s); err != nil {
		t.Fatal(err)
	}
	lines := map[string]tableLine{}
	for _, l := range s.Lines {
		lines[l.ID] = l
	}
	return lines
}

type tableLine struct {
	ID                                       string
	Rank                                     int
	Points                                   float64
	Played, Wins, Draws, Losses, Self, Valid int
	Seats                                    [2]struct{ Wins, Draws, Losses int }
}

// TestBadBots: bots that leave at once, leave in the middle or make illegal
// moves lose their matches, every match has exactly one result and one replay,
// and the rest of the championship is complete (F072, F074). Who leads and then
// leaves has lost, in the match, in the table and in the grade (F076). The
// survivor is told how it ended (F075).
func TestBadBots(t *testing.T) {
	file := modes(t, "game: catchcat\ngrade: {}", "tells", "exit", "leaves", "loses", "tells")
	results, replays := filepath.Join(t.TempDir(), "results"), filepath.Join(t.TempDir(), "replays")
	printed := must(t, "tournament", file, "--results", results)

	lines, err := os.ReadFile(filepath.Join(results, "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(lines), `{"match":{"number":`); n != 25 {
		t.Errorf("%d results in the journal, want 25", n)
	}
	table := standingsOf(t, results)
	for _, id := range []string{"b-exit", "c-leaves", "d-loses"} {
		got := table[id]
		if got.Played != 9 || got.Self != 1 || got.Wins+got.Losses+got.Self != got.Played || got.Draws != 0 {
			t.Errorf("%+v", got)
		}
		for _, good := range []string{"a-tells", "e-tells"} {
			if got.Rank <= table[good].Rank || got.Points >= table[good].Points {
				t.Errorf("%s has rank %d, %s %d", id, got.Rank, good, table[good].Rank)
			}
		}
		if !strings.Contains(printed, id) || strings.Contains(printed, id+"  10.0") {
			t.Errorf("the grade of %s: %s", id, printed)
		}
	}
	// Whoever meets the one that does not start has nothing to answer.
	if table["b-exit"].Valid != 0 || table["d-loses"].Valid != 2 || table["a-tells"].Valid != 9 {
		t.Errorf("valid matches: %+v", table)
	}

	names := strings.Fields(must(t, "export", results, "--replays", replays))
	if len(names) != 25 {
		t.Fatalf("%d replays, want 25", len(names))
	}
	told := 0
	for _, name := range names {
		rec, err := record.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for seat, other := range []int{1, 0} {
			if rec.Header.Seats[seat].Name != "a-tells" || rec.Header.Seats[other].Name != "c-leaves" {
				continue
			}
			told++
			if r := rec.Result; r.Reason != string(game.Crash) || r.Seats[seat].Outcome != game.Win || r.Seats[other].Fault != game.Crash {
				t.Errorf("%s: %+v", name, r)
			}
			if log := rec.Measured.Seats[seat].Log; !strings.Contains(log, "told: win crash") {
				t.Errorf("%s: the survivor said %q", name, log)
			}
		}
	}
	if told != 2 {
		t.Errorf("%d matches of a-tells against c-leaves", told)
	}
}

// TestBothFail: where both fail, what comes of it does not depend on who is
// seen to fail first (F071).
func TestBothFail(t *testing.T) {
	file := modes(t, "game: catchcat\nboards: 10", "exit", "exit")
	want := ""
	for range 5 {
		results := filepath.Join(t.TempDir(), "results")
		must(t, "tournament", file, "--results", results)
		got := gameParts(t, results)
		if want == "" {
			want = got
		}
		if got != want {
			t.Fatalf("now\n%s\nthen\n%s", got, want)
		}
	}
}

// TestSides: every entrant plays both seats equally often, and the table has
// the results of each (F081). A bot against itself under two names is even.
func TestSides(t *testing.T) {
	file := modes(t, "game: catchcat\nformat: round-robin\nboards: 8\npoints: {win: 1, draw: 0.5, lose: 0}", "plays", "plays")
	results := filepath.Join(t.TempDir(), "results")
	must(t, "tournament", file, "--results", results)
	for id, l := range standingsOf(t, results) {
		if first, second := l.Seats[0].Wins+l.Seats[0].Losses, l.Seats[1].Wins+l.Seats[1].Losses; first != 8 || second != 8 || l.Points != 8 || l.Rank != 1 {
			t.Errorf("%s: %+v", id, l)
		}
	}
}

// TestMoreThanCarried: more matches at once than the processors carry are
// warned of, and losses on time are pointed out as suspect then (F092).
func TestMoreThanCarried(t *testing.T) {
	file := modes(t, "game: catchcat\nformat: round-robin", "plays", "sleeps")
	results := filepath.Join(t.TempDir(), "results")
	_, errs, code := run(t, "tournament", file, "--results", results, "--parallel", "500")
	if code != 0 || !strings.Contains(errs, "warning: 500 matches at once are more than") ||
		!strings.Contains(errs, "warning: 2 matches lost on time while more matches were played at once than the processors carry: play again with --parallel ") {
		t.Errorf("exit code %d, %s", code, errs)
	}
	if _, errs, _ := run(t, "tournament", file, "--results", results+"2"); strings.Contains(errs, "warning") {
		t.Errorf("%s", errs)
	}
}
