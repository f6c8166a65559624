package board

import (
	"encoding/json"
	"fmt"

	"botarena/arena/game"
	"botarena/arena/game/catchcat"
	"botarena/arena/game/papersoccer"
	"botarena/arena/record"
)

// catchCat encodes Catch the Cat.
type catchCat struct{}

type cell [2]int

type catStart struct {
	Size    int    `json:"size"`
	Cat     cell   `json:"cat"`
	Blocked []cell `json:"blocked"`
	shared
}

type catMoment struct {
	Seat int   `json:"s"`
	Cell *cell `json:"c,omitempty"`
	shared
}

func (catchCat) start(s game.State) (any, error) {
	b := s.(*catchcat.State).Board()
	row, col := b.RowCol(b.Cat())
	v := catStart{Size: b.Size(), Cat: cell{row, col}, Blocked: []cell{}, shared: sharedBy(s, nil)}
	for c := range catchcat.Cell(b.Size() * b.Size()) {
		if b.Blocked(c) {
			row, col := b.RowCol(c)
			v.Blocked = append(v.Blocked, cell{row, col})
		}
	}
	return v, nil
}

func (catchCat) moment(s game.State, answers []record.SeatAnswer, common shared) (any, error) {
	v := catMoment{Seat: answers[0].Seat, shared: common}
	if len(common.Faults) == 0 {
		st := s.(*catchcat.State)
		row, col := st.Board().RowCol(st.Last())
		v.Cell = &cell{row, col}
	}
	return v, nil
}

// paperSoccer encodes Paper Soccer. It keeps the pitch before the turn, for
// what of a refused turn could be walked.
type paperSoccer struct {
	before   *papersoccer.Pitch
	notation papersoccer.Notation
}

type soccerStart struct {
	Width   int  `json:"width"`
	Height  int  `json:"height"`
	Halfway bool `json:"halfway"`
	Mover   int  `json:"mover"`
	// Notation is how a person's turn must be written.
	Notation papersoccer.Notation `json:"notation"`
	shared
}

type soccerMoment struct {
	Seat   int    `json:"s"`
	Turn   string `json:"t,omitempty"`
	Walked string `json:"w,omitempty"`
	shared
}

// newPaperSoccer returns the encoder for a match with this set-up.
func newPaperSoccer(setup json.RawMessage) (*paperSoccer, error) {
	s, err := game.DecodeSetup(papersoccer.Game{}, setup)
	if err != nil {
		return nil, err
	}
	return &paperSoccer{notation: s.(*papersoccer.Setup).Notation}, nil
}

func (p *paperSoccer) start(s game.State) (any, error) {
	st := s.(*papersoccer.State)
	pitch := st.Pitch()
	p.before = pitch.Clone()
	return soccerStart{
		Width: pitch.Width(), Height: pitch.Height(), Mover: st.Mover(), Notation: p.notation, shared: sharedBy(s, nil),
		// The centre point's way to the east is drawn with the line alone.
		Halfway: pitch.Closed(pitch.Ball()).Has(papersoccer.East),
	}, nil
}

func (p *paperSoccer) moment(s game.State, answers []record.SeatAnswer, common shared) (any, error) {
	a := answers[0]
	v := soccerMoment{Seat: a.Seat, shared: common}
	if a.Fault != game.NoFault {
		v.Walked = p.walk(a.Move)
		return v, nil
	}
	v.Turn = p.walk(a.Move)
	if len(v.Turn) != len(a.Move) {
		return nil, fmt.Errorf("papersoccer: the turn %q cannot be walked", clip(a.Move))
	}
	return v, nil
}

// walk makes the steps of a text on the pitch kept, as far as they are steps
// that can be made, and returns them in digits.
func (p *paperSoccer) walk(text []byte) string {
	var steps []byte
	for _, c := range text {
		d, ok := p.notation.Direction(c)
		if !ok || !p.before.Legal().Has(d) {
			break
		}
		p.before.Step(d)
		steps = append(steps, papersoccer.Digits.Byte(d))
	}
	return string(steps)
}
