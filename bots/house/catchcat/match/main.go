// Command match lets two players of the Catch the Cat house bot play each
// other in this process, by the arena's rules but without an arena.
//
//	go run ./match -pairs 100 master club
//
// Every starting position is played twice, each player once the cat and once
// the catcher. Who has more points in the two matches together wins the pair.
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"botarena/arena/game"
	"botarena/arena/game/catchcat"
	"botarena/bots/house/catchcat/bot"
	"botarena/bots/house/level"
	"botarena/protocol"
)

func main() {
	c := contest{}
	flag.IntVar(&c.pairs, "pairs", 100, "starting positions, each of which is played twice")
	flag.Uint64Var(&c.seed, "seed", 1, "seed of the positions and the players")
	flag.IntVar(&c.setup.Size, "size", catchcat.DefaultSize, "rows and columns")
	flag.IntVar(&c.setup.Blocked.Min, "min", 5, "least number of blocked cells at the start")
	flag.IntVar(&c.setup.Blocked.Max, "max", 12, "greatest number of blocked cells at the start")
	flag.IntVar(&c.inside, "inside", 4, "how many steps the cat is at least from the border ring")
	workers := flag.Int("workers", 1, "pairs played at once")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: match [flags] PLAYER PLAYER\na player is LEVEL[,nodes=N][,time=D]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if err := run(&c, *workers, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "match:", err)
		os.Exit(1)
	}
}

// contest is what is played.
type contest struct {
	pairs, inside int
	seed          uint64
	setup         catchcat.Setup
	options       [2]bot.Options
}

func run(c *contest, workers int, specs []string) error {
	if len(specs) != 2 {
		return fmt.Errorf("%d players, want 2", len(specs))
	}
	for i, spec := range specs {
		var err error
		if c.options[i], err = parse(spec); err != nil {
			return fmt.Errorf("player %q: %w", spec, err)
		}
	}
	if err := c.setup.Resolve(nil); err != nil {
		return err
	}
	if c.inside > c.setup.Size/2 {
		return fmt.Errorf("inside %d: want at most %d on this board", c.inside, c.setup.Size/2)
	}
	var (
		mu    sync.Mutex
		next  int
		total tally
		first error
		wg    sync.WaitGroup
	)
	for range workers {
		wg.Go(func() {
			for {
				mu.Lock()
				n := next
				next++
				stop := n >= c.pairs || first != nil
				mu.Unlock()
				if stop {
					return
				}
				p, err := c.pair(n)
				mu.Lock()
				if err != nil && first == nil {
					first = err
				}
				total.add(p)
				if total.pairs%10 == 0 && total.pairs < c.pairs {
					fmt.Fprintln(os.Stderr, total.text(specs))
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if first != nil {
		return first
	}
	fmt.Println(total.text(specs))
	return nil
}

// parse reads a player's description.
func parse(spec string) (bot.Options, error) {
	parts := strings.Split(spec, ",")
	strength, err := level.Parse(parts[0])
	if err != nil {
		return bot.Options{}, err
	}
	o := bot.Options{Level: strength, Budget: bot.BudgetOf(strength)}
	for _, part := range parts[1:] {
		switch key, text, _ := strings.Cut(part, "="); key {
		case "nodes":
			o.Budget.Nodes, err = strconv.Atoi(text)
		case "time":
			o.Budget.Time, err = time.ParseDuration(text)
		default:
			err = fmt.Errorf("unknown knob %q", key)
		}
		if err != nil {
			return o, err
		}
	}
	return o, nil
}

// start draws the position of the n-th pair as the arena does, and again until
// the cat is far enough from the border.
func (c *contest) start(n int) (*catchcat.Position, error) {
	for draw := 0; ; draw++ {
		seed := game.DeriveSeed(c.seed, fmt.Sprintf("pair %d draw %d", n, draw))
		p, err := c.setup.Draw(game.NewRand(seed, "start"))
		if err != nil {
			return nil, err
		}
		last := c.setup.Size - 1
		if min(p.Cat[0], p.Cat[1], last-p.Cat[0], last-p.Cat[1]) >= c.inside {
			return p, nil
		}
	}
}

// pair is what came of two matches from one position: first with player 0 as
// the cat, then as the catcher.
type pair struct {
	points  [2]int // of each player
	escaped [2]bool
	moves   [2]int
	slowest [2]time.Duration
}

func (c *contest) pair(n int) (pair, error) {
	var p pair
	position, err := c.start(n)
	if err != nil {
		return p, err
	}
	for k := range 2 {
		var seats [2]int // players by seat
		seats[catchcat.Cat], seats[catchcat.Catcher] = k, 1-k
		r, err := c.match(position, seats, n, &p)
		if err != nil {
			return p, err
		}
		for seat, player := range seats {
			p.points[player] += r.Seats[seat].Points
		}
		p.escaped[k] = r.Seats[catchcat.Cat].Outcome == game.Win
		p.moves[k] = r.Moves
	}
	return p, nil
}

func (c *contest) match(position *catchcat.Position, seats [2]int, n int, p *pair) (*game.Result, error) {
	setup := c.setup
	setup.Position = position
	first, err := setup.Start(0, game.NewRand(0, "start"))
	if err != nil {
		return nil, err
	}
	s := first.(*catchcat.State)
	var bots [2]*bot.Bot
	for seat, player := range seats {
		o := c.options[player]
		o.Seed = game.DeriveSeed(c.seed, fmt.Sprintf("pair %d seat %d", n, seat))
		if bots[seat], err = bot.New(o, setup.Size, setup.Size); err != nil {
			return nil, err
		}
	}
	roles := [2]string{catchcat.Catcher: protocol.Catcher, catchcat.Cat: protocol.Cat}
	for s.Result() == nil {
		seat := s.ToMove()[0]
		row, col := s.Board().RowCol(s.Board().Cat())
		began := time.Now()
		m := bots[seat].Move(roles[seat], view{s.Board()}, protocol.Cell{Row: row, Col: col})
		took := &p.slowest[seats[seat]]
		*took = max(*took, time.Since(began))
		if err := s.Apply([]game.Answer{{Move: catchcat.AppendMove(nil, m.Row, m.Col)}}); err != nil {
			return nil, err
		}
	}
	return s.Result(), nil
}

// view is a board as bots see it.
type view struct{ b *catchcat.Board }

func (v view) Blocked(c protocol.Cell) bool { return v.b.Blocked(v.b.At(c.Row, c.Col)) }
