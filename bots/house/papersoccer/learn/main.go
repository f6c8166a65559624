// Command learn teaches the network of package value: it lets the bot play
// against itself with a small search, and fits the weights to how the games
// ended and to what the search thought. Run it from the bot's folder:
//
//	go run ./learn -out value/weights.bin -rounds 40
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"botarena/arena/game/papersoccer"
	"botarena/bots/house/papersoccer/field"
	"botarena/bots/house/papersoccer/search"
	"botarena/bots/house/papersoccer/value"
)

func main() {
	o := options{}
	in := flag.String("in", "", "weights to start from; random ones if empty")
	flag.StringVar(&o.out, "out", "", "file for the weights, written after every round")
	flag.IntVar(&o.rounds, "rounds", 40, "rounds of playing and fitting")
	flag.IntVar(&o.games, "games", 1000, "games a round")
	flag.IntVar(&o.expand, "expand", 16, "positions that a search expands")
	flag.IntVar(&o.keep, "keep", 600_000, "positions kept for fitting")
	flag.IntVar(&o.passes, "passes", 2, "times that a position kept is fitted each round, at most")
	flag.IntVar(&o.workers, "workers", 2, "games played at once")
	flag.Float64Var(&o.rate, "rate", 0.004, "learning rate of the first round")
	flag.Float64Var(&o.lastRate, "last-rate", 0.0005, "learning rate of the last round")
	flag.Float64Var(&o.outcome, "outcome", 0.6, "weight of a game's outcome against the search's opinion")
	flag.Uint64Var(&o.seed, "seed", 1, "seed")
	games := flag.String("record", "", "recorded games to fit first, see readGames")
	flag.IntVar(&o.recordPasses, "record-passes", 4, "times that the recorded games are fitted")
	flag.Parse()
	if err := run(&o, *in, *games); err != nil {
		fmt.Fprintln(os.Stderr, "learn:", err)
		os.Exit(1)
	}
}

type options struct {
	out                                                        string
	rounds, games, expand, keep, passes, workers, recordPasses int
	rate, lastRate, outcome                                    float64
	seed                                                       uint64
}

func run(o *options, in, games string) error {
	w := new(value.Weights)
	rnd := rand.New(rand.NewPCG(o.seed, 0))
	if in == "" {
		value.Randomise(w, rnd)
	} else if err := load(w, in); err != nil {
		return err
	}
	if games != "" {
		if err := fitRecord(o, w, games, rnd); err != nil {
			return err
		}
	}
	var kept []sample
	next := 0
	mean := new(value.Weights)
	*mean = *w
	for round := range o.rounds {
		began := time.Now()
		fresh := playRound(o, value.NewNet(mean), uint64(round))
		for _, s := range fresh {
			if len(kept) < o.keep {
				kept = append(kept, s)
			} else {
				kept[next] = s
				next = (next + 1) % o.keep
			}
		}
		played := time.Since(began)
		done := float64(round) / float64(max(1, o.rounds-1))
		rate := o.rate + (o.lastRate-o.rate)*done
		before, after := fit(w, mean, kept, fresh, o, float32(rate), rnd)
		fmt.Fprintf(os.Stderr, "round %d: %d positions in %v, fitted in %v, loss of the new ones %.4f -> %.4f\n",
			round, len(fresh), played.Round(time.Second), time.Since(began.Add(played)).Round(time.Second), before, after)
		if err := save(mean, o.out); err != nil {
			return err
		}
	}
	return nil
}

