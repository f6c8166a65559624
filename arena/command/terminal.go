package command

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// isTerminal reports whether a command's stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	_, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	return err == nil
}

// terminalSize returns the rows and columns of the terminal behind w; those
// of the oldest ones where it does not tell.
func terminalSize(w io.Writer) (rows, columns int) {
	if f, ok := w.(*os.File); ok {
		if size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ); err == nil && size.Row > 0 && size.Col > 0 {
			return int(size.Row), int(size.Col)
		}
	}
	return 24, 80
}

// rawKeys lets single keys be read from a terminal, without echo, and returns
// what puts it back. Ctrl-C stays a signal.
func rawKeys(f *os.File) (restore func(), err error) {
	fd := int(f.Fd())
	before, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return nil, err
	}
	raw := *before
	raw.Lflag &^= unix.ICANON | unix.ECHO
	raw.Cc[unix.VMIN], raw.Cc[unix.VTIME] = 1, 0
	if err := unix.IoctlSetTermios(fd, unix.TCSETSW, &raw); err != nil {
		return nil, err
	}
	return func() { unix.IoctlSetTermios(fd, unix.TCSETSW, before) }, nil
}

// key is what a user pressed in a viewer.
type key int

const (
	keyNone key = iota
	keyNext
	keyBack
	keyPageNext
	keyPageBack
	keyFirst
	keyLast
	keyUp
	keyDown
	keyPlay
	keyFault
	keyFaultBack
	keyFaster
	keySlower
	keyQuit
)

var keys = map[string]key{
	"\x1b[C": keyNext, "n": keyNext, "l": keyNext, "\r": keyNext, "\n": keyNext,
	"\x1b[D": keyBack, "p": keyBack, "h": keyBack, "\x7f": keyBack, "\b": keyBack,
	"\x1b[6~": keyPageNext, "\x1b[5~": keyPageBack,
	"\x1b[H": keyFirst, "\x1b[1~": keyFirst, "g": keyFirst,
	"\x1b[F": keyLast, "\x1b[4~": keyLast, "G": keyLast,
	"\x1b[A": keyUp, "k": keyUp, "\x1b[B": keyDown, "j": keyDown,
	" ": keyPlay, "f": keyFault, "F": keyFaultBack, "+": keyFaster, "=": keyFaster, "-": keySlower,
	"q": keyQuit, "\x1b": keyQuit, "\x04": keyQuit,
}

// takeKey takes the first key from what was typed and returns the rest. A
// sequence that no key has is passed over.
func takeKey(typed string) (key, string) {
	if typed == "" {
		return keyNone, ""
	}
	n := 1
	if len(typed) > 2 && typed[:2] == "\x1b[" {
		for n = 3; n < len(typed) && (typed[n-1] < '@' || typed[n-1] > '~'); n++ {
		}
	} else if len(typed) > 2 && typed[:2] == "\x1bO" { // arrows in application mode
		return keys["\x1b["+typed[2:3]], typed[3:]
	}
	return keys[typed[:n]], typed[n:]
}
