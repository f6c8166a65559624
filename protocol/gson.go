package protocol

// Gson is the name of the original dialect in configs and records.
const Gson = "gson"

// GsonCommand is the mCommandID of a message of the gson dialect.
type GsonCommand int

// The commands.
const (
	GsonTeam     GsonCommand = 0 // a client's name; the team's number
	GsonOrders   GsonCommand = 1 // a client's orders
	GsonStage    GsonCommand = 2 // a stage
	GsonMap      GsonCommand = 3 // a request for the map's size; the size
	GsonFinished GsonCommand = 4 // the match is over
)

// GsonIDs translates ids of units within their team to those of the gson
// dialect, which go through both teams. The zero value leaves them as they are.
type GsonIDs struct {
	Mine, Theirs int // the wire's ids of unit 0 of the own team and the other
}

// The first ids of the gson dialect. Gold counts from 0.
const (
	firstGsonUnit   = 1000
	firstGsonBullet = 100
)

// NewGsonIDs returns the ids as a team with so many units sees them.
func NewGsonIDs(team, units int) GsonIDs {
	return GsonIDs{firstGsonUnit + team*units, firstGsonUnit + (1-team)*units}
}

var (
	gsonDirs    = [...]string{`"UP"`, `"RIGHT"`, `"DOWN"`, `"LEFT"`}
	gsonActions = [...]string{
		Move: "move", Fire: "fire", Hide: "hide", Show: "show",
		RotateUp: "0", RotateRight: "1", RotateDown: "2", RotateLeft: "3",
	}
)

// AppendGsonTeam appends the arena's answer to a client's name.
func AppendGsonTeam(dst []byte, team int) []byte {
	dst = append(dst, `{"mCommandID":0,"mTimeSent":0,"mArguments":["`...)
	dst = appendNumber(dst, team)
	return append(dst, "\"]}\n"...)
}

// AppendGsonMap appends the arena's answer to a client's request for the map.
func AppendGsonMap(dst []byte, rows, cols int) []byte {
	dst = append(dst, `{"mCommandID":3,"mTimeSent":0,"mArguments":["`...)
	dst = appendNumber(dst, rows)
	dst = append(dst, `","`...)
	dst = appendNumber(dst, cols)
	return append(dst, "\"]}\n"...)
}

// AppendGsonFinished appends the message that the match is over.
func AppendGsonFinished(dst []byte) []byte {
	return append(dst, `{"mCommandID":4,"mTimeSent":0,"mArguments":[]}`+"\n"...)
}

// AppendGson appends the stage in the gson dialect, one line. Every cell in
// which something is named is told as well, also where See lacks it.
func (s *Stage) AppendGson(dst []byte, ids GsonIDs) []byte {
	dst = append(dst, `{"cycle":`...)
	dst = appendNumber(dst, s.Number)
	dst = append(dst, `,"yourScore":`...)
	dst = appendNumber(dst, s.Mine)
	dst = append(dst, `,"opponentScore":`...)
	dst = appendNumber(dst, s.Theirs)
	dst = s.appendGsonCells(append(dst, `,"updateCells":[`...))
	dst = s.appendGsonUnits(append(dst, `],"goldMiner":[`...), Miner, ids.Mine)
	dst = s.appendGsonUnits(append(dst, `],"hunter":[`...), Hunter, ids.Mine)
	dst = s.appendGsonGold(append(dst, `],"golds":[`...))
	dst = s.appendGsonUnits(append(dst, `],"spies":[`...), Spy, ids.Mine)
	dst = s.appendGsonFoes(append(dst, `],"opponentSpies":[`...), Spy, ids.Theirs)
	dst = s.appendGsonFoes(append(dst, `],"opponentGoldMiner":[`...), Miner, ids.Theirs)
	dst = s.appendGsonFoes(append(dst, `],"opponentHunter":[`...), Hunter, ids.Theirs)
	dst = s.appendGsonBullets(append(dst, `],"bullets":[`...))
	dst = append(dst, `],"mCommandID":2,"mTimeSent":`...)
	dst = appendNumber(dst, s.Number)
	return append(dst, "}\n"...)
}

