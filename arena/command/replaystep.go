package command

import (
	"context"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// viewer steps through a replay in a terminal. It keeps no positions: the
// engine plays to the wanted one at every key, which takes milliseconds.
type viewer struct {
	*replay
	at, last int // of all positions, over the boards
	scroll   int // lines
}

// step shows position after position, as the user's keys want, until q or
// Ctrl-C.
func (r *replay) step(ctx context.Context) error {
	v := &viewer{replay: r, last: -1}
	// Counting plays the whole match, so that what follows cannot fail.
	if err := r.positions(func(position) error { v.last++; return nil }); err != nil {
		return err
	}
	restore, err := rawKeys(r.In)
	if err != nil {
		return err
	}
	defer restore()
	const alternate, normal = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
	fmt.Fprint(r.Out, alternate)
	defer fmt.Fprint(r.Out, normal)
	var drawn [2]int // the size it was drawn for
	for ctx.Err() == nil {
		if rows, columns := terminalSize(r.Out); drawn != [2]int{rows, columns} {
			drawn = [2]int{rows, columns}
			if err := v.draw(rows, columns); err != nil {
				return err
			}
		}
		typed, err := readKeys(r.In)
		if err != nil {
			return err
		}
		for typed != "" {
			var k key
			if k, typed = takeKey(typed); k == keyQuit {
				return nil
			}
			v.move(k)
			if err := v.draw(drawn[0], drawn[1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// readKeys waits a moment for keys. It returns now and then without any, so
// that the caller sees a changed window or the end of its context.
func readKeys(f *os.File) (string, error) {
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	const wait = 200 // milliseconds
	n, err := unix.Poll(fds, wait)
	if err == unix.EINTR || n == 0 {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("the keys: %w", err)
	}
	var b [64]byte
	n, err = f.Read(b[:])
	if n == 0 && err != nil {
		return "q", nil // the terminal is gone
	}
	return string(b[:n]), nil
}

// move does what a key asks for.
func (v *viewer) move(k key) {
	const page = 10
	switch k {
	case keyNext:
		v.at++
	case keyBack:
		v.at--
	case keyPageNext:
		v.at += page
	case keyPageBack:
		v.at -= page
	case keyFirst:
		v.at = 0
	case keyLast:
		v.at = v.last
	case keyUp:
		v.scroll--
	case keyDown:
		v.scroll++
	}
	v.at = min(max(v.at, 0), v.last)
	v.scroll = max(v.scroll, 0)
}

// draw fills the terminal with the position.
func (v *viewer) draw(rows, columns int) error {
	var p position
	n := 0
	err := match.Replay(v.game, v.rec, func(round int, s game.State, answers []record.SeatAnswer) bool {
		if v.round >= 0 && round != v.round {
			return round < v.round
		}
		if p.Turn++; answers == nil {
			p.Turn = 0
		}
		if n++; n <= v.at {
			return true
		}
		p.Round, p.Answers, p.Board = round+1, v.answers(answers), s.String()
		return false
	})
	if err != nil {
		return v.damaged(err)
	}
	_, err = fmt.Fprint(v.Out, v.page(p, rows, columns))
	return err
}

// page lays a position out for a terminal of this size.
func (v *viewer) page(p position, rows, columns int) string {
	board := strings.Split(strings.TrimSuffix(p.Board, "\n"), "\n")
	const around = 4 // lines that are not the board's
	room := max(1, rows-around)
	v.scroll = min(v.scroll, max(0, len(board)-room))
	foot := fmt.Sprintf("%d/%d  left right  PgUp PgDn  Home End  q", v.at, v.last)
	if v.at == v.last {
		foot += "  " + v.ending()
	}
	lines := []string{v.heading(), v.title(p), ""}
	lines = append(lines, board[v.scroll:min(len(board), v.scroll+room)]...)
	for len(lines) < rows-1 {
		lines = append(lines, "")
	}
	lines = append(lines[:max(0, min(len(lines), rows-1))], foot)
	var b strings.Builder
	b.WriteString("\x1b[H")
	for i, line := range lines {
		if i > 0 {
			b.WriteString("\r\n")
		}
		if runes := []rune(line); len(runes) > columns {
			line = string(runes[:columns])
		}
		b.WriteString(line + "\x1b[K")
	}
	return b.String()
}
