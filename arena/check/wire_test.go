package check

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"botarena/arena/game/papersoccer"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/bots/board/boardtest"
	"botarena/bots/board/simulated"
)

func checkBoard(t *testing.T, device string) *Report {
	t.Helper()
	g := papersoccer.Game{}
	setup, err := json.Marshal(papersoccer.DefaultSetup())
	if err != nil {
		t.Fatal(err)
	}
	source := match.Source{Serial: &match.Serial{
		SerialLine: match.SerialLine{Device: device, Baud: match.DefaultBaud, Parity: match.DefaultParity, StopBits: match.DefaultStopBits},
		OnUnplug:   match.UnplugLose, Settle: record.Duration(200 * time.Millisecond),
	}}
	r, err := Run(t.Context(), Options{
		Game: g, Seats: []int{papersoccer.Red}, Setup: setup, Matches: 1, Seed: 1, Wire: true,
		Seater: match.Seaters{Serial: match.Boards{}},
		Player: func(int) (record.Seat, match.Source) { return record.Seat{Name: "board", Kind: "serial"}, source },
		Terms:  record.Terms{Clock: "fair", Move: record.Duration(300 * time.Millisecond), Start: record.Duration(time.Second)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCheckBoard: a sound board is fit; of every other one the step at which
// it failed is named, and what usually causes it.
func TestCheckBoard(t *testing.T) {
	for _, c := range []struct {
		fault simulated.Fault
		turn  int
		fit   bool
		step  string // the last one
		hint  string
	}{
		{simulated.None, 0, true, "end", ""},
		{simulated.Garbage, 0, true, "end", ""},
		{simulated.Pieces, 1, true, "end", ""},
		{simulated.Noise, 1, true, "end", "bytes outside the braces are ignored"},
		{simulated.Silent, 1, false, "first answer", "nothing came back"},
		{simulated.Invalid, 1, false, "first answer", "only steps may stand"},
		{simulated.Unplug, 2, false, "match", "the line hung up"},
		{simulated.Chatter, 0, false, "start", "silent until the opening"},
	} {
		t.Run(string(c.fault), func(t *testing.T) {
			r := checkBoard(t, boardtest.Plug(t, &simulated.Board{Fault: c.fault, Turn: c.turn}, nil).Path).Roles[0]
			last := r.Steps[len(r.Steps)-1]
			if r.Fit != c.fit || last.Name != c.step || last.OK != c.fit {
				t.Errorf("fit %v, last step %+v", r.Fit, last)
			}
			if hints := strings.Join(r.Hints, "\n"); !strings.Contains(hints, c.hint) || strings.Contains(hints, "flush") {
				t.Errorf("hints %q, want %q", r.Hints, c.hint)
			}
			if c.fault == simulated.Chatter {
				return
			}
			if want := "77 08 0a 6c 0a 0a 63 72 0a"; len(r.Wire) < 2 || r.Wire[0].Hex != want || r.Wire[0].Board {
				t.Errorf("wire %+v, want it to begin with %s", r.Wire, want)
			}
			heard := slices.ContainsFunc(r.Wire, func(m Message) bool { return m.Board })
			if heard != (c.fault != simulated.Silent) {
				t.Errorf("wire %+v", r.Wire)
			}
		})
	}
}

// TestWire: every byte has its name, in pieces as in one.
func TestWire(t *testing.T) {
	w := new(wire)
	w.send([]byte("w\x08\nl\n\ncr\n{}\n"))
	w.hear([]byte("x{3"))
	w.hear([]byte("a9}\r\n"))
	w.send([]byte("{}"))
	w.hear([]byte("\n"))
	w.wait([]byte("\n{0"))
	got := ""
	for _, m := range w.end() {
		got += fmt.Sprintln(m.Board, m.String())
	}
	want := `false 77 'w', 08 width 8, 0a line end, 6c 'l', 0a length 10, 0a line end, 63 'c', 72 red, 0a line end, 7b turn begins, 7d turn ends, 0a line end
true 78 'x' outside the braces, ignored, 7b turn begins, 33 SE, 61 N, 39 '9' is no step, 7d turn ends, 0d carriage return, ignored, 0a line end, 0a line end, 0a line end
false 7b turn begins, 7d turn ends
true 7b turn begins, 30 N
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
