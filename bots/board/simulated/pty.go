// Package simulated is a Paper Soccer board in software: it reads the
// contest's wire byte by byte, as a state machine in an FPGA does, at the pace
// of a baud rate, over a pseudo-terminal in the serial line's place. It has
// the faults that boards have.
package simulated

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// Pty is a pair of pseudo-terminals: the board sits at the one end, and the
// other is a file that the arena opens like a serial line.
type Pty struct {
	// Path is the file to open, such as /dev/pts/3.
	Path string

	master *os.File
	slave  *os.File // kept open: else a read at the board's end would fail while nobody plays
}

// OpenPty makes a pair (pts(4)).
func OpenPty() (*Pty, error) {
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("open /dev/ptmx: %w", err)
	}
	p := &Pty{master: os.NewFile(uintptr(fd), "/dev/ptmx")}
	if err := p.open(fd); err != nil {
		p.Unplug()
		return nil, err
	}
	return p, nil
}

func (p *Pty) open(fd int) error {
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		return fmt.Errorf("unlock the pseudo-terminal: %w", err)
	}
	n, err := unix.IoctlGetUint32(fd, unix.TIOCGPTN)
	if err != nil {
		return fmt.Errorf("number of the pseudo-terminal: %w", err)
	}
	p.Path = "/dev/pts/" + strconv.FormatUint(uint64(n), 10)
	slave, err := unix.Open(p.Path, unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open %s: %w", p.Path, err)
	}
	p.slave = os.NewFile(uintptr(slave), p.Path)
	t, err := unix.IoctlGetTermios(slave, unix.TCGETS)
	if err != nil {
		return fmt.Errorf("settings of %s: %w", p.Path, err)
	}
	// A terminal for people would send back what it gets, and change it.
	t.Iflag, t.Oflag, t.Lflag = 0, 0, 0
	t.Cflag = t.Cflag&^(unix.CSIZE|unix.PARENB) | unix.CS8
	if err := unix.IoctlSetTermios(slave, unix.TCSETS, t); err != nil {
		return fmt.Errorf("settings of %s: %w", p.Path, err)
	}
	return nil
}

// Read reads what was sent to the board.
func (p *Pty) Read(b []byte) (int, error) { return p.master.Read(b) }

// Write sends as the board.
func (p *Pty) Write(b []byte) (int, error) { return p.master.Write(b) }

// Unplug takes the board off the line: whoever has the file open sees it hang
// up. Reads and writes of the board's end fail from now on.
func (p *Pty) Unplug() {
	p.master.Close()
	if p.slave != nil {
		p.slave.Close()
	}
}
