package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/arena/game/papersoccer"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/arena/web/live"
	"botarena/bots/board/boardtest"
	"botarena/bots/board/simulated"
	"botarena/bots/house/level"
	"botarena/bots/house/papersoccer/bot"
	"botarena/protocol"
)

// TestPersonAgainstBoard: a person plays a whole match with a board at a
// serial line, and the replay says what sat there.
func TestPersonAgainstBoard(t *testing.T) {
	board := &simulated.Board{Play: func(o protocol.Opening) func([]byte) []byte {
		s := bot.NewSession(bot.New(bot.Options{Level: level.Sensible, Seed: 1}), o.Width, o.Length, papersoccer.Blue, bot.Halfway, papersoccer.Digits)
		return func(turn []byte) []byte {
			steps, _ := s.Turn(nil, turn)
			return steps
		}
	}}
	line := boardtest.Plug(t, board, nil)
	results := t.TempDir()
	s := open(t, Options{
		Results: results, Seater: match.Seaters{Serial: match.Boards{}},
		Boards: map[string]match.Serial{"Team 7": {
			SerialLine: match.SerialLine{Device: line.Path, Baud: match.DefaultBaud, Parity: match.DefaultParity, StopBits: match.DefaultStopBits},
			OnUnplug:   match.UnplugVoid, Settle: record.Duration(50 * time.Millisecond),
		}},
	})
	s.login()
	if page := s.get("/play"); !strings.Contains(page, "Team 7") {
		t.Errorf("the board is not offered:\n%s", page)
	}
	for _, form := range []url.Values{
		{"game": {"catchcat"}, "seat": {"0"}, "bot": {"Team 7"}},
		{"game": {"papersoccer"}, "seat": {"0"}, "bot": {"Team 8"}},
	} {
		if resp, _ := s.do(s.request("POST", "/play", form)); resp.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%v: %s", form, resp.Status)
		}
	}
	resp, body := s.do(s.request("POST", "/play", url.Values{"game": {"papersoccer"}, "seat": {"0"}, "bot": {"Team 7"}, "seed": {"3"}}))
	d := s.server.desks.find(resp.Request.URL.Query().Get("id"))
	if d == nil {
		t.Fatalf("no game: %s\n%s", resp.Status, body)
	}
	rnd := game.NewRand(1, "person")
	played := 0
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the match does not end")
		}
		m, _ := d.game.Now()
		var move []byte
		over := false
		m.Look(func(now live.Position) {
			to := now.State.ToMove()
			over = len(to) == 0
			if now.Played >= played && len(to) > 0 && to[0] == papersoccer.Red {
				move, played = now.State.RandomMove(nil, papersoccer.Red, rnd), now.Played
			}
		})
		if over {
			break
		}
		if move == nil {
			continue
		}
		if err := d.game.Move(played, move); err != nil {
			t.Fatal(err)
		}
		played++
	}
	var found []replayFile
	for deadline := time.Now().Add(5 * time.Second); len(found) == 0 && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		var err error
		found, err = s.server.shelf.replayNames("")
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(found) != 1 {
		t.Fatalf("replays %+v", found)
	}
	rec, err := s.server.shelf.replay("", found[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	if seat := rec.Header.Seats[papersoccer.Blue]; seat.Kind != "serial" || seat.Name != "Team 7" || rec.Measured.Seats[papersoccer.Blue].Run.Where == "" {
		t.Errorf("seat %+v", seat)
	}
	if err := match.Verify(papersoccer.Game{}, rec); err != nil || rec.Measured.Void != "" {
		t.Errorf("void %q, %v", rec.Measured.Void, err)
	}
}
