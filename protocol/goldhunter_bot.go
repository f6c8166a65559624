package protocol

// ReadGoldHunterHeader reads the header of the goldhunter dialect, up to the
// line "start". Errors are those of [ReadCatchCatHeader].
func ReadGoldHunterHeader(r *Reader) (*GoldHunterHeader, error) {
	h := new(GoldHunterHeader)
	in := headerReader{r: r}
	in.next(GoldHunterText, func(f *fields) { f.is("goldhunter"); f.is("1") })
	in.next("team 0|1", func(f *fields) {
		f.is("team")
		h.Team = f.number()
		f.bad = f.bad || h.Team > 1
	})
	in.next("board ROWS COLS", func(f *fields) { f.is("board"); h.Rows, h.Cols = f.size(), f.size() })
	in.numbers("units HUNTERS MINERS SPIES", "units", &h.Hunters, &h.Miners, &h.Spies)
	in.numbers("bullets NUMBER", "bullets", &h.Bullets)
	in.numbers("hidden NUMBER", "hidden", &h.Hidden)
	in.numbers("stages NUMBER", "stages", &h.Stages)
	in.numbers("start", "start")
	if in.err != nil {
		return nil, in.err
	}
	return h, nil
}

// ReadStage reads a stage in the goldhunter dialect into s, up to the line
// "go"; what was in s is lost. Where the match's end comes in its place it is
// returned. Lines must be in the order in which [Stage.Append] writes them.
// Errors: a *[SyntaxError], those of [Reader.Line], and [io.ErrUnexpectedEOF]
// where the input ends.
func ReadStage(r *Reader, s *Stage) (*End, error) {
	s.reset()
	at := lineStage
	for {
		line, err := r.Line()
		if err != nil {
			return nil, cutShort(err)
		}
		if at == lineStage && isLine(line, "end") {
			return parseEnd(line, 2)
		}
		next, ok := s.parseLine(line, at)
		switch {
		case !ok:
			return nil, syntax("a stage's line "+lineNames[at]+" or what may follow", line)
		case next == lineGo:
			return nil, nil
		}
		at = next
	}
}

// stageLine is a kind of line of a stage, in the order in which they come.
type stageLine int

const (
	lineStage stageLine = iota
	lineScore
	lineUnit
	lineFoe
	lineBullet
	lineGold
	lineSee
	lineGo
)

var lineNames = []string{"stage", "score", "unit", "foe", "bullet", "gold", "see", "go"}

// parseLine reads a line of a stage; at is the least kind that may come. It
// returns the least kind that may follow.
func (s *Stage) parseLine(line []byte, at stageLine) (next stageLine, ok bool) {
	f := fields{rest: line}
	n, ok := nameOf(lineNames, f.word())
	kind := stageLine(n)
	switch {
	case !ok || kind < at:
		return at, false
	case at <= lineScore && kind != at: // these two come, once
		return at, false
	}
	next = kind
	switch kind {
	case lineStage:
		s.Number = f.number()
		next = lineScore
	case lineScore:
		s.Mine, s.Theirs = f.number(), f.number()
		next = lineUnit
	case lineUnit:
		s.Units = append(s.Units, f.unit())
	case lineFoe:
		s.Foes = append(s.Foes, Foe{Kind: f.kind(), Row: f.number(), Col: f.number(), Facing: f.dir()})
	case lineBullet:
		s.Bullets = append(s.Bullets, Bullet{Row: f.number(), Col: f.number(), Facing: f.dir()})
	case lineGold:
		g := Gold{Row: f.number(), Col: f.number(), Value: f.number(), Left: f.number()}
		f.bad = f.bad || g.Left < 1 || g.Left > DigsNeeded
		s.Gold = append(s.Gold, g)
	case lineSee:
		s.See = append(s.See, s.run(&f))
	}
	return next, f.end()
}

func (f *fields) unit() Unit {
	u := Unit{ID: f.number(), Kind: f.kind(), Row: f.number(), Col: f.number(), Facing: f.dir(), Left: f.number()}
	if u.Kind == Spy {
		if w := f.word(); len(w) > 0 {
			u.Hidden = true
			f.bad = f.bad || string(w) != "hidden"
		}
	}
	return u
}

func (f *fields) kind() Kind {
	k, ok := nameOf(kindNames, f.word())
	f.bad = f.bad || !ok
	return Kind(k)
}

func (f *fields) dir() Dir {
	d, ok := nameOf(dirNames, f.word())
	f.bad = f.bad || !ok
	return Dir(d)
}

// run takes a run of cells; they are kept in the stage's own storage.
func (s *Stage) run(f *fields) Run {
	r := Run{Row: f.number(), Col: f.number()}
	cells := f.word()
	f.bad = f.bad || len(cells) == 0
	for _, c := range cells {
		f.bad = f.bad || c != Ground && c != Rock
	}
	start := len(s.cells)
	s.cells = append(s.cells, cells...)
	r.Cells = s.cells[start:len(s.cells):len(s.cells)]
	return r
}
