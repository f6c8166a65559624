package championship

import (
	"fmt"
	"math"
	"slices"

	"botarena/arena/championship/journal"
	"botarena/arena/championship/table"
	"botarena/arena/game"
)

// status is what is known of a match.
type status uint8

const (
	open     status = iota // not played, or not in a way that counts
	played                 // counts
	forfeit                // not played: a program is missing; counts
	voidLast               // void, and not to be played again by itself
)

// store keeps the results of all matches, by their numbers, in about 50 bytes
// a match: a million of them must fit beside everything else.
type store struct {
	counters int // of one seat
	status   []status
	seats    [][2]seatRow
	figures  []int32 // counters: those of seat 0, then of seat 1
	replays  []place
	starters []uint8         // the seat that answered first
	faults   []game.Fault    // as indexed by seatRow
	blocks   []journal.Block // as indexed by place
}

type seatRow struct {
	points  int32
	outcome uint8 // index of outcomes
	fault   uint8 // index of store.faults
}

// place is where a replay is.
type place struct {
	block, start, length int32
}

var outcomes = [...]game.Outcome{game.Win, game.Lose, game.Draw}

func newStore(counters int) *store {
	return &store{counters: counters, faults: []game.Fault{game.NoFault}}
}

// grow makes room for n matches.
func (s *store) grow(n int) {
	more := n - len(s.status)
	s.status = append(s.status, make([]status, more)...)
	s.seats = append(s.seats, make([][2]seatRow, more)...)
	s.figures = append(s.figures, make([]int32, more*2*s.counters)...)
	s.replays = append(s.replays, make([]place, more)...)
	s.starters = append(s.starters, make([]uint8, more)...)
}

// set stores a result. Its error says what of it cannot be.
func (s *store) set(number int, r *game.Result, how status, replay journal.Replay) error {
	if r == nil || len(r.Seats) != 2 {
		return fmt.Errorf("match %d: a result of two seats is missing", number)
	}
	var rows [2]seatRow
	for seat := range r.Seats {
		sr := &r.Seats[seat]
		outcome := slices.Index(outcomes[:], sr.Outcome)
		fault := slices.Index(s.faults, sr.Fault)
		switch {
		case outcome < 0:
			return fmt.Errorf("match %d: outcome %q", number, sr.Outcome)
		case sr.Points > math.MaxInt32 || sr.Points < math.MinInt32:
			return fmt.Errorf("match %d: %d points", number, sr.Points)
		case fault < 0 && len(s.faults) > math.MaxUint8:
			return fmt.Errorf("match %d: too many kinds of faults", number)
		case fault < 0:
			fault = len(s.faults)
			s.faults = append(s.faults, sr.Fault)
		}
		rows[seat] = seatRow{points: int32(sr.Points), outcome: uint8(outcome), fault: uint8(fault)}
		at := (2*number + seat) * s.counters
		for i := range s.counters {
			s.figures[at+i] = 0
			if i < len(sr.Counters) {
				s.figures[at+i] = int32(max(math.MinInt32, min(sr.Counters[i], math.MaxInt32)))
			}
		}
	}
	s.status[number], s.seats[number] = how, rows
	s.replays[number] = s.place(replay)
	return nil
}

func (s *store) place(r journal.Replay) place {
	if r.Len == 0 {
		return place{}
	}
	if n := len(s.blocks); n == 0 || s.blocks[n-1] != r.Block {
		s.blocks = append(s.blocks, r.Block)
	}
	return place{int32(len(s.blocks) - 1), int32(r.Start), int32(r.Len)}
}

func (s *store) replay(number int) journal.Replay {
	p := s.replays[number]
	if p.length == 0 {
		return journal.Replay{}
	}
	return journal.Replay{Block: s.blocks[p.block], Start: int(p.start), Len: int(p.length)}
}

// counts reports whether a match has a result.
func (s *store) counts(number int) bool {
	return s.status[number] == played || s.status[number] == forfeit
}

// seat returns what a match was to a seat. Counters is a slice of dst, which
// must have room for the counters.
func (s *store) seat(number, seat int, dst []int) table.SeatResult {
	row := s.seats[number][seat]
	r := table.SeatResult{
		Outcome: outcomes[row.outcome], Points: table.Whole(int(row.points)),
		Fault: s.faults[row.fault], Forfeit: s.status[number] == forfeit,
	}
	if s.counters > 0 {
		at := (2*number + seat) * s.counters
		r.Counters = dst[:s.counters]
		for i := range r.Counters {
			r.Counters[i] = int(s.figures[at+i])
		}
	}
	return r
}
