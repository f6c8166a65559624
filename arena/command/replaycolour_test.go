package command

import (
	"slices"
	"strings"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/arena/game/papersoccer"
	"botarena/arena/record"
)

// shades returns a coloured line with the codes as one letter each.
func shades(p painter, line int, text string) string {
	return strings.NewReplacer(blue, "[b]", orange, "[o]", gold, "[$]", grey, "[-]", bright, "[!]", plain, "[]").Replace(p.paint(line, text))
}

func TestPainters(t *testing.T) {
	cat := catPainter(5)
	for text, want := range map[string]string{
		" 1    #   C   .": " 1    [b]#   [][!][o]C   [][-].[]",
	} {
		if got := shades(cat, 2, text); got != want {
			t.Errorf("%q is painted %q, want %q", text, got, want)
		}
	}
	if got := shades(cat, 7, "9 moves, last move 3 2, cat to move"); strings.Contains(got, "[") {
		t.Errorf("the line below the board is painted: %q", got)
	}

	team := goldPainter()
	for i, c := range []struct{ text, want string }{
		{"stage 1 of 3, gold 0 : 0 of 4", "stage 1 of 3, gold 0 : 0 of 4"},
		{"H> m< $1 *^ ## .", "[b]H> [][o]m< [][$]$1 [][!]*^ [][-]## .[]"},
		{"team 0: deaths 0", "team 0: deaths 0"},
		{"  0 hunter 1 1 up 5", "  0 hunter 1 1 up 5"},
	} {
		if got := shades(team, i, c.text); got != c.want {
			t.Errorf("%q is painted %q, want %q", c.text, got, c.want)
		}
	}
}

// TestSoccerPainter finds every stroke in its player's colour, the last turn
// bright.
func TestSoccerPainter(t *testing.T) {
	s := papersoccer.NewState(papersoccer.NewPitch(8, 10, true), papersoccer.Digits, papersoccer.Red)
	var answers []record.SeatAnswer
	for i, turn := range []string{"0", "2", "1"} {
		a := record.SeatAnswer{Seat: i % 2, Answer: game.Answer{Move: []byte(turn)}}
		if err := s.Apply([]game.Answer{a.Answer}); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	p := painterOf(papersoccer.Game{}, s, answers)
	var strokes []string
	for i, line := range strings.Split(s.String(), "\n") {
		painted := shades(p, i, line)
		for _, colour := range []string{"[o]", "[b]", "[!][o]"} {
			if at := strings.Index(painted, colour); at >= 0 && (at < 3 || colour != "[o]" || painted[at-3:at] != "[!]") {
				text, _, _ := strings.Cut(painted[at+len(colour):], "[")
				strokes = append(strokes, colour+strings.TrimSpace(text))
			}
		}
	}
	if want := []string{"[!][o]╱", "[b]───", "[o]│"}; !slices.Equal(strokes, want) {
		t.Errorf("strokes %q, want %q\n%s", strokes, want, s)
	}
}

// TestViewerKeys: what the keys of a replay in a terminal do.
func TestViewerKeys(t *testing.T) {
	v := &viewer{last: 20, faults: []int{3, 9}, pace: usualPace}
	for _, c := range []struct {
		keys    string
		at      int
		playing bool
		pace    int
	}{
		{"f", 3, false, 2},
		{"f", 9, false, 2},
		{"f", 9, false, 2},
		{"F", 3, false, 2},
		{"F", 3, false, 2},
		{" ", 3, true, 2},
		{"++", 3, true, 8},
		{"-----", 3, true, 1},
		{"++++++++", 3, true, mostPace},
		{"j", 3, true, mostPace},
		{" ", 3, false, mostPace},
		{" n", 4, false, mostPace},
		{"G ", 0, true, mostPace},
		{"g", 0, false, mostPace},
	} {
		for keys := c.keys; keys != ""; {
			var k key
			k, keys = takeKey(keys)
			v.move(k)
		}
		if v.at != c.at || v.playing != c.playing || v.pace != c.pace {
			t.Errorf("after %q: at %d, playing %t, pace %d; want %+v", c.keys, v.at, v.playing, v.pace, c)
		}
	}
	v.move(keyPlay)
	v.at, v.due = 19, time.Now()
	if !v.tick() || v.at != 20 || v.playing {
		t.Errorf("playing ends at %d, playing %t", v.at, v.playing)
	}
	if v.tick() {
		t.Error("a match that has ended goes on")
	}
}
