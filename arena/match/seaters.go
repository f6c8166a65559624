package match

import (
	"context"
	"errors"
	"fmt"

	"botarena/arena/player"
	"botarena/arena/record"
)

// Seaters brings each player to its seat by its kind. A field that is nil
// stands for a kind that cannot be had.
type Seaters struct {
	Process Seater // such as *[Jailed] or [Plain]
	Serial  Seater // such as [Boards]
	TCP     Seater // such as *[Clients]
}

var _ Seater = Seaters{}

// Seat implements [Seater].
func (s Seaters) Seat(ctx context.Context, spec *Spec, seat int, cores []int) (player.Endpoint, error) {
	kind := spec.Sources[seat].Kind()
	of := map[string]Seater{record.KindProcess: s.Process, record.KindSerial: s.Serial, record.KindTCP: s.TCP}[kind]
	switch {
	case kind == "":
		return nil, errors.New("its source is not exactly one player")
	case of == nil:
		return nil, fmt.Errorf("no player of the kind %s can be had here", kind)
	}
	return of.Seat(ctx, spec, seat, cores)
}

// Layers implements [Seater]: those of the jail, where anybody is in it.
func (s Seaters) Layers() []string {
	if s.Process == nil {
		return nil
	}
	return s.Process.Layers()
}

// Open opens what can be opened before a match, such as the programs. The
// errors are those of [Jailed.Open].
func (s Seaters) Open(spec *Spec) error {
	if o, ok := s.Process.(interface{ Open(*Spec) error }); ok {
		return o.Open(spec)
	}
	return nil
}
