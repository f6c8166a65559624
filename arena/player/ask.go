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
	done     bool
	began    time.Time
	nextLook time.Time // when its clock is to be looked at; zero for never
	// cpuStart is the seat's CPU time at the begin, less what it computed before
	// and is charged for in this turn.
	cpuStart time.Duration

	// Waiting time is read from some moment of the turn on only. From then on:
	countsWaiting bool
	waitingStart  time.Duration // the seat's waiting time then
	waitingKnown  bool          // it was known then
	ownStart      time.Duration // the CPU time of the asking thread then
	waitingAt     time.Time     // the moment for which Times.Waiting was last worked out

	// For telling whose doing a delay of the asking thread is:
	lookedAt  time.Time     // when the seat was last looked at
	cpuAtLook time.Duration // its CPU time then

	// In bytes:
	sent    int // of the request, and of what went out with it
	offered int // of what had come when Take was last called
	taken   int // by Take, in all
}

// ErrCancelled is an Ask's Err when the match was called off.
var ErrCancelled = errors.New("player: the match was called off")

func (a *Ask) isOpen() bool { return !a.done }

// take looks for an answer in what the seat has said.
func (a *Ask) take(s *seat) (reply []byte, err error) {
	a.offered = len(s.in.Bytes())
	reply, err = a.Take(&s.in)
	a.taken += a.offered - len(s.in.Bytes())
	return reply, err
}

// received returns how many bytes of an answer have come.
func (a *Ask) received(s *seat) int { return a.taken + len(s.in.Bytes()) }

func (a *Ask) fail(fault game.Fault, detail string) { a.Fault, a.Detail = fault, detail }

// failGone fails a turn with what has put its seat out.
func (a *Ask) failGone(s *seat) {
	a.fail(s.gone.Fault, s.gone.Detail)
	if s.gone.Arena {
		a.Doubt = s.gone.Detail
	}
}

// failLate fails a turn whose seat has taken too much time.
func (a *Ask) failLate(s *seat, detail string) {
	s.timedOut = true
	a.Received = a.received(s)
	a.fail(game.Timeout, detail)
}
