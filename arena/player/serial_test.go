package player

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
	"botarena/bots/board/simulated"
	"botarena/protocol"
)

func openPty(t *testing.T) *simulated.Pty {
	t.Helper()
	p, err := simulated.OpenPty()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Unplug)
	return p
}

func lineOf(p *simulated.Pty, baud int) SerialLine {
	return SerialLine{Device: p.Path, Baud: baud, Parity: "none", StopBits: 1}
}

func startSerial(t *testing.T, line SerialLine, o SerialOptions) *Serial {
	t.Helper()
	if o.Patience == 0 {
		o.Patience = 5 * time.Second
	}
	s, err := StartSerial(t.Context(), line, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close("") })
	return s
}

func TestSerialLine(t *testing.T) {
	for _, c := range []struct {
		line SerialLine
		want time.Duration
		text string
	}{
		{SerialLine{"/dev/ttyUSB0", 115200, "none", 1}, 86805 * time.Nanosecond, "/dev/ttyUSB0 115200 8N1"},
		{SerialLine{"A5", 9600, "even", 1}, 1145833 * time.Nanosecond, "A5 9600 8E1"},
		{SerialLine{"A5", 1000, "odd", 2}, 12 * time.Millisecond, "A5 1000 8O2"},
	} {
		if err := c.line.Check(); err != nil {
			t.Errorf("%v: %v", c.line, err)
		}
		if got := c.line.ByteTime(); got != c.want {
			t.Errorf("%v: a byte takes %v, want %v", c.line, got, c.want)
		}
		if got := c.line.String(); got != c.text {
			t.Errorf("written as %q, want %q", got, c.text)
		}
	}
	for _, bad := range []SerialLine{
		{"", 9600, "none", 1}, {"x", 49, "none", 1}, {"x", 9600, "both", 1}, {"x", 9600, "none", 3}, {"x", 13_000_000, "none", 1},
	} {
		if bad.Check() == nil {
			t.Errorf("%+v passes", bad)
		}
	}
}

// TestSerialRaw: every byte passes as it is in both directions: line ends,
// XON, XOFF, the interrupt and the end-of-file characters among them.
func TestSerialRaw(t *testing.T) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	for _, parity := range Parities {
		p := openPty(t)
		line := lineOf(p, 57600)
		line.Parity, line.StopBits = parity, 2
		s := startSerial(t, line, SerialOptions{})
		if _, err := unix.Write(s.fd, all); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(all))
		if _, err := io.ReadFull(p, got); err != nil || !bytes.Equal(got, all) {
			t.Errorf("%s: the board got %q, %v", parity, got, err)
		}
		if _, err := p.Write(all); err != nil {
			t.Fatal(err)
		}
		clear(got)
		for n := 0; n < len(got); {
			if !readable(s.fd, time.Second) {
				t.Fatalf("%s: %d bytes of %d came", parity, n, len(got))
			}
			k, err := unix.Read(s.fd, got[n:])
			if err != nil {
				t.Fatal(err)
			}
			n += k
		}
		if !bytes.Equal(got, all) {
			t.Errorf("%s: the arena got %q", parity, got)
		}
	}
}

// TestSerialSettle: what a board says before the start is dropped and told,
// also what comes after the line was silent for long enough.
func TestSerialSettle(t *testing.T) {
	p := openPty(t)
	p.Write([]byte("{07}\x00"))
	go func() {
		time.Sleep(30 * time.Millisecond)
		p.Write([]byte("boot"))
	}()
	s := startSerial(t, lineOf(p, 9600), SerialOptions{Settle: 150 * time.Millisecond})
	if s.dropped != 9 || string(s.garbage) != "{07}\x00boot" {
		t.Errorf("dropped %d bytes, %q", s.dropped, s.garbage)
	}
	p.Write([]byte("late"))
	readable(s.fd, time.Second)
	s.Begin()
	if s.dropped != 13 {
		t.Errorf("dropped %d bytes before the start, want 13", s.dropped)
	}
	if run := s.Close(""); run.Where != p.Path+` 9600 8N1, 13 bytes dropped before the start, first "{07}\x00bootlate"` {
		t.Errorf("where: %s", run.Where)
	}
}

func TestSerialRestless(t *testing.T) {
	p := openPty(t)
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			case <-time.After(10 * time.Millisecond):
				p.Write([]byte("x"))
			}
		}
	}()
	defer func() { close(stop); <-done }()
	o := SerialOptions{Settle: 100 * time.Millisecond, Patience: 300 * time.Millisecond}
	if _, err := StartSerial(t.Context(), lineOf(p, 9600), o); !errors.Is(err, ErrRestless) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := StartSerial(ctx, lineOf(p, 9600), o); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