func save(w *value.Weights, name string) error {
	data, err := w.MarshalBinary()
	if err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

// fitRecord fits the weights to nine tenths of the recorded games and tells
// how well they foresee the others.
func fitRecord(o *options, w *value.Weights, name string, rnd *rand.Rand) error {
	all, err := readGames(name)
	if err != nil {
		return err
	}
	cut := len(all) * 9 / 10
	f := newFitter(o, w)
	for pass := range o.recordPasses {
		rate := o.rate * (1 - float64(pass)/float64(o.recordPasses))
		for range cut {
			f.step(&all[rnd.IntN(cut)], value.View(rnd.IntN(2))<<1, float32(rate))
		}
		fmt.Fprintf(os.Stderr, "recorded games, pass %d: loss %.4f of %d, %.4f of %d others\n",
			pass, f.loss(all[:cut/8]), cut, f.loss(all[cut:]), len(all)-cut)
	}
	return save(w, o.out)
}

func load(w *value.Weights, name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return w.UnmarshalBinary(data)
}

// sample is a position and how its player fared: outcome 0 or 1, opinion the
// search's probability of a win.
type sample struct {
	board            field.Board
	view             value.View
	outcome, opinion float32
}

// playRound plays the games of a round on several threads; the result depends
// on the seed alone.
func playRound(o *options, net *value.Net, round uint64) []sample {
	games := make([][]sample, o.games)
	var next sync.Mutex
	taken := 0
	var wg sync.WaitGroup
	for range o.workers {
		wg.Go(func() {
			p := newPlayer(o, net)
			for {
				next.Lock()
				i := taken
				taken++
				next.Unlock()
				if i >= o.games {
					return
				}
				games[i] = p.play(rand.New(rand.NewPCG(o.seed, round<<32|uint64(i)+1)))
			}
		})
	}
	wg.Wait()
	var all []sample
	for _, g := range games {
		all = append(all, g...)
	}
	return all
}

type player struct {
	tree   *search.Tree
	expand int
	starts [2]field.Board
}

func newPlayer(o *options, net *value.Net) *player {
	params := search.DefaultParams()
	params.RootEnds, params.RootMids = params.Ends, params.Mids
	p := &player{tree: search.NewTree(net, params), expand: o.expand}
	for i, halfway := range []bool{false, true} {
		p.starts[i] = field.FromPitch(papersoccer.NewPitch(papersoccer.ContestWidth, papersoccer.ContestHeight, halfway))
	}
	return p
}

// play plays a game until it is decided.
func (p *player) play(rnd *rand.Rand) []sample {
	b := p.starts[rnd.IntN(2)]
	v := value.View(rnd.IntN(2))
	random := rnd.IntN(10)
	var game []sample
	for turn := 0; ; turn++ {
		p.tree.Start(b, v)
		for range p.expand {
			if !p.tree.Expand() {
				break
			}
		}
		opinion := (p.tree.Value() + 1) / 2
		// What is decided at first sight never comes before the network.
		if p.tree.Evals() > 0 {
			game = append(game, sample{board: b, view: v, opinion: opinion})
		}
		if proof := p.tree.Proof(); proof != 0 {
			winner := v
			if proof < 0 {
				winner = v.Other()
			}
			for i := range game {
				if game[i].view == winner {
					game[i].outcome = 1
				}
			}
			return game
		}
		for _, d := range p.pick(turn < random, rnd) {
			b.Step(d)
		}
		v = v.Other()
	}
}

// pick returns the turn to play: one that looks good at first sight in the
// opening and now and then, otherwise one as often as it was visited.
func (p *player) pick(opening bool, rnd *rand.Rand) []uint8 {
	opening = opening || rnd.IntN(20) == 0
	weight := func(c search.Choice) float64 {
		switch {
		case c.Proof < 0:
			return 0
		case opening:
			return float64(c.Prior) + 0.01
		}
		return float64(c.Visits * c.Visits)
	}
	sum := 0.0
	for c := range p.tree.Choices {
		sum += weight(c)
	}
	at := rnd.Float64() * sum
	best := p.tree.Best(nil)
	for c := range p.tree.Choices {
		if at -= weight(c); at < 0 {
			return c.Steps
		}
	}
	return best
}

// fit goes through the positions kept in random order and returns the loss of
// the new ones before with w, and after with mean.
func fit(w, mean *value.Weights, kept, fresh []sample, o *options, rate float32, rnd *rand.Rand) (before, after float64) {
	f := newFitter(o, w)
	before = f.loss(fresh)
	if len(kept) < o.keep/fewest {
		return before, before
	}
	n := min(len(kept)*o.passes, 4*len(fresh)*o.passes)
	for i := range n {
		f.step(&kept[rnd.IntN(len(kept))], value.View(rnd.IntN(2))<<1, rate)
		if i%meanEvery == 0 {
			mean.Towards(w, meanPart)
		}
	}
	f.w = mean
	return before, f.loss(fresh)
}

// fewest is the part of the positions to be kept below which nothing is
// fitted: few games would be learned by heart.
const fewest = 5

// The weights that play are a running mean of those that are fitted, over
// some meanEvery/meanPart = 50,000 positions: single steps are noisy.
const (
	meanEvery = 500
	meanPart  = 0.01
)

type fitter struct {
	w       *value.Weights
	outcome float32
	look    value.Look
	active  []uint16
}

func newFitter(o *options, w *value.Weights) *fitter {
	return &fitter{w: w, outcome: float32(o.outcome)}
}

func (f *fitter) inputs(s *sample, mirror value.View) {
	f.look.At(&s.board)
	f.look.Zones(&s.board, s.view)
	f.active = value.Active(f.active[:0], &s.board, s.view|mirror, &f.look)
}

func (f *fitter) target(s *sample) float32 {
	return f.outcome*s.outcome + (1-f.outcome)*s.opinion
}

func (f *fitter) step(s *sample, mirror value.View, rate float32) {
	f.inputs(s, mirror)
	f.w.Learn(f.active, f.target(s), rate)
}

func (f *fitter) loss(samples []sample) float64 {
	sum := 0.0
	for i := range samples {
		f.inputs(&samples[i], 0)
		sum += f.w.Loss(f.active, samples[i].outcome)
	}
	return sum / float64(len(samples))
}
