package match

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"testing"
	"time"
)

// gsonClient is a client of 2015 written from the protocol's page alone: it
// uses nothing of package protocol, and as the original ones it fails on a
// list or a member that is missing, here also on one too many.
type gsonClient struct {
	name string
	// orders answers a stage; nil for random ones.
	orders func(s *gsonStage) map[string]string
	// before, where set, may spoil a stage's answer; false ends the client.
	before func(conn net.Conn, s *gsonStage) bool

	conn   net.Conn
	r      *bufio.Reader
	rnd    *rand.Rand
	team   string
	stages int
	done   bool // was told that the match is over
}

type gsonCell struct {
	Type *string `json:"type"`
	Y    *int    `json:"y"`
	X    *int    `json:"x"`
}

type gsonUnit struct {
	Cell    *gsonCell `json:"cell"`
	ID      *int      `json:"id"`
	Dir     *string   `json:"dir"`
	Bullets *int      `json:"bulletCapicity"`
	Hidden  *bool     `json:"isHidden"`
	Left    *int      `json:"hidenessCapacity"`
	Mining  *int      `json:"timeOfMining"`
}

type gsonStage struct {
	Cycle    *int        `json:"cycle"`
	Mine     *int        `json:"yourScore"`
	Theirs   *int        `json:"opponentScore"`
	Cells    *[]gsonCell `json:"updateCells"`
	Miners   *[]gsonUnit `json:"goldMiner"`
	Hunters  *[]gsonUnit `json:"hunter"`
	Golds    *[]gsonUnit `json:"golds"`
	Spies    *[]gsonUnit `json:"spies"`
	OppSpies *[]gsonUnit `json:"opponentSpies"`
	OppMine  *[]gsonUnit `json:"opponentGoldMiner"`
	OppHunt  *[]gsonUnit `json:"opponentHunter"`
	Bullets  *[]gsonUnit `json:"bullets"`
	Command  *int        `json:"mCommandID"`
	Sent     *int        `json:"mTimeSent"`
	Args     []string    `json:"mArguments"`
}

// check wants every member that the dialect has.
func (s *gsonStage) check() error {
	lists := map[string]*[]gsonUnit{
		"miner": s.Miners, "hunter": s.Hunters, "gold": s.Golds, "spy": s.Spies,
		"foe spy": s.OppSpies, "foe miner": s.OppMine, "foe hunter": s.OppHunt, "bullet": s.Bullets,
	}
	if s.Cycle == nil || s.Mine == nil || s.Theirs == nil || s.Cells == nil || s.Sent == nil {
		return fmt.Errorf("a member of the stage is missing")
	}
	seen := map[[2]int]bool{}
	for _, c := range *s.Cells {
		if c.Type == nil || c.X == nil || c.Y == nil || *c.Type != "SOLID" && *c.Type != "ROCK" {
			return fmt.Errorf("cell %+v", c)
		}
		seen[[2]int{*c.Y, *c.X}] = true
	}
	for kind, list := range lists {
		if list == nil {
			return fmt.Errorf("no list of %s", kind)
		}
		for _, u := range *list {
			switch {
			case u.Cell == nil || u.Cell.X == nil || u.Cell.Y == nil || u.ID == nil || (u.Dir == nil) != (kind == "gold"):
				return fmt.Errorf("%s %+v", kind, u)
			case (u.Bullets != nil) != (kind == "hunter"), (u.Left != nil) != (kind == "spy"), (u.Mining != nil) != (kind == "gold"):
				return fmt.Errorf("%s %+v", kind, u)
			case (u.Hidden != nil) != (kind == "spy" || kind == "foe spy"):
				return fmt.Errorf("%s %+v", kind, u)
			case !seen[[2]int{*u.Cell.Y, *u.Cell.X}]:
				return fmt.Errorf("%s at %d %d, a cell that is not told", kind, *u.Cell.Y, *u.Cell.X)
			}
		}
	}
	return nil
}

// start connects a client and plays in the background; its error comes from
// the channel.
func (c *gsonClient) start(t testing.TB, address string) <-chan error {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	c.conn, c.r, c.rnd = conn, bufio.NewReader(conn), rand.New(rand.NewPCG(1, uint64(len(c.name))))
	over := make(chan error, 1)
	c.say(fmt.Sprintf(`{"mCommandID":0,"mTimeSent":%d,"mArguments":[%q]}`, time.Now().UnixMilli(), c.name))
	go func() {
		defer conn.Close()
		over <- c.play()
	}()
	return over
}

func (c *gsonClient) say(line string) { io.WriteString(c.conn, line+"\n") }

func (c *gsonClient) play() error {
	if err := c.hello(); err != nil {
		return err
	}
	for {
		s, err := c.read()
		switch {
		case err != nil:
			return err
		case *s.Command == 4:
			c.done = true
			return nil
		case *s.Command != 2:
			return fmt.Errorf("command %d in the middle of a match", *s.Command)
		}
		if err := s.check(); err != nil {
			return fmt.Errorf("stage %d: %w", c.stages+1, err)
		}
		if c.stages++; *s.Cycle != c.stages {
			return fmt.Errorf("cycle %d, want %d", *s.Cycle, c.stages)
		}
		if c.before != nil && !c.before(c.conn, s) {
			return nil
		}
		orders := c.random
		if c.orders != nil {
			orders = c.orders
		}
		text, err := json.Marshal(orders(s))
		if err != nil {
			return err
		}
		c.say(fmt.Sprintf(`{"commands":%s,"mCommandID":1,"mTimeSent":%d}`, text, *s.Cycle))
	}
}

// hello reads the team's number and asks for the size of the map.
func (c *gsonClient) hello() error {
	s, err := c.read()
	if err != nil {
		return err
	}
	if *s.Command != 0 || len(s.Args) != 1 {
		return fmt.Errorf("%+v instead of the team's number", s)
	}
	c.team = s.Args[0]
	c.say(`{"mCommandID":3,"mTimeSent":0,"mArguments":[]}`)
	if s, err = c.read(); err != nil {
		return err
	}
	if *s.Command != 3 || len(s.Args) != 2 {
		return fmt.Errorf("%+v instead of the map's size", s)
	}
	return nil
}

func (c *gsonClient) read() (*gsonStage, error) {
	line, err := c.r.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("after stage %d: %w", c.stages, err)
	}
	s := new(gsonStage)
	if err := json.Unmarshal(line, s); err != nil || s.Command == nil {
		return nil, fmt.Errorf("%.100q: %w", line, err)
	}
	return s, nil
}

func (c *gsonClient) random(s *gsonStage) map[string]string {
	orders := map[string]string{}
	for kind, list := range map[string]*[]gsonUnit{"": s.Miners, "fire": s.Hunters, "hide": s.Spies} {
		for _, u := range *list {
			all := []string{"move", "move", "move", "0", "1", "2", "3", kind}
			if o := all[c.rnd.IntN(len(all))]; o != "" {
				orders[fmt.Sprint(*u.ID)] = o
			}
		}
	}
	return orders
}
