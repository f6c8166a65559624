package championship

import (
	"encoding/json"
	"fmt"
	"time"

	"botarena/arena/championship/grade"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/table"
	"botarena/arena/game"
	"botarena/arena/record"
)

// entry is a line of the journal: exactly one field is set. The journal adds
// the place of a replay.
type entry struct {
	Plan   *plan       `json:"plan,omitempty"`
	Round  *roundEntry `json:"round,omitempty"`
	Match  *matchEntry `json:"match,omitempty"`
	Void   *Void       `json:"void,omitempty"`
	Ruling *Ruling     `json:"ruling,omitempty"`
	Change *Change     `json:"change,omitempty"`
	End    *end        `json:"end,omitempty"`
	Replay [2]int      `json:"replay,omitzero"`
}

// end says that an adaptive format has no round any more, which may come
// before all the planned ones when entrants are removed.
type end struct {
	Rounds int `json:"rounds"`
}

// plan is the first entry: what the journal must say to be read without the
// files that the championship was made from.
type plan struct {
	Name      string         `json:"name"`
	Game      string         `json:"game"`
	Seats     []string       `json:"seats"`
	Counters  []game.Counter `json:"counters,omitempty"`
	Seed      uint64         `json:"seed"`
	Format    string         `json:"format"`
	Settings  string         `json:"settings"` // hash of the format as JSON: a new field of one is left out there where it is zero
	Adaptive  bool           `json:"adaptive,omitempty"`
	Rounds    int            `json:"rounds"`
	Matches   int            `json:"matches"`
	Terms     string         `json:"terms"`  // hash
	Setups    []string       `json:"setups"` // hashes
	Entrants  []planEntrant  `json:"entrants"`
	Scheme    table.Scheme   `json:"scheme"`
	TieBreaks []string       `json:"tie_breaks"` // null for the default
	Removal   table.Removal  `json:"removal,omitempty"`
	RemoveFor []game.Fault   `json:"remove_for,omitempty"`
	Grade     *grade.Policy  `json:"grade,omitempty"`
}

type planEntrant struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	Programs [2]string `json:"programs"` // hashes; "missing" for none
}

// missing stands in a plan for a program that is not there.
const missing = "missing"

// roundEntry is a round as it was drawn.
type roundEntry struct {
	Number  int        `json:"number"`
	Name    string     `json:"name"`
	Matches [][3]int32 `json:"matches"` // board, entrant in seat 0, entrant in seat 1
	Byes    []int32    `json:"byes,omitempty"`
	Bracket []int32    `json:"bracket,omitempty"`
}

func newRoundEntry(number int, r pairing.Round) *roundEntry {
	e := &roundEntry{Number: number, Name: r.Name, Byes: r.Byes, Bracket: r.Bracket, Matches: make([][3]int32, len(r.Matches))}
	for i, m := range r.Matches {
		e.Matches[i] = [3]int32{m.Board, m.Seats[0], m.Seats[1]}
	}
	return e
}

func (e *roundEntry) round() pairing.Round {
	r := pairing.Round{Name: e.Name, Byes: e.Byes, Bracket: e.Bracket, Matches: make([]pairing.Match, len(e.Matches))}
	for i, m := range e.Matches {
		r.Matches[i] = pairing.Match{Round: int32(e.Number), Board: m[0], Seats: [2]int32{m[1], m[2]}}
	}
	return r
}

// matchEntry is a match that counts.
type matchEntry struct {
	Number int `json:"number"`
	// Game is the same in every run of deterministic bots.
	Game gamePart `json:"game"`
	// Measured is what this run was like.
	Measured measuredPart `json:"measured"`
}

type gamePart struct {
	Board    int          `json:"board"`
	Entrants [2]string    `json:"entrants"`       // IDs
	Hash     string       `json:"hash,omitempty"` // of the record's game part
	Walkover bool         `json:"walkover,omitempty"`
	Starter  int          `json:"starter,omitempty"` // the seat that answered first
	Result   *game.Result `json:"result"`
}

type measuredPart struct {
	Attempt int             `json:"attempt,omitempty"`
	Began   time.Time       `json:"began,omitzero"`
	Wall    record.Duration `json:"wall,omitempty"`
}

// Void is a match that was played and does not count, for a fault of the
// arena or the host.
type Void struct {
	Number  int    `json:"number"`
	Attempt int    `json:"attempt"`
	Final   bool   `json:"final"` // it was not played again
	Why     string `json:"why"`
}

func (e *entry) encode() ([]byte, error) {
	text, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("journal entry: %w", err)
	}
	return text, nil
}
