package protocol_test

import (
	"fmt"
	"os"
	"strings"

	"botarena/protocol"
)

// A catcher that blocks the first free cell on the cat's east, and a match as
// it reads it. A real bot has os.Stdin in place of the reader.
func ExamplePlayCatchCat() {
	in := strings.NewReader(`catchcat 1
role catcher
board 5 5
cat 2 1
blocked 2 2
start
go
move 1 0
end lose escaped 2
`)
	end, err := protocol.PlayCatchCat(in, os.Stdout, func(m *protocol.CatchCatMatch) func() protocol.Cell {
		return func() protocol.Cell {
			c := m.Cat
			for c.Col++; m.Inside(c) && m.Blocked(c); c.Col++ {
			}
			return c
		}
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("-", end.Outcome, end.Reason, end.Figures)
	// Output:
	// ready
	// block 2 3
	// block 1 1
	// - lose escaped [2]
}

// A team that goes east where it can and turns down otherwise, and whose
// miners stay where there is gold.
func ExamplePlayGoldHunter() {
	in := strings.NewReader(`goldhunter 1
team 0
board 3 3
units 1 1 0
bullets 20
hidden 0
stages 200
start
stage 1
score 0 0
unit 0 hunter 0 0 right 20
unit 1 miner 1 0 up 3
gold 1 0 1 3
see 0 0 .#
see 1 0 ..
see 2 0 ..
go
end draw draw 0 0
`)
	_, err := protocol.PlayGoldHunter(in, os.Stdout, func(h *protocol.GoldHunterHeader) func(*protocol.Stage, *protocol.Orders) {
		rock := make(map[[2]int]bool)
		return func(s *protocol.Stage, orders *protocol.Orders) {
			for _, run := range s.See {
				for i, c := range run.Cells {
					rock[[2]int{run.Row, run.Col + i}] = c == protocol.Rock
				}
			}
			for _, u := range s.Units {
				ahead := [2]int{u.Row, u.Col + 1}
				switch {
				case u.Kind == protocol.Miner && u.Left > 0:
				case u.Facing != protocol.Right || rock[ahead] || ahead[1] == h.Cols:
					orders.Rotate(u.ID, protocol.Down)
				default:
					orders.Move(u.ID)
				}
			}
		}
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// ready
	// rotate 0 down
	// done 1
}

// A player that always answers with one step to the north.
func ExamplePlayPaperSoccer() {
	in := strings.NewReader("w\x08\nl\x0a\ncr\n{}\n{4}\n")
	err := protocol.PlayPaperSoccer(in, os.Stdout, func(o protocol.Opening) func(turn []byte) []byte {
		fmt.Println("-", o.Width, "by", o.Length, "red", o.Red)
		return func(turn []byte) []byte { return []byte("0") }
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// - 8 by 10 red true
	// {0}
	// {0}
}

// An arena feeds a Buffer with whatever a descriptor has, and takes answers
// when they are whole.
func ExampleBuffer() {
	var in protocol.Buffer
	for _, piece := range []string{"rotate 0", " down\r\ndo", "ne 1\n"} {
		in.Added(copy(in.Space(), piece))
		for {
			line, err := in.Line()
			if err != nil {
				fmt.Println("-", err)
				break
			}
			order, err := protocol.ParseOrder(line)
			fmt.Println(order.Action, order.ID, err)
		}
	}
	// Output:
	// - protocol: no whole answer yet
	// down 0 <nil>
	// - protocol: no whole answer yet
	// done 1 <nil>
	// - protocol: no whole answer yet
}
