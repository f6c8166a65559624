package player

import (
	"time"

	"botarena/arena/game"
	"botarena/arena/record"
)

// Absent is the player of a seat whose program could not start.
var Absent Endpoint = absent{}

type absent struct{}

func (absent) Files() Files                   { return Files{In: -1, Out: -1, Log: -1, End: -1} }
func (absent) Freeze() error                  { return nil }
func (absent) Thaw() error                    { return nil }
func (absent) CPU() (time.Duration, bool)     { return 0, false }
func (absent) Waiting() (time.Duration, bool) { return 0, false }
func (absent) Ended(time.Duration) (End, bool) {
	return End{Fault: game.DidNotStart, Detail: "not there"}, true
}
func (absent) Close(game.Fault) record.Run { return record.Run{Status: string(game.DidNotStart)} }
