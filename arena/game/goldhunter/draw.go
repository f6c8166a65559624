package goldhunter

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Glyphs of the drawn forms. A cell is two characters wide: what stands there
// and where it faces. Team 0's units are capitals.
const (
	unitGlyphs   = "HMS"
	facingGlyphs = "^>v<"
)

const drawingHead = "goldhunter map"

// Draw returns the map as a drawing that people can read and edit, and
// [ReadDrawing] reads back:
//
//	goldhunter map
//	stages 400
//	bullets 20
//	hidden 60
//	board
//	H> . ## . h<
//	M> . $1 . m<
//	end
//
// Cells are two characters and a blank: `. ` ground, `##` rock, `$1` to `$9`
// gold of that value, a letter (H M S of team 0, h m s of team 1) with a facing
// (^ > v <) a unit. After the board come lines for what does not fit in a
// cell: `gold ROW COL VALUE` for gold under a unit or worth more, and, where
// ids do not go in reading order, `order LETTER ROW COL ROW COL …`, which lists
// all units of one letter, or all gold for the letter $, by their ids.
func (m *Map) Draw() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\nstages %d\nbullets %d\nhidden %d\nboard\n", drawingHead, m.Stages, m.Bullets, m.Hidden)
	cells := make([][2]byte, m.Rows*m.Cols)
	for i, rock := range m.Rock {
		cells[i] = [2]byte{'.', ' '}
		if rock {
			cells[i] = [2]byte{'#', '#'}
		}
	}
	for _, d := range m.Gold {
		if d.Value <= 9 {
			cells[d.Row*m.Cols+d.Col] = [2]byte{'$', byte('0' + d.Value)}
		}
	}
	for team := range m.Units {
		for i, u := range m.Units[team] {
			cells[u.Row*m.Cols+u.Col] = [2]byte{unitGlyph(team, m.kind(i)), facingGlyphs[u.Facing]}
		}
	}
	writeCells(&b, m.Cols, cells)
	b.WriteString("end\n")
	for _, d := range m.Gold {
		if cells[d.Row*m.Cols+d.Col][0] != '$' {
			fmt.Fprintf(&b, "gold %d %d %d\n", d.Row, d.Col, d.Value)
		}
	}
	gold := make([]place, len(m.Gold))
	for i, d := range m.Gold {
		gold[i] = place{d.Row, d.Col}
	}
	writeOrder(&b, '$', gold)
	for team := range m.Units {
		units := m.Units[team]
		for k, n := range m.Counts {
			places := make([]place, n)
			for i, u := range units[:n] {
				places[i] = place{u.Row, u.Col}
			}
			writeOrder(&b, unitGlyph(team, Kind(k)), places)
			units = units[n:]
		}
	}
	return b.Bytes()
}

type place struct{ row, col int }

func readingOrder(x, y place) int { return byPlace(x.row, x.col, y.row, y.col) }

// writeOrder writes the places if they are not in reading order.
func writeOrder(b *bytes.Buffer, letter byte, places []place) {
	if slices.IsSortedFunc(places, readingOrder) {
		return
	}
	fmt.Fprintf(b, "order %c", letter)
	for _, p := range places {
		fmt.Fprintf(b, " %d %d", p.row, p.col)
	}
	b.WriteByte('\n')
}

func unitGlyph(team int, k Kind) byte { return unitGlyphs[k] | byte(team)<<5 }

// writeCells writes rows of two-character cells without blanks at the ends.
func writeCells(b *bytes.Buffer, cols int, cells [][2]byte) {
	line := make([]byte, 0, 3*cols)
	for len(cells) > 0 {
		line = line[:0]
		for _, c := range cells[:cols] {
			line = append(line, c[0], c[1], ' ')
		}
		b.Write(bytes.TrimRight(line, " "))
		b.WriteByte('\n')
		cells = cells[cols:]
	}
}

// ReadDrawing reads what [Map.Draw] writes. Errors have the form
// "name:line: what is wrong".
func ReadDrawing(name string, text []byte) (*Map, error) {
	r := drawingReader{name: name, m: new(Map), orders: map[byte][]place{}}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for i, line := range lines {
		r.line = i + 1
		if err := r.take(strings.TrimRight(line, " \t\r")); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, r.line, err)
		}
	}
	if err := r.finish(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, r.line, err)
	}
	return r.m, nil
}

type drawingReader struct {
	name    string
	line    int
	m       *Map
	inBoard bool
	ended   bool
	units   [2][kinds][]Placement
	orders  map[byte][]place
}

func (r *drawingReader) take(line string) error {
	switch {
	case r.line == 1:
		if line != drawingHead {
			return fmt.Errorf("expected %q, found %q", drawingHead, clip(line))
		}
	case r.inBoard && line == "end":
		r.inBoard, r.ended = false, true
	case r.inBoard:
		return r.row(line)
	case line == "board" && !r.ended:
		r.inBoard = true
	default:
		if words := strings.Fields(line); len(words) > 0 {
			return r.setting(words)
		}
	}
	return nil
}

