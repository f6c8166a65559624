package match

import "testing"

// TestCarries: one core for a match whose seats answer in turn, one for each
// seat where they answer at once, and what was asked for whatever the cores.
func TestCarries(t *testing.T) {
	cores := func(n int) (list []int) {
		for c := range n {
			list = append(list, c)
		}
		return list
	}
	for _, c := range []struct {
		cores, parallel int
		together        bool
		want            int
	}{
		{cores: 8, want: 8},
		{cores: 8, together: true, want: 4},
		{cores: 3, together: true, want: 1},
		{cores: 1, together: true, want: 1},
		{cores: 1, parallel: 6, together: true, want: 6},
	} {
		l := &Local{Games: only(toy{together: c.together}), Cores: cores(c.cores), Parallel: c.parallel}
		var spec Spec
		spec.Header.Game = "toy"
		if got := l.Carries(&spec); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
