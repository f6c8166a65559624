package value

import (
	"testing"

	"botarena/bots/house/papersoccer/field"
)

// TestSumsFit checks that no position can make the packed sums of the built-in
// network run over into one another: not even with every segment drawn, the
// weightiest layer at each point, and both zones everywhere.
func TestSumsFit(t *testing.T) {
	n := Default()
	lane := func(input, unit int) int {
		return int(n.in[input][unit/lanes] >> (16 * (unit % lanes)) & 0xFFFF)
	}
	for unit := range Hidden {
		edges := 0
		for p := range points {
			for d := range walkable {
				if walkable[d].Has(uint8(p)) {
					edges += lane(int(edgeMap[Blue][p*8+d]), unit)
				}
			}
		}
		look, ball, goals, count := 0, 0, [2]int{}, 0
		for p := contestWidth + 1; p < contestPoints-contestWidth-1; p++ {
			layer := 0
			for i := range field.Layers {
				// A safe point has the distance 1.
				sum := lane(distBase+i*points+p, unit)
				if i == 1 {
					sum += lane(safeBase+p, unit)
				}
				layer = max(layer, sum)
			}
			look += layer + lane(attackBase+p, unit) + lane(defendBase+p, unit)
			ball = max(ball, lane(ballBase+p, unit))
		}
		for i := range field.Layers {
			goals[0] = max(goals[0], lane(goalBase+i, unit))
			goals[1] = max(goals[1], lane(goalBase+field.Layers+i, unit))
		}
		for i := range mostCounted + 1 {
			count = max(count, lane(countBase+i, unit))
		}
		if look += ball + goals[0] + goals[1] + count; edges > 0xFFFF || look > 0xFFFF {
			t.Errorf("unit %d: segments add up to %d, the rest to %d", unit, edges, look)
		}
	}
}

func TestWeightsFile(t *testing.T) {
	var w Weights
	if err := w.UnmarshalBinary(weights); err != nil {
		t.Fatal(err)
	}
	again, err := w.MarshalBinary()
	if err != nil || string(again) != string(weights) {
		t.Errorf("weights change when they are written again (%v)", err)
	}
	if err := w.UnmarshalBinary(weights[:100]); err == nil {
		t.Error("half a file is taken for weights")
	}
}