func (r *drawingReader) setting(f []string) error {
	nums := make([]int, 0, len(f))
	rest := f[1:]
	if f[0] == "order" && len(rest) > 0 {
		rest = rest[1:]
	}
	for _, w := range rest {
		n, ok := decimal([]byte(w))
		if !ok {
			return fmt.Errorf("expected a number, found %q", clip(w))
		}
		nums = append(nums, n)
	}
	header := map[string]*int{"stages": &r.m.Stages, "bullets": &r.m.Bullets, "hidden": &r.m.Hidden}[f[0]]
	switch {
	case header != nil && !r.ended:
		if len(nums) != 1 {
			return fmt.Errorf("expected %s NUMBER", f[0])
		}
		*header = nums[0]
	case f[0] == "gold" && r.ended:
		if len(nums) != 3 {
			return fmt.Errorf("expected gold ROW COL VALUE")
		}
		r.m.Gold = append(r.m.Gold, Deposit{nums[0], nums[1], nums[2]})
	case f[0] == "order" && r.ended:
		if len(f) < 2 || len(f[1]) != 1 || len(nums)%2 != 0 {
			return fmt.Errorf("expected order LETTER ROW COL ROW COL …")
		}
		letter := f[1][0]
		if _, twice := r.orders[letter]; twice || !strings.Contains("$HMShms", f[1]) {
			return fmt.Errorf("order: expected one of $ H M S h m s, each once, found %q", f[1])
		}
		places := []place{}
		for i := 0; i < len(nums); i += 2 {
			places = append(places, place{nums[i], nums[i+1]})
		}
		r.orders[letter] = places
	default:
		return fmt.Errorf("unexpected %q", clip(f[0]))
	}
	return nil
}

func (r *drawingReader) row(line string) error {
	m := r.m
	row := m.Rows
	cols := (len(line) + 2) / 3
	if row == 0 {
		m.Cols = cols
	}
	if cols != m.Cols {
		return fmt.Errorf("%d cells in this row, %d in the first", cols, m.Cols)
	}
	m.Rows++
	for col := range cols {
		cell := line[3*col : min(len(line), 3*col+3)]
		text := strings.TrimRight(cell, " ")
		if len(cell) == 3 && cell[2] != ' ' {
			return fmt.Errorf("cell %d %d: expected two characters and a blank, found %q", row, col, cell)
		}
		m.Rock = append(m.Rock, text == "##")
		switch {
		case text == "." || text == "##":
		case len(text) == 2 && text[0] == '$' && text[1] >= '1' && text[1] <= '9':
			m.Gold = append(m.Gold, Deposit{row, col, int(text[1] - '0')})
		case len(text) == 2 && strings.IndexByte(facingGlyphs, text[1]) >= 0 && strings.IndexByte(unitGlyphs, text[0]&^32) >= 0:
			team, kind := int(text[0]>>5&1), strings.IndexByte(unitGlyphs, text[0]&^32)
			r.units[team][kind] = append(r.units[team][kind], Placement{row, col, Dir(strings.IndexByte(facingGlyphs, text[1]))})
		default:
			return fmt.Errorf("cell %d %d: expected `.`, `##`, `$1`, or a unit such as `H>`, found %q", row, col, clip(text))
		}
	}
	return nil
}

func (r *drawingReader) finish() error {
	m := r.m
	if !r.ended {
		return fmt.Errorf("expected a board and its end")
	}
	slices.SortFunc(m.Gold, func(x, y Deposit) int { return byPlace(x.Row, x.Col, y.Row, y.Col) })
	if err := reorder(m.Gold, r.orders['$'], func(d Deposit) place { return place{d.Row, d.Col} }); err != nil {
		return fmt.Errorf("order $: %w", err)
	}
	for k := range m.Counts {
		m.Counts[k] = len(r.units[0][k])
		if n := len(r.units[1][k]); n != m.Counts[k] {
			return fmt.Errorf("team 0 has %d %s units, team 1 has %d", m.Counts[k], Kind(k), n)
		}
	}
	for team := range m.Units {
		for k, units := range r.units[team] {
			letter := unitGlyph(team, Kind(k))
			if err := reorder(units, r.orders[letter], func(u Placement) place { return place{u.Row, u.Col} }); err != nil {
				return fmt.Errorf("order %c: %w", letter, err)
			}
			m.Units[team] = append(m.Units[team], units...)
		}
	}
	return m.Check()
}

// reorder puts things into the order in which want lists their places; nil
// leaves them as they are.
func reorder[T any](things []T, want []place, at func(T) place) error {
	if want == nil {
		return nil
	}
	if len(things) != len(want) {
		return fmt.Errorf("%d places listed, %d on the board", len(want), len(things))
	}
	for i, p := range want {
		j := i
		for j < len(things) && at(things[j]) != p {
			j++
		}
		if j == len(things) {
			return fmt.Errorf("nothing of its kind at %d %d, or listed twice", p.row, p.col)
		}
		things[i], things[j] = things[j], things[i]
	}
	return nil
}
