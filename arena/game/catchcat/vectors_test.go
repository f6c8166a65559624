package catchcat

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"botarena/arena/game"
)

// vectorFiles returns the recorded games of another program: all that the
// shared folder has, or the committed sample of random ones.
func vectorFiles(t *testing.T, pattern string) []string {
	t.Helper()
	dir := "testdata"
	if shared := os.Getenv("ARENA_SHARED"); shared != "" {
		dir = filepath.Join(shared, "vectors", "chatnoir")
	} else if os.Getenv("CI") == "true" {
		t.Fatal("ARENA_SHARED is not set: CI plays all recorded games")
	}
	files, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 && dir != "testdata" {
		t.Fatalf("no %s in %s", pattern, dir)
	}
	return files
}

// xy is a cell as the recorded games have it: column, row.
type xy [2]int

func (p xy) on(b *Board) Cell { return b.At(p[1], p[0]) }

type recordedGame struct {
	W      int
	Parity string
	Cat    xy
	Walls  []xy
	Plies  []struct {
		B     xy
		Free  int
		Legal []xy
		Near  *int
		Near2 *int
		C     *xy
	}
	Winner   string
	Blocks   int
	CatMoves int
}

// eachLine calls do with every line of a file that may be compressed.
func eachLine(t *testing.T, name string, do func(n int, line []byte)) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		in = bufio.NewScanner(z)
	}
	in.Buffer(nil, 1<<22)
	for n := 1; in.Scan(); n++ {
		do(n, in.Bytes())
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
}

// TestRecordedGames replays games of another program: after every block the
// free cells and the cat's legal moves are the same, and so is every end.
func TestRecordedGames(t *testing.T) {
	files := vectorFiles(t, "cn_oddr_*.jsonl.gz")
	if len(files) == 0 {
		t.Fatal("no recorded games")
	}
	for _, name := range files {
		games := 0
		eachLine(t, name, func(n int, line []byte) {
			var g recordedGame
			if err := json.Unmarshal(line, &g); err != nil {
				t.Fatalf("%s:%d: %v", name, n, err)
			}
			replayRecorded(t, name, n, &g)
			games++
		})
		t.Logf("%s: %d games", filepath.Base(name), games)
	}
}

func replayRecorded(t *testing.T, name string, n int, g *recordedGame) {
	t.Helper()
	p := &Position{Cat: RowCol{g.Cat[1], g.Cat[0]}}
	for _, w := range g.Walls {
		p.Blocked = append(p.Blocked, RowCol{w[1], w[0]})
	}
	b, err := p.board(g.W)
	if err != nil {
		t.Fatalf("%s:%d: %v", name, n, err)
	}
	s := NewState(b)
	play := func(c xy) {
		if err := s.Apply([]game.Answer{{Move: AppendMove(nil, c[1], c[0])}}); err != nil {
			t.Fatalf("%s:%d: %v", name, n, err)
		}
	}
	blocks, catMoves := 0, 0
	for i, ply := range g.Plies {
		if got := b.Free(); got != ply.Free {
			t.Fatalf("%s:%d ply %d: %d free cells, want %d", name, n, i, got, ply.Free)
		}
		play(ply.B)
		blocks++
		var want []Cell
		for _, c := range ply.Legal {
			want = append(want, c.on(b))
		}
		slices.Sort(want)
		if got := catMovesOf(s); !slices.Equal(got, want) {
			t.Fatalf("%s:%d ply %d: the cat may go to %v, want %v", name, n, i, got, want)
		}
		if s.result == nil {
			checkSolvers(t, fmt.Sprintf("%s:%d ply %d", name, n, i), s, ply.Near, ply.Near2)
		}
		if ply.C != nil {
			play(*ply.C)
			catMoves++
		}
	}
	r := s.Result()
	if g.Winner == "" {
		if r != nil {
			t.Fatalf("%s:%d: over (%+v), the recorded game is not", name, n, r)
		}
		return
	}
	reason := map[string]string{"cat": "escaped", "catcher": "caught"}[g.Winner]
	if r == nil || r.Reason != reason || blocks != g.Blocks || catMoves != g.CatMoves || r.Moves != blocks+catMoves {
		t.Fatalf("%s:%d: result %+v after %d blocks and %d moves, want %s", name, n, r, blocks, catMoves, line(g))
	}
}

func line(g *recordedGame) string {
	text, _ := json.Marshal(g)
	return string(text)
}

func catMovesOf(s *State) (cells []Cell) {
	if s.mover != Cat {
		return nil
	}
	for c := range s.board.blocked {
		if s.legal(Cell(c)) {
			cells = append(cells, Cell(c))
		}
	}
	return cells
}

// TestRecordedStarts reads the starting positions of a course's own game.
func TestRecordedStarts(t *testing.T) {
	files := vectorFiles(t, "cn_start_positions_oddr_*.jsonl")
	if len(files) == 0 {
		t.Skip("ARENA_SHARED is not set: no starting positions of a course's game to read")
	}
	for _, name := range files {
		eachLine(t, name, func(n int, line []byte) {
			var g recordedGame
			if err := json.Unmarshal(line, &g); err != nil {
				t.Fatalf("%s:%d: %v", name, n, err)
			}
			setup := DefaultSetup()
			setup.Size = g.W
			setup.Position = &Position{Cat: RowCol{g.Cat[1], g.Cat[0]}}
			for _, w := range g.Walls {
				setup.Position.Blocked = append(setup.Position.Blocked, RowCol{w[1], w[0]})
			}
			s, err := setup.Start(0, game.NewRand(1, "x"))
			if err != nil {
				t.Fatalf("%s:%d: %v", name, n, err)
			}
			if free := s.(*State).board.Free(); free != g.W*g.W-1-len(g.Walls) {
				t.Errorf("%s:%d: %d free cells", name, n, free)
			}
		})
	}
}
