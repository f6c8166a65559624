package papersoccer

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The vectors were made with other people's engines: see the README beside
// them. A checkout without them tests on the sample in testdata alone.

// vectorFiles returns the files that match pattern among the shared vectors,
// and those of the committed sample.
func vectorFiles(t *testing.T, pattern string) []string {
	t.Helper()
	sample, err := filepath.Glob(filepath.Join("testdata", pattern))
	if err != nil {
		t.Fatal(err)
	}
	shared := os.Getenv("ARENA_SHARED")
	if shared == "" {
		if os.Getenv("CI") == "true" {
			t.Fatalf("ARENA_SHARED is not set: no shared vectors %s", pattern)
		}
		if len(sample) == 0 {
			t.Skipf("ARENA_SHARED is not set and the sample has no %s", pattern)
		}
		return sample
	}
	files, err := filepath.Glob(filepath.Join(shared, "vectors", "papersoccer", pattern))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no %s in %s/vectors/papersoccer", pattern, shared)
	}
	return append(files, sample...)
}

// eachLine calls f with the lines of a file that may be gzipped, comments
// left out, and fails the test when there are none.
func eachLine(t *testing.T, name string, f func(line string)) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var r io.Reader = file
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(file); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	lines := 0
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		if line := sc.Text(); line != "" && line[0] != '#' {
			lines++
			f(line)
		}
	}
	if err := sc.Err(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if lines == 0 {
		t.Fatalf("%s: empty", name)
	}
	t.Logf("%s: %d", filepath.Base(name), lines)
}

func newVariant(t *testing.T, variant string) *Pitch {
	t.Helper()
	switch variant {
	case "fpga":
		return NewPitch(ContestWidth, ContestHeight, true)
	case "plain":
		return NewPitch(ContestWidth, ContestHeight, false)
	}
	t.Fatalf("variant %q", variant)
	return nil
}

// playAll plays turns separated by blanks and returns how the last one ended.
func playAll(t *testing.T, p *Pitch, turns string) Event {
	t.Helper()
	ev := Fresh
	for turn := range strings.FieldsSeq(turns) {
		if ev != Fresh {
			t.Fatalf("%s: turn %s after the end", turns, turn)
		}
		var err error
		if ev, err = p.Play([]byte(turn), Digits); err != nil {
			t.Fatalf("%s: turn %s: %v", turns, turn, err)
		}
	}
	return ev
}

func TestKurnikGames(t *testing.T) {
	for _, name := range vectorFiles(t, "kurnik_real_games*.tsv.gz") {
		p := newVariant(t, "plain")
		start := p.Clone()
		eachLine(t, name, func(line string) {
			col := strings.Split(line, "\t")
			if len(col) != 4 {
				t.Fatalf("%q: %d columns", line, len(col))
			}
			p.CopyFrom(start)
			checkKurnik(t, p, col[0], col[1], col[2], strings.Fields(col[3]))
		})
	}
}

// checkKurnik replays a game of kurnik.pl and compares its end and winner.
func checkKurnik(t *testing.T, p *Pitch, id, result, final string, turns []string) {
	t.Helper()
	broken := -1
	if rest, ok := strings.CutPrefix(final, "INVALID@"); ok {
		k, _, _ := strings.Cut(rest, "/")
		var err error
		if broken, err = strconv.Atoi(k); err != nil || broken != len(turns)-1 {
			t.Fatalf("%s: %q with %d turns", id, final, len(turns))
		}
	}
	ev := Fresh
	for i, turn := range turns {
		if ev != Fresh {
			t.Fatalf("%s: turn %d after the end", id, i+1)
		}
		var err error
		ev, err = p.Play([]byte(turn), Digits)
		if i == broken {
			if e, ok := err.(*TurnError); !ok || e.Verdict != VerdictInvalidEndPoint {
				t.Errorf("%s: last turn %s: %v, want %s", id, turn, err, VerdictInvalidEndPoint)
			}
			return
		}
		if err != nil {
			t.Fatalf("%s: turn %d %s: %v", id, i+1, turn, err)
		}
	}
	first, last := 0, (len(turns)-1)%2 // the first mover attacks the north goal
	var name string
	var winner int
	switch ev {
	case Fresh:
		if final != "OPEN" {
			t.Errorf("%s: open, want %s", id, final)
		}
		return
	case GoalNorth:
		name, winner = "GOAL N", first
	case GoalSouth:
		name, winner = "GOAL S", 1-first
	case Stuck:
		name, winner = "BLOCKED", 1-last
	}
	want := map[string]int{"0-1": 0, "1-0": 1}
	if w, ok := want[result]; !ok || name != final || w != winner {
		t.Errorf("%s: %s, won by mover %d; want %s %s", id, name, winner, final, result)
	}
}

// legalSets is one game of random_*_legalsets.
type legalSets struct {
	Variant string `json:"variant"`
	Turns   string `json:"turns"`
	Steps   string `json:"steps"`
	End     string `json:"end"`
	Mover   int    `json:"mover"`
	Winner  int    `json:"winner"`
}

func TestLegalSets(t *testing.T) {
	for _, name := range vectorFiles(t, "random_*_legalsets*.jsonl.gz") {
		eachLine(t, name, func(line string) {
			var g legalSets
			if err := json.Unmarshal([]byte(line), &g); err != nil {
				t.Fatal(err)
			}
			checkLegalSets(t, g)
		})
	}
}

