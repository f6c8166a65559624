package bot

import (
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/arena/game/goldhunter"
	"botarena/bots/house/level"
	"botarena/protocol"
)

// few is how many matches of each pair of levels a test plays.
const few = 8

var (
	matches = flag.Int("matches", few, "how many matches of each pair of levels to play")
	pairs   = flag.String("pairs", "", "only this pair, such as master-club")
)

// setups are the boards that levels are compared on.
func setups() []*goldhunter.Setup {
	var list []*goldhunter.Setup
	for _, change := range []func(*goldhunter.Generate){
		func(*goldhunter.Generate) {},
		func(g *goldhunter.Generate) {
			g.Rows, g.Cols, g.Gold, g.Rock, g.Symmetry = 30, 30, 20, 25, "left-right"
		},
		func(g *goldhunter.Generate) { g.Rows, g.Cols, g.Gold, g.Rock = 13, 25, 11, 10 },
		func(g *goldhunter.Generate) {
			g.Rows, g.Cols, g.Gold, g.Rock = 40, 40, 40, 15
			g.Hunters, g.Miners, g.Spies, g.MaxValue = 4, 7, 2, 3
		},
	} {
		s := goldhunter.Game{}.NewSetup().(*goldhunter.Setup)
		s.Generate.Maps = 1
		change(&s.Generate)
		if err := s.Resolve(nil); err != nil {
			panic(err)
		}
		list = append(list, s)
	}
	return list
}

// tally is how matches between two levels ended.
type tally struct {
	wins, draws, losses int
	gold                [2]int
	deaths              [2]int
	bullets             [2]int
	reasons             map[string]int
	times               [2][]time.Duration
}

func (t *tally) share() float64 {
	return (float64(t.wins) + float64(t.draws)/2) / float64(t.wins+t.draws+t.losses)
}

func (t *tally) String() string {
	worst := func(d []time.Duration) time.Duration { return slices.Max(d).Round(time.Microsecond) }
	return fmt.Sprintf("%.1f %% (+%d =%d -%d) gold %v deaths %v bullets %v %v, slowest stage %v and %v",
		100*t.share(), t.wins, t.draws, t.losses, t.gold, t.deaths, t.bullets, t.reasons, worst(t.times[0]), worst(t.times[1]))
}

// play plays one match; a sits in the given seat.
func (t *tally) play(tb testing.TB, setup *goldhunter.Setup, a, b level.Level, seat int, seed uint64) {
	tb.Helper()
	m, err := setup.Map(0, game.NewRand(seed, "map"))
	if err != nil {
		tb.Fatal(err)
	}
	s, err := goldhunter.NewState(m, 10)
	if err != nil {
		tb.Fatal(err)
	}
	var bots [2]*Bot
	for team := range bots {
		strength := a
		if team != seat {
			strength = b
		}
		bots[team] = New(Options{Level: strength, Rows: m.Rows, Cols: m.Cols, Stages: m.Stages, Seed: seed + uint64(team)})
	}
	var view protocol.Stage
	for s.Result() == nil {
		answers := make([]game.Answer, 2)
		for team := range bots {
			s.View(team, &view)
			begun := level.StartClock()
			answers[team].Move = orders(bots[team], &view, team*m.PerTeam())
			t.times[btoi(team != seat)] = append(t.times[btoi(team != seat)], begun.CPU())
		}
		if err := s.Apply(answers); err != nil {
			tb.Fatal(err)
		}
	}
	for team := range bots {
		if n := s.Tally(team).Ineffective; n > 0 {
			tb.Errorf("%s gave %d orders that cannot be carried out", map[bool]level.Level{true: a, false: b}[team == seat], n)
		}
	}
	r := s.Result()
	t.reasons[r.Reason]++
	switch r.Seats[seat].Outcome {
	case game.Win:
		t.wins++
	case game.Draw:
		t.draws++
	default:
		t.losses++
	}
	for k, who := range []int{seat, 1 - seat} {
		t.gold[k] += r.Seats[who].Counters[0]
		t.deaths[k] += r.Seats[who].Counters[1]
		t.bullets[k] += r.Seats[who].Counters[2]
	}
}

// orders returns a stage's orders in the notation of the record.
func orders(b *Bot, view *protocol.Stage, first int) []byte {
	given := map[int]protocol.Action{}
	b.Stage(view, func(id int, a protocol.Action) { given[id] = a })
	ids := []int{}
	for id := range given {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var text []byte
	for i, id := range ids {
		if i > 0 {
			text = append(text, ' ')
		}
		text = fmt.Appendf(text, "%d:%s", first+id, given[id])
	}
	return text
}

// compare plays matches on all boards, each from both sides.
func compare(tb testing.TB, a, b level.Level, n int) *tally {
	tb.Helper()
	t := &tally{reasons: map[string]int{}}
	list := setups()
	for i := range n {
		// Both sides of a board, then the next board.
		t.play(tb, list[i/2%len(list)], a, b, i%2, uint64(i/2+1))
	}
	return t
}

// TestLevelsAreSteps plays few matches of each pair and sees to it that the
// order is right; with -matches 200 it is the measurement of the README.
func TestLevelsAreSteps(t *testing.T) { testSteps(t, *matches) }

// testSteps plays n matches of each pair of levels. Few say little: then the
// stronger one has to win half of them.
func testSteps(t *testing.T, n int) {
	for _, c := range []struct {
		a, b  level.Level
		least float64
	}{
		{level.Sensible, level.Random, 0.9}, {level.Novice, level.Sensible, 0.55}, {level.Club, level.Sensible, 0.75}, {level.Club, level.Novice, 0.6}, {level.Master, level.Sensible, 0.8}, {level.Master, level.Club, 0.7},
	} {
		name := string(c.a) + "-" + string(c.b)
		if *pairs != "" && *pairs != name {
			continue
		}
		t.Run(name, func(t *testing.T) {
			least := c.least
			if n <= few {
				least = 0.5
			}
			got := compare(t, c.a, c.b, n)
			t.Log(got)
			if got.share() < least {
				t.Errorf("wins %.1f %%, want at least %.0f %%", 100*got.share(), 100*least)
			}
		})
	}
}
