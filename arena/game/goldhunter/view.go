package goldhunter

import (
	"math/bits"
	"slices"

	"botarena/protocol"
)

// View fills v with what the team is told before it gives its orders: the
// pooled sight of its living units. A stage that is filled again allocates
// nothing. The runs of cells must not be changed: they are the board's.
func (s *State) View(team int, v *protocol.Stage) {
	v.Number = s.stage
	v.Mine, v.Theirs = s.teams[team].gold, s.teams[1-team].gold
	s.lookAround(team)
	s.tellUnits(team, v)
	s.tellFoes(team, v)
	s.tellBullets(v)
	s.tellGold(v)
	s.tellCells(v)
}

// digsLeft returns the digs that a cell still needs, 0 where there is no gold.
func (s *State) digsLeft(cell int16) int {
	if g := s.b.goldAt[cell]; g >= 0 {
		return protocol.DigsNeeded - int(s.digs[g])
	}
	return 0
}

// lookAround fills the bit rows seen (cells that are told as ground or rock,
// with what is there) and near (the own cells and their neighbours).
func (s *State) lookAround(team int) {
	b := s.b
	n := b.rows * b.words
	if len(s.seen) != n {
		s.seen, s.near = make([]uint64, n), make([]uint64, n)
	}
	clear(s.near)
	for i := team * b.perTeam; i < (team+1)*b.perTeam; i++ {
		u := &s.units[i]
		if u.dead {
			continue
		}
		row, col := int(b.rowOf[u.cell]), int(b.colOf[u.cell])
		from, to := max(0, col-1), min(b.cols-1, col+1)
		for r := max(0, row-1); r <= min(b.rows-1, row+1); r++ {
			fill(s.near[r*b.words:(r+1)*b.words], from, to)
		}
	}
	copy(s.seen, s.near)
	for i := team * b.perTeam; i < (team+1)*b.perTeam; i++ {
		u := &s.units[i]
		ahead := int(b.ahead[u.facing][u.cell])
		if u.dead || ahead < 2 { // the first cell ahead is a neighbour
			continue
		}
		row, col := int(b.rowOf[u.cell]), int(b.colOf[u.cell])
		switch u.facing {
		case protocol.Right:
			fill(s.seen[row*b.words:(row+1)*b.words], col, col+ahead)
		case protocol.Left:
			fill(s.seen[row*b.words:(row+1)*b.words], col-ahead, col)
		case protocol.Down:
			column(s.seen[row*b.words+col>>6:], b.words, ahead, uint64(1)<<(col&63))
		case protocol.Up:
			column(s.seen[(row-ahead)*b.words+col>>6:], b.words, ahead, uint64(1)<<(col&63))
		}
	}
}

// column sets one bit in each of n+1 rows.
func column(rows []uint64, words, n int, bit uint64) {
	for i := 0; i <= n*words; i += words {
		rows[i] |= bit
	}
}

// fill sets the bits from..to of a bit row.
func fill(row []uint64, from, to int) {
	first, last := from>>6, to>>6
	head, tail := ^uint64(0)<<(from&63), ^uint64(0)>>(63-to&63)
	if first == last {
		row[first] |= head & tail
		return
	}
	row[first] |= head
	for i := first + 1; i < last; i++ {
		row[i] = ^uint64(0)
	}
	row[last] |= tail
}

func (s *State) tellUnits(team int, v *protocol.Stage) {
	v.Units = v.Units[:0]
	for i := team * s.b.perTeam; i < (team+1)*s.b.perTeam; i++ {
		u := &s.units[i]
		if u.dead {
			continue
		}
		left := int(u.left)
		if u.kind == protocol.Miner {
			left = s.digsLeft(u.cell)
		}
		v.Units = append(v.Units, protocol.Unit{
			ID: i - team*s.b.perTeam, Kind: u.kind, Row: int(s.b.rowOf[u.cell]), Col: int(s.b.colOf[u.cell]),
			Facing: u.facing, Left: left, Hidden: u.hidden,
		})
	}
}

