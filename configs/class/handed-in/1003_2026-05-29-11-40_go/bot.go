package main

import (
	"bufio"
	"fmt"
	"os"
)

type cell struct{ row, col int }

var (
	size, cat cell
	blocked   = map[cell]bool{}
)

// choose returns the free cell beside the cat that is nearest to the border.
func choose() (best cell) {
	left := cat.col - 1 + cat.row%2
	far := 1000
	for _, c := range []cell{
		{cat.row, cat.col - 1}, {cat.row, cat.col + 1}, {cat.row - 1, left}, {cat.row - 1, left + 1}, {cat.row + 1, left}, {cat.row + 1, left + 1},
	} {
		if c.row < 0 || c.col < 0 || c.row >= size.row || c.col >= size.col || blocked[c] {
			continue
		}
		if d := min(c.row, size.row-1-c.row, c.col, size.col-1-c.col); d < far {
			best, far = c, d
		}
	}
	return best
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	catcher := false
	for in.Scan() {
		var word, role string
		var c cell
		fmt.Sscan(in.Text(), &word, &role)
		fmt.Sscan(in.Text(), &word, &c.row, &c.col)
		switch word {
		case "role":
			catcher = role == "catcher"
		case "board":
			size = c
		case "cat", "move":
			cat = c
		case "blocked", "block":
			blocked[c] = true
		case "start":
			fmt.Println("ready")
		}
		if word != "go" && word != "block" && word != "move" {
			continue
		}
		c = choose()
		if catcher {
			blocked[c] = true
			fmt.Println("block", c.row, c.col)
		} else {
			cat = c
			fmt.Println("move", c.row, c.col)
		}
	}
}
