package goldhunter

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/protocol"
)

const duel = `
	H> M> ## m< h<
	.  .  ## .  .
	$1 .  ## .  $1
`

func drawnRows(text string) []string {
	var rows []string
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		rows = append(rows, strings.TrimSpace(line))
	}
	return rows
}

func answer(t *testing.T, s *State, answers ...game.Answer) {
	t.Helper()
	if err := s.Apply(answers); err != nil {
		t.Fatal(err)
	}
}

func move(text string) game.Answer { return game.Answer{Move: []byte(text)} }

var late = game.Answer{Fault: game.Timeout, Move: []byte("0:fire")}

func TestTimeoutGivesNoOrders(t *testing.T) {
	s := drawn(t, drawnRows(duel))
	answer(t, s, late, move("2:fire"))
	if a, b := s.Tally(0), s.Tally(1); a.Timeouts != 1 || a.Bullets != 0 || b.Bullets != 1 || a.Fault != "" {
		t.Errorf("%+v, %+v", a, b)
	}
}

func TestTimeoutsInARowRetire(t *testing.T) {
	for _, c := range []struct {
		retire  int
		answers string // x is a timeout
		retired int    // after so many answers; 0 is never
	}{
		{10, "xxxxxxxxxx", 10},
		{10, "xxxxxxxxx.xxxxxxxxx.", 0},
		{3, "xx.xx.xxx", 9},
		{1, "..x", 3},
		{0, "xxxxxxxxxxxxxxxxxxxx", 0},
	} {
		s := drawn(t, drawnRows(duel))
		s.retire = c.retire
		for i, x := range c.answers {
			if len(s.ToMove()) != 2 {
				t.Fatalf("%+v: retired after %d", c, i)
			}
			a := move("")
			if x == 'x' {
				a = late
			}
			answer(t, s, a, move(""))
		}
		want := []int{0, 1}
		fault := game.NoFault
		if c.retired > 0 {
			want, fault = []int{1}, game.Timeout
		}
		if !reflect.DeepEqual(s.ToMove(), want) || s.Tally(0).Fault != fault || s.Result() != nil {
			t.Errorf("%+v: %v are to move, %+v", c, s.ToMove(), s.Tally(0))
		}
	}
}

func TestTeamsThatAreGoneStandStill(t *testing.T) {
	for _, f := range []game.Fault{game.Crash, game.Closed, game.LineTooLong, game.Memory, game.DidNotStart} {
		s := drawn(t, drawnRows(duel))
		s.b.stages = 3
		answer(t, s, game.Answer{Fault: f}, move("2:up"))
		answer(t, s, move("2:fire"))
		answer(t, s, move(""))
		r := s.Result()
		if r == nil || r.Reason != "bullets" || r.Moves != 3 || r.Seats[0].Outcome != game.Win || r.Seats[0].Fault != f || r.Seats[1].Fault != "" {
			t.Errorf("%s: %+v", f, r)
		}
	}
}

func TestWhenBothAreGoneTheRestIsPlayedAtOnce(t *testing.T) {
	s := drawn(t, drawnRows(`
		H> .  .  .  m< $1
		.  .  .  .  .  .
	`))
	s.b.goldAt[s.units[3].cell] = 0
	answer(t, s, move("0:fire"), move(""))
	answer(t, s, game.Answer{Fault: game.Crash}, game.Answer{Fault: game.Closed})
	r := s.Result()
	if r == nil || r.Moves != s.b.stages || r.Reason != "deaths" || r.Seats[1].Counters[1] != 1 {
		t.Errorf("%+v\n%s", r, s)
	}
}

func TestViolation(t *testing.T) {
	violation := game.Answer{Fault: game.Violation}
	for _, c := range []struct {
		a, b     game.Answer
		outcomes [2]game.Outcome
		faults   [2]game.Fault
	}{
		{violation, move("2:fire"), [2]game.Outcome{game.Lose, game.Win}, [2]game.Fault{game.Violation, ""}},
		{move("0:fire"), violation, [2]game.Outcome{game.Win, game.Lose}, [2]game.Fault{"", game.Violation}},
		{violation, violation, [2]game.Outcome{game.Draw, game.Draw}, [2]game.Fault{game.Violation, game.Violation}},
		{late, violation, [2]game.Outcome{game.Win, game.Lose}, [2]game.Fault{"", game.Violation}},
		{game.Answer{Fault: game.Crash}, violation, [2]game.Outcome{game.Win, game.Lose}, [2]game.Fault{game.Crash, game.Violation}},
	} {
		s := drawn(t, drawnRows(duel))
		answer(t, s, move("0:fire"), move(""))
		answer(t, s, c.a, c.b)
		r := s.Result()
		if r == nil || r.Reason != "violation" || r.Moves != 1 || r.Again || len(s.ToMove()) != 0 {
			t.Fatalf("%+v: %+v", c, r)
		}
		for seat, sr := range r.Seats {
			if sr.Outcome != c.outcomes[seat] || sr.Fault != c.faults[seat] {
				t.Errorf("%+v: %+v", c, r)
			}
		}
	}
}

func TestMalformedOrdersRetire(t *testing.T) {
	s := drawn(t, drawnRows(duel))
	answer(t, s, game.Answer{Move: []byte("0:fire"), Malformed: MalformedLimit - 1}, move(""))
	if tally := s.Tally(0); tally.Bullets != 1 || tally.Fault != "" {
		t.Errorf("one too few: %+v", tally)
	}
	answer(t, s, game.Answer{Move: []byte("0:fire"), Malformed: 1}, move(""))
	if tally := s.Tally(0); tally.Bullets != 1 || tally.Fault != game.Invalid || !reflect.DeepEqual(s.ToMove(), []int{1}) {
		t.Errorf("%+v, %v are to move", tally, s.ToMove())
	}
}

