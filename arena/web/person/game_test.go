package person

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/arena/web/live"
	"botarena/arena/web/webtest"
)

// bots is the folder with the bots of the house, built for these tests.
var bots string

func TestMain(m *testing.M) { os.Exit(testMain(m)) }

func testMain(m *testing.M) int {
	dir, err := webtest.Bots()
	defer os.RemoveAll(dir)
	if err != nil {
		panic(err)
	}
	bots = dir
	code := m.Run()
	if err := goleak.Find(); err != nil && code == 0 {
		println(err.Error())
		code = 1
	}
	return code
}

type plainDrawer struct{}

func (plainDrawer) Add(s game.State, answers []record.SeatAnswer) (string, []byte, error) {
	text, err := json.Marshal(s.String())
	return "moment", text, err
}

func draw(game.Game, *record.Header) ([]byte, live.Drawer, error) {
	return []byte("{}"), plainDrawer{}, nil
}

// small makes matches short.
var small = map[string]string{
	"catchcat":    `{"size":5,"blocked":{"min":2,"max":4}}`,
	"papersoccer": `{"board":{"width":4,"height":4},"halfway":false,"notation":"digits","starter":"red"}`,
	"goldhunter":  "",
}

func begin(t *testing.T, name string, seat int, level string) (*Game, game.Game, <-chan *match.Outcome) {
	t.Helper()
	g, err := all.Game(name)
	if err != nil {
		t.Fatal(err)
	}
	setup := g.NewSetup()
	text := small[name]
	if text == "" {
		text = `{"stages":12}`
	}
	if err := json.Unmarshal([]byte(text), setup); err != nil {
		t.Fatal(err)
	}
	if err := setup.Resolve(os.ReadFile); err != nil {
		t.Fatal(err)
	}
	resolved, err := json.Marshal(setup)
	if err != nil {
		t.Fatal(err)
	}
	spec := match.Spec{
		Header: record.Header{
			Version: record.Version, Game: name, Setup: resolved, Seed: 4, Seats: make([]record.Seat, 2),
			Terms: record.Terms{Clock: "wall", Move: record.Duration(5 * time.Second), Start: record.Duration(10 * time.Second)},
		},
		Sources: make([]match.Source, 2),
	}
	spec.Header.Seats[seat] = record.Seat{Name: "me", Kind: record.KindPerson, Move: Unhurried}
	spec.Header.Seats[1-seat] = record.Seat{Name: "bot", Kind: "process", Args: []string{"--level", level}}
	spec.Sources[1-seat].Process = &match.Process{Path: filepath.Join(bots, name)}
	over := make(chan *match.Outcome, 16)
	p, err := Play(g, spec, seat, match.Plain{}, draw, func(o *match.Outcome) { over <- o })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p, g, over
}

// await waits for the person's turn with so many answers or more on the
// board, and returns the position; the state is nil when the match is over.
func await(t *testing.T, p *Game, seat, played int) (s game.State, at int) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		m, _ := p.Now()
		mine, over := false, false
		m.Look(func(now live.Position) {
			if now.Played < played {
				return
			}
			for _, mover := range now.State.ToMove() {
				mine = mine || mover == seat
			}
			over = len(now.State.ToMove()) == 0
			s, at = now.State.Clone(), now.Played
		})
		switch {
		case over:
			return nil, at
		case mine:
			return s, at
		case time.Now().After(deadline):
			t.Fatal("the person's turn does not come")
		}
	}
}

// TestPlay has a person play a whole match of each game in either seat.
func TestPlay(t *testing.T) {
	for name := range small {
		for seat := range 2 {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p, g, over := begin(t, name, seat, "random")
				rnd := game.NewRand(uint64(seat), "person")
				for s, at := await(t, p, seat, 0); s != nil; s, at = await(t, p, seat, at+1) {
					move := s.RandomMove(nil, seat, rnd)
					if err := p.Move(at, move); err != nil {
						t.Fatalf("move %q: %v", move, err)
					}
					if err := p.Move(at, move); err == nil {
						t.Errorf("move %q was taken twice", move)
					}
				}
				o := <-over
				if err := match.Verify(g, o.Record); err != nil {
					t.Error(err)
				}
				for i, run := range o.Record.Measured.Seats {
					if len(run.Faults) > 0 || o.Record.Result.Seats[i].Fault != game.NoFault {
						t.Errorf("seat %d: faults %q, result %+v", i, run.Faults, o.Record.Result)
					}
				}
			})
		}
	}
}

