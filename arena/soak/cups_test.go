package soak

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// gameOf is a game with a set-up of short matches.
type gameOf struct {
	name, bot, setup string
	// removed is what the game's championships would remove a bot for, which
	// here goes on to play.
	removed string
}

var games = []gameOf{
	{name: "catchcat", bot: "cat", setup: "{size: 7}"},
	{
		name: "goldhunter", bot: "gold", removed: "remove_for: []\n",
		setup: "{generate: {maps: 1, stages: 12, rows: 7, cols: 7, gold: 4, hunters: 1, miners: 1, spies: 0}, retire_after: 1}",
	},
	{name: "papersoccer", bot: "soccer", setup: "{board: {width: 4, height: 4}}"},
}

// The limits of the matches: of very many, where bots that hang must not cost
// much, and of few, on a host that may be doing something else. That of memory
// holds a house bot twice.
const (
	shortLimits = "{move: 100ms, start: 200ms, memory: 32MiB}"
	longLimits  = "{move: 1s, start: 5s, memory: 32MiB}"
)

// player is a bot with its arguments, and the faults it may have in each game,
// with bars between; "" for none.
type player struct {
	id, program, args string
	faults            [3]string
}

func house(id, level string) player {
	return player{id: id, program: "house", args: "--level, " + level}
}

func fine(way string) player { return player{id: way, program: "broken", args: way} }

// good are bots with which nothing is wrong.
var good = []player{
	house("novice", "novice"), fine("crlf"), house("random", "random"), house("sensible", "sensible"), fine("blank"),
	house("random2", "random, --seed, '2'"), fine("pieces"), house("sensible2", "sensible, --seed, '2'"), fine("reserve"), house("random3", "random, --seed, '3'"),
}

// broken are the others, as bots/broken/README.md says what becomes of them.
// Those that cost time stand apart from each other, and none is among the first.
var broken = []player{
	broke("exit", "exit", "crash"),
	broke("memory", "-mib, '64', memory", "memory"),
	broke("fork", "fork", "violation"),
	broke("socket", "socket", "violation"),
	broke("silent", "silent", "timeout"),
	broke("garbage", "garbage", "invalid", "timeout", "timeout"),
	broke("flood", "flood", "invalid", "invalid", "invalid|timeout|line-too-long"),
	broke("crash", "-turn, '3', crash", "crash"),
	broke("start-exit", "start-exit", "did-not-start", "did-not-start", "crash"),
	broke("illegal", "-turn, '2', illegal", "invalid", "", "invalid"),

	broke("no-ready", "no-ready", "did-not-start", "did-not-start", "timeout"),
	broke("leave", "leave", "crash"),
	broke("long-line", "long-line", "line-too-long"),
	broke("orphan", "-turn, '2', orphan", "violation"),
	broke("number", "number", "invalid", "", "invalid"),
	broke("stderr", "-turn, '2', stderr", "|timeout"),
	broke("start-crash", "start-crash", "did-not-start", "did-not-start", "crash"),
	broke("create", "create", "violation"),
	broke("close-stdout", "-turn, '2', close-stdout", "closed-output"),
	broke("stay", "stay", ""),

	broke("spin", "-turn, '2', spin", "timeout"),
	broke("cut", "cut", "crash"),
	broke("exec", "-turn, '2', exec", "violation"),
	broke("chatter", "-turn, '2', chatter", "invalid", "", ""),
	broke("not-ready", "not-ready", "did-not-start", "did-not-start", ""),
	broke("memory2", "-turn, '3', -mib, '64', memory", "memory"),
	broke("passwd", "passwd", "violation"),
	broke("trickle", "-turn, '2', -for, 40ms, trickle", "timeout"),
	broke("abort", "crash", "crash"),
	broke("exit2", "-turn, '2', exit", "crash"),
}

// broke says what a way to be broken comes to: the same in all games, or one
// for each in their order.
func broke(id, args string, faults ...string) player {
	p := player{id: id, program: "broken", args: args, faults: [3]string{faults[0], faults[0], faults[0]}}
	copy(p.faults[:], faults)
	return p
}

// cup is one championship of the soak.
type cup struct {
	name    string
	game    int
	players []player
	matches int
	limits  string
	// parallel is how many are played at once: as many as two cores carry, each
	// on its own, or more, which share them.
	parallel int
	kill     bool // the arena is killed while it plays it
}

// cups plans so many matches or somewhat more. Few matches are played by few
// bots.
func cups(matches int) []cup {
	rounds, each, limits := 3, 10, shortLimits
	if matches < 9*20*19/2 {
		rounds, each, limits = 1, 4, longLimits
	}
	pairs := 2 * each * (2*each - 1)
	boards := (matches + rounds*len(games)*pairs - 1) / (rounds * len(games) * pairs)
	var planned []cup
	for round := range rounds {
		for g := range games {
			c := cup{
				name: fmt.Sprintf("%d-%s", len(planned)+1, games[g].name), game: g, matches: boards * pairs, limits: limits, parallel: 4,
				kill: rounds == 1 || round == 1,
			}
			if round == 0 {
				c.parallel = 2
			}
			c.players = append(c.players, good[:each]...)
			c.players = append(c.players, broken[round*each:(round+1)*each]...)
			planned = append(planned, c)
		}
	}
	return planned
}

// write writes the cup's config and returns its path.
func (c *cup) write(p *place, seed int) string {
	p.Helper()
	g := games[c.game]
	pairs := len(c.players) * (len(c.players) - 1)
	var b strings.Builder
	fmt.Fprintf(&b, "game: %s\nseed: %d\nsetup: %s\nformat: round-robin\nboards: %d\nparallel: %d\nlimits: %s\n%sentrants:\n",
		g.name, seed, g.setup, c.matches/pairs, c.parallel, c.limits, g.removed)
	for _, one := range c.players {
		program := one.program
		if program == "house" {
			program = g.bot
		}
		fmt.Fprintf(&b, "  - {id: %s, bot: %s, args: [%s]}\n", one.id, p.bot(program), one.args)
	}
	file := filepath.Join(p.dir, c.name+".yaml")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		p.Fatal(err)
	}
	return file
}
