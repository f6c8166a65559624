package protocol

import (
	"cmp"
	"encoding/json"
	"slices"
)

// gsonStage reads the members of a stage in the gson dialect.
type gsonStage struct {
	jsonText
	s   *Stage
	ids GsonIDs
}

// gsonMembers is how many members a stage has beside its command and time.
const gsonMembers = 12

// member takes the value of a member of a stage; it reports whether there is
// one of that name.
func (j *gsonStage) member(name string) bool {
	switch s := j.s; name {
	case "cycle":
		s.Number = j.small()
	case "yourScore":
		s.Mine = j.small()
	case "opponentScore":
		s.Theirs = j.small()
	case "updateCells":
		j.list(func() { j.see(j.cell()) })
	case "goldMiner":
		j.units(Miner)
	case "hunter":
		j.units(Hunter)
	case "spies":
		j.units(Spy)
	case "opponentGoldMiner":
		j.foes(Miner)
	case "opponentHunter":
		j.foes(Hunter)
	case "opponentSpies":
		j.foes(Spy)
	case "golds":
		j.list(func() {
			t := j.thing("id", "timeOfMining")
			j.bad = j.bad || t.digs >= DigsNeeded
			s.Gold = append(s.Gold, Gold{ID: t.id, Row: t.row, Col: t.col, Left: DigsNeeded - t.digs})
		})
	case "bullets":
		j.list(func() {
			t := j.thing("id", "dir")
			s.Bullets = append(s.Bullets, Bullet{t.id - firstGsonBullet, t.row, t.col, t.dir})
		})
	default:
		return false
	}
	return true
}

// small takes a number that is not negative.
func (j *gsonStage) small() int {
	n := j.number()
	j.bad = j.bad || n < 0
	return int(n)
}

func (j *gsonStage) list(element func()) {
	for more := j.open('[', ']'); more; more = j.next(']') {
		element()
	}
}

func (j *gsonStage) units(kind Kind) {
	left := [...]string{Hunter: "bulletCapicity", Miner: "id", Spy: "hidenessCapacity"}[kind]
	j.list(func() {
		t := j.thing("id", "dir", left)
		j.s.Units = append(j.s.Units, Unit{t.id - j.ids.Mine, kind, t.row, t.col, t.dir, t.left, t.hidden})
	})
}

func (j *gsonStage) foes(kind Kind) {
	j.list(func() {
		t := j.thing("id", "dir")
		j.s.Foes = append(j.s.Foes, Foe{t.id - j.ids.Theirs, kind, t.row, t.col, t.dir})
	})
}

// gsonThing is an element of any of a stage's lists.
type gsonThing struct {
	id, row, col, left, digs int
	dir                      Dir
	hidden                   bool
}

// thing takes an object that has a cell and the wanted members.
func (j *gsonStage) thing(wanted ...string) (t gsonThing) {
	missing := 1 + len(wanted)
	for more := j.open('{', '}'); more; more = j.next('}') {
		key := j.key()
		for _, name := range wanted {
			if string(key) == name {
				missing--
			}
		}
		switch string(key) {
		case "cell":
			_, t.row, t.col = j.cell()
			missing--
		case "id":
			t.id = j.small()
		case "dir":
			word := j.text()
			d := slices.IndexFunc(gsonDirs[:], func(s string) bool { return s[1:len(s)-1] == string(word) })
			j.bad = j.bad || d < 0
			t.dir = Dir(d & 3)
		case "bulletCapicity", "hidenessCapacity":
			t.left = j.small()
		case "timeOfMining":
			t.digs = j.small()
		case "isHidden":
			if t.hidden = j.word("true"); !t.hidden && !j.word("false") {
				j.bad = true
			}
		default:
			j.skip(maxDepth)
		}
	}
	j.bad = j.bad || missing != 0
	return t
}

// cell takes a cell.
func (j *gsonStage) cell() (cell byte, row, col int) {
	missing := 3
	for more := j.open('{', '}'); more; more = j.next('}') {
		switch string(j.key()) {
		case "type":
			switch string(j.text()) {
			case "SOLID":
				cell = Ground
			case "ROCK":
				cell = Rock
			default:
				j.bad = true
			}
			missing--
		case "y":
			row = j.small()
			missing--
		case "x":
			col = j.small()
			missing--
		default:
			j.skip(maxDepth)
		}
	}
	j.bad = j.bad || missing != 0
	return cell, row, col
}

// see adds a seen cell to the last run or begins another.
func (j *gsonStage) see(cell byte, row, col int) {
	s := j.s
	s.cells = append(s.cells, cell)
	if n := len(s.See); n > 0 {
		r := &s.See[n-1]
		if r.Row == row && r.Col+len(r.Cells) == col {
			r.Cells = s.cells[len(s.cells)-len(r.Cells)-1:]
			return
		}
	}
	s.See = append(s.See, Run{row, col, s.cells[len(s.cells)-1:]})
}

// order brings the lists, which come by kinds, into a stage's order.
func (s *Stage) order() {
	slices.SortStableFunc(s.Units, func(a, b Unit) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortStableFunc(s.Foes, func(a, b Foe) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
	})
	for i := range s.Units {
		u := &s.Units[i]
		for _, g := range s.Gold {
			if u.Kind == Miner && g.Row == u.Row && g.Col == u.Col {
				u.Left = g.Left
			}
		}
	}
}

// reset empties the stage and keeps its storage.
func (s *Stage) reset() {
	*s = Stage{
		Units: s.Units[:0], Foes: s.Foes[:0], Bullets: s.Bullets[:0],
		Gold: s.Gold[:0], See: s.See[:0], cells: s.cells[:0],
	}
}

// appendJSONString appends a string in JSON's quotes.
func appendJSONString(dst []byte, s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil {
		panic(err) // no string fails
	}
	return append(dst, quoted...)
}
