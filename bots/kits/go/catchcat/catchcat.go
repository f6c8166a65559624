// A bot for Catch the Cat: think, in bot.go, is yours. This file has what every
// such bot needs: the board and the talk with the arena.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Cell is a cell of the board; rows and columns count from 0.
type Cell struct{ Row, Col int }

// noWay is StepsToBorder's figure where there is no way.
const noWay = 10000

// Board is the board as it is now.
type Board struct {
	Catcher    bool // whether you block cells; otherwise you are the cat
	Rows, Cols int
	Cat        Cell
	Blocked    map[Cell]bool
}

// Inside tells whether a cell is on the board.
func (b *Board) Inside(c Cell) bool {
	return c.Row >= 0 && c.Row < b.Rows && c.Col >= 0 && c.Col < b.Cols
}

// Border tells whether the cat wins on this cell.
func (b *Board) Border(c Cell) bool {
	return c.Row == 0 || c.Row == b.Rows-1 || c.Col == 0 || c.Col == b.Cols-1
}

// Free tells whether a cell can be blocked or stepped on.
func (b *Board) Free(c Cell) bool { return b.Inside(c) && !b.Blocked[c] && c != b.Cat }

// Neighbours returns the up to six cells around a cell; odd rows lie half a
// cell to the right.
func (b *Board) Neighbours(c Cell) []Cell {
	left := c.Col - 1 + c.Row%2
	var around []Cell
	for _, n := range [...]Cell{
		{c.Row, c.Col - 1},
		{c.Row, c.Col + 1},
		{c.Row - 1, left},
		{c.Row - 1, left + 1},
		{c.Row + 1, left},
		{c.Row + 1, left + 1},
	} {
		if b.Inside(n) {
			around = append(around, n)
		}
	}
	return around
}

// StepsToBorder returns the number of steps from each free cell to the border
// ring, 0 on it, noWay where it cannot be reached.
func (b *Board) StepsToBorder() map[Cell]int {
	steps := make(map[Cell]int)
	var queue []Cell
	for r := 0; r < b.Rows; r++ {
		for c := 0; c < b.Cols; c++ {
			at := Cell{r, c}
			steps[at] = noWay
			if b.Border(at) && b.Free(at) {
				steps[at] = 0
				queue = append(queue, at)
			}
		}
	}
	for next := 0; next < len(queue); next++ {
		at := queue[next]
		for _, n := range b.Neighbours(at) {
			if b.Free(n) && steps[n] == noWay {
				steps[n] = steps[at] + 1
				queue = append(queue, n)
			}
		}
	}
	return steps
}

func main() {
	wire := os.Stdout
	os.Stdout = os.Stderr // a stray print would be taken for a move
	in := bufio.NewReader(os.Stdin)
	b := &Board{Blocked: make(map[Cell]bool)}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return // the match was called off
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "role":
			b.Catcher = rest == "catcher"
		case "board":
			size := cell(rest)
			b.Rows, b.Cols = size.Row, size.Col
		case "cat":
			b.Cat = cell(rest)
		case "blocked":
			b.Blocked[cell(rest)] = true
		case "start":
			say(wire, "ready\n")
		case "go":
			turn(wire, b)
		case "block":
			b.Blocked[cell(rest)] = true
			turn(wire, b)
		case "move":
			b.Cat = cell(rest)
			turn(wire, b)
		case "end":
			return
		} // anything else is of a newer arena, and not a request
	}
}

// turn thinks, notes the move and sends it.
func turn(wire *os.File, b *Board) {
	c := think(b)
	word := "move"
	if b.Catcher {
		word = "block"
		b.Blocked[c] = true
	} else {
		b.Cat = c
	}
	say(wire, fmt.Sprintf("%s %d %d\n", word, c.Row, c.Col))
}

func say(wire *os.File, text string) {
	if _, err := wire.WriteString(text); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// cell reads two numbers.
func cell(text string) Cell {
	var numbers [2]int
	for i, f := range strings.Fields(text) {
		n, err := strconv.Atoi(f)
		if err != nil || i >= len(numbers) {
			fmt.Fprintf(os.Stderr, "not two numbers: %q\n", text)
			os.Exit(1)
		}
		numbers[i] = n
	}
	return Cell{numbers[0], numbers[1]}
}
