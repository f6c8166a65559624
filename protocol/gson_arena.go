package protocol

import "fmt"

// GsonMessage is a message of a client of the gson dialect: its name, a
// request for the map, or orders. It can be parsed into again and again.
type GsonMessage struct {
	Command GsonCommand
	// Time is mTimeSent: with orders, the stage that they are for.
	Time int64
	// Name is the first argument: with GsonTeam, the client's name.
	Name string
	// Orders are the well-formed orders in the order in which they were
	// given; the last for a unit counts.
	Orders []Order
	// Malformed counts the commands that are no orders; the first of them is
	// quoted in Quote as `"ID":"ORDER"`.
	Malformed int
	Quote     string
}

// Parse reads a client's line. Ids are translated by ids: an order for a unit
// that is not of the client's team has an id that is less than 0 or too large.
//
// Members that the dialect does not have are skipped. Names of members are
// those of the original, exactly. The error is a *[SyntaxError]: the line is
// not a JSON object, lacks a command, or has one that clients do not send.
func (m *GsonMessage) Parse(line []byte, ids GsonIDs) error {
	*m = GsonMessage{Command: -1, Orders: m.Orders[:0]}
	j := jsonText{rest: line}
	named := false
	for more := j.open('{', '}'); more; more = j.next('}') {
		switch string(j.key()) {
		case "mCommandID":
			m.Command = GsonCommand(j.number())
		case "mTimeSent":
			m.Time = j.number()
		case "mArguments":
			for more := j.open('[', ']'); more; more = j.next(']') {
				if name := j.text(); !named {
					m.Name, named = string(name), true
				}
			}
		case "commands":
			m.commands(&j, ids)
		default:
			j.skip(maxDepth)
		}
	}
	if !j.end() {
		return syntax("a JSON object with mCommandID", line)
	}
	switch m.Command {
	case GsonTeam, GsonOrders, GsonMap:
		return nil
	}
	return syntax("a JSON object with mCommandID 0, 1 or 3", line)
}

func (m *GsonMessage) commands(j *jsonText, ids GsonIDs) {
	for more := j.open('{', '}'); more; more = j.next('}') {
		key := j.key()
		id, okID := parseNumber(key)
		if j.peek() != '"' {
			m.malformed(key, nil)
			j.skip(maxDepth)
			continue
		}
		word := j.text()
		action, okAction := gsonAction(word)
		if !okID || !okAction {
			m.malformed(key, word)
			continue
		}
		m.Orders = append(m.Orders, Order{id - ids.Mine, action})
	}
}

func (m *GsonMessage) malformed(key, word []byte) {
	if m.Malformed++; m.Malformed > 1 {
		return
	}
	m.Quote = fmt.Sprintf("%q:", Quote(key))
	if word != nil {
		m.Quote += fmt.Sprintf("%q", Quote(word))
	}
}

func gsonAction(word []byte) (Action, bool) {
	for a := RotateUp; a < Done; a++ {
		if string(word) == gsonActions[a] {
			return a, true
		}
	}
	return NoAction, false
}
