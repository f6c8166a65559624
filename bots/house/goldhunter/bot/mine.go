package bot

import (
	"math"
	"slices"

	"botarena/protocol"
)

// job is a deposit that a miner could go for.
type job struct {
	miner, deposit int // indices
	score          float64
	target         int32
}

type deposit struct {
	cell  int
	value float64 // what it is worth, times how likely it is there
	left  int
}

// deposits lists the gold that is known or believed.
func (b *Bot) deposits() []deposit {
	m := b.m
	var list []deposit
	for c := range m.cell {
		p, value := m.belief(c)
		if p < doubt || !m.passable(c) {
			continue
		}
		left := m.left[c]
		if m.gold[c] != goldHere {
			left = protocol.DigsNeeded
		}
		d := deposit{c, p * float64(value), left}
		if !m.told[c] && b.theirSide(c) {
			d.value *= theirs
		}
		// Where an enemy's miner has been digging there will soon be nothing.
		for _, f := range m.foes {
			if f.cell == c && f.kind == protocol.Miner {
				d.value *= 0.3
			}
		}
		list = append(list, d)
	}
	return list
}

// doubt is the chance below which nobody is sent for believed gold.
const doubt = 0.25

// theirs is the chance that the enemy has left gold on its side where it was
// that nobody of ours has seen.
const theirs = 0.5

// theirSide reports whether a cell is nearer to where the enemy must have
// started than to where the team did.
func (b *Bot) theirSide(c int) bool {
	i := b.m.mirror.image(b.home)
	return i >= 0 && b.m.distance(c, i) < b.m.distance(c, b.home)
}

// assignMiners gives every miner a deposit so that much gold is taken early:
// first the best pairs, then exchanges for as long as they help.
func (b *Bot) assignMiners() {
	m := b.m
	list := b.deposits()
	taken := make([]bool, len(list))
	chosen := make([]int, len(m.units)) // deposit by unit, -1 for none
	jobs := b.jobs[:0]
	for i, u := range m.units {
		chosen[i] = -1
		if u.Kind != protocol.Miner {
			continue
		}
		if u.Left > 0 {
			k := slices.IndexFunc(list, func(d deposit) bool { return d.cell == b.cell(i) })
			if k >= 0 {
				taken[k] = true
			}
			chosen[i] = -2
			b.plans[i] = plan{why: digging, target: -1}
			continue
		}
		first := len(jobs)
		for k, d := range list {
			if j := b.job(i, k, d); j.score > 0 {
				jobs = append(jobs, j)
			}
		}
		own := jobs[first:]
		slices.SortFunc(own, byScore)
		jobs = jobs[:first+min(len(own), b.budget.offers)]
	}
	slices.SortFunc(jobs, byScore)
	of := make([]*job, len(m.units))
	for k := range jobs {
		j := &jobs[k]
		if chosen[j.miner] == -1 && !taken[j.deposit] {
			chosen[j.miner], taken[j.deposit] = j.deposit, true
			of[j.miner] = j
		}
	}
	b.exchange(jobs, of, taken)
	for i, j := range of {
		if j != nil {
			b.follow(i, j.target, mining)
		}
	}
	b.jobs = jobs
}

func byScore(x, y job) int {
	switch {
	case x.score > y.score:
		return -1
	case x.score < y.score:
		return 1
	case x.miner != y.miner:
		return x.miner - y.miner
	}
	return x.deposit - y.deposit
}

// job weighs one deposit for one miner: gold for each stage spent on it.
func (b *Bot) job(i, k int, d deposit) job {
	dist, s := b.ways[i].to(d.cell)
	if dist < 0 {
		return job{}
	}
	if dist+d.left > b.patience() {
		return job{}
	}
	if b.m.stages > 0 && dist+d.left > b.m.stages-b.m.stage+1 {
		return job{}
	}
	score := d.value / math.Pow(float64(dist+d.left)+2, 1.2)
	// What it was going for stays a little better, so that it does not turn
	// back and forth between two of a kind.
	if g, ok := b.goal[b.m.units[i].ID]; ok && g >= 0 && int(g>>2) == d.cell {
		score *= 1.15
	}
	return job{i, k, score, s}
}

// patience is how many stages a miner at most spends on one deposit while
// there is much left to find; whoever has no deposit so near explores.
func (b *Bot) patience() int {
	if b.unexplored < 0.15 {
		return farthest
	}
	return b.budget.patience
}

// exchange lets two miners swap what they go for, or one go for what is free,
// while the sum of the scores grows.
func (b *Bot) exchange(jobs []job, of []*job, taken []bool) {
	offer := map[[2]int]*job{}
	for k := range jobs {
		offer[[2]int{jobs[k].miner, jobs[k].deposit}] = &jobs[k]
	}
	for range b.budget.swaps {
		better := false
		for i := range of {
			for j := i + 1; j < len(of); j++ {
				if of[i] == nil || of[j] == nil {
					continue
				}
				x, y := offer[[2]int{i, of[j].deposit}], offer[[2]int{j, of[i].deposit}]
				if x != nil && y != nil && x.score+y.score > of[i].score+of[j].score {
					of[i], of[j] = x, y
					better = true
				}
			}
		}
		for k := range jobs {
			j := &jobs[k]
			if now := of[j.miner]; now != nil && !taken[j.deposit] && j.score > now.score {
				taken[now.deposit], taken[j.deposit] = false, true
				of[j.miner] = j
				better = true
			}
		}
		if !better {
			return
		}
	}
}
