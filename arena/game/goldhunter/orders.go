package goldhunter

import (
	"fmt"
	"strconv"

	"botarena/arena/game"
	"botarena/protocol"
)

// orderSet is a team's orders for one stage.
type orderSet struct {
	given   []protocol.Action // by id within the team
	unknown int               // orders for ids that no unit of the team has
}

func (o *orderSet) clear() {
	clear(o.given)
	o.unknown = 0
}

// append writes the orders in the notation of the record.
func (o *orderSet) append(dst []byte, firstID int) []byte {
	start := len(dst)
	for i, order := range o.given {
		if order == protocol.NoAction {
			continue
		}
		if len(dst) > start {
			dst = append(dst, ' ')
		}
		dst = strconv.AppendInt(dst, int64(firstID+i), 10)
		dst = append(dst, ':')
		dst = append(dst, order.String()...)
	}
	if o.unknown > 0 {
		if len(dst) > start {
			dst = append(dst, ' ')
		}
		dst = append(dst, "?:"...)
		dst = strconv.AppendInt(dst, int64(o.unknown), 10)
	}
	return dst
}

// parse reads the notation of the record. It is strict: two texts that are
// accepted and differ mean different orders. It returns what is wrong, or "".
func (o *orderSet) parse(text []byte, firstID int) (why string) {
	o.clear()
	next := 0 // the least id within the team that may follow
	for first := true; first || len(text) > 0; first = false {
		if first && len(text) == 0 {
			return ""
		}
		word := text
		if i := indexByte(text, ' '); i >= 0 {
			word, text = text[:i], text[i+1:]
			if len(text) == 0 {
				return "a space after the last order"
			}
		} else {
			text = nil
		}
		colon := indexByte(word, ':')
		if colon < 0 {
			return fmt.Sprintf("expected ID:ORDER, found %q", clip(string(word)))
		}
		if string(word[:colon]) == "?" {
			n, ok := decimal(word[colon+1:])
			if !ok || n == 0 || text != nil {
				return fmt.Sprintf("expected ?:COUNT as the last word, found %q", clip(string(word)))
			}
			o.unknown = n
			return ""
		}
		id, ok := decimal(word[:colon])
		if !ok {
			return fmt.Sprintf("expected the id of a unit, found %q", clip(string(word[:colon])))
		}
		i := id - firstID
		switch {
		case i < 0 || i >= len(o.given):
			return fmt.Sprintf("unit %d is not the team's", id)
		case i < next:
			return fmt.Sprintf("unit %d is not in ascending order", id)
		}
		next = i + 1
		order, ok := orderOf(word[colon+1:])
		if !ok {
			return fmt.Sprintf("expected an order, found %q", clip(string(word[colon+1:])))
		}
		o.given[i] = order
	}
	return ""
}

// orderOf returns the order of a word of the record.
func orderOf(word []byte) (protocol.Action, bool) {
	for a := protocol.RotateUp; a <= protocol.Show; a++ {
		if string(word) == a.String() {
			return a, true
		}
	}
	return protocol.NoAction, false
}

// decimal reads a number of at most nine digits without sign or leading zeros.
func decimal(b []byte) (int, bool) {
	if len(b) == 0 || len(b) > 9 || len(b) > 1 && b[0] == '0' {
		return 0, false
	}
	n := 0
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}

func indexByte(b []byte, c byte) int {
	for i, x := range b {
		if x == c {
			return i
		}
	}
	return -1
}

// possible reports whether a unit can carry out an order: it lives, only
// hunters fire and only with bullets, only spies hide and show and hide only
// with stages left. A move that will be blocked is possible; it just has no
// effect. It is judged by the position that the team was told, so that a unit
// killed in the same stage does not count against its team (ruling).
func (u *unit) possible(o protocol.Action) bool {
	switch {
	case u.dead:
		return false
	case o == protocol.Fire:
		return u.kind == protocol.Hunter && u.left > 0
	case o == protocol.Hide:
		return u.kind == protocol.Spy && u.left > 0
	case o == protocol.Show:
		return u.kind == protocol.Spy
	}
	return true
}

// RandomMove appends orders that can be carried out, drawn from rnd: most
// units get one, and moving is the likeliest.
func (s *State) RandomMove(dst []byte, seat int, rnd *game.Rand) []byte {
	// Orders that can be carried out have no unknown ids, and this set is
	// scratch: Apply clears it.
	set := &s.orders[seat]
	set.clear()
	for i := range set.given {
		u := &s.units[seat*s.b.perTeam+i]
		if u.dead {
			continue
		}
		o := protocol.Move
		switch n := rnd.IntN(10); {
		case n == 0:
			o = protocol.NoAction
		case n < 4:
			o = protocol.Rotate(Dir(rnd.IntN(4)))
		case n < 6 && u.kind == protocol.Hunter:
			o = protocol.Fire
		case n < 5 && u.kind == protocol.Spy:
			o = protocol.Hide
		case n < 6 && u.kind == protocol.Spy:
			o = protocol.Show
		}
		if u.possible(o) {
			set.given[i] = o
		}
	}
	return set.append(dst, seat*s.b.perTeam)
}
