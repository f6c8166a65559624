package fleet

import (
	"time"

	"github.com/nats-io/nats.go"

	"botarena/arena/match"
)

// job is the message by which a match is ordered.
type job struct {
	// Key names the match: the hash of all that is said about it.
	Key string `json:"key"`
	// Run is the life of the coordinator that ordered it.
	Run     string `json:"run"`
	Attempt int    `json:"attempt"`
	// Alone says that the worker must play nothing else meanwhile.
	Alone bool `json:"alone,omitempty"`
	// Lost is how often it was handed out and nobody said what came of it,
	// before it was queued as this message.
	Lost int `json:"lost,omitempty"`
	// Spec has no sources, and no set-up where Setup names it.
	Spec     match.Spec `json:"spec"`
	Setup    string     `json:"setup,omitempty"` // hash, in the store of files
	Programs []program  `json:"programs"`        // of the seats
}

// program is a bot in the store of files.
type program struct {
	Pack        string `json:"pack"` // hash
	Main        string `json:"main"` // the program's path in the pack
	Folder      bool   `json:"folder,omitempty"`
	Runtime     string `json:"runtime,omitempty"`
	Interpreter string `json:"interpreter,omitempty"`
}

// A result is a message whose data is the record, compressed, or nothing. Its
// headers say the rest.
const (
	headKey     = "Arena-Key"
	headRun     = "Arena-Run"
	headAttempt = "Arena-Attempt"
	headError   = "Arena-Error"  // why there is no record
	headReplay  = "Arena-Replay" // the record's name in the store of replays
	// headRefused says that the worker could not play it, which says nothing of
	// others, and how often it had been lost by then.
	headRefused = "Arena-Refused"
)

// beat is what a worker says of itself at every beat.
type beat struct {
	Name    string    `json:"name"`
	Machine Machine   `json:"machine"`
	Now     time.Time `json:"now"`
	Playing []string  `json:"playing"` // the IDs of the matches
	Played  int       `json:"played"`
	Void    int       `json:"void"`
	Failed  int       `json:"failed"`            // jobs that it could not play
	Trouble string    `json:"trouble,omitempty"` // why the last of those
	Leaving bool      `json:"leaving,omitempty"`
}

// answer is the coordinator's to a beat.
type answer struct {
	// Refused says why the machine may not play.
	Refused string `json:"refused,omitempty"`
	Run     string `json:"run"`
	// Consumer is the one that the worker draws from.
	Consumer string        `json:"consumer"`
	AckWait  time.Duration `json:"ack_wait"`
}

// control is what the coordinator tells all workers at once.
type control struct {
	// CalledOff is the run whose matches are not to be played on.
	CalledOff string `json:"called_off,omitempty"`
	// Over says that there will be no more matches.
	Over bool `json:"over,omitempty"`
}

// maxLost is how often a match is handed out and nobody says what came of it,
// before it is given up: by then it is more likely that it ends its workers
// than that they ended by chance.
const maxLost = 10

// maxRefusals is how often each worker that is there may say that it cannot
// play a match, before that is given up: it may have been cut off, or its disk
// full, for a moment.
const maxRefusals = 3

// largeSetup is from where a set-up goes by the store of files and not with
// every job; largeRecord the same for the record in a result.
const (
	largeSetup  = 4 << 10
	largeRecord = 256 << 10
)

func newMessage(subject string, data []byte, headers ...string) *nats.Msg {
	m := nats.NewMsg(subject)
	m.Data = data
	for i := 0; i < len(headers); i += 2 {
		if headers[i+1] != "" {
			m.Header.Set(headers[i], headers[i+1])
		}
	}
	return m
}
