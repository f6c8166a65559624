package papersoccer

import (
	"encoding/json"
	"strings"
	"testing"

	"botarena/arena/game"

	"go.yaml.in/yaml/v3"
)

func TestSetupDefaults(t *testing.T) {
	s := DefaultSetup()
	if err := s.Resolve(nil); err != nil {
		t.Fatal(err)
	}
	if w := s.Warnings(); len(w) != 0 {
		t.Errorf("warnings %q", w)
	}
	if s.Rounds() != 1 {
		t.Errorf("%d rounds", s.Rounds())
	}
	// 63 points inside, 7 of them on the halfway line; two mouths; the end.
	if n := s.MaxTurns(); n != 63-7+2+1 {
		t.Errorf("longest match %d turns", n)
	}
	s.Halfway = false
	if n := s.MaxTurns(); n != 63-1+2+1 {
		t.Errorf("longest match without the halfway line %d turns", n)
	}
}

func TestSetupText(t *testing.T) {
	want := Setup{Board: Board{Width: 6, Height: 12}, Notation: Letters, Starter: StarterBlue}
	const asYAML = "board: {width: 6, height: 12}\nhalfway: false\nnotation: letters\nstarter: blue\n"
	got := DefaultSetup()
	dec := yaml.NewDecoder(strings.NewReader(asYAML))
	dec.KnownFields(true)
	if err := dec.Decode(got); err != nil || *got != want {
		t.Errorf("YAML: %+v, %v", got, err)
	}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	again := DefaultSetup()
	if err := json.Unmarshal(text, again); err != nil || *again != want {
		t.Errorf("JSON %s: %+v, %v", text, again, err)
	}
	if w := want.Warnings(); len(w) != 1 || !strings.Contains(w[0], "6×12") {
		t.Errorf("warnings %q", w)
	}
}

func TestSetupRefused(t *testing.T) {
	for _, c := range []struct {
		change func(*Setup)
		want   string
	}{
		{func(s *Setup) { s.Board.Width = 7 }, "board.width: 7"},
		{func(s *Setup) { s.Board.Width = 0 }, "board.width: 0"},
		{func(s *Setup) { s.Board.Height = 256 }, "board.height: 256"},
		{func(s *Setup) { s.Board.Height = -2 }, "board.height: -2"},
		{func(s *Setup) { s.Notation = "numbers" }, `notation: "numbers": want digits or letters`},
		{func(s *Setup) { s.Notation = "" }, "notation"},
		{func(s *Setup) { s.Starter = "green" }, `starter: "green": want random, red or blue`},
	} {
		s := DefaultSetup()
		c.change(s)
		err := s.Resolve(nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", s, err, c.want)
		}
		if _, err := s.Start(0, game.NewRand(1, "start")); err == nil {
			t.Errorf("%+v: started", s)
		}
	}
	if _, err := DefaultSetup().Start(1, game.NewRand(1, "start")); err == nil {
		t.Error("a second round was started")
	}
	if _, err := DefaultSetup().Dialogue(2, ""); err == nil {
		t.Error("a third seat has a dialogue")
	}
	if _, err := DefaultSetup().Dialogue(Red, "gson"); err == nil {
		t.Error("the dialect gson is known")
	}
}
