package check

import (
	"context"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/player"
	"botarena/arena/record"
)

// seater seats the bot as the match's own seater does, and nobody elsewhere,
// since the mover is a dialogue, unless there are others to be seated.
type seater struct {
	match.Seater
	seat   int
	others bool
	late   []byte // what the bot wrote after it was last read
	early  int    // how often it had written something before it was asked, of which nothing was read
}

// Seat implements [match.Seater].
func (s *seater) Seat(ctx context.Context, spec *match.Spec, seat int, cores []int) (player.Endpoint, error) {
	if seat != s.seat {
		if s.others {
			return s.Seater.Seat(ctx, spec, seat, cores)
		}
		return nobody{}, nil
	}
	s.late, s.early = nil, 0
	p, err := s.Seater.Seat(ctx, spec, seat, cores)
	if err != nil {
		return nil, err
	}
	if _, wired := p.(player.Wired); wired { // a board has nothing to flush
		return p, nil
	}
	return &endpoint{p, s}, nil
}

// endpoint reads, before a bot is ended, what it has still written: an answer
// that comes with the end of the input only was never flushed. What a frozen
// bot had written before it was frozen came before it was asked for.
type endpoint struct {
	player.Endpoint
	s *seater
}

// TurnBegins implements [player.Turner].
func (e *endpoint) TurnBegins(now time.Time) {
	if t, ok := e.Endpoint.(player.Turner); ok {
		t.TurnBegins(now)
	}
}

// Thaw implements [player.Endpoint].
func (e *endpoint) Thaw() error {
	const lineEnd = len("\r\n") // that of the answer before may come in a piece of its own
	if n, err := unix.IoctlGetInt(e.Files().Out, unix.TIOCINQ); err == nil && n > lineEnd {
		e.s.early++
	}
	return e.Endpoint.Thaw()
}

// CloseInput implements [player.InputCloser].
func (e *endpoint) CloseInput() {
	if c, ok := e.Endpoint.(player.InputCloser); ok {
		c.CloseInput()
	}
}

// Close implements [player.Endpoint].
func (e *endpoint) Close(why game.Fault) record.Run {
	if out := e.Files().Out; out >= 0 {
		b := make([]byte, mostHeard)
		if n, err := unix.Read(out, b); err == nil && n > 0 {
			e.s.late = b[:n]
		}
	}
	return e.Endpoint.Close(why)
}

// nobody is the endpoint of the mover.
type nobody struct{}

func (nobody) Files() player.Files                    { return player.Files{In: -1, Out: -1, Log: -1, End: -1} }
func (nobody) Freeze() error                          { return nil }
func (nobody) Thaw() error                            { return nil }
func (nobody) CPU() (time.Duration, bool)             { return 0, false }
func (nobody) Waiting() (time.Duration, bool)         { return 0, false }
func (nobody) Ended(time.Duration) (player.End, bool) { return player.End{}, false }
func (nobody) Close(game.Fault) record.Run            { return record.Run{Status: "ok"} }
