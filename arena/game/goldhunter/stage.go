package goldhunter

import (
	"botarena/arena/game"
	"botarena/protocol"
)

// play plays the stage that is due with the orders in s.orders, step by step
// as the rules number them, and ends the match where it is decided.
func (s *State) play() {
	s.judgeOrders()
	s.moveBullets()
	s.moveBullets()
	s.moveUnits()
	s.shoot()
	s.dig()
	s.payHiding()
	s.stage++
	for t := range s.teams {
		// More than half of all the gold (seed).
		if 2*s.teams[t].gold > s.b.total {
			s.finish()
			return
		}
	}
	if s.stage > s.b.stages {
		s.finish()
	}
}

// judgeOrders drops and counts the orders that cannot be carried out.
func (s *State) judgeOrders() {
	for t := range s.orders {
		set := &s.orders[t]
		s.teams[t].ineffective += set.unknown
		units := s.units[t*s.b.perTeam:]
		for i, o := range set.given {
			if o != protocol.NoAction && !units[i].possible(o) {
				s.teams[t].ineffective++
				set.given[i] = protocol.NoAction
			}
		}
	}
}

// crash marks a cell in which the bullets that have just entered are gone.
const crash = 255

// moveBullets is one sub-step of step 1: every bullet flies one cell.
func (s *State) moveBullets() {
	if len(s.flying) == 0 {
		return
	}
	// Who meets whom is judged while all bullets are still in their old cells.
	for i := range s.flying {
		b := &s.flying[i]
		next := int(b.cell) + s.b.delta[b.facing]
		if s.b.rock[next] || s.bulletAt[next] == uint8(opposite(b.facing))+1 {
			b.gone = true
		}
	}
	for i := range s.flying {
		s.bulletAt[s.flying[i].cell] = 0
	}
	flying := s.flying[:0]
	s.crashed = s.crashed[:0]
	for _, b := range s.flying {
		if b.gone {
			continue
		}
		b.cell += int16(s.b.delta[b.facing])
		if s.unitAt[b.cell] >= 0 || s.bulletAt[b.cell] != 0 {
			s.bulletAt[b.cell] = crash
			s.crashed = append(s.crashed, b.cell)
		} else {
			s.bulletAt[b.cell] = uint8(b.facing) + 1
		}
		flying = append(flying, b)
	}
	s.flying = flying
	if len(s.crashed) == 0 {
		return
	}
	flying = s.flying[:0]
	for _, b := range s.flying {
		if s.bulletAt[b.cell] != crash {
			flying = append(flying, b)
		}
	}
	s.flying = flying
	// Units die only now: a corpse stops nothing in the next sub-step, but in
	// this one the unit takes every bullet that enters its cell.
	for _, cell := range s.crashed {
		s.bulletAt[cell] = 0
		if id := s.unitAt[cell]; id >= 0 {
			s.kill(id)
		}
	}
}

// kill takes a unit off the board.
func (s *State) kill(id int16) {
	u := &s.units[id]
	u.dead = true
	u.hidden = false
	s.unitAt[u.cell] = -1
	s.teams[int(id)/s.b.perTeam].deaths++
}

// moveUnits is steps 2 and 3: rotations, hiding and moves at once, from the
// positions after the bullets have flown, then the deaths of those who walked
// into a bullet.
func (s *State) moveUnits() {
	movers := s.movers[:0]
	for t := range s.orders {
		for i, o := range s.orders[t].given {
			id := t*s.b.perTeam + i
			u := &s.units[id]
			s.target[id] = 0
			s.moved[id] = false
			if o == protocol.NoAction || u.dead {
				continue
			}
			if d, ok := o.Facing(); ok {
				u.facing = d
				continue
			}
			switch o {
			case protocol.Hide:
				u.hidden = true
			case protocol.Show:
				u.hidden = false
			case protocol.Move:
				to := int(u.cell) + s.b.delta[u.facing]
				if !s.b.rock[to] {
					s.target[id] = int16(to)
					s.claims[to] = min(2, s.claims[to]+1)
					movers = append(movers, int16(id))
				}
			}
		}
	}
	s.movers = movers
	// Claims come before swaps: a cell that several units are ordered into is
	// entered by none of them.
	for _, id := range movers {
		u := &s.units[id]
		to := s.target[id]
		if s.claims[to] > 1 {
			continue
		}
		other := s.unitAt[to]
		s.moved[id] = other < 0 || s.target[other] == u.cell && s.claims[u.cell] == 1
	}
	for _, id := range movers {
		s.claims[s.target[id]] = 0
		if s.moved[id] {
			s.unitAt[s.units[id].cell] = -1
		}
	}
	for _, id := range movers {
		if s.moved[id] {
			s.units[id].cell = s.target[id]
			s.unitAt[s.target[id]] = id
		}
	}
	for _, id := range movers {
		if cell := s.units[id].cell; s.moved[id] && s.bulletAt[cell] != 0 {
			s.kill(id)
			s.removeBullet(cell)
		}
	}
}

