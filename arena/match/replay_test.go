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

// TestVerifyRounds: rounds that do not follow one another are found out.
func TestVerifyRounds(t *testing.T) {
	even := func(s *toySetup, _ *record.Terms) { s.Boards, s.Even = 3, true }
	seater := toySeater{kinds: [2]string{"good", "good"}}
	less := playToy(t, toy{}, seater, even)
	less.Rounds = less.Rounds[:2]
	less.Result = less.Rounds[1].Result
	more := playToy(t, toy{}, seater, func(s *toySetup, _ *record.Terms) { s.Boards = 3 })
	if len(more.Rounds) != 1 {
		t.Fatalf("%d rounds", len(more.Rounds))
	}
	more.Rounds = append(more.Rounds, secondRound(t, more))
	more.Result = more.Rounds[1].Result
	for name, r := range map[string]*record.Record{"one less": less, "one more": more} {
		if _, err := r.Encode(); err != nil { // with the hash of what it is now
			t.Fatal(err)
		}
		if err := Verify(toy{}, r); err == nil || !strings.Contains(err.Error(), "round 1") && !strings.Contains(err.Error(), "round 2") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// secondRound plays a second round of a match that its first decided.
func secondRound(t *testing.T, rec *record.Record) record.Round {
	setup, err := game.DecodeSetup(toy{}, rec.Header.Setup)
	if err != nil {
		t.Fatal(err)
	}
	s, err := StartRound(setup, rec.Header.Seed, 1)
	if err != nil {
		t.Fatal(err)
	}
	var round record.Round
	for a := (game.Answer{Move: []byte("1")}); s.Result() == nil; {
		round.Answers = append(round.Answers, record.SeatAnswer{Seat: s.ToMove()[0], Answer: a})
		if err := s.Apply([]game.Answer{a}); err != nil {
			t.Fatal(err)
		}
	}
	round.Result = s.Result()
	return round
}

var _ game.Greeter = (*toyDialogue)(nil)