func (s *State) tellFoes(team int, v *protocol.Stage) {
	v.Foes = v.Foes[:0]
	for i := (1 - team) * s.b.perTeam; i < (2-team)*s.b.perTeam; i++ {
		u := &s.units[i]
		if u.dead || u.hidden || !s.b.has(s.seen, u.cell) {
			continue
		}
		v.Foes = append(v.Foes, protocol.Foe{
			ID: i - (1-team)*s.b.perTeam, Kind: u.kind, Row: int(s.b.rowOf[u.cell]), Col: int(s.b.colOf[u.cell]),
			Facing: u.facing,
		})
	}
	slices.SortFunc(v.Foes, func(x, y protocol.Foe) int { return byPlace(x.Row, x.Col, y.Row, y.Col) })
}

func (s *State) tellBullets(v *protocol.Stage) {
	v.Bullets = v.Bullets[:0]
	for i := range s.flying {
		b := &s.flying[i]
		if s.b.has(s.seen, b.cell) {
			v.Bullets = append(v.Bullets, s.tell(b))
		}
	}
	slices.SortFunc(v.Bullets, func(x, y protocol.Bullet) int { return byPlace(x.Row, x.Col, y.Row, y.Col) })
}

func (s *State) tell(b *bullet) protocol.Bullet {
	return protocol.Bullet{ID: int(b.id), Row: int(s.b.rowOf[b.cell]), Col: int(s.b.colOf[b.cell]), Facing: b.facing}
}

// Bullets appends every bullet in flight to dst, whoever sees it, in the order
// of firing.
func (s *State) Bullets(dst []protocol.Bullet) []protocol.Bullet {
	from := len(dst)
	for i := range s.flying {
		dst = append(dst, s.tell(&s.flying[i]))
	}
	slices.SortFunc(dst[from:], func(x, y protocol.Bullet) int { return x.ID - y.ID })
	return dst
}

// Digs appends to dst, by deposit, how many digs are done, as many as are
// needed where it was taken.
func (s *State) Digs(dst []int) []int {
	for _, n := range s.digs {
		dst = append(dst, int(n))
	}
	return dst
}

func byPlace(row1, col1, row2, col2 int) int {
	return row1*MaxSide + col1 - row2*MaxSide - col2
}

func (s *State) tellGold(v *protocol.Stage) {
	b := s.b
	v.Gold = v.Gold[:0]
	for i, w := range b.goldBits {
		for w &= s.near[i]; w != 0; w &= w - 1 {
			row, col := i/b.words, i%b.words<<6+bits.TrailingZeros64(w)
			cell := int16(b.cell(row, col))
			if left := s.digsLeft(cell); left > 0 {
				g := b.goldAt[cell]
				v.Gold = append(v.Gold, protocol.Gold{ID: int(g), Row: row, Col: col, Value: int(b.gold[g].value), Left: left})
			}
		}
	}
}

func (s *State) tellCells(v *protocol.Stage) {
	b := s.b
	v.See = v.See[:0]
	for row := range b.rows {
		words := s.seen[row*b.words : (row+1)*b.words]
		drawn := b.drawn[row*b.cols : (row+1)*b.cols]
		for col := next(words, 0, 0); col < b.cols; {
			end := min(b.cols, next(words, col, ^uint64(0)))
			v.See = append(v.See, protocol.Run{Row: row, Col: col, Cells: drawn[col:end:end]})
			col = next(words, end, 0)
		}
	}
}

// next returns the first bit at or after from that is set in the words after
// they are xored with flip; past the end if there is none.
func next(words []uint64, from int, flip uint64) int {
	i := from >> 6
	if i >= len(words) {
		return len(words) << 6
	}
	w := (words[i] ^ flip) & (^uint64(0) << (from & 63))
	for w == 0 {
		i++
		if i == len(words) {
			return i << 6
		}
		w = words[i] ^ flip
	}
	return i<<6 + bits.TrailingZeros64(w)
}
