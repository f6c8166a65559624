package player

import (
	"time"

	"golang.org/x/sys/unix"

	"botarena/protocol"
)

// seat is one seat's side of the talk.
type seat struct {
	ep     Endpoint
	files  Files
	in     protocol.Buffer
	out    []byte // what is still to be written
	log    keptLog
	frozen bool
	// freezeAt is until when it runs on after its answer; zero: it does not.
	freezeAt time.Time
	cpu      time.Duration // reading at the end of its last turn
	// overrun is what it computed after its answer before it was frozen. It is
	// charged to its next turn: nobody gains by it.
	overrun time.Duration
	gone    *End
	late    bool // its last turn was a Timeout
	// byteTime is how long a byte is on the way to the seat; 0 for no time.
	byteTime time.Duration
}

// readCPU notes how much CPU time a seat has used.
func (s *seat) readCPU() {
	if cpu, ok := s.ep.CPU(); ok {
		s.cpu = cpu
	}
}

// read takes what a seat has written and reports whether there was anything.
func (s *seat) read() bool {
	space := s.in.Space()
	if s.files.Out < 0 || len(space) == 0 || s.in.Closed() {
		return false
	}
	n, err := readNow(s.files.Out, space)
	switch {
	case n > 0:
		s.in.Added(n)
		return true
	case n == 0 && err == nil, err != nil && err != unix.EAGAIN && err != unix.EINTR:
		s.in.CloseInput() // EIO is how a terminal says that the other side is gone
	}
	return false
}

// readRest reads what a seat wrote before its main process ended. A grandchild
// that holds its output open is not waited for.
func (s *seat) readRest() {
	s.files.End = -1
	for s.read() {
	}
	s.in.CloseInput()
}

// send adds to what is still to be written, but not to more than a bot that reads
// ever leaves: see mostUnread.
func (s *seat) send(text []byte) {
	if len(s.out) <= mostUnread {
		s.out = append(s.out, text...)
	}
}

// write writes as much of what is to be sent as goes without waiting. A seat
// that no longer reads is found out by its silence, or by its end.
func (s *seat) write() {
	for len(s.out) > 0 && s.files.In >= 0 {
		n, err := writeNow(s.files.In, s.out)
		switch {
		case n > 0:
			s.out = s.out[:copy(s.out, s.out[n:])]
		case err == unix.EAGAIN || err == unix.EINTR:
			return
		default:
			s.files.In = -1
		}
	}
	s.out = s.out[:0] // all is written, or nobody reads it
}

// drain reads one piece of a seat's stderr.
func (t *Table) drain(s *seat) bool {
	if s.files.Log < 0 {
		return false
	}
	n, err := readNow(s.files.Log, t.log)
	if n > 0 {
		s.log.add(t.log[:n])
		return true
	}
	if n == 0 && err == nil || err != nil && err != unix.EAGAIN && err != unix.EINTR {
		s.files.Log = -1
	}
	return false
}

// lastWords reads what is left of a seat's stderr, but not for as long as one
// that still runs goes on writing.
func (t *Table) lastWords(s *seat) {
	for range 64 {
		if !t.drain(s) {
			return
		}
	}
}
