package match

import (
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/arena/record"
)

// TestSent: what a replay says a seat was sent is what it was sent, byte for
// byte, also where it failed.
func TestSent(t *testing.T) {
	for _, g := range []toy{{}, {together: true}} {
		for _, kind := range []string{"tee", "exit@3", "refuse"} {
			rec := playToy(t, g, toySeater{kinds: [2]string{"tee", kind}}, func(s *toySetup, _ *record.Terms) { s.Boards, s.Even = 2, true })
			for seat := range 2 {
				if seat == 1 && kind != "tee" {
					continue
				}
				var sent strings.Builder
				for n := range rec.Rounds {
					text, err := Sent(g, rec, n, seat)
					if err != nil {
						t.Fatal(err)
					}
					sent.Write(text)
				}
				if got := rec.Measured.Seats[seat].Log; got != sent.String() {
					t.Errorf("together=%v, %s, seat %d: was sent\n%s\nthe replay says\n%s", g.together, kind, seat, got, sent.String())
				}
			}
			if kind == "exit@3" {
				text, err := Sent(g, rec, 0, 1)
				if err != nil || strings.Count(string(text), "turn ") != 4 {
					t.Errorf("together=%v: asked four times, the replay says\n%s (%v)", g.together, text, err)
				}
			}
		}
	}
}

// TestVerify: a record whose answers or results were changed is found out.
func TestVerify(t *testing.T) {
	rec := playToy(t, toy{}, toySeater{kinds: [2]string{"good", "good"}})
	for name, spoil := range map[string]func(*record.Record){
		"another move":   func(r *record.Record) { r.Rounds[0].Answers[3].Move = []byte("2") },
		"an answer less": func(r *record.Record) { r.Rounds[0].Answers = r.Rounds[0].Answers[:5] },
		"another seat":   func(r *record.Record) { r.Rounds[0].Answers[0].Seat ^= 1 },
		"another winner": func(r *record.Record) { r.Result.Seats[0], r.Result.Seats[1] = r.Result.Seats[1], r.Result.Seats[0] },
		"an illegal one": func(r *record.Record) { r.Rounds[0].Answers[2].Move = []byte("9") },
		"another seed":   func(r *record.Record) { r.Header.Seed++ },
		"no round":       func(r *record.Record) { r.Rounds = nil },
	} {
		text, err := rec.Encode()
		if err != nil {
			t.Fatal(err)
		}
		spoiled, err := record.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		spoil(spoiled)
		if err := Verify(toy{}, spoiled); err == nil {
			t.Errorf("%s: not noticed", name)
		}
	}
	if err := Verify(toy{}, rec); err != nil {
		t.Error(err)
	}
}

var _ game.Greeter = (*toyDialogue)(nil)
