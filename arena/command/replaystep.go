package command

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// viewer steps through a replay in a terminal. It keeps no positions: the
// engine plays to the wanted one at every key, which takes milliseconds.
type viewer struct {
	*replay
	at, last int   // of all positions, over the boards
	faults   []int // positions that an answer with a fault led to
	scroll   int   // lines
	colours  bool
	playing  bool
	pace     int       // positions a second
	due      time.Time // when the next one is to be shown, while playing
}

// The paces of playing, in positions a second.
const (
	usualPace = 2
	mostPace  = 32
)

// step shows position after position, as the user's keys want, until q or
// Ctrl-C.
func (r *replay) step(ctx context.Context) error {
	v := &viewer{replay: r, last: -1, pace: usualPace, colours: coloured(r.Out)}
	// Counting plays the whole match, so that what follows cannot fail.
	count := func(p position) error {
		v.last++
		if slices.ContainsFunc(p.Answers, func(a answerReport) bool { return a.Fault != game.NoFault }) {
			v.faults = append(v.faults, v.last)
		}
		return nil
	}
	if err := r.positions(count); err != nil {
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
		typed, err := readKeys(r.In, v.wait())
		if err != nil {
			return err
		}
		if v.tick() {
			if err := v.draw(drawn[0], drawn[1]); err != nil {
				return err
			}
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

// wait returns how long to wait for keys: no longer than a changed window or
// the end of the context may go unseen, and no longer than the next position
// is due.
func (v *viewer) wait() time.Duration {
	const most = 200 * time.Millisecond
	if !v.playing {
		return most
	}
	return max(0, min(most, time.Until(v.due)))
}

// tick goes one position on while the match is played and it is time.
func (v *viewer) tick() bool {
	if !v.playing || time.Now().Before(v.due) {
		return false
	}
	v.at++
	v.playing = v.at < v.last
	v.due = time.Now().Add(time.Second / time.Duration(v.pace))
	return true
}

// readKeys waits so long for keys. It may return without any.
func readKeys(f *os.File, wait time.Duration) (string, error) {
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(fds, int(wait.Milliseconds()))
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
	case keyPlay:
		v.playing = !v.playing
		if v.playing && v.at == v.last {
			v.at = 0
		}
		v.due = time.Now().Add(time.Second / time.Duration(v.pace))
		return
	case keyFaster:
		v.pace = min(2*v.pace, mostPace)
		return
	case keySlower:
		v.pace = max(v.pace/2, 1)
		return
	case keyFault:
		if i, _ := slices.BinarySearch(v.faults, v.at+1); i < len(v.faults) {
			v.at = v.faults[i]
		}
	case keyFaultBack:
		if i, _ := slices.BinarySearch(v.faults, v.at); i > 0 {
			v.at = v.faults[i-1]
		}
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
	v.playing = v.playing && (k == keyUp || k == keyDown)
	v.at = min(max(v.at, 0), v.last)
	v.scroll = max(v.scroll, 0)
}

// draw fills the terminal with the position.
func (v *viewer) draw(rows, columns int) error {
	var p position
	var colours painter
	var history []record.SeatAnswer // of the round
	n := 0
	err := match.Replay(v.game, v.rec, func(round int, s game.State, answers []record.SeatAnswer) bool {
		if v.round >= 0 && round != v.round {
			return round < v.round
		}
		if p.Turn++; answers == nil {
			p.Turn, history = 0, nil
		}
		history = append(history, answers...)
		if n++; n <= v.at {
			return true
		}
		p.Round, p.Answers, p.Board = round+1, v.answers(answers), s.String()
		if v.colours {
			colours = painterOf(v.game, s, history)
		}
		return false
	})
	if err != nil {
		return v.damaged(err)
	}
	_, err = fmt.Fprint(v.Out, v.page(p, colours, rows, columns))
	return err
}

// page lays a position out for a terminal of this size.
func (v *viewer) page(p position, colours painter, rows, columns int) string {
	board := strings.Split(strings.TrimSuffix(p.Board, "\n"), "\n")
	const around = 4 // lines that are not the board's
	room := max(1, rows-around)
	v.scroll = min(v.scroll, max(0, len(board)-room))
	lines := []string{fitted(v.heading(), columns), fitted(v.title(p), columns), ""}
	for i := v.scroll; i < min(len(board), v.scroll+room); i++ {
		lines = append(lines, colours.paint(i, fitted(board[i], columns)))
	}
	for len(lines) < rows-1 {
		lines = append(lines, "")
	}
	lines = append(lines[:max(0, min(len(lines), rows-1))], fitted(v.foot(), columns))
	var b strings.Builder
	b.WriteString("\x1b[H")
	for i, line := range lines {
		if i > 0 {
			b.WriteString("\r\n")
		}
		b.WriteString(line + "\x1b[K")
	}
	return b.String()
}

// foot is the line below the board: where it is, and the keys.
func (v *viewer) foot() string {
	foot := fmt.Sprintf("%d/%d  left right  space", v.at, v.last)
	if v.playing {
		foot = fmt.Sprintf("%d/%d  %d a second  + -  space", v.at, v.last, v.pace)
	}
	if len(v.faults) > 0 {
		foot += fmt.Sprintf("  f F (%d)", len(v.faults))
	}
	foot += "  Home End  q"
	if v.at == v.last {
		foot += "  " + v.ending()
	}
	return foot
}

// fitted shortens a line to the terminal's columns.
func fitted(line string, columns int) string {
	if runes := []rune(line); len(runes) > columns {
		return string(runes[:columns])
	}
	return line
}
