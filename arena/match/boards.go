package match

import (
	"context"
	"errors"
	"time"

	"botarena/arena/player"
	"botarena/arena/record"
)

// Serial is a board at a serial line of this machine.
type Serial struct {
	SerialLine
	// OnUnplug is what becomes of a match whose board is unplugged: void or lose.
	OnUnplug string `json:"on_unplug"`
	// Settle is how long the board must have been silent before the match
	// begins, within the limit of the start.
	Settle record.Duration `json:"settle"`
}

// SerialLine says how a serial line is set, LineError what cannot be.
type (
	SerialLine = player.SerialLine
	LineError  = player.LineError
)

// The contest's line (papersoccer, "Wire").
const (
	DefaultBaud     = player.DefaultBaud
	DefaultParity   = player.DefaultParity
	DefaultStopBits = player.DefaultStopBits
)

// What unplugging a board can mean.
const (
	UnplugVoid = "void"
	UnplugLose = "lose"
)

// DefaultSettle is how long a board must be silent before a match: longer
// than the pauses in what a boot loader says.
const DefaultSettle = record.Duration(300 * time.Millisecond)

// Boards seats boards at serial lines. A line that cannot be opened voids the
// match; a board that does not stop talking has not started.
type Boards struct{}

// Seat implements [Seater].
func (Boards) Seat(ctx context.Context, spec *Spec, seat int, _ []int) (player.Endpoint, error) {
	source := spec.Sources[seat].Serial
	if source == nil {
		return nil, errors.New("not a board")
	}
	patience := time.Duration(spec.Header.Terms.Start)
	if patience <= 0 || spec.Header.Terms.Clock == record.ClockOff {
		patience = time.Minute
	}
	p, err := player.StartSerial(ctx, source.SerialLine, player.SerialOptions{
		Settle: time.Duration(source.Settle), Patience: max(patience, 2*time.Duration(source.Settle)), UnplugIsVoid: source.OnUnplug != UnplugLose,
	})
	switch {
	case errors.Is(err, player.ErrRestless):
		return nil, &Refusal{err.Error()}
	case err != nil:
		return nil, err
	}
	return p, nil
}

// Layers implements [Seater]: a board is in no jail.
func (Boards) Layers() []string { return nil }
