package goldhunter

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/protocol"
)

// bot is the other end of a dialogue in a test.
type bot struct {
	t  *testing.T
	d  game.Dialogue
	in protocol.Buffer
	s  *State
}

func newBot(t *testing.T, s *State, seat int, dialect string) *bot {
	t.Helper()
	d, err := new(Setup).Dialogue(seat, dialect)
	if err != nil {
		t.Fatal(err)
	}
	return &bot{t: t, d: d, s: s}
}

func (b *bot) say(text string) {
	for len(text) > 0 {
		n := copy(b.in.Space(), text)
		if n == 0 {
			return // full: an arena stops reading
		}
		b.in.Added(n)
		text = text[n:]
	}
}

// answer returns the answer that is there, or the error.
func (b *bot) answer() string {
	a, err := b.d.Answer(&b.in)
	if err != nil {
		return err.Error()
	}
	if a.Malformed > 0 {
		return fmt.Sprintf("%s (%d malformed)", a.Move, a.Malformed)
	}
	return string(a.Move)
}

const meeting = `
	H> M> .  .  m< h<
	S> .  .  .  .  s<
`

// ready returns a bot whose handshake is over and that has been asked.
func ready(t *testing.T, seat int, dialect string) *bot {
	t.Helper()
	b := newBot(t, drawn(t, drawnRows(meeting)), seat, dialect)
	b.say("ready\n")
	if dialect == Gson {
		b.in = protocol.Buffer{}
		b.say(`{"mCommandID":0,"mTimeSent":1,"mArguments":["us"]}` + "\n" + `{"mCommandID":3,"mTimeSent":0,"mArguments":[]}` + "\n")
	}
	if _, done, err := b.d.Handshake(nil, &b.in, b.s); !done || err != nil {
		t.Fatal(done, err)
	}
	b.d.Request(nil, b.s)
	return b
}

func TestTextConversation(t *testing.T) {
	b := newBot(t, drawn(t, drawnRows(meeting)), 1, "goldhunter 1")
	out, done, err := b.d.Handshake(nil, &b.in, b.s)
	if want := "goldhunter 1\nteam 1\nboard 2 6\nunits 1 1 1\nbullets 20\nhidden 60\nstages 100\nstart\n"; string(out) != want || done || err != nil {
		t.Errorf("%q, %v, %v", out, done, err)
	}
	if out, done, err := b.d.Handshake(nil, &b.in, b.s); len(out) > 0 || done || err != nil {
		t.Errorf("nothing has come: %q, %v, %v", out, done, err)
	}
	b.say("ready\r\n")
	if out, done, err := b.d.Handshake(nil, &b.in, b.s); len(out) > 0 || !done || err != nil {
		t.Errorf("%q, %v, %v", out, done, err)
	}
	const want = `stage 1
score 0 0
unit 0 hunter 0 5 left 20
unit 1 miner 0 4 left 0
unit 2 spy 1 5 left 60
foe hunter 0 0 right
foe miner 0 1 right
foe spy 1 0 right
see 0 0 ......
see 1 0 ......
go
`
	if got := string(b.d.Request(nil, b.s)); got != want {
		t.Errorf("%s", got)
	}
	r := &game.Result{Reason: "gold", Seats: []game.SeatResult{
		{Outcome: game.Win, Counters: []int{5, 0, 0}}, {Outcome: game.Lose, Counters: []int{3, 0, 0}},
	}}
	if got := string(b.d.End(nil, r)); got != "end lose gold 3 5\n" {
		t.Errorf("%q", got)
	}
}

func TestTextDidNotStart(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{"hello\n", `"hello"`},
		{"ready now\n", `"ready now"`},
		{"", "expected ready: EOF"},
		{strings.Repeat("x", protocol.MaxLine+2), "line too long"},
	} {
		b := newBot(t, drawn(t, drawnRows(meeting)), 0, Text)
		b.say(c.said)
		if c.said == "" {
			b.in.CloseInput()
		}
		_, _, err := b.d.Handshake(nil, &b.in, b.s)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.20q: %v", c.said, err)
		}
	}
}

