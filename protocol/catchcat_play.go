package protocol

import "io"

// CatchCatMatch is what a player knows during a match: the header and the
// moves made since.
type CatchCatMatch struct {
	Role       string // Catcher or Cat
	Rows, Cols int
	Cat        Cell // where the cat is now
	blocked    []bool
}

// Blocked reports whether a cell of the board is blocked now.
func (m *CatchCatMatch) Blocked(c Cell) bool { return m.blocked[c.Row*m.Cols+c.Col] }

// Inside reports whether a cell is on the board.
func (m *CatchCatMatch) Inside(c Cell) bool {
	return c.Row >= 0 && c.Row < m.Rows && c.Col >= 0 && c.Col < m.Cols
}

// PlayCatchCat plays one match of Catch the Cat over in and out.
//
// It reads the header, calls prepare, and says that the bot is ready once that
// returns: slow preparations belong there, where no move's clock runs. From
// then on it keeps m up to date with both players' moves, and calls the
// function that prepare returned for each of the bot's own: the cell to block
// for a catcher, the cell to move to for a cat.
//
// It returns how the match ended. Errors: those of in and out, a *[SyntaxError]
// for a line that is none of the dialect's, and [io.ErrUnexpectedEOF] where in
// ends before the match.
func PlayCatchCat(in io.Reader, out io.Writer, prepare func(m *CatchCatMatch) func() Cell) (*End, error) {
	r, w := NewReader(in), NewWriter(out)
	h, err := ReadCatchCatHeader(r)
	if err != nil {
		return nil, err
	}
	m := &CatchCatMatch{Role: h.Role, Rows: h.Rows, Cols: h.Cols, Cat: h.Cat, blocked: make([]bool, h.Rows*h.Cols)}
	for _, c := range h.Blocked {
		m.blocked[c.Row*m.Cols+c.Col] = true
	}
	choose := prepare(m)
	if err := w.Send(AppendReady(w.Line())); err != nil {
		return nil, err
	}
	for {
		line, err := r.Line()
		if err != nil {
			return nil, cutShort(err)
		}
		q, err := ParseCatchCatRequest(line)
		switch {
		case err != nil:
			return nil, err
		case q.End != nil:
			return q.End, nil
		case !m.take(q):
			return nil, syntax("the opponent's move", line)
		}
		if err := w.Send(m.answer(w.Line(), choose())); err != nil {
			return nil, err
		}
	}
}

// take plays the opponent's move and reports whether it can be one.
func (m *CatchCatMatch) take(q CatchCatRequest) bool {
	switch {
	case q.Word == "go":
		return m.Role == Catcher
	case !m.Inside(q.Cell):
		return false
	case q.Word == "move":
		m.Cat = q.Cell
		return m.Role == Catcher
	default:
		m.blocked[q.Cell.Row*m.Cols+q.Cell.Col] = true
		return m.Role == Cat
	}
}

// answer plays the bot's own move and appends it. Whether it is a legal one is
// for the arena to say.
func (m *CatchCatMatch) answer(dst []byte, c Cell) []byte {
	if m.Role == Cat {
		m.Cat = c
		return AppendMove(dst, c)
	}
	if m.Inside(c) {
		m.blocked[c.Row*m.Cols+c.Col] = true
	}
	return AppendBlock(dst, c)
}
