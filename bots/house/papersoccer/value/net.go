package value

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"botarena/bots/house/papersoccer/field"
)

// Hidden is the number of hidden units.
const Hidden = 32

const (
	lanes = 4 // sums in one word
	words = Hidden / lanes
	// scale is one unit of a quantised weight's inverse.
	scale = 64
	// offset makes quantised weights positive, so that the sums in a word
	// never borrow from one another.
	offset = 128
)

// Weights are the network's parameters as they are learned.
type Weights struct {
	In   [Inputs][Hidden]float32
	Bias [Hidden]float32
	Out  [Hidden]float32
	Last float32
}

// Net is a network ready to judge.
type Net struct {
	in   [Inputs][words]uint64
	bias [Hidden]float32
	out  [Hidden]float32
	last float32
}

// NewNet returns the network with weights rounded to 1/64 and cut off at ±2.
func NewNet(w *Weights) *Net {
	n := &Net{bias: w.Bias, out: w.Out, last: w.Last}
	for i := range w.In {
		for j, f := range w.In[i] {
			q := min(max(int(math.Round(float64(f)*scale)), -offset+1), offset-1) + offset
			n.in[i][j/lanes] |= uint64(q) << (16 * (j % lanes))
		}
	}
	return n
}

// sums holds one sum of quantised weights for each hidden unit.
type sums [words]uint64

func (s *sums) add(w *[words]uint64) {
	s[0] += w[0]
	s[1] += w[1]
	s[2] += w[2]
	s[3] += w[3]
	s[4] += w[4]
	s[5] += w[5]
	s[6] += w[6]
	s[7] += w[7]
}

// Edges is the part of the sums that the drawn segments contribute, for all
// positions that differ by a turn from one another.
type Edges struct {
	sums sums
	n    int
	view View
}

// Evaluator judges positions with a network. It is not safe for use by
// several goroutines.
type Evaluator struct {
	Net    *Net
	active []uint16
}

// Edges returns the contribution of the segments drawn in b as v sees them.
func (e *Evaluator) Edges(b *field.Board, v View) Edges {
	x := Edges{view: v}
	e.active = appendEdges(e.active[:0], b, v)
	for _, i := range e.active {
		x.sums.add(&e.Net.in[i])
	}
	x.n = len(e.active)
	return x
}

// Judge returns the logit of the probability that the player to move wins.
// The position is the one of x with the further segments, each the number of
// a point times eight plus a direction, and the ball and floods given.
func (e *Evaluator) Judge(x *Edges, segments []uint16, b *field.Board, l *Look) float32 {
	edges := x.sums
	for _, s := range segments {
		edges.add(&e.Net.in[edgeMap[x.view][s&(points*8-1)]])
	}
	l.Zones(b, x.view)
	var look sums
	n := e.Net.look(&look, b, x.view, l)
	return e.Net.output(&edges, &look, x.n+len(segments)+n)
}

// look adds the inputs that are not segments, as [Active] lists them, to s and
// returns how many they are.
func (n *Net) look(s *sums, b *field.Board, v View, l *Look) int {
	pm := &pointMap[v]
	s.add(&n.in[ballBase+pm[b.Ball&(points-1)]])
	safe := n.addSet(s, pm, safeBase, l.Safe)
	s.add(&n.in[countBase+min(safe, mostCounted)])
	count := 2 + safe
	for layer := range l.Reach.Layer {
		count += n.addSet(s, pm, distBase+layer*points, l.Reach.Layer[layer])
	}
	for i, base := range [2]int{attackBase, defendBase} {
		goal := v.Target() ^ i
		if d := l.Reach.Goal[goal]; d != field.Far {
			s.add(&n.in[goalBase+i*field.Layers+int(d)])
			count++
		}
		count += n.addSet(s, pm, base, l.zones[goal])
	}
	return count
}

// addSet adds the inputs of a set of points to s and returns how many they
// are. The sums stay in registers: nearly all of the search's time goes by
// here.
func (n *Net) addSet(s *sums, pm *[points]uint16, base int, set field.Bits) int {
	in := n.in[base : base+points]
	s0, s1, s2, s3, s4, s5, s6, s7 := s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
	for half, word := range [2]uint64{set.Lo, set.Hi} {
		for ; word != 0; word &= word - 1 {
			w := &in[pm[(half<<6+bits.TrailingZeros64(word))&(points-1)]]
			s0 += w[0]
			s1 += w[1]
			s2 += w[2]
			s3 += w[3]
			s4 += w[4]
			s5 += w[5]
			s6 += w[6]
			s7 += w[7]
		}
	}
	*s = sums{s0, s1, s2, s3, s4, s5, s6, s7}
	return set.Len()
}

func (n *Net) output(a, b *sums, active int) float32 {
	logit := n.last
	minus := int32(active * offset)
	for i := range a {
		// Pairs of sums have room for both parts in 32 bits.
		const pair = 0x0000FFFF0000FFFF
		even := a[i]&pair + b[i]&pair
		odd := a[i]>>16&pair + b[i]>>16&pair
		at := i * lanes
		logit += n.unit(at, int32(uint32(even))-minus) + n.unit(at+1, int32(uint32(odd))-minus) +
			n.unit(at+2, int32(even>>32)-minus) + n.unit(at+3, int32(odd>>32)-minus)
	}
	return logit
}

// unit returns what hidden unit j adds to the logit.
func (n *Net) unit(j int, sum int32) float32 {
	j &= Hidden - 1
	h := float32(sum)*(1.0/scale) + n.bias[j]
	return min(max(h, 0), 1) * n.out[j]
}

// Forward computes the logit of the inputs that are on, and the hidden units,
// with the weights as they are learned.
func (w *Weights) Forward(active []uint16, hidden *[Hidden]float32) float32 {
	*hidden = w.Bias
	for _, i := range active {
		row := &w.In[i]
		for j := range hidden {
			hidden[j] += row[j]
		}
	}
	logit := w.Last
	for j, h := range hidden {
		hidden[j] = min(max(h, 0), 1)
		logit += hidden[j] * w.Out[j]
	}
	return logit
}

// magic starts a file of weights, followed by 32-bit little-endian floats.
const magic = "psw1"

// MarshalBinary returns the weights as a file.
func (w *Weights) MarshalBinary() ([]byte, error) {
	out := []byte(magic)
	w.each(func(f *float32) {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(*f))
	})
	return out, nil
}

// UnmarshalBinary reads what MarshalBinary wrote.
func (w *Weights) UnmarshalBinary(data []byte) error {
	const size = len(magic) + 4*(Inputs*Hidden+2*Hidden+1)
	if len(data) != size {
		return fmt.Errorf("value: weights of %d bytes, want %d", len(data), size)
	}
	if string(data[:len(magic)]) != magic {
		return errors.New("value: not a file of weights")
	}
	data = data[len(magic):]
	w.each(func(f *float32) {
		*f = math.Float32frombits(binary.LittleEndian.Uint32(data))
		data = data[4:]
	})
	return nil
}

func (w *Weights) each(f func(*float32)) {
	for i := range w.In {
		for j := range w.In[i] {
			f(&w.In[i][j])
		}
	}
	for j := range Hidden {
		f(&w.Bias[j])
		f(&w.Out[j])
	}
	f(&w.Last)
}
