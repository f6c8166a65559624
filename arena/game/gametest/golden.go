package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"botarena/arena/game"
	"botarena/protocol"
)

// TB is the part of *testing.T that [Golden] needs.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
}

// Golden plays the first round of a match in the game's default dialect and
// compares it with a file that shows, for each turn, the board, the request,
// the answer and what was wrong with it, and at the end the result. The
// answers are those of script, in the order of asking, and then random moves
// drawn from the seed: a change of the rules shows as a readable diff.
//
// The file is written anew where the test was run with the flag -update,
// which the test's package has to declare as a boolean.
func Golden(t TB, g game.Game, setup game.Setup, seed uint64, file string, script ...game.Answer) {
	t.Helper()
	got, err := playthrough(g, setup, seed, script)
	if err != nil {
		t.Fatal(err)
	}
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		line, now, was := firstDifference(got, want)
		t.Errorf("%s:%d: differs: run with -update and read the diff\nnow: %s\nwas: %s", file, line, now, was)
	}
}

func firstDifference(got, want []byte) (line int, now, was string) {
	a, b := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for line < len(a) && line < len(b) && a[line] == b[line] {
		line++
	}
	at := func(lines []string) string {
		if line < len(lines) {
			return lines[line]
		}
		return "(nothing)"
	}
	return line + 1, at(a), at(b)
}

// scribe writes a match down.
type scribe struct {
	w     bytes.Buffer
	info  game.Info
	s     game.State
	talks []game.Dialogue
}

func playthrough(g game.Game, setup game.Setup, seed uint64, script []game.Answer) ([]byte, error) {
	c, err := newChecker(Options{}, g, setup)
	if err != nil {
		return nil, err
	}
	p := &scribe{info: g.Info()}
	if p.s, err = start(c.setup, 0, seed); err != nil {
		return nil, err
	}
	text, err := json.Marshal(c.setup)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&p.w, "%s, seed %d\n%s\n", p.info.Title, seed, text)
	for seat := range p.info.Seats {
		d, err := c.setup.Dialogue(seat, "")
		if err != nil {
			return nil, err
		}
		var in protocol.Buffer
		out, _, err := d.Handshake(nil, &in, p.s)
		if err != nil {
			return nil, fmt.Errorf("Handshake: %w", err)
		}
		p.talks = append(p.talks, d)
		p.told(seat, out)
	}
	rnd := game.NewRand(seed, "golden")
	for n := 1; p.s.Result() == nil; n++ {
		fmt.Fprintf(&p.w, "\nturn %d\n%s", n, p.s)
		answers := make([]game.Answer, len(p.s.ToMove()))
		for i, seat := range p.s.ToMove() {
			p.told(seat, p.talks[seat].Request(nil, p.s))
			if len(script) > 0 {
				answers[i], script = script[0], script[1:]
			} else {
				answers[i].Move = p.s.RandomMove(nil, seat, rnd)
			}
		}
		if err := p.apply(answers); err != nil {
			return nil, err
		}
	}
	fmt.Fprintf(&p.w, "\nend\n%s", p.s)
	p.result()
	return p.w.Bytes(), nil
}

// apply plays the answers and writes them down.
func (p *scribe) apply(answers []game.Answer) error {
	for i, seat := range p.s.ToMove() {
		fmt.Fprintf(&p.w, "%s: %s", p.info.Seats[seat], strings.TrimSpace(string(answers[i].Fault)+" "+printable(answers[i].Move)))
		p.w.WriteByte('\n')
	}
	for {
		seats := p.s.ToMove()
		err := p.s.Apply(answers)
		var illegal *game.IllegalMove
		if err == nil || !errors.As(err, &illegal) {
			return err
		}
		for i, seat := range seats {
			if seat == illegal.Seat {
				if answers[i].Fault != game.NoFault {
					return err
				}
				answers[i].Fault = game.Invalid
			}
		}
		fmt.Fprintf(&p.w, "refused: %v\n", err)
	}
}

// told writes what a seat is sent.
func (p *scribe) told(seat int, sent []byte) {
	for line := range strings.Lines(string(sent)) {
		fmt.Fprintf(&p.w, "to %s: %s\n", p.info.Seats[seat], printable([]byte(strings.TrimSuffix(line, "\n"))))
	}
}

func (p *scribe) result() {
	r := p.s.Result()
	fmt.Fprintf(&p.w, "%s after %d moves", r.Reason, r.Moves)
	if r.Again {
		p.w.WriteString(", to be played again")
	}
	p.w.WriteByte('\n')
	for seat, s := range r.Seats {
		fmt.Fprintf(&p.w, "%s: %s, %d points", p.info.Seats[seat], s.Outcome, s.Points)
		for i, n := range s.Counters {
			fmt.Fprintf(&p.w, ", %s %d", p.info.Counters[i].Name, n)
		}
		if s.Fault != game.NoFault {
			fmt.Fprintf(&p.w, ", %s", s.Fault)
		}
		p.w.WriteByte('\n')
		p.told(seat, p.talks[seat].End(nil, r))
	}
}

// printable returns text as it is, or quoted where a file could not show it.
func printable(text []byte) string {
	s := string(text)
	if q := strconv.Quote(s); q != `"`+s+`"` && strings.Contains(q, `\x`) || strings.ContainsAny(s, "\b\r\t\n") {
		return q
	}
	return s
}
