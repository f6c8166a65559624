package config

import (
	"math"
	"strconv"
	"testing"
)

func TestSeed(t *testing.T) {
	for _, seed := range []uint64{0, 7, math.MaxUint64, DrawSeed()} {
		if got, err := ParseSeed(strconv.FormatUint(seed, 10)); err != nil || got != seed {
			t.Errorf("%d is read as %d, %v", seed, got, err)
		}
	}
	for _, text := range []string{"", " 7", "+7", "07", "-1", "0x7", "1e3", "7.0", "18446744073709551616", "٧"} {
		if got, err := ParseSeed(text); err == nil {
			t.Errorf("%q is read as %d", text, got)
		}
	}
	if a, b := DrawSeed(), DrawSeed(); a > math.MaxUint32 || a == b {
		t.Errorf("drawn %d and %d: want short ones, not twice the same", a, b)
	}
}
