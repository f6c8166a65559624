package command

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"botarena/arena/config"
	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/record"
)

// moveList is a match as a list of moves; its JSON form is a line of --moves,
// and of the files that arena export reads.
type moveList struct {
	Match *int            `json:"match,omitempty"`
	Game  string          `json:"game"`
	Setup json.RawMessage `json:"setup,omitempty"` // none for the game's own
	Seed  uint64          `json:"seed"`
	Seats []string        `json:"seats"` // who plays, by seat
	// Rounds holds the moves on each board.
	Rounds []moveRound  `json:"rounds"`
	Result *game.Result `json:"result,omitempty"`
}

type moveRound struct {
	Absent []game.Fault `json:"absent,omitempty"` // a fault for each seat that did not start
	Moves  []moveEntry  `json:"moves"`
}

// moveEntry is one answer of a seat.
type moveEntry struct {
	Seat      string     `json:"seat"`
	Move      string     `json:"move"`
	Fault     game.Fault `json:"fault,omitempty"`
	Malformed int        `json:"malformed,omitempty"`
}

func entries(seats []string, answers []record.SeatAnswer) []moveEntry {
	list := make([]moveEntry, 0, len(answers))
	for _, a := range answers {
		list = append(list, moveEntry{Seat: seats[a.Seat], Move: string(a.Move), Fault: a.Fault, Malformed: a.Malformed})
	}
	return list
}

// moves writes a match as a list of moves.
func (e *exporter) moves(m *exported) error {
	h := &m.rec.Header
	l := moveList{Match: m.numbered(), Game: h.Game, Setup: h.Setup, Seed: h.Seed, Result: m.rec.Result}
	for _, s := range h.Seats {
		l.Seats = append(l.Seats, s.Name)
	}
	for _, r := range m.rec.Rounds {
		l.Rounds = append(l.Rounds, moveRound{Absent: r.Absent, Moves: entries(m.game.Info().Seats, r.Answers)})
	}
	return e.encode(l)
}

// mostLine bounds a line of a list of moves: the longest matches take some
// megabytes.
const mostLine = 64 << 20

// fromMoves reads a list of moves, a match a line, and holds it against the
// rules.
func (e *exporter) fromMoves(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return usage("name a file that can be read", "%v", err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, mostLine)
	number := -1
	for line := 1; in.Scan(); line++ {
		if strings.TrimSpace(in.Text()) == "" {
			continue
		}
		number++
		if e.match >= 0 && number != e.match {
			continue
		}
		m, err := readMoves(in.Bytes())
		if err != nil {
			return usage("a list of moves has a match a line, as arena export RESULTS --moves writes it", "%s:%d: %v", file, line, err)
		}
		m.source, m.number = file, number
		if err := e.one(m); err != nil {
			return err
		}
	}
	if err := in.Err(); err != nil {
		return usage("a list of moves has a match a line", "%s: %v", file, err)
	}
	return nil
}

// readMoves makes a match from one line.
func readMoves(text []byte) (*exported, error) {
	var l moveList
	dec := json.NewDecoder(strings.NewReader(string(text)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&l); err != nil {
		return nil, err
	}
	g, err := all.Game(l.Game)
	if err != nil {
		return nil, err
	}
	info := g.Info()
	if l.Seats == nil {
		l.Seats = info.Seats
	}
	if len(l.Seats) != len(info.Seats) {
		return nil, fmt.Errorf("%d seats, %s has %d", len(l.Seats), info.Name, len(info.Seats))
	}
	rec := &record.Record{Header: record.Header{Version: record.Version, Game: info.Name, Seed: l.Seed, Terms: config.DefaultTerms(info)}}
	for _, name := range l.Seats {
		rec.Header.Seats = append(rec.Header.Seats, record.Seat{Name: name, Kind: record.KindMoves})
	}
	if l.Setup == nil {
		l.Setup = json.RawMessage("{}")
	}
	setup, err := game.DecodeSetup(g, l.Setup)
	if err != nil {
		return nil, err
	}
	if rec.Header.Setup, err = json.Marshal(setup); err != nil {
		return nil, err
	}
	for n, r := range l.Rounds {
		round := record.Round{Absent: r.Absent}
		for i, m := range r.Moves {
			seat := slices.Index(info.Seats, m.Seat)
			if seat < 0 {
				return nil, fmt.Errorf("round %d, move %d: %s has no seat %q", n, i, info.Name, m.Seat)
			}
			round.Answers = append(round.Answers, record.SeatAnswer{Seat: seat, Answer: game.Answer{Move: []byte(m.Move), Fault: m.Fault, Malformed: m.Malformed}})
		}
		rec.Rounds = append(rec.Rounds, round)
	}
	// Nothing was measured: it is not known where and when this was played.
	rec.Measured = &record.Measured{Arena: match.Version(), Seats: make([]record.SeatRun, len(info.Seats))}
	return &exported{rec: rec, game: g}, complete(g, rec, l.Result)
}

// complete plays the moves and sets the results. One that the list gives must
// be the same.
func complete(g game.Game, rec *record.Record, given *game.Result) error {
	err := match.Replay(g, rec, func(round int, s game.State, _ []record.SeatAnswer) bool {
		rec.Rounds[round].Result = s.Result()
		return true
	})
	if err != nil {
		return err
	}
	if n := len(rec.Rounds); n > 0 {
		rec.Result = rec.Rounds[n-1].Result
	}
	if given == nil {
		return nil
	}
	was, err := json.Marshal(given)
	if err != nil {
		return err
	}
	is, err := json.Marshal(rec.Result)
	if err != nil {
		return err
	}
	if string(was) != string(is) {
		return fmt.Errorf("the moves end in %s, the list says %s", is, was)
	}
	return nil
}
