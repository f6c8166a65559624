package bot

import "botarena/bots/house/level"

// budget is what the engine spends on a stage.
type budget struct {
	// mirrors is how many symmetries of the board are followed: what is found on
	// one side of a fair board is believed of the other.
	mirrors int
	// explore is how many stages ahead ways through unknown cells are planned.
	explore int
	// orders is in how many orders the exploring units choose their ways; no
	// further one is tried after work states of ways were looked at.
	orders, work int
	// offers is how many deposits each miner is considered for; swaps is how
	// often the assignment is gone through for exchanges that shorten it.
	offers, swaps int
	// patience is how many stages a miner may need for a deposit while there
	// is much left to find; beyond, it explores.
	patience int
	// hunt is how many stages a hunter may spend on getting into position,
	// flight how many stages a bullet is followed.
	hunt, flight int
	// habits is how many ways in which a foe may go on are considered.
	habits int
	// dodge is how many stages ahead a unit looks for a way out of danger;
	// threats how many kinds of shots that could be fired it fears.
	dodge, threats int
}

var budgets = map[level.Level]budget{
	level.Novice: {mirrors: 0, explore: 3, orders: 1, work: 1, offers: 1, swaps: 0, patience: 12, hunt: 0, flight: 1, habits: 1, dodge: 1, threats: 0},
	level.Club:   {mirrors: 0, explore: 6, orders: 1, work: 1, offers: 2, swaps: 1, patience: 12, hunt: 1, flight: 1, habits: 2, dodge: 3, threats: 1},
	level.Master: {mirrors: 3, explore: 12, orders: 40, work: 120_000, offers: 2, swaps: 4, patience: 12, hunt: 8, flight: 6, habits: 4, dodge: 5, threats: 2},
}
