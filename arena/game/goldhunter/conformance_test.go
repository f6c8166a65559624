package goldhunter

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/gametest"
	"botarena/protocol"
)

var _ = flag.Bool("update", false, "write the golden games anew")

// voices speak the dialects as a bot does.
func voices() map[string]gametest.Voice {
	orders := func(s game.State, seat int, move []byte) []protocol.Order {
		b := s.(*State).b
		set := orderSet{given: make([]protocol.Action, b.perTeam)}
		if why := set.parse(move, seat*b.perTeam); why != "" {
			panic(fmt.Sprintf("%q: %s", move, why))
		}
		var list []protocol.Order
		for i, a := range set.given {
			if a != protocol.NoAction {
				list = append(list, protocol.Order{ID: i, Action: a})
			}
		}
		for range min(set.unknown, 3) {
			list = append(list, protocol.Order{ID: 5 * b.perTeam, Action: protocol.Move})
		}
		return list
	}
	return map[string]gametest.Voice{
		Text: {
			Hello: "ready\n",
			Say: func(dst []byte, s game.State, seat int, move []byte) []byte {
				for _, o := range orders(s, seat, move) {
					dst = o.Append(dst)
				}
				return protocol.AppendDone(dst, s.(*State).stage)
			},
		},
		Gson: {
			Hello: string(protocol.AppendGsonMapRequest(protocol.AppendGsonHello(nil, "us", 1))),
			Say: func(dst []byte, s game.State, seat int, move []byte) []byte {
				st := s.(*State)
				ids := protocol.NewGsonIDs(seat, st.b.perTeam)
				return protocol.AppendGsonOrders(dst, st.stage, orders(s, seat, move), ids)
			},
		},
	}
}

// small returns a set-up that is played through in little time.
func small(change func(*Setup)) *Setup {
	s := Game{}.NewSetup().(*Setup)
	s.Generate.Rows, s.Generate.Cols, s.Generate.Gold, s.Generate.Maps = 7, 9, 3, 2
	s.Generate.Stages, s.Generate.Bullets, s.Generate.Hidden = 60, 5, 4
	s.Generate.Hunters, s.Generate.Miners, s.Generate.Spies = 1, 2, 1
	if change != nil {
		change(s)
	}
	return s
}

func TestConformance(t *testing.T) {
	five := 5
	err := gametest.Options{Matches: 2, Voices: voices()}.Check(Game{},
		small(nil),
		small(func(s *Setup) { s.RetireAfter = 2 }),
		small(func(s *Setup) { s.RetireAfter, s.Stages, s.Bullets, s.Hidden = 0, &five, &five, &five }),
		&Setup{Boards: []string{exampleMap, exampleMap}, RetireAfter: 3, Stages: &five},
	)
	if err != nil {
		t.Fatal(err)
	}
}

func FuzzMoveText(f *testing.F) {
	f.Add(uint64(1), uint8(0), []byte("0:down 2:move 3:fire ?:2"))
	f.Add(uint64(2), uint8(9), []byte("4:hide"))
	f.Fuzz(func(t *testing.T, seed uint64, turns uint8, text []byte) {
		setup := small(nil)
		if err := (gametest.Options{}).Text(Game{}, setup, seed, int(turns)%20, text); err != nil {
			t.Fatal(err)
		}
		// Whatever is accepted is the one text for what it means.
		set := orderSet{given: make([]protocol.Action, setup.Generate.perTeam())}
		for _, first := range []int{0, len(set.given)} {
			if set.parse(text, first) == "" {
				if again := set.append(nil, first); string(again) != string(text) {
					t.Fatalf("%q is written %q", text, again)
				}
			}
		}
	})
}

// The golden games are on a board of our own; their files show every rule at
// work and change only with the rules.
func TestGoldenGames(t *testing.T) {
	board, err := os.ReadFile("testdata/pit.map")
	if err != nil {
		t.Fatal(err)
	}
	orders := func(lines string) []game.Answer {
		var script []game.Answer
		for line := range strings.Lines(lines) {
			a, b, _ := strings.Cut(line, "|")
			for _, text := range []string{a, b} {
				text = strings.TrimSpace(text)
				answer := game.Answer{Move: []byte(text)}
				if f, ok := strings.CutPrefix(text, "!"); ok {
					answer = game.Answer{Fault: game.Fault(f)}
				}
				script = append(script, answer)
			}
		}
		return script
	}
	for _, c := range []struct {
		name   string
		seed   uint64
		stages int
		script string
	}{
		{"gold", 68, 40, ""},
		{"draw", 8, 40, ""},
		{"faults", 8, 12, `0:move | !timeout
			0:jump | 4:move
			1:fire ?:2 | !timeout
			| !timeout
			`},
		{"violation", 9, 12, "0:fire | 4:fire\n | \n | !violation"},
	} {
		t.Run(c.name, func(t *testing.T) {
			setup := &Setup{Boards: []string{string(board)}, RetireAfter: 2, Stages: &c.stages}
			gametest.Golden(t, Game{}, setup, c.seed, "testdata/golden/"+c.name+".txt", orders(c.script)...)
		})
	}
}
