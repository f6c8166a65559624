package championship

import (
	"botarena/arena/championship/pairing"
	"botarena/arena/match"
)

// Sample returns up to n of the first round's matches that are played at the
// board, spread evenly over it, to try out what a championship will be like.
func Sample(def *Definition, n int) ([]match.Spec, error) {
	if err := def.Check(); err != nil {
		return nil, err
	}
	round, ok := def.Format.Next(&unplayed{})
	if !ok {
		return nil, nil
	}
	var playable []int
	for i, m := range round.Matches {
		if def.walkover(m) == nil {
			playable = append(playable, i)
		}
	}
	n = min(n, len(playable))
	specs := make([]match.Spec, 0, n)
	for i := range n {
		number := playable[i*len(playable)/n]
		specs = append(specs, def.spec(number, round.Matches[number]))
	}
	return specs, nil
}

// unplayed is the past of a championship that has not begun.
type unplayed struct{}

var _ pairing.Past = (*unplayed)(nil)

func (*unplayed) Rounds() []pairing.Round                    { return nil }
func (*unplayed) Removed(int32) bool                         { return false }
func (*unplayed) Points(int32) int64                         { return 0 }
func (*unplayed) Better(_, _ int32, _, _ int, _ []int32) int { return 0 }
