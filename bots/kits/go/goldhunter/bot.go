package main

// think is your bot for Gold Hunter; goldhunter.go does the rest. It gives
// orders to your units with g.Move, Rotate, Fire, Hide and Show, at most one
// each; a unit without an order stays as it is. What it prints goes to your
// log, not to the arena.
func think(g *Game) {
	for _, u := range g.Units {
		switch {
		case u.Kind == "miner" && u.Left > 0:
			continue // it digs while it stands on gold
		case u.Kind == "hunter" && u.Left > 0 && g.FoeAhead(u):
			g.Fire(u)
			continue
		case u.Kind == "spy" && u.Left > 0 && !u.Hidden && len(g.Foes) > 0:
			g.Hide(u)
			continue
		}
		way, ok := Up, false
		if u.Kind == "miner" {
			way, ok = g.Way(u, g.IsGold)
		}
		if !ok {
			way, ok = g.Way(u, g.IsFrontier)
		}
		switch {
		case !ok:
			g.Rotate(u, (u.Facing+1)%4) // all is known: look round
		case way != u.Facing:
			g.Rotate(u, way)
		default:
			g.Move(u)
		}
	}
}
