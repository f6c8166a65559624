package main

// think is your bot for Catch the Cat; catchcat.go does the rest. It returns
// your move: the cell to block if b.Catcher, else the cell to step to. What it
// prints goes to your log, not to the arena.
func think(b *Board) Cell {
	// The cat takes the shortest way out; the catcher blocks just that.
	steps := b.StepsToBorder()
	var best Cell
	least := noWay + 1
	for _, c := range b.Neighbours(b.Cat) {
		if b.Free(c) && steps[c] < least {
			best, least = c, steps[c]
		}
	}
	return best
}
