package protocol

// Dir is a facing of a unit or bullet, numbered as in the gson dialect.
type Dir uint8

// The facings.
const (
	Up Dir = iota
	Right
	Down
	Left
)

var dirNames = []string{"up", "right", "down", "left"}

// String returns the facing's name on the text wire, such as "up".
func (d Dir) String() string { return dirNames[d&3] }

// Kind is a kind of unit, in the order in which ids are given.
type Kind uint8

// The kinds.
const (
	Hunter Kind = iota
	Miner
	Spy
)

var kindNames = []string{"hunter", "miner", "spy"}

// String returns the kind's name on the text wire, such as "hunter".
func (k Kind) String() string { return kindNames[k] }

// GoldHunterHeader is what a team is told before the first stage.
type GoldHunterHeader struct {
	Team       int // 0 or 1
	Rows, Cols int
	// Hunters, Miners and Spies of each team. Ids within a team go from 0 in
	// the order of these kinds.
	Hunters, Miners, Spies int
	Bullets                int // of each hunter
	Hidden                 int // stages for which each spy can hide
	Stages                 int
}

// Units returns the number of units of each team.
func (h *GoldHunterHeader) Units() int { return h.Hunters + h.Miners + h.Spies }

// Stage is what a team is told before it gives its orders. It is filled again
// and again by truncating and appending to its slices, which then allocates
// nothing.
//
// Both dialects are written from it. Units are in ascending order of ids, all
// other lists in the order of rows, then columns. Ids of units are those
// within their own team, from 0.
type Stage struct {
	Number       int // from 1
	Mine, Theirs int // scores
	Units        []Unit
	Foes         []Foe
	Bullets      []Bullet
	Gold         []Gold
	See          []Run

	cells []byte // storage of the runs of a stage that was read
}

// Unit is a living unit of the team itself.
type Unit struct {
	ID       int
	Kind     Kind
	Row, Col int
	Facing   Dir
	// Left is a hunter's bullets, the digs still needed in a miner's cell (0
	// where there is no gold), or a spy's hidden stages.
	Left   int
	Hidden bool // of a spy
}

// Foe is an enemy in a seen cell.
type Foe struct {
	ID       int // within its team; gson only
	Kind     Kind
	Row, Col int
	Facing   Dir
}

// Bullet is a bullet in a seen cell.
type Bullet struct {
	ID       int // from 0, unique in the match; gson only
	Row, Col int
	Facing   Dir
}

// Gold is a deposit in the cell of an own unit or next to it.
type Gold struct {
	ID       int // in the map's order from 0; gson only
	Row, Col int
	Value    int // text only
	Left     int // digs still needed, 1 to DigsNeeded
}

// DigsNeeded is the number of digs that take a deposit. The dialects count in
// opposite directions, so it belongs to the wire.
const DigsNeeded = 3

// Run is a row of seen cells without a gap, as long as it can be.
type Run struct {
	Row, Col int
	Cells    []byte // Ground or Rock, eastward from Col
}

// The cells of a [Run].
const (
	Ground = '.'
	Rock   = '#'
)

// Action is what one unit is told to do. Four of them turn it to a facing:
// see [Rotate].
type Action uint8

// The actions.
const (
	NoAction Action = iota
	RotateUp
	RotateRight
	RotateDown
	RotateLeft
	Move
	Fire
	Hide
	Show
	// Done is no action of a unit: the line "done N" closes the orders of the
	// stage whose number is in the order's ID.
	Done
)

var actionNames = []string{"none", "up", "right", "down", "left", "move", "fire", "hide", "show", "done"}

// Rotate returns the action of turning to d.
func Rotate(d Dir) Action { return RotateUp + Action(d&3) }

// Facing returns the facing that the action turns to, and false for the
// actions that turn to none.
func (a Action) Facing() (Dir, bool) { return Dir(a - RotateUp), a >= RotateUp && a <= RotateLeft }

// String returns the action's word on the text wire, such as "move", and for
// a rotation the facing.
func (a Action) String() string { return actionNames[a] }

// Order is one order of a team.
type Order struct {
	// ID is the unit's within its team. It is a number of the bot's: there
	// may be no such unit.
	ID     int
	Action Action
}
