package protocol

// GoldHunterText is the first line of the goldhunter dialect: its name and version.
const GoldHunterText = "goldhunter 1"

// Append appends the header in the goldhunter dialect, up to the line "start".
func (h *GoldHunterHeader) Append(dst []byte) []byte {
	dst = append(dst, GoldHunterText+"\n"...)
	dst = appendLine(dst, "team", h.Team)
	dst = appendLine(dst, "board", h.Rows, h.Cols)
	dst = appendLine(dst, "units", h.Hunters, h.Miners, h.Spies)
	dst = appendLine(dst, "bullets", h.Bullets)
	dst = appendLine(dst, "hidden", h.Hidden)
	dst = appendLine(dst, "stages", h.Stages)
	return AppendStart(dst)
}

// Append appends the stage in the goldhunter dialect, up to the line "go".
func (s *Stage) Append(dst []byte) []byte {
	dst = appendLine(dst, "stage", s.Number)
	dst = appendLine(dst, "score", s.Mine, s.Theirs)
	for i := range s.Units {
		u := &s.Units[i]
		dst = append(dst, "unit "...)
		dst = appendNumber(dst, u.ID)
		dst = append(dst, ' ')
		dst = append(dst, kindNames[u.Kind]...)
		dst = appendCell(dst, u.Row, u.Col)
		dst = append(dst, dirNames[u.Facing]...)
		dst = append(dst, ' ')
		dst = appendNumber(dst, u.Left)
		if u.Hidden {
			dst = append(dst, " hidden"...)
		}
		dst = append(dst, '\n')
	}
	for i := range s.Foes {
		f := &s.Foes[i]
		dst = append(dst, "foe "...)
		dst = append(dst, kindNames[f.Kind]...)
		dst = appendCell(dst, f.Row, f.Col)
		dst = append(dst, dirNames[f.Facing]...)
		dst = append(dst, '\n')
	}
	for i := range s.Bullets {
		b := &s.Bullets[i]
		dst = append(dst, "bullet"...)
		dst = appendCell(dst, b.Row, b.Col)
		dst = append(dst, dirNames[b.Facing]...)
		dst = append(dst, '\n')
	}
	for i := range s.Gold {
		g := &s.Gold[i]
		dst = append(dst, "gold"...)
		dst = appendCell(dst, g.Row, g.Col)
		dst = appendNumber(dst, g.Value)
		dst = append(dst, ' ')
		dst = appendNumber(dst, g.Left)
		dst = append(dst, '\n')
	}
	for i := range s.See {
		r := &s.See[i]
		dst = append(dst, "see"...)
		dst = appendCell(dst, r.Row, r.Col)
		dst = append(dst, r.Cells...)
		dst = append(dst, '\n')
	}
	return AppendGo(dst)
}

// appendCell appends a row and a column with spaces around.
func appendCell(dst []byte, row, col int) []byte {
	dst = append(dst, ' ')
	dst = appendNumber(dst, row)
	dst = append(dst, ' ')
	dst = appendNumber(dst, col)
	return append(dst, ' ')
}

// Append appends the order as a line of the goldhunter dialect. There is no
// line for [NoAction].
func (o Order) Append(dst []byte) []byte {
	d, rotate := o.Action.Facing()
	switch {
	case o.Action == NoAction:
		return dst
	case !rotate:
		return appendLine(dst, actionNames[o.Action], o.ID)
	}
	dst = append(dst, "rotate "...)
	dst = appendNumber(dst, o.ID)
	dst = append(dst, ' ')
	dst = append(dst, dirNames[d]...)
	return append(dst, '\n')
}

// ParseOrder reads one line of a team in the goldhunter dialect: an order, or
// the [Done] that closes a stage's orders. Any other line is a *[SyntaxError];
// the line is then a malformed order.
func ParseOrder(line []byte) (Order, error) {
	f := fields{rest: line}
	word := f.word()
	o := Order{ID: f.number()}
	if string(word) == "rotate" {
		d, ok := nameOf(dirNames, f.word())
		o.Action, f.bad = Rotate(Dir(d)), f.bad || !ok
	} else {
		a, ok := nameOf(actionNames[Move:], word)
		o.Action, f.bad = Move+Action(a), f.bad || !ok
	}
	if !f.end() {
		return Order{}, syntax("an order or done STAGE", line)
	}
	return o, nil
}

// AppendDone appends the line that closes a team's orders for a stage.
func AppendDone(dst []byte, stage int) []byte { return appendLine(dst, "done", stage) }
