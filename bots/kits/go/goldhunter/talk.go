package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	wire := os.Stdout
	os.Stdout = os.Stderr // a stray print would be taken for an order
	in := bufio.NewReaderSize(os.Stdin, 64<<10)
	g := &Game{Ground: make(map[Place]byte), Gold: make(map[Place]Gold)}
	started := false
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return // the match was called off
		}
		f := fields{strings.Fields(line)}
		switch word := f.word(); {
		case word == "end":
			return
		case word == "start":
			started = true
			say(wire, "ready\n")
		case !started:
			g.header(word, &f)
		case word == "go":
			g.remember()
			think(g)
			say(wire, g.answer())
		default:
			g.line(word, &f)
		}
	}
}

func say(wire *os.File, text string) {
	if _, err := wire.WriteString(text); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// answer returns the stage's orders, closed by its number.
func (g *Game) answer() string {
	var text strings.Builder
	for _, u := range g.Units {
		text.WriteString(g.orders[u.ID])
	}
	fmt.Fprintf(&text, "done %d\n", g.Stage)
	return text.String()
}

// fields takes a line apart.
type fields struct{ left []string }

func (f *fields) word() string {
	if len(f.left) == 0 {
		return ""
	}
	w := f.left[0]
	f.left = f.left[1:]
	return w
}

func (f *fields) number() int {
	w := f.word()
	n, err := strconv.Atoi(w)
	if err != nil {
		fmt.Fprintf(os.Stderr, "not a number: %q\n", w)
		os.Exit(1)
	}
	return n
}

func (f *fields) place() Place {
	row := f.number()
	return Place{row, f.number()}
}

func (f *fields) direction() Direction {
	w := f.word()
	for d, name := range directions {
		if w == name {
			return Direction(d)
		}
	}
	fmt.Fprintf(os.Stderr, "not a direction: %q\n", w)
	os.Exit(1)
	return 0
}

func (g *Game) header(word string, f *fields) {
	switch word {
	case "team":
		g.Team = f.number()
	case "board":
		g.Rows, g.Cols = f.number(), f.number()
	case "units":
		g.Hunters, g.Miners, g.Spies = f.number(), f.number(), f.number()
	case "bullets":
		g.BulletsEach = f.number()
	case "hidden":
		g.HiddenEach = f.number()
	case "stages":
		g.Stages = f.number()
	}
}

// line takes a line of a stage; unknown ones are of a newer arena.
func (g *Game) line(word string, f *fields) {
	switch word {
	case "stage":
		g.Stage = f.number()
		g.Units, g.Foes, g.Bullets = g.Units[:0], g.Foes[:0], g.Bullets[:0]
		g.orders, g.taken, g.seen = make(map[int]string), make(map[Place]bool), make(map[Place]Gold)
	case "score":
		g.Mine, g.Theirs = f.number(), f.number()
	case "unit":
		u := Unit{ID: f.number(), Kind: f.word(), Place: f.place(), Facing: f.direction(), Left: f.number()}
		u.Hidden = f.word() == "hidden"
		g.Units = append(g.Units, u)
	case "foe":
		g.Foes = append(g.Foes, Unit{ID: -1, Kind: f.word(), Place: f.place(), Facing: f.direction(), Left: -1})
	case "bullet":
		g.Bullets = append(g.Bullets, Bullet{f.place(), f.direction()})
	case "gold":
		p := f.place()
		g.seen[p] = Gold{f.number(), f.number()}
	case "see":
		p := f.place()
		for _, c := range []byte(f.word()) {
			g.Ground[p] = c
			p.Col++
		}
	}
}

// remember brings the known gold up to date: around a unit all of it is told.
func (g *Game) remember() {
	for _, u := range g.Units {
		for row := u.Row - 1; row <= u.Row+1; row++ {
			for col := u.Col - 1; col <= u.Col+1; col++ {
				delete(g.Gold, Place{row, col})
			}
		}
	}
	for p, gold := range g.seen {
		g.Gold[p] = gold
	}
}