func TestRefused(t *testing.T) {
	p, _, _ := begin(t, "catchcat", 0, "random")
	s, at := await(t, p, 0, 0)
	for _, bad := range []string{"", "99 99", "x", "1", "1 1 1", "block 1 1\n"} {
		var illegal *game.IllegalMove
		if err := p.Move(at, []byte(bad)); !errors.As(err, &illegal) {
			t.Errorf("move %q: %v, want an illegal move", bad, err)
		}
	}
	if err := p.Back(); !errors.Is(err, ErrNothing) {
		t.Errorf("back at the beginning: %v", err)
	}
	used := p.Used()
	if p.Diverged() || p.Used() != used {
		t.Error("who only asks has done something")
	}
	if err := p.Move(at, s.RandomMove(nil, 0, game.NewRand(1, ""))); err != nil {
		t.Errorf("after refused moves: %v", err)
	}
	await(t, p, 0, at+1)
}

// TestBack takes moves back, in the middle and after the end.
func TestBack(t *testing.T) {
	for name := range small {
		for seat := range 2 {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p, _, over := begin(t, name, seat, "sensible")
				rnd := game.NewRand(uint64(seat), "back")
				before, at := await(t, p, seat, 0)
				if err := p.Move(at, before.RandomMove(nil, seat, rnd)); err != nil {
					t.Fatal(err)
				}
				if s, _ := await(t, p, seat, at+1); s == nil {
					<-over
				}
				if err := p.Back(); err != nil {
					t.Fatal(err)
				}
				again, stands := await(t, p, seat, at)
				if _, number := p.Now(); number != 2 || stands != at || again.String() != before.String() || p.Diverged() {
					t.Fatalf("run %d, after taking back: %d positions, want %d; diverged %v\n%s", number, stands, at, p.Diverged(), again)
				}
				move := again.RandomMove(nil, seat, rnd)
				err := p.Move(stands, move)
				for errors.Is(err, ErrAway) { // the position is there before it is published
					time.Sleep(time.Millisecond)
					err = p.Move(stands, move)
				}
				if err != nil {
					t.Errorf("after taking back: %v", err)
				}
			})
		}
	}
}

func TestGiveUp(t *testing.T) {
	p, _, over := begin(t, "papersoccer", 0, "sensible")
	await(t, p, 0, 0)
	for p.GiveUp() != nil { // the seats are still being taken
		time.Sleep(time.Millisecond)
	}
	o := <-over
	if r := o.Record.Result; r.Seats[0].Outcome != game.Lose || r.Seats[0].Fault != game.Crash {
		t.Errorf("gave up: %+v", r)
	}
	if err := p.Move(0, []byte("0")); !errors.Is(err, ErrAway) {
		t.Errorf("a move after the end: %v", err)
	}
}

// TestClosed: what a page still wants of a game that was closed, as one that
// is over and makes room, begins nothing.
func TestClosed(t *testing.T) {
	p, _, over := begin(t, "papersoccer", 0, "sensible")
	s, at := await(t, p, 0, 0)
	for p.Move(at, s.RandomMove(nil, 0, game.NewRand(1, ""))) != nil { // the seats are still being taken
		time.Sleep(time.Millisecond)
	}
	for p.GiveUp() != nil {
		time.Sleep(time.Millisecond)
	}
	<-over
	p.Close()
	if err := p.Back(); !errors.Is(err, ErrAway) {
		t.Errorf("back in a closed game: %v", err)
	}
	if _, number := p.Now(); number != 1 {
		t.Errorf("it was begun %d times", number)
	}
}
