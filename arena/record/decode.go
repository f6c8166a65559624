package record

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"botarena/arena/game"
)

// maxRecordLine bounds one line of a record; the longest are set-ups with
// many maps and the times of long matches.
const maxRecordLine = 64 << 20

// Decode reads what Encode wrote. Errors name the line: text that is not a
// record, a newer version, a record cut short.
func Decode(text []byte) (*Record, error) {
	r := new(Record)
	in := bufio.NewScanner(bytes.NewReader(text))
	in.Buffer(make([]byte, 0, 64<<10), maxRecordLine)
	header := false
	for n := 1; in.Scan(); n++ {
		if err := r.decodeLine(in.Bytes(), header); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		header = true
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	if !header {
		return nil, errors.New("no header: not a replay")
	}
	if r.Result == nil {
		return nil, errors.New("no result: the replay is cut short")
	}
	return r, nil
}

type recordLine struct {
	Header   *Header      `json:"header"`
	Round    *int         `json:"round"`
	Absent   []game.Fault `json:"absent"`
	End      *game.Result `json:"end"`
	Result   *game.Result `json:"result"`
	Measured *Measured    `json:"measured"`
}

func (r *Record) decodeLine(text []byte, header bool) error {
	if len(text) > 0 && text[0] == '[' {
		return r.decodeAnswer(text)
	}
	var l recordLine
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&l); err != nil {
		return err
	}
	switch {
	case l.Header != nil && !header:
		if l.Header.Version != Version {
			return fmt.Errorf("version %d of the replay's form; this arena reads version %d", l.Header.Version, Version)
		}
		r.Header = *l.Header
	case !header:
		return errors.New("the first line must be a header")
	case l.Round != nil:
		if *l.Round != len(r.Rounds) {
			return fmt.Errorf("round %d where round %d is due", *l.Round, len(r.Rounds))
		}
		r.Rounds = append(r.Rounds, Round{})
	case l.Absent != nil && len(r.Rounds) > 0:
		if len(l.Absent) != len(r.Header.Seats) {
			return fmt.Errorf("%d faults for %d seats", len(l.Absent), len(r.Header.Seats))
		}
		for _, f := range l.Absent {
			if err := checkFault(f); err != nil {
				return err
			}
		}
		r.Rounds[len(r.Rounds)-1].Absent = l.Absent
	case l.End != nil && len(r.Rounds) > 0:
		r.Rounds[len(r.Rounds)-1].Result = l.End
	case l.Result != nil:
		r.Result = l.Result
	case l.Measured != nil:
		if len(l.Measured.Seats) != len(r.Header.Seats) {
			return fmt.Errorf("%d seats were measured of %d", len(l.Measured.Seats), len(r.Header.Seats))
		}
		r.Measured = l.Measured
	default:
		return errors.New("neither header, round, answer, end, result nor measured")
	}
	return nil
}

func (r *Record) decodeAnswer(text []byte) error {
	if len(r.Rounds) == 0 {
		return errors.New("an answer before the first round")
	}
	var parts []json.RawMessage
	if err := json.Unmarshal(text, &parts); err != nil {
		return err
	}
	if len(parts) < 2 || len(parts) > 4 {
		return errors.New("an answer has 2 to 4 parts: seat, move, fault, malformed")
	}
	var a SeatAnswer
	if err := json.Unmarshal(parts[0], &a.Seat); err != nil {
		return err
	}
	if a.Seat < 0 || a.Seat >= len(r.Header.Seats) {
		return fmt.Errorf("seat %d of %d", a.Seat, len(r.Header.Seats))
	}
	move, err := decodeMove(parts[1])
	if err != nil {
		return err
	}
	a.Move = move
	if len(parts) > 2 {
		if err := json.Unmarshal(parts[2], &a.Fault); err != nil {
			return err
		}
		if err := checkFault(a.Fault); err != nil {
			return err
		}
	}
	if len(parts) > 3 {
		if err := json.Unmarshal(parts[3], &a.Malformed); err != nil {
			return err
		}
	}
	last := &r.Rounds[len(r.Rounds)-1]
	last.Answers = append(last.Answers, a)
	return nil
}

func decodeMove(text json.RawMessage) ([]byte, error) {
	var s string
	if err := json.Unmarshal(text, &s); err == nil {
		return []byte(s), nil
	}
	var coded [2]string
	if err := json.Unmarshal(text, &coded); err != nil || coded[0] != "hex" {
		return nil, errors.New(`a move is a text or ["hex", digits]`)
	}
	return hex.DecodeString(coded[1])
}

// checkFault refuses what is no word: pages and tables show it as it is.
func checkFault(f game.Fault) error {
	if strings.Trim(string(f), "abcdefghijklmnopqrstuvwxyz-") != "" {
		return fmt.Errorf("no fault is called %q", f)
	}
	return nil
}
