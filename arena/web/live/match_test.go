package live

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/catchcat"
	"botarena/arena/match"
	"botarena/arena/record"
)

// texter says a position's own text.
type texter struct{}

func (texter) Add(s game.State, answers []record.SeatAnswer) (string, []byte, error) {
	text, err := json.Marshal(s.String())
	if answers == nil {
		return "start", text, err
	}
	return "moment", text, err
}

func spec(t testing.TB) *match.Spec {
	t.Helper()
	setup, err := json.Marshal(catchcat.DefaultSetup())
	if err != nil {
		t.Fatal(err)
	}
	return &match.Spec{Header: record.Header{
		Version: record.Version, Game: "catchcat", Setup: setup, Seed: 3, Seats: make([]record.Seat, 2),
	}}
}

// TestFollow plays a match and compares what its topic says with every
// position, while nobody takes them for a while.
func TestFollow(t *testing.T) {
	g := catchcat.Game{}
	hold := make(chan struct{})
	var seen []Position
	m, err := Follow(g, spec(t), Options{Head: []byte(`{"v":1}`), Drawer: texter{}, Each: func(p Position) {
		<-hold
		seen = append(seen, p)
	}})
	if err != nil {
		t.Fatal(err)
	}
	setup, s := catchcat.DefaultSetup(), game.State(nil)
	if s, err = match.StartRound(setup, 3, 0); err != nil {
		t.Fatal(err)
	}
	want := []string{`{"kind":"head","data":{"v":1}}`}
	steps := 0
	say := func(kind string) {
		text, _ := json.Marshal(s.String())
		turn := ""
		if len(s.ToMove()) > 0 {
			turn = fmt.Sprintf(`,"turn":[%d]`, s.ToMove()[0])
		}
		want = append(want, fmt.Sprintf(`{"kind":%q,"data":%s%s,"step":%d}`, kind, text, turn, steps))
		steps++
	}
	say("start")
	rnd := game.NewRand(3, "moves")
	for len(s.ToMove()) > 0 {
		seat := s.ToMove()[0]
		a := game.Answer{Move: s.RandomMove(nil, seat, rnd)}
		if err := s.Apply([]game.Answer{a}); err != nil {
			t.Fatal(err)
		}
		m.Position(0, s, []record.SeatAnswer{{Seat: seat, Answer: a}})
		say("moment")
	}
	close(hold)
	rec := &record.Record{Result: s.Result(), Measured: &record.Measured{}}
	m.Ended(&match.Outcome{Record: rec})
	result, _ := json.Marshal(s.Result())
	want = append(want, `{"kind":"result","data":`+string(result)+`}`)
	said, _, ended, _ := m.Topic.From(0)
	if got := strings.Join(lines(said), "\n"); got != strings.Join(want, "\n") || !ended {
		t.Errorf("ended %v, said\n%s\nwant\n%s", ended, got, strings.Join(want, "\n"))
	}
	if o, over := m.Outcome(); !over || o.Record != rec {
		t.Errorf("outcome %v, %v", o, over)
	}
	if len(seen) != len(want)-2 {
		t.Errorf("%d positions, want %d", len(seen), len(want)-2)
	}
}

// TestHeldUp: with a follower that stands still, the match's thread goes on.
func TestHeldUp(t *testing.T) {
	hold := make(chan struct{})
	m, err := Follow(catchcat.Game{}, spec(t), Options{Head: []byte("1"), Drawer: texter{}, Each: func(Position) { <-hold }})
	if err != nil {
		t.Fatal(err)
	}
	for range 5000 { // not answers that fit: they are never looked at
		m.Position(0, nil, []record.SeatAnswer{{Seat: 5}})
	}
	close(hold)
	m.Abandon()
	said, _, _, _ := m.Topic.From(0)
	if text := texts(said); !strings.Contains(text, `"lost"`) || !strings.Contains(text, `"void","data":""`) {
		t.Errorf("said %s", text)
	}
}

func TestCue(t *testing.T) {
	m, err := Follow(catchcat.Game{}, spec(t), Options{Head: []byte("1"), Drawer: texter{}, OnCue: true})
	if err != nil {
		t.Fatal(err)
	}
	begun := make(chan error, 1)
	crashed := match.Missing{Seat: 1, Fault: game.Crash, Detail: "left with exit code 3"}
	looks := 0
	missing := func() []match.Missing { // it ends while the match waits
		if looks++; looks == 1 {
			return nil
		}
		return []match.Missing{crashed}
	}
	go func() { begun <- m.Ready(context.Background(), missing) }()
	for _, list := range []string{`[]`, `[{"seat":1,"fault":"crash","detail":"left with exit code 3"}]`} {
		until(t, "said to be ready without "+list, func() bool {
			said, _, _, _ := m.Topic.From(0)
			return strings.Contains(texts(said), `{"kind":"ready","data":`+list+`}`)
		})
	}
	if !m.Waiting() || len(m.Missing()) != 1 {
		t.Errorf("waiting %v, missing %v", m.Waiting(), m.Missing())
	}
	m.Start()
	m.Start()
	if err := <-begun; err != nil || m.Waiting() {
		t.Errorf("after the cue: %v, waiting %v", err, m.Waiting())
	}
	m.Abandon()
	if o, over := m.Outcome(); !over || o != nil {
		t.Errorf("outcome %v, %v", o, over)
	}
}
