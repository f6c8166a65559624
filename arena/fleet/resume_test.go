package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/journal/journaltest"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/table"
	"botarena/arena/fleet/join"
	"botarena/arena/fleet/queue"
	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// contest is a championship of simulated bots, which lie in its folder with
// its results. It is led with an AckWait of a second.
type contest struct {
	Folder  string
	Bots    int
	Boards  int
	Listen  string // of its fleet
	Outside string // URL of NATS servers that stand already
}

func (c *contest) fleet() string { return filepath.Join(c.Folder, "fleet") }

func (c *contest) definition() (*championship.Definition, error) {
	d := &championship.Definition{
		Name: "fleet", Seed: 7, Setups: []json.RawMessage{json.RawMessage(`{"size":11}`)},
		Info:   game.Info{Name: "sim", Title: "Simulated", Seats: []string{"a", "b"}, Counters: []game.Counter{{Name: "gold"}, {Name: "deaths", Less: true}}},
		Format: pairing.Swiss{Order: pairing.Draw(7, c.Bots), Count: 5, Boards: pairing.Boards{Count: c.Boards}},
		Table:  table.Options{Scheme: table.Scheme{Own: true, ForfeitWin: table.Whole(500)}},
	}
	for i := range c.Bots {
		path := filepath.Join(c.Folder, fmt.Sprint("bot", i))
		if err := os.WriteFile(path, fmt.Append(nil, "bot ", i), 0o755); err != nil {
			return nil, err
		}
		p := &championship.Program{
			Seat:   record.Seat{Kind: "process", Hash: fmt.Sprintf("%064d", i)},
			Source: match.Source{Process: &match.Process{Path: path}},
		}
		d.Entrants = append(d.Entrants, championship.Entrant{ID: fmt.Sprint("e", i), Name: fmt.Sprint("Bot ", i), Programs: [2]*championship.Program{p, p}})
	}
	return d, nil
}

// play plays what is left of it.
func (c *contest) play(ctx context.Context, by match.Dispatcher) error {
	def, err := c.definition()
	if err != nil {
		return err
	}
	r, err := championship.Start(ctx, journal.Folder(c.Folder), def, championship.Options{Resume: true})
	if err != nil {
		return err
	}
	return errors.Join(r.Play(ctx, by), r.Close(ctx))
}

// outcome returns all that must not depend on how it came to its end.
func (c *contest) outcome(t testing.TB) string {
	t.Helper()
	games := journaltest.Games(t, journal.Folder(c.Folder))
	b, err := championship.Load(journal.Folder(c.Folder))
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.Standings()
	if err != nil {
		t.Fatal(err)
	}
	if s.Partial || len(s.Void) > 0 || s.Done != s.Total {
		t.Errorf("%d of %d matches count, %d are void", s.Done, s.Total, len(s.Void))
	}
	text, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return games + "\n" + string(text)
}

// runCoordinator leads a contest until it is over or killed.
func runCoordinator(text string) error {
	var c contest
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return err
	}
	ctx := context.Background()
	leader, err := Lead(ctx, Options{Server: queue.ServerOptions{Folder: c.fleet(), Listen: c.Listen, Outside: c.Outside}, AckWait: time.Second})
	if err != nil {
		return err
	}
	defer leader.Close()
	if err := c.play(ctx, leader); err != nil {
		return err
	}
	return leader.Over()
}

// lead starts a coordinator in a process of its own.
func (c *contest) lead(t testing.TB) *child {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return startChild(t, []string{childContest + "=" + string(text)})
}

// link waits for the link of the contest's fleet.
func (c *contest) link(t testing.TB, leader *child) join.Link {
	t.Helper()
	for {
		l, err := queue.ReadLink(c.fleet())
		if err == nil {
			return l
		}
		select {
		case <-leader.ended:
			t.Fatal(err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// TestCoordinatorKilled kills the coordinator at random and lets it go on,
// with two workers that are left alone, and wants the journal of one machine.
func TestCoordinatorKilled(t *testing.T) {
	const least = 2
	alone := contest{Folder: t.TempDir(), Bots: 8, Boards: 16}
	plain := simulation()
	if err := alone.play(t.Context(), plain); err != nil {
		t.Fatal(err)
	}
	many := contest{Folder: t.TempDir(), Bots: alone.Bots, Boards: alone.Boards}
	rnd := chance(t)
	var workers []*child
	kills := 0
	for most := 800; ; most += most / 4 {
		leader := many.lead(t)
		if workers == nil {
			l := many.link(t, leader)
			for range 2 {
				w := startWorker(t, l, t.TempDir(), "40ms")
				defer w.kill()
				workers = append(workers, w)
			}
		}
		var after <-chan time.Time
		if kills < least {
			after = time.After(time.Duration(300+rnd.IntN(most)) * time.Millisecond)
		}
		select {
		case <-leader.ended:
		case <-after:
			leader.kill()
			kills++
			continue
		}
		if leader.err != nil {
			t.Fatal(leader.err)
		}
		break
	}
	for _, w := range workers {
		if <-w.ended; w.err != nil {
			t.Error(w.err)
		}
	}
	if got, want := many.outcome(t), alone.outcome(t); got != want {
		t.Fatalf("after %d kills:\n%s\nwant\n%s", kills, got, want)
	}
	t.Logf("%d kills", kills)
}