func (s *Stage) appendGsonUnits(dst []byte, kind Kind, first int) []byte {
	more := false
	for i := range s.Units {
		u := &s.Units[i]
		if u.Kind != kind {
			continue
		}
		if more {
			dst = append(dst, ',')
		}
		more = true
		switch {
		case kind == Hunter:
			dst = append(dst, `{"bulletCapicity":`...)
			dst = appendNumber(dst, u.Left)
			dst = append(dst, ',')
		case kind == Spy && u.Hidden:
			dst = append(dst, `{"isHidden":true,"hidenessCapacity":`...)
			dst = appendNumber(dst, u.Left)
			dst = append(dst, ',')
		case kind == Spy:
			dst = append(dst, `{"isHidden":false,"hidenessCapacity":`...)
			dst = appendNumber(dst, u.Left)
			dst = append(dst, ',')
		default:
			dst = append(dst, '{')
		}
		dst = appendGsonBody(dst, u.Row, u.Col, first+u.ID, u.Facing)
	}
	return dst
}

func (s *Stage) appendGsonFoes(dst []byte, kind Kind, first int) []byte {
	more := false
	for i := range s.Foes {
		f := &s.Foes[i]
		if f.Kind != kind {
			continue
		}
		if more {
			dst = append(dst, ',')
		}
		more = true
		if kind == Spy {
			dst = append(dst, `{"isHidden":false,`...)
		} else {
			dst = append(dst, '{')
		}
		dst = appendGsonBody(dst, f.Row, f.Col, first+f.ID, f.Facing)
	}
	return dst
}

// appendGsonBody appends what is told of every unit, and the closing brace.
func appendGsonBody(dst []byte, row, col, id int, facing Dir) []byte {
	dst = append(dst, `"cell":`...)
	dst = appendGsonCell(dst, Ground, row, col)
	dst = append(dst, `,"id":`...)
	dst = appendNumber(dst, id)
	dst = append(dst, `,"dir":`...)
	dst = append(dst, gsonDirs[facing]...)
	return append(dst, '}')
}

func (s *Stage) appendGsonGold(dst []byte) []byte {
	for i := range s.Gold {
		g := &s.Gold[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"id":`...)
		dst = appendNumber(dst, g.ID)
		dst = append(dst, `,"cell":`...)
		dst = appendGsonCell(dst, Ground, g.Row, g.Col)
		dst = append(dst, `,"timeOfMining":`...)
		dst = appendNumber(dst, DigsNeeded-g.Left)
		dst = append(dst, '}')
	}
	return dst
}

func (s *Stage) appendGsonBullets(dst []byte) []byte {
	for i := range s.Bullets {
		b := &s.Bullets[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"dir":`...)
		dst = append(dst, gsonDirs[b.Facing]...)
		dst = append(dst, `,"cell":`...)
		dst = appendGsonCell(dst, Ground, b.Row, b.Col)
		dst = append(dst, `,"id":`...)
		dst = appendNumber(dst, firstGsonBullet+b.ID)
		dst = append(dst, '}')
	}
	return dst
}

// appendGsonCells appends the seen cells, then those that are named only.
// Units, bullets and gold are never on rock.
func (s *Stage) appendGsonCells(dst []byte) []byte {
	start := len(dst)
	for i := range s.See {
		r := &s.See[i]
		for j, c := range r.Cells {
			dst = append(appendGsonCell(dst, c, r.Row, r.Col+j), ',')
		}
	}
	for i := range s.Units {
		dst = s.appendUnseen(dst, s.Units[i].Row, s.Units[i].Col)
	}
	for i := range s.Foes {
		dst = s.appendUnseen(dst, s.Foes[i].Row, s.Foes[i].Col)
	}
	for i := range s.Bullets {
		dst = s.appendUnseen(dst, s.Bullets[i].Row, s.Bullets[i].Col)
	}
	for i := range s.Gold {
		dst = s.appendUnseen(dst, s.Gold[i].Row, s.Gold[i].Col)
	}
	if len(dst) > start {
		dst = dst[:len(dst)-1] // the last comma
	}
	return dst
}

func (s *Stage) appendUnseen(dst []byte, row, col int) []byte {
	if s.sees(row, col) {
		return dst
	}
	return append(appendGsonCell(dst, Ground, row, col), ',')
}

// sees reports whether a cell is in one of the runs.
func (s *Stage) sees(row, col int) bool {
	lo, hi := 0, len(s.See) // the last run that does not start after the cell is before hi
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if r := &s.See[mid]; r.Row < row || r.Row == row && r.Col <= col {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return false
	}
	r := &s.See[lo-1]
	return r.Row == row && col < r.Col+len(r.Cells)
}

func appendGsonCell(dst []byte, cell byte, row, col int) []byte {
	if cell == Rock {
		dst = append(dst, `{"type":"ROCK","y":`...)
	} else {
		dst = append(dst, `{"type":"SOLID","y":`...)
	}
	dst = appendNumber(dst, row)
	dst = append(dst, `,"x":`...)
	dst = appendNumber(dst, col)
	return append(dst, '}')
}