func TestSerialRefused(t *testing.T) {
	p := openPty(t)
	startSerial(t, lineOf(p, 9600), SerialOptions{})
	for _, device := range []string{p.Path, os.DevNull, "/dev/no-such-line", "NOSUCHSERIAL"} {
		line := SerialLine{Device: device, Baud: 9600, Parity: "none", StopBits: 1}
		s, err := StartSerial(t.Context(), line, SerialOptions{})
		if err == nil {
			s.Close("")
			t.Errorf("%s was opened", device)
		}
	}
}

// soccerTurn returns an Ask for a turn of Paper Soccer.
func soccerTurn(mode Mode, limit time.Duration) *Ask {
	turns := new(protocol.Turns)
	return &Ask{
		Request: []byte("{}\n"), Clock: Clock{Mode: mode, Limit: limit},
		Take: func(in *protocol.Buffer) ([]byte, error) {
			_, err := turns.Take(in)
			return nil, err
		},
	}
}

// TestSerialWireTime: at 600 baud a turn of 15 bytes is on the wire for 250
// ms, more than the limit; only what the board takes beside is charged.
func TestSerialWireTime(t *testing.T) {
	const limit = 150 * time.Millisecond
	for _, c := range []struct {
		name  string
		think time.Duration
		noise bool
		want  game.Fault
	}{
		{"at once", 0, false, game.NoFault},
		{"thinks too long", 400 * time.Millisecond, false, game.Timeout},
		{"gains no time by noise", 700 * time.Millisecond, true, game.Timeout},
	} {
		modes := []Mode{Wall, Fair}
		if c.want == game.NoFault { // nobody knows a board's CPU time, which is all that the mode charges
			modes = append(modes, CPU)
		}
		for _, mode := range modes {
			t.Run(c.name+" "+string(mode), func(t *testing.T) {
				t.Parallel() // most of it is waiting
				p := openPty(t)
				line := lineOf(p, 600)
				s := startSerial(t, line, SerialOptions{})
				board := make(chan error, 1)
				go func() { board <- slowAnswer(p, line.ByteTime(), c.think, c.noise) }()
				a := soccerTurn(mode, limit)
				NewTable([]Endpoint{s}, Frozen, -1).Ask([]*Ask{a})
				if a.Fault != c.want || c.want == game.NoFault && a.Doubt != "" || a.Err != nil {
					t.Errorf("fault %q (%s), doubt %q, error %v, times %+v; want %q", a.Fault, a.Detail, a.Doubt, a.Err, a.Times, c.want)
				}
				if a.Fault == game.NoFault && (a.Times.Wall < 220*time.Millisecond || a.Times.Waiting < 220*time.Millisecond) {
					t.Errorf("times %+v, want 250 ms on the wire", a.Times)
				}
				if err := <-board; err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// slowAnswer reads a request and answers with 12 bytes at the line's pace.
func slowAnswer(p *simulated.Pty, byteTime, think time.Duration, noise bool) error {
	var request [3]byte
	if _, err := io.ReadFull(p, request[:]); err != nil {
		return err
	}
	due := time.Now().Add(3 * byteTime)
	time.Sleep(time.Until(due))
	for began := time.Now(); time.Since(began) < think; time.Sleep(byteTime) {
		if noise {
			p.Write([]byte("~"))
		}
	}
	due = due.Add(think)
	for _, c := range []byte("{012345670}\n") {
		due = due.Add(byteTime)
		time.Sleep(time.Until(due))
		if _, err := p.Write([]byte{c}); err != nil {
			return err
		}
	}
	return nil
}

// TestSerialUnplug: a board that is pulled out has crashed, or voids the
// match, as the options say.
func TestSerialUnplug(t *testing.T) {
	for _, void := range []bool{false, true} {
		for _, before := range []bool{false, true} {
			p := openPty(t)
			s := startSerial(t, lineOf(p, 115200), SerialOptions{UnplugIsVoid: void})
			table := NewTable([]Endpoint{s}, Frozen, -1)
			if before {
				p.Unplug()
			} else {
				time.AfterFunc(20*time.Millisecond, p.Unplug)
			}
			a := soccerTurn(Wall, 5*time.Second)
			table.Ask([]*Ask{a})
			if a.Fault != game.Crash || a.Detail != "the board was unplugged" || (a.Doubt != "") != void {
				t.Errorf("void %v, before %v: fault %q, detail %q, doubt %q", void, before, a.Fault, a.Detail, a.Doubt)
			}
			table.Close(nil, 0)
		}
	}
}
