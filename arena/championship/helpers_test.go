package championship

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"botarena/arena/championship/grade"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/journal/journaltest"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/sheet"
	"botarena/arena/championship/simulated"
	"botarena/arena/championship/table"
	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childFolder); dir != "" {
		os.Exit(child(dir))
	}
	goleak.VerifyTestMain(m)
}

var ctx = context.Background()

// definition returns a championship of n simulated bots, named e0, e1, …, in
// which the higher number is the stronger bot.
func definition(n int, format pairing.Format) *Definition {
	d := &Definition{
		Name: "test",
		Info: game.Info{
			Name: "sim", Title: "Simulated", Seats: []string{"catcher", "cat"},
			Counters: []game.Counter{{Name: "gold"}, {Name: "deaths", Less: true}},
		},
		Seed:   7,
		Setups: []json.RawMessage{json.RawMessage(`{"size":11}`), json.RawMessage(`{"size":9}`)},
		Format: format,
		Table:  table.Options{Scheme: table.Scheme{Own: true, ForfeitWin: table.Whole(500)}},
	}
	for i := range n {
		e := Entrant{ID: fmt.Sprintf("e%d", i), Name: fmt.Sprintf("Bot %d", i)}
		for seat := range e.Programs {
			e.Programs[seat] = &Program{
				Seat:   record.Seat{Kind: "process", Hash: fmt.Sprintf("%064d", 10*i+seat)},
				Source: match.Source{Process: &match.Process{Path: fmt.Sprintf("/bots/%d", i)}},
			}
		}
		d.Entrants = append(d.Entrants, e)
	}
	return d
}

func bots(parallel int) *simulated.Dispatcher {
	return &simulated.Dispatcher{
		Parallel: parallel, Pot: 500, Counters: 2, Draws: 0.2, First: 30,
		Elo: func(name string) float64 { return 100 * float64(name[len(name)-1]-'0') },
	}
}

// options sync after every call of Sync only, so that steps of the disk come
// in a fixed order where matches do.
func options() Options {
	return Options{Resume: true, Journal: journal.Options{Linger: time.Hour, Pause: time.Microsecond}}
}

// play plays a championship on a disk to its end.
func play(d journal.Disk, def *Definition, o Options, by match.Dispatcher) error {
	r, err := Start(ctx, d, def, o)
	if err != nil {
		return err
	}
	return errors.Join(r.Play(ctx, by), r.Close(ctx))
}

// outcome is all that must not depend on how a championship came to its end:
// the game parts by match, tables, grades. Every replay is read and checked.
func outcome(t *testing.T, d journal.Disk) string {
	t.Helper()
	games := journaltest.Games(t, d)
	b, err := Load(d)
	if err != nil {
		t.Fatal(err)
	}
	for number := range b.matches {
		if b.store.status[number] != played {
			continue
		}
		rec, err := b.Replay(d, number)
		if err != nil {
			t.Fatal(err)
		}
		text, err := rec.Game()
		_, line, _ := strings.Cut("\n"+games, fmt.Sprintf("\n%06d ", number))
		line, _, _ = strings.Cut(line, "\n")
		if err != nil || !strings.Contains(line, record.Hash(text)) {
			t.Fatalf("match %d: the replay is not that of the journal, %v", number, err)
		}
	}
	return games + "\n" + tables(t, b)
}

func tables(t *testing.T, b *Book) string {
	t.Helper()
	s, err := b.Standings()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	s.Changes, s.Rulings = nil, nil
	if err := errors.Join(s.WriteCSV(&out, sheet.Options{}), s.WriteJSON(&out)); err != nil {
		t.Fatal(err)
	}
	students, err := b.Students([]grade.Entry{{ID: "e0", Name: "Bot 0"}, {ID: "E2", Name: "Bot 2"}, {ID: "none", Name: "Nobody"}})
	if err != nil {
		t.Fatal(err)
	}
	grades, err := grade.Compute(students, grade.Contest())
	if err != nil {
		t.Fatal(err)
	}
	if err := grade.WriteCSV(&out, sheet.Options{}, "final", grades); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
