package player

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
	"botarena/arena/record"
)

// SerialOptions say how a board is treated beside its line.
type SerialOptions struct {
	// Settle is how long the line must have been silent before the match
	// begins: a board that has just been powered talks garbage.
	Settle time.Duration
	// Patience is how long that may take.
	Patience time.Duration
	// UnplugIsVoid makes a match void whose board is unplugged; else the board
	// has crashed.
	UnplugIsVoid bool
}

// Serial is a board at the end of a serial line. It cannot be frozen, and its
// memory and CPU are its own.
type Serial struct {
	line    SerialLine
	options SerialOptions
	fd      int
	began   time.Time
	dropped int    // bytes that came before the start
	garbage []byte // the first of them
}

// ErrRestless says that a board did not stop talking before the start.
var ErrRestless = errors.New("the board does not stop talking")

// mostGarbage bounds what is kept of what a board says before the start.
const mostGarbage = 64

// StartSerial opens a serial line and waits until the board is silent. Errors:
// [ErrRestless], which is the board's fault; the context's; and what keeps the
// line from being opened, which is the operator's.
func StartSerial(ctx context.Context, line SerialLine, o SerialOptions) (*Serial, error) {
	if err := line.Check(); err != nil {
		return nil, err
	}
	device, err := findDevice(line.Device)
	if err != nil {
		return nil, err
	}
	fd, err := line.open(device)
	if err != nil {
		return nil, err
	}
	s := &Serial{line: line, options: o, fd: fd, began: time.Now()}
	if err := s.settle(ctx); err != nil {
		s.Close("")
		return nil, err
	}
	return s, nil
}

// settle drops what the board says until it has been silent for a while.
func (s *Serial) settle(ctx context.Context) error {
	const glance = 20 * time.Millisecond // how late a cancelled context is seen
	deadline := time.Now().Add(s.options.Patience)
	for silent := time.Now(); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		left := s.options.Settle - time.Since(silent)
		switch {
		case readable(s.fd, min(glance, max(0, left))):
			n, err := s.drop()
			if err != nil {
				return fmt.Errorf("%s: %w", s.line.Device, err)
			}
			if n > 0 {
				silent = time.Now()
			}
		case left <= 0: // and nothing has come while this process was kept from looking
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%w: %d bytes in %v, first %q", ErrRestless, s.dropped, s.options.Patience, s.garbage)
		}
	}
}

// drop reads away what is there and returns how much that was.
func (s *Serial) drop() (total int, err error) {
	var b [4096]byte
	for {
		n, err := unix.Read(s.fd, b[:])
		switch {
		case n > 0:
			s.garbage = append(s.garbage, b[:min(n, mostGarbage-len(s.garbage))]...)
			s.dropped += n
			total += n
			if total >= len(b)*16 { // a flood must not hold the caller
				return total, nil
			}
		case err == unix.EINTR:
		case err == unix.EAGAIN:
			return total, nil
		case err == nil:
			return total, errors.New("the board was unplugged")
		default:
			return total, fmt.Errorf("read: %w", err)
		}
	}
}

// Begin implements [Beginner]: what came before the opening is discarded.
func (s *Serial) Begin() { s.drop() }

// ByteTime implements [Wired].
func (s *Serial) ByteTime() time.Duration { return s.line.ByteTime() }

// Files implements [Endpoint].
func (s *Serial) Files() Files { return Files{In: s.fd, Out: s.fd, Log: -1, End: -1} }

// Freeze implements [Endpoint]: a board thinks whenever it likes.
func (s *Serial) Freeze() error { return errors.ErrUnsupported }

// Thaw implements [Endpoint].
func (s *Serial) Thaw() error { return nil }

// CPU implements [Endpoint].
func (s *Serial) CPU() (time.Duration, bool) { return 0, false }

// Waiting implements [Endpoint].
func (s *Serial) Waiting() (time.Duration, bool) { return 0, false }

// Ended implements [Endpoint]. It is asked when the line has hung up.
func (s *Serial) Ended(time.Duration) (End, bool) {
	return End{Fault: game.Crash, Detail: "the board was unplugged", Arena: s.options.UnplugIsVoid}, true
}

// Close implements [Endpoint].
func (s *Serial) Close(game.Fault) record.Run {
	run := record.Run{Status: "ok", Wall: record.Duration(time.Since(s.began)), Where: s.line.String()}
	if s.dropped > 0 {
		run.Where += fmt.Sprintf(", %d bytes dropped before the start, first %q", s.dropped, s.garbage)
	}
	if s.fd >= 0 {
		// The kernel's close waits until all is sent, half a minute at worst.
		unix.IoctlSetInt(s.fd, unix.TCFLSH, unix.TCOFLUSH)
		unix.Close(s.fd)
		s.fd = -1
	}
	return run
}

// findDevice returns the file of a line: the name itself, or, where it has no
// slash, that of the USB adapter with this serial number.
func findDevice(name string) (string, error) {
	if strings.Contains(name, "/") {
		return name, nil
	}
	ports, err := Ports()
	if err != nil {
		return "", err
	}
	var found []string
	for _, p := range ports {
		if p.USBSerial == name {
			found = append(found, p.Device)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("no USB adapter with the serial number %s is plugged in (arena ports lists them)", name)
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("the adapters %s all have the serial number %s: name one of /dev/serial/by-path", strings.Join(found, ", "), name)
}
