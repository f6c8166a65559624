package bot

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/arena/game/papersoccer"
	"botarena/bots/house/level"
)

func newBot(l level.Level, seed uint64) *Bot {
	o := Options{Level: l, Budget: BudgetOf(l), Seed: seed}
	if l == level.Master {
		// As many as make no difference here, so that the test is quick.
		o.Budget = Budget{Expansions: 100}
	}
	return New(o)
}

func text(steps []uint8) []byte {
	var b []byte
	for _, d := range steps {
		b = append(b, papersoccer.Digits.Byte(papersoccer.Direction(d)))
	}
	return b
}

// TestTurnsAreLegal asks every level in every position of random games.
func TestTurnsAreLegal(t *testing.T) {
	for _, strength := range level.All {
		b, n := newBot(strength, 1), 0
		games := 40
		if strength == level.Master {
			games = 4
		}
		for seed := range uint64(games) {
			rnd := game.NewRand(seed, "legal")
			p := papersoccer.NewPitch(papersoccer.ContestWidth, papersoccer.ContestHeight, seed%2 == 0)
			s := papersoccer.NewState(p, papersoccer.Digits, int(seed/2%2))
			for s.Result() == nil {
				before := p.Clone()
				turn := text(b.Turn(p, s.Mover(), nil))
				if !p.Equal(before) {
					t.Fatalf("%s changed the pitch", strength)
				}
				if err := s.Clone().Apply([]game.Answer{{Move: turn}}); err != nil {
					t.Fatalf("%s: %v in\n%s", strength, err, s)
				}
				n++
				if err := s.Apply([]game.Answer{{Move: s.RandomMove(nil, s.Mover(), rnd)}}); err != nil {
					t.Fatal(err)
				}
			}
		}
		t.Logf("%s: %d turns", strength, n)
	}
}

// TestSameSeedSameTurns plays games of a bot against itself twice.
func TestSameSeedSameTurns(t *testing.T) {
	for _, strength := range level.All {
		if a, b := selfPlay(t, strength, 5), selfPlay(t, strength, 5); !bytes.Equal(a, b) {
			t.Errorf("%s: %s, then %s", strength, a, b)
		}
	}
}

func selfPlay(t *testing.T, strength level.Level, seed uint64) []byte {
	t.Helper()
	bots := [2]*Bot{newBot(strength, seed), newBot(strength, seed+1)}
	s := papersoccer.NewState(papersoccer.NewPitch(papersoccer.ContestWidth, papersoccer.ContestHeight, true), papersoccer.Digits, papersoccer.Red)
	var all []byte
	for s.Result() == nil {
		turn := text(bots[s.Mover()].Turn(s.Pitch(), s.Mover(), nil))
		all = append(append(all, turn...), ' ')
		if err := s.Apply([]game.Answer{{Move: turn}}); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// monster is the position with more than 400,000 turns of the shared vectors.
func monster(t *testing.T) string {
	t.Helper()
	shared := os.Getenv("ARENA_SHARED")
	if shared == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("ARENA_SHARED is not set: no monster position")
		}
		t.Skip("ARENA_SHARED is not set: no monster position")
	}
	data, err := os.ReadFile(filepath.Join(shared, "vectors", "papersoccer", "monster_position_plain.txt"))
	if err != nil {
		t.Fatal(err)
	}
	_, turns, _ := strings.Cut(string(data), "\n")
	return turns
}

// TestMonsterInTime plays as master with its own budget where there are more
// than 400,000 turns, and in the positions before.
func TestMonsterInTime(t *testing.T) {
	debug.FreeOSMemory() // what other tests have left
	b := New(Options{Level: level.Master, Budget: BudgetOf(level.Master), Seed: 1})
	p := papersoccer.NewPitch(papersoccer.ContestWidth, papersoccer.ContestHeight, false)
	seat := papersoccer.Blue
	turns := strings.Fields(monster(t))
	for i, turn := range turns {
		if _, err := p.Play([]byte(turn), papersoccer.Digits); err != nil {
			t.Fatal(err)
		}
		seat = 1 - seat
		if i < len(turns)-4 {
			continue
		}
		clock := level.StartClock()
		steps := b.Turn(p, seat, nil)
		// By the processor: the machine of a test may be busy.
		if used := clock.CPU(); used > 300*time.Millisecond {
			t.Errorf("after %d turns: %v", i+1, used)
		}
		if _, err := p.Clone().Play(text(steps), papersoccer.Digits); err != nil {
			t.Error(err)
		}
	}
	mib := resident(t)
	if mib > 256 {
		t.Errorf("%d MiB of memory", mib)
	}
	t.Logf("%d MiB of memory", mib)
}

// resident returns the memory of this process that is really there, in MiB:
// what an arena counts.
func resident(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var size, pages int
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize() >> 20
}

// TestOtherSizes plays whole games on pitches that the search does not fit.
func TestOtherSizes(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {6, 8}, {20, 10}} {
		s := papersoccer.NewState(papersoccer.NewPitch(size[0], size[1], true), papersoccer.Digits, papersoccer.Red)
		b := newBot(level.Master, 3)
		for s.Result() == nil {
			if err := s.Apply([]game.Answer{{Move: text(b.Turn(s.Pitch(), s.Mover(), nil))}}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestParseVariant(t *testing.T) {
	if _, err := ParseVariant("both"); err == nil {
		t.Error("variant both is known")
	}
}
