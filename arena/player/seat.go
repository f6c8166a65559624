package player

import (
	"time"

	"golang.org/x/sys/unix"

	"botarena/protocol"
)

// seat is one seat's side of the talk.
type seat struct {
	ep     Endpoint
	files  Files // those that are not done with; -1 otherwise
	in     protocol.Buffer
	unsent []byte // what is still to be written to it
	log    keptLog
	// byteTime is how long a byte is on the way to the seat; 0 for no time.
	byteTime time.Duration

	frozen bool
	// freezeAt is until when it runs on after its answer; zero: it does not.
	freezeAt time.Time
	cpu      time.Duration // when it was last read, such as at the end of its last turn
	// overrun is what it computed after its answer before it was frozen. It is
	// charged to its next turn: nobody gains by it.
	overrun time.Duration

	timedOut bool // in its last turn
	gone     *End // why it will be asked no more; nil while it is asked
}

// mostUnread is how much of what a seat was sent may wait to be read by it,
// some of the largest requests (Gold Hunter's, on its largest map): beyond
// that it is sent neither requests nor replies. A bot can answer and ask
// without reading, and shall not fill the arena's memory by that.
const mostUnread = 1 << 20

// readCPU notes how much CPU time a seat has used, and returns how much of it
// is new.
func (s *seat) readCPU() time.Duration {
	before := s.cpu
	if cpu, ok := s.ep.CPU(); ok {
		s.cpu = cpu
	}
	return s.cpu - before
}

// read takes what a seat has written and reports whether there was anything.
func (s *seat) read() bool {
	space := s.in.Space()
	if s.files.Out < 0 || len(space) == 0 || s.in.Closed() {
		return false
	}
	n, err := readNow(s.files.Out, space)
	if n > 0 {
		s.in.Added(n)
	} else if ended(n, err) {
		s.in.CloseInput()
	}
	return n > 0
}

// readRest reads what a seat wrote before its main process ended. A grandchild
// that holds its output open is not waited for.
func (s *seat) readRest() {
	s.files.End = -1
	for s.read() {
	}
	s.in.CloseInput()
}

// send adds to what is still to be written, but no more than a bot that reads ever
// leaves, and returns how much that was.
func (s *seat) send(text []byte) int {
	if len(s.unsent) > mostUnread {
		return 0
	}
	s.unsent = append(s.unsent, text...)
	return len(text)
}

// write writes as much of what is to be sent as goes without waiting. A seat
// that no longer reads is found out by its silence, or by its end.
func (s *seat) write() {
	for len(s.unsent) > 0 && s.files.In >= 0 {
		n, err := writeNow(s.files.In, s.unsent)
		switch {
		case n > 0:
			s.unsent = s.unsent[:copy(s.unsent, s.unsent[n:])]
		case err == unix.EAGAIN || err == unix.EINTR:
			return
		default:
			s.files.In = -1
		}
	}
	s.unsent = s.unsent[:0] // all is written, or nobody reads it
}

// drain reads one piece of a seat's stderr, and reports whether there was any.
func (t *Table) drain(s *seat) bool {
	if s.files.Log < 0 {
		return false
	}
	n, err := readNow(s.files.Log, t.scratch)
	if n > 0 {
		s.log.add(t.scratch[:n])
	} else if ended(n, err) {
		s.files.Log = -1
	}
	return n > 0
}

// drainRest reads what is left of a seat's stderr, but not for as long as one
// that still runs goes on writing.
func (t *Table) drainRest(s *seat) {
	for range 64 {
		if !t.drain(s) {
			return
		}
	}
}
