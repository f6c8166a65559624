package board

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/catchcat"
	"botarena/arena/game/goldhunter"
	"botarena/arena/game/papersoccer"
	"botarena/arena/match"
	"botarena/arena/record"
)

// ordered returns a record in which nothing has been played yet.
func ordered(t testing.TB, g game.Game, setup string, seed uint64) (game.Setup, *record.Record) {
	t.Helper()
	su := g.NewSetup()
	if err := json.Unmarshal([]byte(setup), su); err != nil {
		t.Fatal(err)
	}
	if err := su.Resolve(nil); err != nil {
		t.Fatal(err)
	}
	resolved, err := json.Marshal(su)
	if err != nil {
		t.Fatal(err)
	}
	return su, &record.Record{Header: record.Header{
		Version: record.Version, Game: g.Info().Name, Setup: resolved, Seed: seed,
		Seats: []record.Seat{{Name: "ann"}, {Name: "bob"}},
	}}
}

// playRandom returns the record of a match of random moves. answer, where not
// nil, may change an answer before it is applied.
func playRandom(t testing.TB, g game.Game, setup string, seed uint64, answer func(turn int, a *game.Answer)) *record.Record {
	t.Helper()
	su, rec := ordered(t, g, setup, seed)
	for n := range su.Rounds() {
		s, err := match.StartRound(su, seed, n)
		if err != nil {
			t.Fatal(err)
		}
		rec.Rounds = append(rec.Rounds, playRound(t, s, game.NewRand(seed, fmt.Sprint("moves ", n)), answer))
		rec.Result = rec.Rounds[n].Result
		if !rec.Result.Again {
			break
		}
	}
	return rec
}

func playRound(t testing.TB, s game.State, rnd *game.Rand, change func(int, *game.Answer)) (round record.Round) {
	t.Helper()
	for turn := 1; s.Result() == nil; turn++ {
		var answers []game.Answer
		for _, seat := range s.ToMove() {
			a := game.Answer{Move: s.RandomMove(nil, seat, rnd)}
			if change != nil {
				change(turn, &a)
			}
			answers = append(answers, a)
			round.Answers = append(round.Answers, record.SeatAnswer{Seat: seat, Answer: a})
		}
		if err := s.Apply(answers); err != nil {
			t.Fatal(err)
		}
	}
	round.Result = s.Result()
	return round
}

// large is the largest match that the rules know.
const large = `{"generate":{"rows":100,"cols":100,"stages":1000,"gold":300,"rock":15,"hunters":10,"miners":10,"spies":10,"maps":1}}`

// largeMatch fires only now and then, so that most units live to its end.
func largeMatch(t testing.TB) *record.Record {
	return playRandom(t, goldhunter.Game{}, large, 1, func(turn int, a *game.Answer) {
		if turn%8 != 0 {
			a.Move = bytes.ReplaceAll(a.Move, []byte(":fire"), []byte(":move"))
		}
	})
}

// TestSize holds the largest replays against what may go over the wire.
func TestSize(t *testing.T) {
	peaceful := strings.Replace(large, `"maps":1`, `"maps":1,"bullets":0`, 1)
	for name, rec := range map[string]*record.Record{
		"shots":                    largeMatch(t),
		"60 units live to the end": playRandom(t, goldhunter.Game{}, peaceful, 1, nil),
	} {
		text, err := Encode(goldhunter.Game{}, rec)
		if err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		if _, err := w.Write(text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d stages, %d bytes, %d over the wire", name, rec.Result.Moves, len(text), packed.Len())
		if rec.Result.Moves != 1000 || packed.Len() > 300_000 {
			t.Errorf("%s: %d stages take %d bytes, want 1000 in at most 300000", name, rec.Result.Moves, packed.Len())
		}
	}
}

func TestEncode(t *testing.T) {
	cat := playRandom(t, catchcat.Game{}, `{"size":5,"blocked":{"min":0,"max":0},"position":{"cat":[2,2],"blocked":[[0,1]]}}`, 3, nil)
	cat.Header.Seats[0].Name = "</script><b>"
	text, err := Encode(catchcat.Game{}, cat)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.ContainsAny(text, "<>") {
		t.Errorf("%s: markup", text)
	}
	if want := `"rounds":[{"start":{"size":5,"cat":[2,2],"blocked":[[0,1]]},"moments":[{"s":0,"c":[`; !strings.Contains(string(text), want) {
		t.Errorf("got %s\nwant in it %s", text, want)
	}

	soccer := playRandom(t, papersoccer.Game{}, `{"starter":"red","notation":"letters"}`, 1, func(turn int, a *game.Answer) {
		if turn == 2 {
			*a = game.Answer{Move: append(a.Move, 'a', '<'), Fault: game.Invalid}
		}
	})
	text, err = Encode(papersoccer.Game{}, soccer)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"halfway":true,"mover":0,"notation":"letters"}`, `[{"s":0,"t":"`, `{"s":1,"w":"`, `"x":[[1,"invalid","`, `\u003c"]],"end":{"reason":"invalid-move"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("got %s\nwant in it %s", text, want)
		}
	}
	if _, err := Encode(catchcat.Game{}, soccer); err == nil {
		t.Error("a record of another game was taken")
	}
}

// TestPieces holds the pieces of a match in play against the document.
func TestPieces(t *testing.T) {
	g := papersoccer.Game{}
	rec := playRandom(t, g, `{}`, 7, nil)
	whole, err := Encode(g, rec)
	if err != nil {
		t.Fatal(err)
	}
	built, err := Head(g, &rec.Header)
	if err != nil {
		t.Fatal(err)
	}
	enc, err := NewEncoder(g, &rec.Header)
	if err != nil {
		t.Fatal(err)
	}
	pieces := bytes.TrimSuffix(built, []byte("]}"))
	err = match.Replay(g, rec, func(_ int, s game.State, answers []record.SeatAnswer) bool {
		kind, text, err := enc.Add(s, answers)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case kind == Start:
			pieces = fmt.Appendf(pieces, `{"start":%s,"moments":[`, text)
		default:
			if pieces[len(pieces)-1] != '[' {
				pieces = append(pieces, ',')
			}
			pieces = append(pieces, text...)
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(whole, pieces) {
		t.Errorf("pieces %s\ndocument %s", pieces, whole)
	}
}

func TestClip(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "",
		"a\xffb":                 "a\ufffdb",
		strings.Repeat("ö", 200): strings.Repeat("ö", 200),
		strings.Repeat("ö", 201): strings.Repeat("ö", 200) + "…",
		strings.Repeat("x", 1e6): strings.Repeat("x", 200) + "…",
	} {
		if got := clip([]byte(in)); got != want {
			t.Errorf("clip(%.20q) = %.20q (%d), want %.20q (%d)", in, got, len(got), want, len(want))
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	rec := largeMatch(b)
	for b.Loop() {
		if _, err := Encode(goldhunter.Game{}, rec); err != nil {
			b.Fatal(err)
		}
	}
}