func TestTextOrders(t *testing.T) {
	for _, c := range []struct {
		name, said, want string
		notes            []string
	}{
		{"none", "done 1\n", "", nil},
		{"all kinds", "rotate 0 down\nmove 1\nhide 2\ndone 1\n", "3:down 4:move 5:hide", nil},
		{"the last for a unit counts", "move 0\nrotate 0 up\nfire 0\ndone 1\n", "3:fire", nil},
		{"the last counts though it has no effect", "move 1\nfire 1\ndone 1\n", "4:fire", []string{"stage 1: orders without effect: fire by unit 1, a miner"}},
		{"blanks and carriage returns", "\n  move   0 \r\n\t\ndone 1\r\n", "3:move", nil},
		{"not finished", "move 0\n", protocol.ErrMore.Error(), nil},
		{"unknown and enemy ids", "move 3\nmove 77\nmove 0\ndone 1\n", "3:move ?:2", []string{"stage 1: orders without effect: 2 for units that the team does not have"}},
		{"malformed", "jump 0\nmove\nmove -1\nmove 01\nrotate 0 north\nmove 0 0\nmove 0\ndone 1\n", "3:move (6 malformed)", []string{
			`stage 1: malformed order "jump 0"`, `stage 1: malformed order "move"`, `stage 1: malformed order "move -1"`,
			`stage 1: malformed order "move 01"`, `stage 1: malformed order "rotate 0 north"`, `stage 1: malformed order "move 0 0"`,
		}},
		{"another stage's done drops its orders", "move 0\nfire 1\ndone 0\nmove 2\ndone 1\n", "5:move", []string{`stage 1: orders closed with "done 0" dropped`}},
		{"a later stage's too", "move 0\ndone 2\ndone 1\n", "", []string{`stage 1: orders closed with "done 2" dropped`}},
	} {
		b := ready(t, 1, Text)
		b.say(c.said)
		if got := b.answer(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if got := b.d.Notes(); !slices.Equal(got, c.notes) {
			t.Errorf("%s: notes %q, want %q", c.name, got, c.notes)
		}
	}
}

func TestTextLateOrders(t *testing.T) {
	b := ready(t, 0, Text)
	b.say("fire 0\n")
	if got := b.answer(); got != protocol.ErrMore.Error() {
		t.Fatal(got)
	}
	// The limit passes: the stage is played without them, and they do not
	// count in the next one once their "done" comes.
	answer(t, b.s, game.Answer{Fault: game.Timeout}, move(""))
	b.d.Request(nil, b.s)
	b.say("move 1\ndone 1\nhide 2\ndone 2\n")
	if got := b.answer(); got != "2:hide" {
		t.Errorf("%q", got)
	}
	answer(t, b.s, move("2:hide"), move(""))
	// Lines that come before their request are used all the same.
	b.say("move 0\ndone 3\n")
	b.d.Request(nil, b.s)
	if got := b.answer(); got != "0:move" {
		t.Errorf("%q", got)
	}
	b.in.CloseInput()
	if got := b.answer(); got != io.EOF.Error() {
		t.Errorf("%q", got)
	}
}

func TestMalformedLimitEndsAnAnswer(t *testing.T) {
	for dialect, line := range map[string]string{Text: "x\n", Gson: "{}\n"} {
		b := ready(t, 0, dialect)
		total := 0
		for i := 0; b.s.Tally(0).Fault == ""; i++ {
			b.say(strings.Repeat(line, 300))
			a, err := b.d.Answer(&b.in)
			if err == protocol.ErrMore {
				answer(t, b.s, game.Answer{Fault: game.Timeout}, move(""))
				b.d.Request(nil, b.s)
				continue
			}
			if err != nil || i != 3 || len(a.Move) > 0 {
				t.Fatalf("%s: answer %d: %+v, %v", dialect, i, a, err)
			}
			total += a.Malformed
			answer(t, b.s, a, move(""))
		}
		if total != MalformedLimit || b.s.Tally(0).Fault != game.Invalid {
			t.Errorf("%s: %d malformed, %+v", dialect, total, b.s.Tally(0))
		}
		if n := len(b.d.Notes()); n != maxNotes+1 {
			t.Errorf("%s: %d notes", dialect, n)
		}
	}
}

func TestGsonConversation(t *testing.T) {
	b := newBot(t, drawn(t, drawnRows(meeting)), 1, Gson)
	if out, done, err := b.d.Handshake(nil, &b.in, b.s); len(out) > 0 || done || err != nil {
		t.Errorf("before the client speaks: %q, %v, %v", out, done, err)
	}
	b.say(`{"mCommandID":0,"mTimeSent":1448900000000,"mArguments":["us"]}` + "\n")
	out, done, err := b.d.Handshake(nil, &b.in, b.s)
	if string(out) != `{"mCommandID":0,"mTimeSent":0,"mArguments":["1"]}`+"\n" || done || err != nil {
		t.Errorf("%q, %v, %v", out, done, err)
	}
	b.say(`{"mCommandID":3,"mTimeSent":0,"mArguments":[]}` + "\n")
	out, done, err = b.d.Handshake(nil, &b.in, b.s)
	if string(out) != `{"mCommandID":3,"mTimeSent":0,"mArguments":["2","6"]}`+"\n" || !done || err != nil {
		t.Errorf("%q, %v, %v", out, done, err)
	}
	request := b.d.Request(nil, b.s)
	var stage struct {
		Cycle          int
		UpdateCells    []json.RawMessage
		Hunter         []struct{ ID, BulletCapicity int }
		OpponentHunter []struct{ ID int }
		Spies          []struct{ ID, HidenessCapacity int }
	}
	if err := json.Unmarshal(request, &stage); err != nil {
		t.Fatalf("%s: %v", request, err)
	}
	if stage.Cycle != 1 || len(stage.UpdateCells) != 12 || stage.Hunter[0].ID != 1003 || stage.Hunter[0].BulletCapicity != 20 ||
		stage.OpponentHunter[0].ID != 1000 || stage.Spies[0].ID != 1005 || stage.Spies[0].HidenessCapacity != 60 {
		t.Errorf("%s", request)
	}
	if got := string(b.d.End(nil, nil)); got != `{"mCommandID":4,"mTimeSent":0,"mArguments":[]}`+"\n" {
		t.Errorf("%q", got)
	}
}

func TestGsonDidNotStart(t *testing.T) {
	for _, said := range []string{"ready\n", `{"commands":{},"mCommandID":1,"mTimeSent":1}` + "\n"} {
		b := newBot(t, drawn(t, drawnRows(meeting)), 0, Gson)
		b.say(said)
		if _, _, err := b.d.Handshake(nil, &b.in, b.s); err == nil || !strings.Contains(err.Error(), strings.TrimSpace(said)[1:5]) {
			t.Errorf("%q: %v", said, err)
		}
	}
}

func TestGsonOrders(t *testing.T) {
	commands := func(stage int, text string) string {
		return fmt.Sprintf(`{"commands":{%s},"mCommandID":1,"mTimeSent":%d}`, text, stage) + "\n"
	}
	for _, c := range []struct{ name, said, want, note string }{
		{"none", commands(1, ""), "", ""},
		{"all kinds", commands(1, `"1003":"2","1004":"move","1005":"hide"`), "3:down 4:move 5:hide", ""},
		{"the last for a unit counts", commands(1, `"1003":"move","1003":"fire"`), "3:fire", ""},
		{"an enemy's and an unknown id", commands(1, `"1000":"move","7":"0","1003":"0"`), "3:up ?:2", "without effect: 2 for"},
		{"malformed orders", commands(1, `"1003":"jump","x":"move","1004":"move"`), "4:move (2 malformed)", `2 malformed orders, first "1003":"jump"`},
		{"no message", "nonsense\n" + commands(1, ""), " (1 malformed)", `malformed message "nonsense"`},
		{"another stage's", commands(0, `"1003":"fire"`) + commands(1, `"1004":"move"`), "4:move", "orders for stage 0 dropped"},
	} {
		b := ready(t, 1, Gson)
		b.say(c.said)
		if got := b.answer(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if got := strings.Join(b.d.Notes(), "\n"); !strings.Contains(got, c.note) || (got == "") != (c.note == "") {
			t.Errorf("%s: notes %q, want %q", c.name, got, c.note)
		}
	}
}

func TestDialects(t *testing.T) {
	for _, c := range []struct {
		seat    int
		dialect string
		ok      bool
	}{{0, "", true}, {1, Text, true}, {1, Gson, true}, {2, "", false}, {-1, "", false}, {0, "json", false}} {
		if _, err := new(Setup).Dialogue(c.seat, c.dialect); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
