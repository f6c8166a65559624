package config

import (
	"crypto/rand"
	"encoding/binary"
	"strconv"
)

// ParseSeed reads a seed as files and flags have it: a whole number in decimal
// from 0 to 2⁶⁴-1, written in the one way. The error is a *[Slip].
func ParseSeed(text string) (uint64, error) {
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil || strconv.FormatUint(seed, 10) != text {
		return 0, &Slip{quote(text) + " is not a seed", "write a whole number in decimal, such as 7"}
	}
	return seed, nil
}

// DrawSeed draws a seed that is short enough to be typed again.
func DrawSeed() uint64 {
	var b [8]byte
	rand.Read(b[:4]) // never fails
	return binary.LittleEndian.Uint64(b[:])
}