func checkLegalSets(t *testing.T, g legalSets) {
	t.Helper()
	p := newVariant(t, g.Variant)
	var turns strings.Builder
	mover := Red // the first mover owns the north goal
	ev := Again
	for step := range strings.FieldsSeq(g.Steps) {
		part := strings.Split(step, ":")
		if len(part) != 3 || len(part[1]) != 1 {
			t.Fatalf("step %q", step)
		}
		if ev == Fresh {
			mover = 1 - mover
			turns.WriteByte(' ')
		} else if ev != Again {
			t.Fatalf("%s: step %s after the end", g.Turns, step)
		}
		var legal []byte
		for d := range Direction(Directions) {
			if p.Legal().Has(d) {
				legal = append(legal, Digits.Byte(d))
			}
		}
		d, _ := Digits.Direction(part[1][0])
		turns.WriteString(part[1])
		ev = p.Step(d)
		after := string("+.BNS"[ev])
		if string(legal) != part[0] || after != part[2] {
			t.Fatalf("%s: step %s: %s:%s:%s", g.Turns, step, legal, part[1], after)
		}
	}
	if turns.String() != g.Turns {
		t.Errorf("%s: turns %s", g.Turns, turns.String())
	}
	winner := map[Event]int{GoalNorth: Blue, GoalSouth: Red, Stuck: 1 - mover}[ev]
	if end := string("+.BNS"[ev]); end != g.End || mover != g.Mover || winner != g.Winner {
		t.Errorf("%s: end %s mover %d winner %d, want %s %d %d", g.Turns, end, mover, winner, g.End, g.Mover, g.Winner)
	}
}

// verdictOf maps the reason texts of the verifier that made the vectors to
// ours. Where that verifier looks at all characters first, or goes on after
// a dead end, the first thing that is wrong decides for us: see TestVerdicts.
var verdictOf = map[string]string{
	"ok":                                   "",
	"Invalid characters in move":           VerdictInvalidMove,
	"Trying to move out of pitch boundary": VerdictInvalidMove,
	"Trying to move on already existing edge":                          VerdictInvalidMove,
	"Should finish turn, but there are still more characters in input": VerdictInvalidMove,
	"Turn ended prematurely, ball must still move":                     VerdictInvalidEndPoint,
}

func TestVerdicts(t *testing.T) {
	for _, name := range vectorFiles(t, "turn_verdicts_*.jsonl*") {
		eachLine(t, name, func(line string) {
			var v struct{ Variant, Before, Turn, Verdict string }
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				t.Fatal(err)
			}
			want, ok := verdictOf[v.Verdict]
			if !ok {
				t.Fatalf("verdict %q is not known", v.Verdict)
			}
			p := newVariant(t, v.Variant)
			playAll(t, p, v.Before)
			if want == VerdictInvalidMove && reachesDeadEnd(p, v.Turn) {
				want = VerdictStuck // rules page: whatever follows
			}
			before := p.Clone()
			got := ""
			if _, err := p.Play([]byte(v.Turn), Digits); err != nil {
				got = err.(*TurnError).Verdict
				if !p.Equal(before) || p.Hash() != before.Hash() {
					t.Errorf("%s + %s: refused, but the pitch changed", v.Before, v.Turn)
				}
			}
			if got != want {
				t.Errorf("%s + %s: %q, want %q (%s)", v.Before, v.Turn, got, want, v.Verdict)
			}
		})
	}
}

// reachesDeadEnd reports whether correct steps at the start of turn lead to a
// point without a way on, found without [Pitch.Play].
func reachesDeadEnd(p *Pitch, turn string) bool {
	p = p.Clone()
	for i := range len(turn) {
		d, ok := Digits.Direction(turn[i])
		if !ok || !p.Legal().Has(d) {
			return false
		}
		if ev := p.Step(d); ev != Again {
			return ev == Stuck
		}
	}
	return false
}

func TestTurnCounts(t *testing.T) {
	for _, name := range vectorFiles(t, "turncounts_*.tsv*") {
		eachLine(t, name, func(line string) {
			col := strings.Split(line, "\t")
			if len(col) != 5 {
				t.Fatalf("%q: %d columns", line, len(col))
			}
			var want [3]int
			for i := range want {
				var err error
				if want[i], err = strconv.Atoi(col[2+i]); err != nil {
					t.Fatal(err)
				}
			}
			p := newVariant(t, col[0])
			playAll(t, p, col[1])
			if got := turnCounts(p); got != want {
				t.Errorf("%s: %v, want %v", line, got, want)
			}
		})
	}
}

// turnCounts counts the complete turns, those that end the game, and the
// different results.
func turnCounts(p *Pitch) (n [3]int) {
	results := map[uint64]bool{}
	p.Turns(func(_ []Direction, end Event) bool {
		n[0]++
		if end != Fresh {
			n[1]++
		}
		results[p.Hash()] = true
		return true
	})
	n[2] = len(results)
	return n
}

func TestMonsterPosition(t *testing.T) {
	for _, name := range vectorFiles(t, "monster_position_*.txt") {
		eachLine(t, name, func(line string) {
			p := newVariant(t, "plain")
			if ev := playAll(t, p, line); ev != Fresh {
				t.Fatalf("event %d, want an open game", ev)
			}
			n := 0
			p.Turns(func([]Direction, Event) bool { n++; return n <= 1_000_000 })
			if n <= 400_000 {
				t.Errorf("%d turns, want more than 400,000", n)
			}
			t.Logf("%d turns or more", n)
		})
	}
}
