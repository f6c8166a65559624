package engine

import (
	"strings"
	"testing"
)

// parse reads a board as draw draws it.
func parse(t *testing.T, text string) *Board {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(text), "\n")
	g := NewGeometry(len(lines), len(strings.Fields(lines[0])))
	b := NewBoard(g, At(1, 1))
	for r, line := range lines {
		for c, mark := range strings.Fields(line) {
			switch mark {
			case "C":
				b.Move(At(r, c))
			case "#":
				b.Block(At(r, c))
			}
		}
	}
	return b
}

// TestKnown has positions whose outcome one can see by hand.
func TestKnown(t *testing.T) {
	for _, tt := range []struct {
		name, board string
		catToMove   bool
		verdict     Verdict
		moves       int
	}{
		{"one step from the border", `
			. . . . .
			 . C . . .
			. . . . .
			 . . . . .
			. . . . .`, true, Escapes, 1},
		{"two ways onto the border: one of them stays", `
			# . . . .
			 # C . . .
			# . . . .
			 . . . . .
			. . . . .`, false, Escapes, 2},
		{"one way onto the border is closed in time", `
			# # . # #
			 # C # # #
			# # # # #
			 # # # # #
			# # # # #`, false, Kept, 1},
		{"the last gap", `
			. . . . . . .
			 . . # # . . .
			. # . # . . .
			 . # C . # . .
			. # # # # . .
			 . . . . . . .
			. . . . . . .`, false, Kept, 5},
		{"a step, a block, no step", `
			# # # # #
			 # # # # #
			# # C . #
			 # # # # #
			# # # # #`, true, Kept, 2},
		{"two cells of room", `
			# # # # #
			 # # # # #
			# # C . #
			 # # # # #
			# # # # #`, false, Kept, 1},
		{"a row of three", `
			# # # # # # #
			 # # # # # # #
			# # # # # # #
			 # # . C . # #
			# # # # # # #
			 # # # # # # #
			# # # # # # #`, false, Kept, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := parse(t, tt.board)
			got := newEngine(b, 1, 14).Think(tt.catToMove, Budget{Nodes: 50_000})
			if got.Verdict != tt.verdict || got.Moves != tt.moves {
				t.Errorf("%+v, want verdict %d in %d", got, tt.verdict, tt.moves)
			}
		})
	}
}
