package bot

import (
	"slices"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/goldhunter"
	"botarena/bots/house/level"
	"botarena/protocol"
)

// situation is a drawn board on which the bot is team 0 and the enemy does
// what is written: an order text for each stage, the last one again and again.
type situation struct {
	state *goldhunter.State
	bot   *Bot
	view  protocol.Stage
	enemy []string
	ours  []string // what the bot ordered, by stage
}

func newSituation(t *testing.T, strength level.Level, drawing string, enemy ...string) *situation {
	t.Helper()
	text := "goldhunter map\nstages 300\nbullets 20\nhidden 60\nboard\n"
	for line := range strings.Lines(strings.TrimSpace(drawing)) {
		text += strings.TrimSpace(line) + "\n"
	}
	m, err := goldhunter.ReadDrawing("situation", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := goldhunter.NewState(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &situation{state: s, bot: New(Options{Level: strength, Rows: m.Rows, Cols: m.Cols, Stages: m.Stages}), enemy: enemy}
}

// play plays stages until stop says so, and reports whether it did.
func (s *situation) play(t *testing.T, stages int, stop func() bool) bool {
	t.Helper()
	for range stages {
		s.state.View(0, &s.view)
		text := string(orders(s.bot, &s.view, 0))
		s.ours = append(s.ours, text)
		enemy := s.enemy[min(len(s.ours), len(s.enemy))-1]
		if err := s.state.Apply([]game.Answer{{Move: []byte(text)}, {Move: []byte(enemy)}}); err != nil {
			t.Fatal(err)
		}
		if stop() {
			return true
		}
		if s.state.Result() != nil {
			return false
		}
	}
	return false
}

func (s *situation) never() bool { return false }

// from returns the levels from one on.
func from(l level.Level) []level.Level { return level.All[slices.Index(level.All, l):] }

func TestDigs(t *testing.T) {
	for _, strength := range from(level.Sensible) {
		s := newSituation(t, strength, `
			.  .  .  ## m^
			.  M> .  ## .
			.  .  .  ## .
			end
			gold 1 1 1
			gold 0 4 1
			gold 2 4 1
		`, "")
		if !s.play(t, 3, func() bool { return s.state.Tally(0).Gold == 1 }) {
			t.Errorf("%v has no gold after three stages: %q", strength, s.ours)
		}
	}
}

func TestGoesForGoldThatItRemembers(t *testing.T) {
	// Two deposits next to the miner: it takes the one and remembers the other.
	for _, strength := range from(level.Sensible) {
		s := newSituation(t, strength, `
			$1 .  $1 .  .  .  .  .  .
			.  M^ .  .  .  .  .  .  .
			.  .  .  .  .  .  .  .  .
			.  .  .  .  ## ## ## ## ##
			.  .  .  .  ## m> .  $1 $1
			end
		`, "")
		if !s.play(t, 18, func() bool { return s.state.Tally(0).Gold == 2 }) {
			t.Errorf("%v: %+v after %q", strength, s.state.Tally(0), s.ours)
		}
	}
}

func TestDodges(t *testing.T) {
	for _, strength := range from(level.Club) {
		// The hunter fires along the row in every stage.
		s := newSituation(t, strength, `
			.  .  .  .  .  .  .  .  .  .  ## m^
			M^ .  .  .  .  .  .  .  .  h< ## .
			.  .  .  .  .  .  .  .  .  .  ## .
			## ## ## ## ## ## ## ## ## ## ## ##
			H> ## .  .  .  .  .  .  .  .  .  .
			end
		`, "2:fire")
		stages := 12
		if strength == level.Club {
			stages = 6 // the first bullets; it does not expect that they go on
		}
		if s.play(t, stages, func() bool { return s.state.Tally(0).Deaths > 0 }) {
			t.Errorf("%v is hit: %q\n%s", strength, s.ours, s.state)
		}
	}
}

func TestDoesNotShootFriends(t *testing.T) {
	for _, strength := range from(level.Novice) {
		s := newSituation(t, strength, `
			## ## ## ## ## ## ##
			H> .  M> .  .  m^ h^
			## ## ## ## ## ## ##
			end
			gold 1 2 1
			gold 1 5 1
			gold 1 6 3
		`, "")
		s.play(t, 3, s.never)
		if strings.Contains(strings.Join(s.ours, " "), "fire") || s.state.Tally(0).Deaths > 0 {
			t.Errorf("%v fires through its own miner: %q", strength, s.ours)
		}
	}
}

func TestShootsWhoStandsInFront(t *testing.T) {
	for _, strength := range from(level.Sensible) {
		s := newSituation(t, strength, `
			## ## ## ## ##
			H> .  m^ ## .
			## ## ## ## ##
			.  .  .  ## .
			M^ .  .  ## h^
			end
		`, "")
		if !s.play(t, 8, func() bool { return s.state.Tally(1).Deaths == 1 }) {
			t.Errorf("%v lets the miner live: %q", strength, s.ours)
		}
	}
}

func TestChangesPlaces(t *testing.T) {
	// In a corridor the miner has to get past the spy to the gold.
	for _, strength := range from(level.Novice) {
		s := newSituation(t, strength, `
			## ## ## ## ## ## ## ## ## ##
			.  .  .  M> S< $1 ## ## m^ s^
			## ## ## ## ## ## ## ## ## ##
			end
			gold 1 8 1
			gold 1 9 3
		`, "")
		if !s.play(t, 20, func() bool { return s.state.Tally(0).Gold == 1 }) {
			t.Errorf("%v does not get past: %q\n%s", strength, s.ours, s.state)
		}
	}
}

func TestHidesFromHunters(t *testing.T) {
	s := newSituation(t, level.Master, `
		.  .  .  .  .  .  .  .
		.  S> .  .  .  .  hv .
		.  .  .  .  .  .  .  .
		H> ## .  .  .  .  ## s<
		end
	`, "")
	if !s.play(t, 6, func() bool {
		return strings.Contains(strings.Join(s.ours, " "), "1:hide")
	}) {
		t.Errorf("the spy does not hide: %q", s.ours)
	}
}

// A board that is its own image left to right up to a cell has no symmetry;
// on one that is, gold on the one side is believed on the other.
func TestMirrorImageOfGold(t *testing.T) {
	m := newMemory(3, 9, 0, 3)
	stage := &protocol.Stage{
		Number: 1,
		Units:  []protocol.Unit{{Kind: protocol.Miner, Row: 1, Col: 1}},
		Gold:   []protocol.Gold{{Row: 0, Col: 1, Value: 2, Left: 3}},
	}
	for row, cells := range []string{"...#.#.#.", "..#...#..", "..##.##.."} {
		stage.See = append(stage.See, protocol.Run{Row: row, Cells: []byte(cells)})
	}
	m.update(stage)
	if m.mirror.odds != [3]float64{} {
		t.Errorf("a symmetry is alive on a board that has none: %+v", m.mirror.odds)
	}
	stage.See[0].Cells = []byte("...#.#...")
	m = newMemory(3, 9, 0, 3)
	m.update(stage)
	if p, value := m.belief(m.index(0, 7)); m.mirror.sure != 1 || p < 0.9 || value != 2 {
		t.Errorf("belief %v in %d, %+v", p, value, m.mirror.chance)
	}
	if p, _ := m.belief(m.index(0, 1)); p != 1 {
		t.Errorf("belief %v in gold that is seen", p)
	}
}