func TestRefusedMoveTextChangesNothing(t *testing.T) {
	s := drawn(t, drawnRows(duel))
	before := s.String()
	for _, c := range []struct{ text, why string }{
		{" ", "space after"},
		{"0", "expected ID:ORDER"},
		{"0:", "expected an order"},
		{"0:jump", "expected an order"},
		{"0:none", "expected an order"},
		{"0:done", "expected an order"},
		{":move", "expected the id"},
		{"00:move", "expected the id"},
		{"+0:move", "expected the id"},
		{"2:move", "not the team's"},
		{"9999999999:move", "expected the id"},
		{"1:move 0:move", "ascending"},
		{"0:move 0:move", "ascending"},
		{"0:move ", "space after"},
		{"0:move  1:move", "expected ID:ORDER"},
		{" 0:move", "expected ID:ORDER"},
		{"?:0", "?:COUNT"},
		{"?:01", "?:COUNT"},
		{"?:", "?:COUNT"},
		{"?:1 0:move", "?:COUNT"},
		{"0:move\n", "expected an order"},
		{"0:Move", "expected an order"},
	} {
		err := s.Apply([]game.Answer{move(c.text), move("2:fire")})
		var illegal *game.IllegalMove
		if !errors.As(err, &illegal) || illegal.Seat != 0 || illegal.Move != c.text || !strings.Contains(illegal.Why, c.why) {
			t.Errorf("%q: %v", c.text, err)
		}
		if s.String() != before {
			t.Fatalf("%q changed the position", c.text)
		}
	}
	if err := s.Apply([]game.Answer{move("0:fire"), move("0:fire")}); err == nil || !strings.Contains(err.Error(), "seat 1") {
		t.Errorf("an enemy's id: %v", err)
	}
	if err := s.Apply([]game.Answer{move("")}); err == nil {
		t.Error("one answer for two seats is accepted")
	}
}

func TestWinner(t *testing.T) {
	for _, c := range []struct {
		a, b   team
		reason string
		better int
	}{
		{team{gold: 2, deaths: 5, bullets: 9}, team{gold: 1}, "gold", 0},
		{team{gold: 1}, team{gold: 2, deaths: 5}, "gold", 1},
		{team{gold: 1, deaths: 1, bullets: 9}, team{gold: 1, deaths: 2}, "deaths", 0},
		{team{gold: 1, deaths: 2}, team{gold: 1, deaths: 1, bullets: 3}, "deaths", 1},
		{team{bullets: 1}, team{bullets: 2}, "bullets", 0},
		{team{bullets: 2}, team{bullets: 1}, "bullets", 1},
		{team{gold: 1, deaths: 1, bullets: 1}, team{gold: 1, deaths: 1, bullets: 1}, "draw", -1},
	} {
		s := drawn(t, drawnRows(duel))
		s.teams = [2]team{c.a, c.b}
		s.finish()
		r := s.Result()
		want := [2]game.Outcome{game.Draw, game.Draw}
		if c.better >= 0 {
			want[c.better], want[1-c.better] = game.Win, game.Lose
		}
		if r.Reason != c.reason || r.Again != (c.better < 0) || r.Seats[0].Outcome != want[0] || r.Seats[1].Outcome != want[1] ||
			r.Seats[0].Points != c.a.gold || !reflect.DeepEqual(r.Seats[1].Counters, []int{c.b.gold, c.b.deaths, c.b.bullets}) {
			t.Errorf("%+v: %+v", c, r)
		}
	}
}

func TestHidingBudgetIsExactlySoManyViews(t *testing.T) {
	s := drawn(t, drawnRows(`
		S> .  .  s<
	`))
	answer(t, s, move("0:hide"), move(""))
	var view protocol.Stage
	hidden := 0
	for range 80 {
		s.View(1, &view)
		if len(view.Foes) == 0 {
			hidden++
		}
		answer(t, s, move(""), move(""))
	}
	if hidden != 60 || s.units[0].hidden || s.units[0].left != 0 {
		t.Errorf("hidden in %d views with a budget of 60, %+v", hidden, s.units[0])
	}
}

func TestTextOfAPositionHasEverything(t *testing.T) {
	rows := drawnRows(duel)
	base := drawn(t, rows).String()
	for name, change := range map[string]func(*State){
		"stage":     func(s *State) { s.stage++ },
		"facing":    func(s *State) { s.units[0].facing = protocol.Down },
		"left":      func(s *State) { s.units[0].left-- },
		"hidden":    func(s *State) { s.units[0].hidden = true },
		"dead":      func(s *State) { s.kill(1) },
		"digs":      func(s *State) { s.digs[0]++ },
		"gold":      func(s *State) { s.teams[1].gold++ },
		"deaths":    func(s *State) { s.teams[1].deaths++ },
		"bullets":   func(s *State) { s.teams[0].bullets++ },
		"in a row":  func(s *State) { s.teams[0].inRow++ },
		"malformed": func(s *State) { s.teams[0].malformed++ },
		"out":       func(s *State) { s.teams[0].out = true },
		"fault":     func(s *State) { s.teams[0].fault = game.Crash },
		"over":      func(s *State) { s.finish() },
		"bullet":    func(s *State) { s.orders[0].given[0] = protocol.Fire; s.shoot() },
	} {
		s := drawn(t, rows)
		change(s)
		if s.String() == base {
			t.Errorf("%s does not show", name)
		}
	}
}
