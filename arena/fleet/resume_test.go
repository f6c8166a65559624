package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/table"
	"botarena/arena/fleet/queue"
	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// contest is a championship of eight simulated bots, which lie in a folder.
func contest(dir string) (*championship.Definition, error) {
	const n = 8
	d := &championship.Definition{
		Name: "fleet", Seed: 7, Setups: []json.RawMessage{json.RawMessage(`{"size":11}`)},
		Info:   game.Info{Name: "sim", Title: "Simulated", Seats: []string{"a", "b"}, Counters: []game.Counter{{Name: "gold"}, {Name: "deaths", Less: true}}},
		Format: pairing.Swiss{Order: pairing.Draw(7, n), Count: 5, Boards: pairing.Boards{Count: 16}},
		Table:  table.Options{Scheme: table.Scheme{Own: true, ForfeitWin: table.Whole(500)}},
	}
	for i := range n {
		path := filepath.Join(dir, fmt.Sprint("bot", i))
		if err := os.WriteFile(path, []byte(path), 0o755); err != nil {
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

// playContest plays what is left of the contest in a folder.
func playContest(ctx context.Context, dir string, by match.Dispatcher) error {
	def, err := contest(dir)
	if err != nil {
		return err
	}
	r, err := championship.Start(ctx, journal.Folder(dir), def, championship.Options{Resume: true})
	if err != nil {
		return err
	}
	return errors.Join(r.Play(ctx, by), r.Close(ctx))
}

// childCoordinator leads the contest in a folder until it is over or killed.
func childCoordinator(dir string) int {
	ctx := context.Background()
	c, err := Lead(ctx, Options{Server: queue.ServerOptions{Folder: filepath.Join(dir, "fleet")}, AckWait: time.Second})
	if err == nil {
		err = playContest(ctx, dir, c)
		if err == nil {
			err = c.Over()
		}
		c.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "coordinator:", err)
		return 1
	}
	return 0
}

// games returns the game parts of all matches in a journal, by number, and
// fails where a match is in it twice.
func games(t *testing.T, dir string) string {
	t.Helper()
	var lines []string
	err := journal.Read(journal.Folder(dir), func(l journal.Line) error {
		var e struct {
			Match *struct {
				Number int             `json:"number"`
				Game   json.RawMessage `json:"game"`
			} `json:"match"`
		}
		if err := json.Unmarshal(l.Text, &e); err != nil || e.Match == nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%06d %s", e.Match.Number, e.Match.Game))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	for i := 1; i < len(lines); i++ {
		if lines[i][:6] == lines[i-1][:6] {
			t.Fatalf("match %s is in the journal twice", lines[i][:6])
		}
	}
	return strings.Join(lines, "\n")
}

// TestCoordinatorKilled kills the coordinator at random and lets it go on,
// with two workers that are left alone, and wants the journal of one machine.
func TestCoordinatorKilled(t *testing.T) { coordinatorKilled(t, 2) }

func coordinatorKilled(t *testing.T, least int) {
	alone, dir := t.TempDir(), t.TempDir()
	plain := chaotic()
	plain.Void, plain.Wait = nil, 0
	if err := playContest(t.Context(), alone, plain); err != nil {
		t.Fatal(err)
	}
	slow := chaotic()
	slow.Void, slow.Wait = nil, 40*time.Millisecond
	rnd := game.NewRand(uint64(time.Now().UnixNano()), "kills")
	kills, ended := 0, []chan error(nil)
	for most := 800; ; most += most / 4 {
		cmd := exec.Command(os.Args[0])
		cmd.Env, cmd.Stderr = append(os.Environ(), childFolder+"="+dir), os.Stderr
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var timer *time.Timer
		if kills < least {
			timer = time.AfterFunc(time.Duration(300+rnd.IntN(most))*time.Millisecond, func() { cmd.Process.Kill() })
		}
		for ended == nil {
			l, err := queue.ReadLink(filepath.Join(dir, "fleet"))
			if err != nil {
				if cmd.ProcessState != nil {
					t.Fatal(err)
				}
				time.Sleep(20 * time.Millisecond)
				continue
			}
			for range 2 {
				w := Worker{Link: l, Machine: machine(), Player: slow, Folder: t.TempDir(), Beat: 200 * time.Millisecond}
				done := make(chan error, 1)
				ended = append(ended, done)
				go func() { done <- w.Run(t.Context()) }()
			}
		}
		err := cmd.Wait()
		if timer == nil || timer.Stop() {
			if err != nil {
				t.Fatal(err)
			}
			break
		}
		kills++
	}
	for _, done := range ended {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if got, want := games(t, dir), games(t, alone); got != want {
		t.Fatalf("after %d kills:\n%s\nwant\n%s", kills, got, want)
	}
	t.Logf("%d kills", kills)
}
