package web

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/arena/web/board"
	"botarena/arena/web/person"
	"botarena/protocol"
)

// TestEveryGame holds every game of the arena against what the pages need of
// it, and names the file in which something is missing: the steps of "Add a
// game" in the README.
func TestEveryGame(t *testing.T) {
	for _, g := range all.Games() {
		t.Run(g.Info().Name, func(t *testing.T) {
			wordsOf(t, g.Info())
			boardOf(t, g.Info())
			plays(t, g)
		})
	}
}

// wordsOf looks for the game's words in every language.
func wordsOf(t *testing.T, info game.Info) {
	keys := []string{"game." + info.Name, "play.how." + info.Name}
	for _, role := range info.Seats {
		keys = append(keys, "role."+role)
	}
	for _, ending := range info.Endings {
		keys = append(keys, "reason."+ending)
	}
	for _, c := range info.Counters {
		keys = append(keys, "counter."+c.Name, "broke."+c.Name)
	}
	for _, l := range languages {
		for _, key := range keys {
			if words[l.Code][key] == "" {
				t.Errorf("neither web/words/%s.json nor web/board/static/names.js has a text %s in %s", l.Code, key, l.Code)
			}
		}
	}
}

// boardOf looks for the game's board.
func boardOf(t *testing.T, info game.Info) {
	for _, list := range []string{"boards", "usualSpeed"} {
		if !regexp.MustCompile(`const ` + list + ` = \{[^}]*\b` + info.Name + `:`).MatchString(asset(t, "player.js")) {
			t.Errorf("web/board/static/player.js has no %s in its list %s", info.Name, list)
		}
	}
	if !strings.Contains(asset(t, "style.css"), ".game-"+info.Name) {
		t.Errorf("web/board/static/style.css has no colours for .game-%s", info.Name)
	}
}

func asset(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("board/static/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// plays plays a few turns at random, as persons would in every seat: each is
// drawn, and what a person says is understood as the move that was meant.
func plays(t *testing.T, g game.Game) {
	setup := g.NewSetup()
	if err := setup.Resolve(os.ReadFile); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(setup)
	if err != nil {
		t.Fatal(err)
	}
	info := g.Info()
	h := &record.Header{Game: info.Name, Setup: text, Seed: 1, Seats: make([]record.Seat, len(info.Seats))}
	drawer, err := board.NewEncoder(g, h)
	if err != nil {
		t.Fatalf("web/board/encode.go: %v", err)
	}
	state, err := match.StartRound(setup, h.Seed, 0)
	if err != nil {
		t.Fatal(err)
	}
	speakers := make([]*speaker, len(info.Seats))
	for seat := range speakers {
		speakers[seat] = newSpeaker(t, setup, state, seat)
	}
	var answers []record.SeatAnswer
	for turn := 0; ; turn++ {
		if kind, piece, err := drawer.Add(state, answers); err != nil || !json.Valid(piece) || (kind == board.Start) != (turn == 0) {
			t.Fatalf("web/board: turn %d is drawn as %s %s, %v", turn, kind, piece, err)
		}
		if turn == 4 || len(state.ToMove()) == 0 {
			return
		}
		var given []game.Answer
		answers = nil
		for _, seat := range state.ToMove() {
			move := state.RandomMove(nil, seat, game.NewRand(uint64(turn), fmt.Sprint("seat ", seat)))
			a := speakers[seat].say(t, state, move)
			answers = append(answers, record.SeatAnswer{Seat: seat, Answer: a})
			given = append(given, a)
		}
		if err := state.Apply(given); err != nil {
			t.Fatalf("web/person/words.go: %v", err)
		}
	}
}

// speaker is a person in a seat, and what the match hears of it.
type speaker struct {
	voice person.Voice
	hears game.Dialogue
	wire  *protocol.Buffer
}

func newSpeaker(t *testing.T, setup game.Setup, first game.State, seat int) *speaker {
	voice, err := person.VoiceOf(first, seat)
	if err != nil {
		t.Fatalf("web/person/words.go: %v", err)
	}
	d, err := setup.Dialogue(seat, "")
	if err != nil {
		t.Fatal(err)
	}
	s := &speaker{voice, d, new(protocol.Buffer)}
	if g, ok := d.(game.Greeter); ok {
		s.hear(g.Greeting(nil))
	}
	if _, done, err := d.Handshake(nil, s.wire, first); err != nil || !done {
		t.Fatalf("seat %d: the handshake is not done: %v", seat, err)
	}
	return s
}

// hear puts a text on the wire.
func (s *speaker) hear(text []byte) {
	for len(text) > 0 {
		n := copy(s.wire.Space(), text)
		s.wire.Added(n)
		text = text[n:]
	}
}

func (s *speaker) say(t *testing.T, state game.State, move []byte) game.Answer {
	t.Helper()
	text, err := s.voice(nil, state, move)
	if err != nil {
		t.Fatalf("web/person/words.go: %q: %v", move, err)
	}
	s.hears.Request(nil, state)
	s.hear(text)
	a, err := s.hears.Answer(s.wire)
	if err != nil && err != io.EOF || string(a.Move) != string(move) || a.Fault != game.NoFault {
		t.Fatalf("web/person/words.go: %q is said as %q and heard as %q, %s, %v", move, text, a.Move, a.Fault, err)
	}
	a.Move = append([]byte(nil), a.Move...)
	return a
}
