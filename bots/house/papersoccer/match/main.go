// Command match lets two players of the Paper Soccer house bot play each other
// in this process, without an arena, and counts the wins.
//
//	go run ./match -games 200 master club
//
// Every opening, a few random turns, is played twice with the sides swapped.
package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"botarena/arena/game/papersoccer"
	"botarena/bots/house/level"
	"botarena/bots/house/papersoccer/bot"
	"botarena/bots/house/papersoccer/search"
	"botarena/bots/house/papersoccer/value"
)

func main() {
	games := flag.Int("games", 200, "matches, half of them with swapped sides")
	seed := flag.Uint64("seed", 1, "seed of the openings and the players")
	opening := flag.Int("opening", 2, "random turns before the players begin")
	workers := flag.Int("workers", 1, "matches played at once")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: match [flags] PLAYER PLAYER\na player is LEVEL[,weights=FILE][,expand=N][,time=D][,KNOB=X]...")
		flag.PrintDefaults()
	}
	flag.Parse()
	if err := run(*games, *seed, *opening, *workers, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "match:", err)
		os.Exit(1)
	}
}

func run(games int, seed uint64, opening, workers int, specs []string) error {
	if len(specs) != 2 {
		return fmt.Errorf("%d players, want 2", len(specs))
	}
	var options [2]bot.Options
	for i, spec := range specs {
		var err error
		if options[i], err = parse(spec); err != nil {
			return fmt.Errorf("player %q: %w", spec, err)
		}
	}
	var (
		mu    sync.Mutex
		next  int
		total tally
		wg    sync.WaitGroup
	)
	for range workers {
		wg.Go(func() {
			for {
				mu.Lock()
				n := next
				next++
				mu.Unlock()
				if n >= games {
					return
				}
				r := play(options, seed, n, opening)
				mu.Lock()
				total.add(r)
				if done := total.games; done%20 == 0 || done == games {
					fmt.Fprintf(os.Stderr, "%s\n", total.text(specs))
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
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
	p := search.DefaultParams()
	o := bot.Options{Level: strength, Budget: bot.BudgetOf(strength), Params: &p}
	for _, part := range parts[1:] {
		key, text, _ := strings.Cut(part, "=")
		if err := set(&o, &p, key, text); err != nil {
			return o, err
		}
	}
	return o, nil
}

func set(o *bot.Options, p *search.Params, key, text string) error {
	number := func(to *float32) error {
		f, err := strconv.ParseFloat(text, 32)
		*to = float32(f)
		return err
	}
	whole := func(to *int) (err error) {
		*to, err = strconv.Atoi(text)
		return err
	}
	switch key {
	case "weights":
		data, err := os.ReadFile(text)
		if err != nil {
			return err
		}
		w := new(value.Weights)
		if err := w.UnmarshalBinary(data); err != nil {
			return err
		}
		o.Net = value.NewNet(w)
		return nil
	case "expand":
		return whole(&o.Budget.Expansions)
	case "time":
		d, err := time.ParseDuration(text)
		o.Budget.Time = d
		return err
	case "explore":
		return number(&p.Explore)
	case "sharp":
		return number(&p.Sharp)
	case "hot":
		return whole(&p.Hot)
	case "ends":
		return whole(&p.Ends)
	case "mids":
		return whole(&p.Mids)
	case "rescue":
		return whole(&p.RescueMids)
	case "rootends":
		return whole(&p.RootEnds)
	case "rootmids":
		return whole(&p.RootMids)
	}
	return fmt.Errorf("unknown knob %q", key)
}

// result is one match: the winner is 0 or 1, the index of the player.
type result struct {
	winner  int
	turns   int
	halfway bool
	slowest [2]time.Duration
}

// play plays match n: matches 2k and 2k+1 have the same opening and swapped
// sides; every other pair is without the halfway line.
func play(options [2]bot.Options, seed uint64, n, opening int) result {
	r := result{halfway: n/2%2 == 0}
	rnd := rand.New(rand.NewPCG(seed, uint64(n/2)))
	pitch, mover := start(rnd, r.halfway, opening)
	bots := [2]*bot.Bot{}
	for i := range bots {
		o := options[i]
		o.Seed = seed<<32 | uint64(2*n+i)
		bots[i] = bot.New(o)
	}
	swapped := n % 2
	for {
		r.turns++
		began := time.Now()
		player := mover ^ swapped
		steps := bots[player].Turn(pitch, mover, nil)
		r.slowest[player] = max(r.slowest[player], time.Since(began))
		text := make([]byte, len(steps))
		for i, d := range steps {
			text[i] = papersoccer.Digits.Byte(papersoccer.Direction(d))
		}
		end, err := pitch.Play(text, papersoccer.Digits)
		if err != nil {
			panic(fmt.Sprintf("player %d: turn %s: %v", player, text, err))
		}
		switch end {
		case papersoccer.Fresh:
			mover = 1 - mover
			continue
		case papersoccer.Stuck:
			r.winner = 1 - player
		case papersoccer.GoalNorth:
			r.winner = papersoccer.Blue ^ swapped
		case papersoccer.GoalSouth:
			r.winner = papersoccer.Red ^ swapped
		}
		return r
	}
}

// start returns a position after some random turns in which nobody can score
// at once.
func start(rnd *rand.Rand, halfway bool, opening int) (*papersoccer.Pitch, int) {
	for {
		pitch := papersoccer.NewPitch(papersoccer.ContestWidth, papersoccer.ContestHeight, halfway)
		mover := rnd.IntN(2)
		random := bot.New(bot.Options{Level: level.Random, Seed: rnd.Uint64()})
		ok := true
		for range opening {
			end := papersoccer.Stuck
			for _, d := range random.Turn(pitch, mover, nil) {
				end = pitch.Step(papersoccer.Direction(d))
			}
			if ok = ok && end == papersoccer.Fresh; !ok {
				break
			}
			mover = 1 - mover
		}
		if ok {
			return pitch, mover
		}
	}
}

// tally counts results from the first player's side.
type tally struct {
	games, wins, turns int
	byVariant          [2][2]int // halfway, won
	slowest            [2]time.Duration
}

func (t *tally) add(r result) {
	t.games++
	t.turns += r.turns
	won, half := 0, 0
	if r.winner == 0 {
		t.wins++
		won = 1
	}
	if r.halfway {
		half = 1
	}
	t.byVariant[half][won]++
	for i, d := range r.slowest {
		t.slowest[i] = max(t.slowest[i], d)
	}
}

func (t *tally) text(specs []string) string {
	p := float64(t.wins) / float64(t.games)
	half := 1.96 * math.Sqrt(p*(1-p)/float64(t.games))
	return fmt.Sprintf("%s against %s: %d of %d won, %.1f %% ± %.1f; with halfway line %d of %d, without %d of %d; %d turns a match; slowest %v, %v",
		specs[0], specs[1], t.wins, t.games, 100*p, 100*half,
		t.byVariant[1][1], t.byVariant[1][0]+t.byVariant[1][1],
		t.byVariant[0][1], t.byVariant[0][0]+t.byVariant[0][1],
		t.turns/t.games, t.slowest[0].Round(time.Millisecond), t.slowest[1].Round(time.Millisecond))
}
