package goldhunter

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/protocol"
)

// What a team is told, on drawn positions. The lines "stage", "score" and
// "go" are left out.
func TestView(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"straight ahead up to the first rock, and the 8 neighbours", `
			.  .  .  .  ## .
			S> .  .  .  ## .
			.  .  .  .  .  .
			.  .  .  .  .  s<
			>  |
		`, `
			unit 0 spy 1 0 right 60
			see 0 0 ..
			see 1 0 ....#
			see 2 0 ..
		`},
		{"nothing outside the map, and nothing over a rock next to it", `
			S^ ## .  s<
			>  |
		`, `
			unit 0 spy 0 0 up 60
			see 0 0 .#
		`},
		{"up and down", `
			.  .  .
			## .  .
			.  .  .
			.  .  .
			S^ .  Sv
			.  .  .
			.  .  .
			>  |
		`, `
			unit 0 spy 4 0 up 60
			unit 1 spy 4 2 down 60
			see 1 0 #
			see 2 0 .
			see 3 0 ...
			see 4 0 ...
			see 5 0 ...
			see 6 2 .
		`},
		{"units and bullets do not block sight; enemies and bullets are told in all seen cells", `
			H> M> *> .  .  m< hv .
			>  |
		`, `
			unit 0 hunter 0 0 right 20
			unit 1 miner 0 1 right 0
			foe miner 0 5 left
			foe hunter 0 6 down
			bullet 0 4 right
			see 0 0 ........
		`},
		{"gold next to a unit and under it, never farther ahead", `
			M> $2 $1
			.  .  $3
			>  0:up |
			= digs 0 1 3
		`, `
			unit 0 miner 0 0 up 0
			gold 0 1 2 3
			see 0 0 ..
			see 1 0 ..
		`},
		{"a miner's own deposit, with what is dug", `
			M> .  $1
			+ gold 0 0 5 3
			>  0:up |
		`, `
			unit 0 miner 0 0 up 2
			gold 0 0 5 2
			see 0 0 ..
		`},
		{"a hidden enemy spy is not even told to a neighbour", `
			H> s< m<
			+ hidden 5
			>  |
		`, `
			unit 0 hunter 0 0 right 20
			foe miner 0 2 left
			see 0 0 ...
		`},
		{"a hidden spy of its own is told", `
			S> .  s<
			> 0:hide |
		`, `
			unit 0 spy 0 0 right 59 hidden
			foe spy 0 2 left
			see 0 0 ...
		`},
		{"the dead see nothing", `
			*> S> .  .  .  .  M<
			.  .  .  .  .  .  .
			>  |
		`, `
			unit 0 miner 0 6 left 0
			see 0 0 .......
			see 1 5 ..
		`},
		{"views are pooled; foes are in reading order, not in that of ids", `
			S> .  .  h< .
			.  m< .  .  .
			.  .  .  .  .
			>  |
		`, `
			unit 2 spy 0 0 right 60
			foe hunter 0 3 left
			foe miner 1 1 left
			see 0 0 .....
			see 1 0 ..
		`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := runScript(t, c.script)
			var v protocol.Stage
			s.View(0, &v)
			got := strings.SplitAfter(string(v.Append(nil)), "\n")
			got = got[2 : len(got)-2]
			want := strings.Join(drawnRows(c.want), "\n") + "\n"
			if strings.Join(got, "") != want {
				t.Errorf("told\n%swant\n%s%s", strings.Join(got, ""), want, s)
			}
		})
	}
}

func TestViewOfAWideBoard(t *testing.T) {
	// Runs and sight across the 64 cells of a word.
	row := strings.Repeat(".  ", 60) + "S> " + strings.Repeat(".  ", 30) + "## .  .  s<"
	s := runScript(t, row+"\n"+strings.Repeat(".  ", 94)+".\n> |")
	var v protocol.Stage
	s.View(0, &v)
	if len(v.See) != 2 || v.See[0].Col != 59 || string(v.See[0].Cells) != strings.Repeat(".", 32)+"#" || v.See[1].Col != 59 || len(v.See[1].Cells) != 3 {
		t.Errorf("%+v", v.See)
	}
}

func TestNothingIsAllocatedPerStage(t *testing.T) {
	s := drawn(t, drawnRows(`
		H> .  .  .  .  m< $1
		.  S> .  .  .  .  .
		h^ .  .  .  M< .  s<
	`))
	s.flying = make([]bullet, 0, 64)
	var views [2]protocol.Stage
	var turns [3][2]game.Answer
	for i, text := range []string{"0:fire 1:move 2:move", "0:down 1:up 2:hide", "0:right 1:down 2:show"} {
		turns[i] = [2]game.Answer{{Move: []byte(text)}, {Move: []byte("3:up 4:move")}}
	}
	i := 0
	stage := func() {
		s.stage = 1
		s.View(0, &views[0])
		s.View(1, &views[1])
		if err := s.Apply(turns[i%3][:]); err != nil {
			t.Fatal(err)
		}
		i++
	}
	stage()
	if n := testing.AllocsPerRun(300, stage); n != 0 {
		t.Errorf("%v allocations a stage", n)
	}
}

// TestAll: what a viewer of the whole position is told is what its text says.
func TestAll(t *testing.T) {
	setup := small(func(s *Setup) { s.Generate.Gold, s.Generate.Stages = 6, 300 })
	if err := setup.Resolve(nil); err != nil {
		t.Fatal(err)
	}
	m, err := setup.Map(0, game.RoundRand(1, 0))
	if err != nil {
		t.Fatal(err)
	}
	state, err := setup.Start(0, game.RoundRand(1, 0))
	if err != nil {
		t.Fatal(err)
	}
	s, rnd, flew, dug := state.(*State), game.NewRand(1, "moves"), 0, 0
	for len(s.ToMove()) > 0 {
		var want []string
		bullets, last := s.Bullets(nil), -1
		for _, b := range bullets {
			want = append(want, fmt.Sprintf("bullet %d at %d %d %s\n", b.ID, b.Row, b.Col, b.Facing))
			if b.ID <= last {
				t.Errorf("bullet %d comes after %d", b.ID, last)
			}
			last = b.ID
		}
		for i, n := range s.Digs(nil) {
			if n < protocol.DigsNeeded {
				want = append(want, fmt.Sprintf("gold %d at %d %d value %d digs left %d\n", i, m.Gold[i].Row, m.Gold[i].Col, m.Gold[i].Value, protocol.DigsNeeded-n))
			}
			dug += n
		}
		var said []string
		for line := range strings.Lines(s.String()) {
			if strings.HasPrefix(line, "bullet ") || strings.HasPrefix(line, "gold ") {
				said = append(said, line)
			}
		}
		slices.Sort(said)
		slices.Sort(want)
		if !slices.Equal(said, want) {
			t.Fatalf("told\n%v\nthe text says\n%v", want, said)
		}
		flew += len(bullets)
		var given []game.Answer
		for _, seat := range s.ToMove() {
			given = append(given, game.Answer{Move: s.RandomMove(nil, seat, rnd)})
		}
		if err := s.Apply(given); err != nil {
			t.Fatal(err)
		}
	}
	if flew == 0 || dug == 0 {
		t.Errorf("%d bullets flew and %d digs were done: nothing was compared", flew, dug)
	}
}
