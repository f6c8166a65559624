package player

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// SerialLine says how a serial line is set: 8 data bits, no flow control, and
// the rest as given.
type SerialLine struct {
	// Device is the line's file, such as /dev/ttyUSB0 or one of
	// /dev/serial/by-id, or, without a slash, the serial number of a USB
	// adapter: these stay the same whatever else is plugged in.
	Device string `json:"device"`
	Baud   int    `json:"baud"`
	// Parity is none, odd, even, mark or space.
	Parity string `json:"parity"`
	// StopBits is 1 or 2.
	StopBits int `json:"stop_bits"`
}

// Parities are the names of what the parity bit can be.
var Parities = []string{"none", "odd", "even", "mark", "space"}

// The contest's line (papersoccer, "Wire"): 115200 8N1.
const (
	DefaultBaud     = 115200
	DefaultParity   = "none"
	DefaultStopBits = 1
)

// The baud rates that are taken: below, a turn takes longer than anybody
// waits; above, no adapter goes.
const (
	LeastBaud = 50
	MostBaud  = 12_000_000
)

// LineError says which setting of a line cannot be.
type LineError struct {
	Setting string // device, baud, parity or stop_bits
	Problem string
}

func (e *LineError) Error() string { return e.Problem }

// Check looks at the line's settings. The error is a *[LineError].
func (l SerialLine) Check() error {
	_, parity := parityFlags[l.Parity]
	switch {
	case l.Device == "" || strings.ContainsRune(l.Device, 0):
		return &LineError{"device", "no device is named"}
	case l.Baud < LeastBaud || l.Baud > MostBaud:
		return &LineError{"baud", fmt.Sprintf("%d baud is not between %d and %d", l.Baud, LeastBaud, MostBaud)}
	case !parity:
		return &LineError{"parity", fmt.Sprintf("parity %q is none of %s", l.Parity, strings.Join(Parities, ", "))}
	case l.StopBits != 1 && l.StopBits != 2:
		return &LineError{"stop_bits", fmt.Sprintf("%d stop bits: a line has 1 or 2", l.StopBits)}
	}
	return nil
}

// String returns the line as people write it: /dev/ttyUSB0 115200 8N1.
func (l SerialLine) String() string {
	return fmt.Sprintf("%s %d 8%c%d", l.Device, l.Baud, strings.ToUpper(l.Parity + "?")[0], l.StopBits)
}

// ByteTime returns how long one byte is on the wire: a start bit, 8 data
// bits, the parity bit where there is one, and the stop bits.
func (l SerialLine) ByteTime() time.Duration {
	bits := 1 + 8 + l.StopBits
	if l.Parity != "none" {
		bits++
	}
	return time.Duration(bits) * time.Second / time.Duration(l.Baud)
}

var parityFlags = map[string]uint32{
	"none":  0,
	"even":  unix.PARENB,
	"odd":   unix.PARENB | unix.PARODD,
	"mark":  unix.PARENB | unix.PARODD | unix.CMSPAR,
	"space": unix.PARENB | unix.CMSPAR,
}

// open opens the device and sets it. The descriptor is non-blocking.
//
// The library that lists the ports, go.bug.st/serial, could open them too, but
// keeps the descriptor to itself and reads with a thread that waits; a table
// polls the descriptors of all its seats on one thread.
func (l SerialLine) open(device string) (int, error) {
	fd, err := unix.Open(device, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, fmt.Errorf("open %s: %w", device, err)
	}
	if err := l.set(fd); err != nil {
		unix.Close(fd)
		return -1, fmt.Errorf("%s: %w", device, err)
	}
	return fd, nil
}

// set takes the line for this process alone and sets it (termios(3), ioctl_tty(2)).
func (l SerialLine) set(fd int) error {
	t, err := unix.IoctlGetTermios(fd, unix.TCGETS2)
	if err != nil {
		return fmt.Errorf("this is no serial line: %w", err)
	}
	// Root may open a line in spite of TIOCEXCL; the lock stops two arenas of root's.
	if err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return fmt.Errorf("another program has the line: %w", err)
	}
	if err := unix.IoctlSetInt(fd, unix.TIOCEXCL, 0); err != nil {
		return fmt.Errorf("TIOCEXCL: %w", err)
	}
	// Every byte passes as it is: the sizes of the opening are binary, and XON
	// and XOFF are bytes like any other. A byte of wrong parity is read as 0,
	// so that it is seen; a break, which an unpowered board sends, is nothing.
	t.Iflag = unix.IGNBRK
	t.Oflag, t.Lflag = 0, 0
	t.Cflag = unix.CS8 | unix.CREAD | unix.CLOCAL | unix.BOTHER | parityFlags[l.Parity] | t.Cflag&unix.HUPCL
	if l.Parity != "none" {
		t.Iflag |= unix.INPCK
	}
	if l.StopBits == 2 {
		t.Cflag |= unix.CSTOPB
	}
	t.Ispeed, t.Ospeed = uint32(l.Baud), uint32(l.Baud)
	// With VMIN 0 a read of nothing would be the end of the input, not EAGAIN.
	t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
	if err := unix.IoctlSetTermios(fd, unix.TCSETS2, t); err != nil {
		return fmt.Errorf("it does not take %d baud and these settings: %w", l.Baud, err)
	}
	return l.verify(fd)
}

// verify looks whether the driver did as it was told: it is allowed to take
// what it can and keep silent about the rest.
func (l SerialLine) verify(fd int) error {
	t, err := unix.IoctlGetTermios(fd, unix.TCGETS2)
	if err != nil {
		return fmt.Errorf("read its settings: %w", err)
	}
	const format = unix.PARENB | unix.PARODD | unix.CMSPAR | unix.CSTOPB | unix.CSIZE | unix.CRTSCTS
	want := unix.CS8 | parityFlags[l.Parity]
	if l.StopBits == 2 {
		want |= unix.CSTOPB
	}
	off := int(t.Ospeed) - l.Baud
	switch {
	case isPty(fd): // it has no wire, and no parity bit
	case max(off, -off)*100 > 3*l.Baud: // more, and a byte's last bits are missed
		return fmt.Errorf("the driver runs it at %d baud where %d are wanted", t.Ospeed, l.Baud)
	case t.Cflag&format != want:
		return fmt.Errorf("the driver does not do parity %s with %d stop bits", l.Parity, l.StopBits)
	}
	return nil
}

// isPty reports whether a descriptor is a pseudo-terminal's slave, as its
// major number tells (the kernel's list of devices).
func isPty(fd int) bool {
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil {
		return false
	}
	const first, last = 136, 143
	major := unix.Major(st.Rdev)
	return major >= first && major <= last
}
