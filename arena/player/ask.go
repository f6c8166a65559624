package player

import (
	"errors"
	"time"

	"botarena/arena/game"
	"botarena/protocol"
)

// Ask is one seat's part of a round of asking: what it is sent and how its
// answer is taken, and then what came of it.
type Ask struct {
	Seat    int
	Request []byte
	// Take takes an answer from what has come. It returns protocol.ErrMore
	// while there is none, with what is to be sent meanwhile, if anything.
	Take  func(in *protocol.Buffer) (reply []byte, err error)
	Clock Clock

	// Fault is what kept the seat from answering: Timeout, LineTooLong,
	// Closed, or what [End] says; NoFault where Take returned nil.
	Fault  game.Fault
	Detail string
	// Received is how many bytes had come of the answer when the time was up.
	Received int
	// Err is an error of Take's own, other than those of package protocol.
	Err error
	// Early says that the answer was there before the request.
	Early bool
	// Doubt says why a Timeout, or an end, is not the seat's own doing; empty
	// where it is.
	Doubt string
	Times Times

	turn
}

// turn is what the table keeps of an Ask while it is open.
type turn struct {
	began  time.Time
	cpu0   time.Duration
	sent   int  // bytes of the request, and of what went out with it
	heard  int  // bytes of the answer so far
	took   int  // bytes that Take has taken
	waits  bool // its waiting time is counted, from here on:
	wait0  time.Duration
	own0   time.Duration // CPU of the asking thread then
	waitOK bool          // wait0 is known
	check  time.Time
	wokeAt time.Time     // when it was last looked at, for telling whose lag it is
	cpuAt  time.Duration // its CPU then
	judged time.Time     // when over last read the waiting time
	done   bool
}

// ErrCancelled is an Ask's Err when the match was called off.
var ErrCancelled = errors.New("player: the match was called off")

// take looks for an answer in what the seat has said.
func (a *Ask) take(s *seat) (reply []byte, err error) {
	a.heard = len(s.in.Bytes())
	reply, err = a.Take(&s.in)
	a.took += a.heard - len(s.in.Bytes())
	return reply, err
}

func (a *Ask) fail(fault game.Fault, detail string) { a.Fault, a.Detail = fault, detail }