func (s *State) removeBullet(cell int16) {
	s.bulletAt[cell] = 0
	flying := s.flying[:0]
	for _, b := range s.flying {
		if b.cell != cell {
			flying = append(flying, b)
		}
	}
	s.flying = flying
}

// shoot is step 4.
func (s *State) shoot() {
	for t := range s.orders {
		for i, o := range s.orders[t].given[:s.b.counts[protocol.Hunter]] {
			u := &s.units[t*s.b.perTeam+i]
			if o != protocol.Fire || u.dead {
				continue
			}
			u.left--
			s.teams[t].bullets++
			s.flying = append(s.flying, bullet{cell: u.cell, facing: u.facing, id: int32(s.fired)})
			s.fired++
			s.bulletAt[u.cell] = uint8(u.facing) + 1
		}
	}
}

// dig is step 5. A miner that has not moved stood in its cell at the start.
func (s *State) dig() {
	first, end := s.b.counts[protocol.Hunter], s.b.counts[protocol.Hunter]+s.b.counts[protocol.Miner]
	for t := range s.teams {
		for id := t*s.b.perTeam + first; id < t*s.b.perTeam+end; id++ {
			u := &s.units[id]
			g := s.b.goldAt[u.cell]
			if g < 0 || u.dead || s.moved[id] || s.digs[g] == protocol.DigsNeeded {
				continue
			}
			s.digs[g]++
			if s.digs[g] == protocol.DigsNeeded {
				s.teams[t].gold += int(s.b.gold[g].value)
			}
		}
	}
}

// payHiding is step 6.
func (s *State) payHiding() {
	first := s.b.counts[protocol.Hunter] + s.b.counts[protocol.Miner]
	for t := range s.teams {
		for id := t*s.b.perTeam + first; id < (t+1)*s.b.perTeam; id++ {
			u := &s.units[id]
			switch {
			case !u.hidden:
			case u.left == 0:
				u.hidden = false
			default:
				u.left--
			}
		}
	}
}

// finish sets the result by violations, gold, deaths and bullets, in that order.
func (s *State) finish() {
	a, b := &s.teams[0], &s.teams[1]
	r := &game.Result{Moves: s.stage - 1}
	better := 0 // of team 0: 1 better, -1 worse
	compare := func(reason string, more int) {
		if better == 0 && r.Reason == "" && more != 0 {
			r.Reason, better = reason, 1
			if more < 0 {
				better = -1
			}
		}
	}
	va, vb := a.fault == game.Violation, b.fault == game.Violation
	switch {
	case va && vb:
		r.Reason = string(game.Violation)
	case va:
		compare(string(game.Violation), -1)
	case vb:
		compare(string(game.Violation), 1)
	}
	compare(byGold, a.gold-b.gold)
	compare(byDeaths, b.deaths-a.deaths)
	compare(byBullets, b.bullets-a.bullets)
	if r.Reason == "" {
		r.Reason, r.Again = undecided, true
	}
	outcomes := [3][2]game.Outcome{{game.Lose, game.Win}, {game.Draw, game.Draw}, {game.Win, game.Lose}}[better+1]
	for t := range s.teams {
		tm := &s.teams[t]
		r.Seats = append(r.Seats, game.SeatResult{
			Outcome: outcomes[t], Points: tm.gold, Fault: tm.fault,
			Counters: []int{tm.gold, tm.deaths, tm.bullets},
		})
	}
	s.result = r
	s.askAgain()
}
