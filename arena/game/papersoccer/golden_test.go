package papersoccer

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"botarena/arena/game"
	"botarena/protocol"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden plays one match a set-up with random turns through the dialogues
// and compares all that was said and seen. The last answers are chosen so that
// the files show several ends.
func TestGolden(t *testing.T) {
	for _, g := range []struct {
		name   string
		seed   uint64
		change func(*Setup)
		// broken, where not nil, replaces the answer after so many turns.
		after  int
		broken *string
	}{
		{name: "contest", seed: 1},
		{name: "plain", seed: 2, change: plain},
		{name: "letters-small", seed: 3, change: func(s *Setup) { letters(s); s.Board = Board{4, 4} }},
		{name: "stops-too-early", seed: 4, after: 3, broken: ptr("debug {}\n")},
		{name: "not-steps", seed: 5, after: 2, broken: ptr("{N}\n")},
	} {
		t.Run(g.name, func(t *testing.T) {
			setup := DefaultSetup()
			if g.change != nil {
				g.change(setup)
			}
			got := playGolden(t, setup, g.seed, g.after, g.broken)
			file := filepath.Join("testdata", "golden", g.name+".txt")
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s differs: run with -update and read the diff; now:\n%s", file, got)
			}
		})
	}
}

func ptr(s string) *string { return &s }

func playGolden(t *testing.T, setup *Setup, seed uint64, after int, broken *string) []byte {
	t.Helper()
	s, err := setup.Start(0, game.NewRand(seed, "start"))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	var in [2]protocol.Buffer
	var seats [2]game.Dialogue
	for seat := range seats {
		if seats[seat], err = setup.Dialogue(seat, ""); err != nil {
			t.Fatal(err)
		}
		out, _, err := seats[seat].Handshake(nil, &in[seat], s)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "to %s: %q\n", seatNames[seat], out)
	}
	rnd := game.NewRand(seed, "turns")
	for turn := 0; s.Result() == nil; turn++ {
		seat := s.ToMove()[0]
		fmt.Fprintf(&b, "\n%sto %s: %q\n", s, seatNames[seat], seats[seat].Request(nil, s))
		said := fmt.Sprintf("{%s}\n", s.RandomMove(nil, seat, rnd))
		if broken != nil && turn == after {
			said = *broken
		}
		fmt.Fprintf(&b, "from %s: %q\n", seatNames[seat], said)
		feed(&in[seat], said)
		a, err := seats[seat].Answer(&in[seat])
		if err != nil {
			t.Fatal(err)
		}
		for _, note := range seats[seat].Notes() {
			fmt.Fprintf(&b, "note: %s\n", note)
		}
		if err := s.Apply([]game.Answer{a}); err != nil {
			fmt.Fprintf(&b, "refused: %v\n", err)
			a.Fault = game.Invalid
			if err := s.Apply([]game.Answer{a}); err != nil {
				t.Fatal(err)
			}
		}
	}
	fmt.Fprintf(&b, "\n%sresult: %+v\n", s, *s.Result())
	return b.Bytes()
}
