package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"botarena/arena/match"
	"botarena/arena/player"
)

// operator seats boards and asks for each to be connected first: where
// several teams' boards share a line, that is whenever another one is due
// there, and again after a match that came out void.
type operator struct {
	match.Boards
	in  *os.File // the operator's terminal; nil where nobody is to be asked
	out io.Writer

	every bool // ask before every match, so that a board can be reset

	mu        sync.Mutex
	connected map[string]string // the name of the board at each line
}

var _ match.Seater = (*operator)(nil)

// newOperator returns a Seater of boards that asks the terminal behind s, if
// there is one and ask is true.
func newOperator(s Streams, ask bool) *operator {
	o := &operator{out: s.Err, connected: map[string]string{}}
	if ask && isTerminal(s.In) {
		o.in = s.In
	}
	return o
}

// Seat implements [match.Seater].
func (o *operator) Seat(ctx context.Context, spec *match.Spec, seat int, cores []int) (player.Endpoint, error) {
	if err := o.ask(ctx, spec, seat); err != nil {
		return nil, err
	}
	return o.Boards.Seat(ctx, spec, seat, cores)
}

// prepare asks for all boards of a match.
func (o *operator) prepare(ctx context.Context, spec *match.Spec) error {
	for i := range spec.Sources {
		if spec.Sources[i].Serial == nil {
			continue
		}
		if err := o.ask(ctx, spec, i); err != nil {
			return err
		}
	}
	return nil
}

// forget makes the operator ask again for the boards of a match.
func (o *operator) forget(spec *match.Spec) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, s := range spec.Sources {
		if s.Serial != nil {
			delete(o.connected, s.Serial.Device)
		}
	}
}

// ask asks for the board of a seat, one question at a time.
func (o *operator) ask(ctx context.Context, spec *match.Spec, seat int) error {
	if o.in == nil {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	line, name := spec.Sources[seat].Serial, spec.Header.Seats[seat].Name
	what := "connect %s to"
	if o.connected[line.Device] == name {
		if !o.every {
			return nil
		}
		what = "reset %s at"
	}
	fmt.Fprintf(o.out, "\r\x1b[K"+what+" %s and press Enter: ", name, line.SerialLine)
	if err := waitEnter(ctx, o.in); err != nil {
		fmt.Fprintln(o.out)
		return err
	}
	o.connected[line.Device] = name
	return nil
}

// waitEnter reads a line from a terminal.
func waitEnter(ctx context.Context, in *os.File) error {
	const glance = 100 // milliseconds: how late an interruption is seen
	var b [1]byte
	for b[0] != '\n' {
		if err := ctx.Err(); err != nil {
			return err
		}
		poll := []unix.PollFd{{Fd: int32(in.Fd()), Events: unix.POLLIN}}
		if n, err := unix.Poll(poll, glance); err != nil || n == 0 {
			continue
		}
		if n, err := unix.Read(int(in.Fd()), b[:]); n == 0 || err != nil && err != unix.EINTR && err != unix.EAGAIN {
			return errors.New("nobody pressed Enter: the input has ended")
		}
	}
	return nil
}
