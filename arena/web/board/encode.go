package board

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"

	"botarena/arena/game"
	"botarena/arena/game/catchcat"
	"botarena/arena/game/goldhunter"
	"botarena/arena/game/papersoccer"
	"botarena/arena/match"
	"botarena/arena/record"
)

// Version is the version of the document's form.
const Version = 1

// The kinds of pieces of a match in play.
const (
	Start  = "start"
	Moment = "moment"
)

// most is how many characters of a refused text are shown.
const most = 200

// head is the document without what was played.
type head struct {
	Version int    `json:"v"`
	Game    string `json:"game"`
	Title   string `json:"title"`
	Seats   []seat `json:"seats"`
	Seed    string `json:"seed"`
	Match   string `json:"match,omitempty"`
	Began   string `json:"began,omitempty"`
	Void    string `json:"void,omitempty"`
}

type seat struct {
	Role string `json:"role"`
	Name string `json:"name"`
}

type document struct {
	head
	Rounds []round      `json:"rounds"`
	Result *game.Result `json:"result,omitempty"`
}

type round struct {
	Start   json.RawMessage   `json:"start"`
	Moments []json.RawMessage `json:"moments"`
}

// Encode returns the document of a record. It is safe between the tags of a
// script element: no < is in it. Errors: the record is not of this game, or
// its answers do not fit the positions.
func Encode(g game.Game, rec *record.Record) ([]byte, error) {
	h, err := headOf(g, &rec.Header)
	if err != nil {
		return nil, err
	}
	if m := rec.Measured; m != nil {
		h.Match, h.Void = m.Hash, m.Void
		if !m.Began.IsZero() {
			h.Began = m.Began.UTC().Format(time.RFC3339)
		}
	}
	doc := document{head: h, Rounds: []round{}, Result: rec.Result}
	enc, err := NewEncoder(g, &rec.Header)
	if err != nil {
		return nil, err
	}
	var failed error
	err = match.Replay(g, rec, func(_ int, s game.State, answers []record.SeatAnswer) bool {
		kind, text, err := enc.Add(s, answers)
		if failed = err; err != nil {
			return false
		}
		if kind == Start {
			doc.Rounds = append(doc.Rounds, round{Start: text, Moments: []json.RawMessage{}})
			return true
		}
		last := &doc.Rounds[len(doc.Rounds)-1]
		last.Moments = append(last.Moments, text)
		return true
	})
	if failed != nil {
		return nil, failed
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(&doc)
}

// Head returns the document of a match in play before its first position.
func Head(g game.Game, h *record.Header) ([]byte, error) {
	v, err := headOf(g, h)
	if err != nil {
		return nil, err
	}
	return json.Marshal(&document{head: v, Rounds: []round{}})
}

func headOf(g game.Game, h *record.Header) (head, error) {
	info := g.Info()
	if h.Game != info.Name || len(h.Seats) != len(info.Seats) {
		return head{}, fmt.Errorf("board: a record of %q with %d seats is none of %s", h.Game, len(h.Seats), info.Name)
	}
	v := head{Version: Version, Game: info.Name, Title: info.Title, Seed: strconv.FormatUint(h.Seed, 10)}
	for i, s := range h.Seats {
		v.Seats = append(v.Seats, seat{Role: info.Seats[i], Name: s.Name})
	}
	return v, nil
}

// Encoder turns the positions of one match, in their order, into pieces. It
// is not safe for use by several goroutines.
type Encoder struct{ turns turns }

// turns knows one game. A turn's moment may depend on the position before it.
type turns interface {
	start(s game.State) (any, error)
	moment(s game.State, answers []record.SeatAnswer, common shared) (any, error)
}

// shared is what starts and moments of all games have.
type shared struct {
	Faults []fault      `json:"x,omitempty"`
	End    *game.Result `json:"end,omitempty"`
}

// fault is written as [seat, fault] or [seat, fault, refused text].
type fault struct {
	seat  int
	fault game.Fault
	text  string
}

func (f fault) MarshalJSON() ([]byte, error) {
	v := []any{f.seat, f.fault}
	if f.text != "" {
		v = append(v, f.text)
	}
	return json.Marshal(v)
}

// NewEncoder returns an encoder for a match with this header. An error means
// that there is no board for the game, or that the set-up is not of the game.
func NewEncoder(g game.Game, h *record.Header) (*Encoder, error) {
	switch g.(type) {
	case catchcat.Game:
		return &Encoder{catchCat{}}, nil
	case papersoccer.Game:
		p, err := newPaperSoccer(h.Setup)
		if err != nil {
			return nil, fmt.Errorf("board: %w", err)
		}
		return &Encoder{p}, nil
	case goldhunter.Game:
		gold, err := newGoldHunter(h)
		if err != nil {
			return nil, fmt.Errorf("board: %w", err)
		}
		return &Encoder{gold}, nil
	}
	return nil, fmt.Errorf("board: there is no board for %s", h.Game)
}

// Add returns the piece of the next position, and whether it is the first of a
// round ([Start]: answers is nil) or not ([Moment]). The state is not kept or
// changed, which must be the match's next one.
func (e *Encoder) Add(s game.State, answers []record.SeatAnswer) (kind string, text []byte, err error) {
	var v any
	if answers == nil {
		kind = Start
		v, err = e.turns.start(s)
	} else {
		kind = Moment
		v, err = e.turns.moment(s, answers, sharedBy(s, answers))
	}
	if err != nil {
		return "", nil, fmt.Errorf("board: %w", err)
	}
	text, err = json.Marshal(v)
	return kind, text, err
}

// sharedBy collects the faults of these answers; of a round that is over at
// its first position, those of its result.
func sharedBy(s game.State, answers []record.SeatAnswer) shared {
	c := shared{End: s.Result()}
	for _, a := range answers {
		if a.Fault != game.NoFault {
			c.Faults = append(c.Faults, fault{a.Seat, a.Fault, clip(a.Move)})
		}
	}
	if answers == nil && c.End != nil {
		for i, r := range c.End.Seats {
			if r.Fault != game.NoFault {
				c.Faults = append(c.Faults, fault{seat: i, fault: r.Fault})
			}
		}
	}
	return c
}

// clip returns a text that a bot wrote as valid UTF-8 of bounded length.
func clip(text []byte) string {
	const widest = most * utf8.UTFMax
	cut := len(text) > widest
	runes := bytes.Runes(text[:min(len(text), widest)])
	if len(runes) > most {
		runes, cut = runes[:most], true
	}
	if cut {
		return string(runes) + "…"
	}
	return string(runes)
}
