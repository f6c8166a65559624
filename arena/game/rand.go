package game

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// Rand is a source of random numbers that gives the same numbers from the
// same seed on every machine and with every release of Go: the PCG generator
// of math/rand/v2, whose algorithm is documented, with a reduction to a range
// of our own. It is not safe for use by several goroutines.
type Rand struct{ pcg rand.PCG }

// NewRand returns a generator for one purpose of a seed. Different purposes
// ("start", "map") of the same seed give unrelated streams, so that what is
// drawn for one thing never shifts another.
func NewRand(seed uint64, purpose string) *Rand {
	sum := derive(seed, purpose)
	r := new(Rand)
	r.pcg.Seed(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16]))
	return r
}

// DeriveSeed returns a seed that depends on nothing but its arguments: the
// seed of match k is DeriveSeed(master, "match k").
func DeriveSeed(seed uint64, purpose string) uint64 {
	sum := derive(seed, purpose)
	return binary.BigEndian.Uint64(sum[:8])
}

// RoundRand returns the generator that a round of a match, from 0, begins with:
// what Start of the match's [Setup] draws from.
func RoundRand(seed uint64, round int) *Rand {
	return NewRand(seed, fmt.Sprintf("round %d", round))
}

func derive(seed uint64, purpose string) [sha256.Size]byte {
	b := binary.BigEndian.AppendUint64(nil, seed)
	return sha256.Sum256(append(b, purpose...))
}

// Uint64 returns 64 random bits.
func (r *Rand) Uint64() uint64 { return r.pcg.Uint64() }

// IntN returns a number from 0 to n-1, all equally likely. It panics if n < 1.
func (r *Rand) IntN(n int) int {
	if n < 1 {
		panic("game: IntN of less than 1")
	}
	// Lemire's nearly divisionless method.
	un := uint64(n)
	hi, lo := bits.Mul64(r.pcg.Uint64(), un)
	if lo < un {
		for least := -un % un; lo < least; {
			hi, lo = bits.Mul64(r.pcg.Uint64(), un)
		}
	}
	return int(hi)
}

// Shuffle permutes n things by calls to swap, all orders equally likely.
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.IntN(i+1))
	}
}
