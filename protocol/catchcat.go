package protocol

// CatchCat1 is the first line of the catchcat dialect: its name and version.
const CatchCat1 = "catchcat 1"

// The roles of Catch the Cat.
const (
	Catcher = "catcher"
	Cat     = "cat"
)

// Cell is a cell of Catch the Cat's board, both numbers from 0.
type Cell struct{ Row, Col int }

// CatchCatHeader is what a player is told before the first move.
type CatchCatHeader struct {
	Role       string // Catcher or Cat
	Rows, Cols int
	Cat        Cell
	Blocked    []Cell // in row order
}

// Append appends the header, up to the line "start".
func (h *CatchCatHeader) Append(dst []byte) []byte {
	dst = append(dst, CatchCat1+"\nrole "...)
	dst = append(dst, h.Role...)
	dst = append(dst, '\n')
	dst = appendLine(dst, "board", h.Rows, h.Cols)
	dst = appendLine(dst, "cat", h.Cat.Row, h.Cat.Col)
	for _, c := range h.Blocked {
		dst = appendLine(dst, "blocked", c.Row, c.Col)
	}
	return AppendStart(dst)
}

// AppendBlock appends the catcher's move: its answer, and the same line is
// the cat's request.
func AppendBlock(dst []byte, c Cell) []byte { return appendLine(dst, "block", c.Row, c.Col) }

// AppendMove appends the cat's move: its answer, and the same line is the
// catcher's request.
func AppendMove(dst []byte, c Cell) []byte { return appendLine(dst, "move", c.Row, c.Col) }

// ParseBlock reads the catcher's move. The cell is of the bot's choice: it
// may be off the board. Any other line is a *[SyntaxError].
func ParseBlock(line []byte) (Cell, error) { return parseCell(line, "block") }

// ParseMove reads the cat's move, as [ParseBlock] the catcher's.
func ParseMove(line []byte) (Cell, error) { return parseCell(line, "move") }

func parseCell(line []byte, word string) (Cell, error) {
	f := fields{rest: line}
	f.is(word)
	c := Cell{f.number(), f.number()}
	if !f.end() {
		return Cell{}, syntax(word+" ROW COL", line)
	}
	return c, nil
}

// ReadCatchCatHeader reads the header, up to the line "start". A line that
// does not belong there is a *[SyntaxError]; other errors are those of
// [Reader.Line], io.ErrUnexpectedEOF where the input ends within the header.
func ReadCatchCatHeader(r *Reader) (*CatchCatHeader, error) {
	h := new(CatchCatHeader)
	in := headerReader{r: r}
	in.next(CatchCat1, func(f *fields) { f.is("catchcat"); f.is("1") })
	in.next("role catcher|cat", func(f *fields) {
		f.is("role")
		h.Role = Catcher
		if w := f.word(); string(w) != Catcher {
			h.Role, f.bad = Cat, f.bad || string(w) != Cat
		}
	})
	in.next("board ROWS COLS", func(f *fields) { f.is("board"); h.Rows, h.Cols = f.size(), f.size() })
	in.next("cat ROW COL", func(f *fields) {
		f.is("cat")
		h.Cat = Cell{f.number(), f.number()}
		f.bad = f.bad || !h.inside(h.Cat)
	})
	for started := false; !started && in.err == nil; {
		in.next("blocked ROW COL or start", func(f *fields) {
			switch string(f.word()) {
			case "start":
				started = true
			case "blocked":
				c := Cell{f.number(), f.number()}
				f.bad = f.bad || !h.inside(c) || len(h.Blocked) == h.Rows*h.Cols
				h.Blocked = append(h.Blocked, c)
			default:
				f.bad = true
			}
		})
	}
	if in.err != nil {
		return nil, in.err
	}
	return h, nil
}

func (h *CatchCatHeader) inside(c Cell) bool { return c.Row < h.Rows && c.Col < h.Cols }

// CatchCatRequest is a message to a player after the header.
type CatchCatRequest struct {
	// Word is "go" (the catcher's first turn), "block", "move" or "end".
	Word string
	Cell Cell // of block and move: where the opponent played
	End  *End // of end
}

// ParseCatchCatRequest reads a message to a player. A line that is none is a
// *[SyntaxError].
func ParseCatchCatRequest(line []byte) (CatchCatRequest, error) {
	f := fields{rest: line}
	var err error
	switch string(f.word()) {
	case "go":
		if f.end() {
			return CatchCatRequest{Word: "go"}, nil
		}
	case "block":
		q := CatchCatRequest{Word: "block"}
		q.Cell, err = ParseBlock(line)
		return q, err
	case "move":
		q := CatchCatRequest{Word: "move"}
		q.Cell, err = ParseMove(line)
		return q, err
	case "end":
		q := CatchCatRequest{Word: "end"}
		q.End, err = parseEnd(line, 1)
		return q, err
	}
	return CatchCatRequest{}, syntax("go, block ROW COL, move ROW COL or end", line)
}
