// Bot is what the tests of the commands seat: it plays Catch the Cat and Gold
// Hunter as the rules allow, or does what its argument says.
//
//	bot            plays
//	bot silent     says nothing, and lives on
//	bot exit       leaves with exit code 7
//	bot loses      makes an illegal move
//	bot sleeps     sleeps instead of moving
//	bot leaves     makes one move and leaves with exit code 7
//	bot tells      plays, and writes what it was told in the end to stderr
//	bot echo TEXT  writes TEXT and a line of its input
//	bot reads FILE tries to read a file
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"time"

	"botarena/protocol"
)

func main() {
	mode := ""
	if len(os.Args) > 1 {
		mode = os.Args[1]
	}
	switch mode {
	case "silent":
		time.Sleep(time.Hour)
	case "exit":
		os.Exit(7)
	case "reads":
		os.ReadFile(os.Args[2])
		return
	}
	in := bufio.NewReader(os.Stdin)
	if mode == "echo" {
		line, _ := in.ReadString('\n')
		fmt.Printf("%s: %s", os.Args[2], line)
		return
	}
	first, err := in.Peek(len("catchcat"))
	if err == nil && bytes.Equal(first, []byte("catchcat")) {
		var end *protocol.End
		moves := 0
		end, err = protocol.PlayCatchCat(in, os.Stdout, func(m *protocol.CatchCatMatch) func() protocol.Cell {
			return func() protocol.Cell {
				if mode == "sleeps" {
					time.Sleep(time.Hour)
				}
				if moves++; mode == "leaves" && moves == 2 {
					os.Exit(7)
				}
				return choose(m, mode == "loses")
			}
		})
		if mode == "tells" && end != nil {
			fmt.Fprintln(os.Stderr, "told:", end.Outcome, end.Reason)
		}
	} else if err == nil {
		_, err = protocol.PlayGoldHunter(in, os.Stdout, func(*protocol.GoldHunterHeader) func(*protocol.Stage, *protocol.Orders) {
			return func(s *protocol.Stage, o *protocol.Orders) {
				for _, u := range s.Units {
					o.Move(u.ID)
				}
			}
		})
	}
	if err != nil && err != io.EOF {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// choose returns the first free neighbour of the cat: its next cell, or the
// one to block.
func choose(m *protocol.CatchCatMatch, illegal bool) protocol.Cell {
	if illegal {
		return protocol.Cell{Row: -1, Col: 99}
	}
	r, c := m.Cat.Row, m.Cat.Col
	left := c - 1 + r%2
	for _, n := range []protocol.Cell{{Row: r, Col: c - 1}, {Row: r, Col: c + 1}, {Row: r - 1, Col: left}, {Row: r - 1, Col: left + 1}, {Row: r + 1, Col: left}, {Row: r + 1, Col: left + 1}} {
		if m.Inside(n) && !m.Blocked(n) {
			return n
		}
	}
	return m.Cat
}
