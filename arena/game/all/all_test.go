package all

import (
	"slices"
	"strings"
	"testing"

	"botarena/arena/game/gametest"
)

func TestGames(t *testing.T) {
	names := Names()
	if len(names) == 0 || !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("names %q: want each once, in order", names)
	}
	for i, g := range Games() {
		if got, err := Game(names[i]); err != nil || got != g {
			t.Errorf("Game(%q) = %v, %v; want %v", names[i], got, err, g)
		}
	}
	if g, err := Game("chess"); err == nil || g != nil || !strings.Contains(err.Error(), strings.Join(names, ", ")) {
		t.Errorf("Game(\"chess\") = %v, %v; want an error with the names that there are", g, err)
	}
	Games()[0] = nil
	if Games()[0] == nil {
		t.Error("the list can be changed from outside")
	}
}

// TestConformance holds every game against the contract, as it comes. The
// games' own tests do so with more set-ups and with bots' voices.
func TestConformance(t *testing.T) {
	for _, g := range Games() {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			if err := (gametest.Options{Matches: 2}).Check(g); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSpeaks checks that the dialogues of different games stay apart: no game
// takes another's dialect.
func TestSpeaks(t *testing.T) {
	for _, g := range Games() {
		for _, other := range Games() {
			for _, dialect := range other.Info().Dialects {
				_, err := g.NewSetup().Dialogue(0, dialect)
				if own := slices.Contains(g.Info().Dialects, dialect); (err == nil) != own {
					t.Errorf("%s in %q: error %v", g.Info().Name, dialect, err)
				}
			}
		}
	}
}
