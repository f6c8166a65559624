package bot

import "botarena/protocol"

// walks finds the shortest ways of one unit: a step costs a stage, and so does
// a turn. A state is a cell and a facing.
type walks struct {
	m       *memory
	mark    []uint32 // by state: the search that has reached it
	now     uint32
	dist    []uint16
	from    []int32
	gain    []float32 // what the way to a state shows
	queue   []int32
	start   int32
	blocked []bool // by cell: not to be entered in the first steps
}

func newWalks(m *memory) *walks {
	n := 4 * len(m.cell)
	return &walks{
		m: m, mark: make([]uint32, n), dist: make([]uint16, n), from: make([]int32, n), gain: make([]float32, n),
		blocked: make([]bool, len(m.cell)),
	}
}

func state(cell int, d protocol.Dir) int32 { return int32(cell<<2 | int(d)) }

// blockedSteps is for how many stages what stands in the way now is in the way.
const blockedSteps = 3

// search finds the ways from a unit to everything within so many stages. Of
// two ways of one length the one that shows more of what is worth a look wins.
func (w *walks) search(cell int, d protocol.Dir, limit int, worth []float32) {
	w.now++
	m := w.m
	w.start = state(cell, d)
	w.queue = append(w.queue[:0], w.start)
	w.mark[w.start], w.dist[w.start], w.from[w.start], w.gain[w.start] = w.now, 0, -1, 0
	for i := 0; i < len(w.queue); i++ {
		s := w.queue[i]
		dist := w.dist[s]
		if int(dist) >= limit {
			break
		}
		c, facing := int(s>>2), protocol.Dir(s&3)
		for turn := protocol.Dir(1); turn < 4; turn++ {
			w.reach(s, state(c, (facing+turn)&3), dist+1, w.gain[s])
		}
		next := c + m.delta[facing]
		if !m.pass[next] || w.blocked[next] && dist < blockedSteps {
			continue
		}
		g := w.gain[s]
		if worth != nil {
			ahead, side := next+m.delta[facing], m.delta[(facing+1)&3]
			// Beside the board there is a border, which is worth nothing.
			g += worth[next] + worth[ahead] + worth[ahead-side] + worth[ahead+side]
		}
		w.reach(s, state(next, facing), dist+1, g)
	}
}

func (w *walks) reach(from, s int32, dist uint16, gain float32) {
	if w.mark[s] == w.now {
		if w.dist[s] != dist || w.gain[s] >= gain {
			return
		}
	} else {
		w.mark[s] = w.now
		w.dist[s] = dist
		w.queue = append(w.queue, s)
	}
	w.from[s], w.gain[s] = from, gain
}

// to returns the stages that the unit needs to a cell, and in which facing it
// arrives first; -1 if there is no way within the search's limit.
func (w *walks) to(cell int) (dist int, s int32) {
	dist = -1
	for d := range protocol.Dir(4) {
		if t := state(cell, d); w.mark[t] == w.now && (dist < 0 || int(w.dist[t]) < dist) {
			dist, s = int(w.dist[t]), t
		}
	}
	return dist, s
}

// first returns the first order on the way to a state.
func (w *walks) first(s int32) protocol.Action {
	if s == w.start {
		return protocol.NoAction
	}
	for w.from[s] != w.start {
		s = w.from[s]
	}
	return w.step(s)
}

// step returns the order that leads to a state from the one before it.
func (w *walks) step(s int32) protocol.Action {
	if s>>2 != w.from[s]>>2 {
		return protocol.Move
	}
	return protocol.Rotate(protocol.Dir(s & 3))
}
