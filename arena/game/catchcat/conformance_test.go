package catchcat

import (
	"flag"
	"path/filepath"
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/gametest"
	"botarena/protocol"
)

var _ = flag.Bool("update", false, "write the golden games anew")

// voices speak the dialect as a bot does.
var voices = map[string]gametest.Voice{Dialect: {
	Hello: "ready\n",
	Say: func(dst []byte, s game.State, seat int, move []byte) []byte {
		row, col, _ := parseMove(move)
		if seat == Cat {
			return protocol.AppendMove(dst, protocol.Cell{Row: row, Col: col})
		}
		return protocol.AppendBlock(dst, protocol.Cell{Row: row, Col: col})
	},
}}

func setups() []game.Setup {
	position := &Position{Cat: RowCol{2, 2}, Blocked: []RowCol{{1, 1}, {0, 0}}}
	return []game.Setup{
		&Setup{Size: 5, Blocked: Range{0, 16}},
		&Setup{Size: 7, Blocked: Range{32, 32}},
		&Setup{Size: 25, Blocked: Range{0, 0}},
		&Setup{Size: 5, Position: position},
	}
}

func TestConformance(t *testing.T) {
	if err := (gametest.Options{Voices: voices}).Check(Game{}, setups()...); err != nil {
		t.Error(err)
	}
}

func TestGolden(t *testing.T) {
	move := func(text string) game.Answer { return game.Answer{Move: []byte(text)} }
	around := &Position{Cat: RowCol{2, 2}, Blocked: []RowCol{{1, 1}, {1, 2}, {2, 1}, {2, 3}, {3, 1}}}
	for _, g := range []struct {
		name   string
		seed   uint64
		setup  *Setup
		script []game.Answer
	}{
		{"random", 1, DefaultSetup(), nil},
		{"random-large", 2, &Setup{Size: 13, Blocked: Range{20, 20}}, nil},
		{"caught-at-once", 3, &Setup{Size: 5, Position: around}, []game.Answer{move("3 2")}},
		{"first-block-invalid", 4, DefaultSetup(), []game.Answer{move("11 0")}},
		{"cat-jumps", 5, &Setup{Size: 5, Position: around}, []game.Answer{move("0 0"), move("4 2")}},
		{"catcher-late", 6, &Setup{Size: 5, Position: around}, []game.Answer{move("0 0"), move("3 2"), {Fault: game.Timeout}}},
	} {
		t.Run(g.name, func(t *testing.T) {
			gametest.Golden(t, Game{}, g.setup, g.seed, filepath.Join("testdata", "golden", g.name+".txt"), g.script...)
		})
	}
}

// FuzzText tries any text as a move in positions drawn from a seed.
func FuzzText(f *testing.F) {
	for _, text := range []string{"", "4 5", "04 5", "4  5", "4 5\n", "-1 3", "11 11", "\xff"} {
		f.Add(uint64(1), uint8(0), text)
		f.Add(uint64(2), uint8(5), text)
	}
	all := setups()
	f.Fuzz(func(t *testing.T, seed uint64, turns uint8, text string) {
		setup := all[seed%uint64(len(all))]
		if err := (gametest.Options{}).Text(Game{}, setup, seed, int(turns), []byte(text)); err != nil {
			t.Error(err)
		}
	})
}
