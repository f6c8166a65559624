package match

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"botarena/arena/player"
	"botarena/arena/record"
	"botarena/protocol"
)

// ClientDialect is what the clients of 2015 speak.
const ClientDialect = protocol.Gson

// TCP is a client that connects to this machine, as those of 2015 do.
type TCP struct {
	// Address is where the client is waited for, as HOST:PORT. Seats of one
	// address are given to the clients in the order in which they connect.
	Address string `json:"address"`
	// Wait is how long a client is waited for; 0 for as long as it takes.
	Wait record.Duration `json:"wait,omitempty"`
}

// Clients seats clients that connect over TCP. They sit outside the jail.
//
// The first client that connects gets the first seat of its address. When a
// match has further rounds, or is played again, each seat waits for a client
// that gives the same name. Clients for whom there is no seat are turned away.
// An address serves one match at a time.
type Clients struct {
	// Tell, where set, is told what happens at the doors, a line each. It is
	// called from several goroutines and must not call back.
	Tell func(line string)

	mu    sync.Mutex
	doors map[string]*door
	known map[int]string // the name that the client of a seat gave
}

var _ Seater = (*Clients)(nil)

// Open waits until there is a client for each TCP seat of the Spec, and fills
// in the names of seats that have none. It is called before each match. The
// errors are the context's, those of the network, and a *[NoClientError].
func (c *Clients) Open(ctx context.Context, spec *Spec) error {
	type entrance struct {
		door  *door
		wait  time.Duration // the longest of its seats'; 0 for as long as it takes
		seats []int
	}
	entrances := map[string]*entrance{} // by address
	for i, s := range spec.Sources {
		if s.TCP == nil {
			continue
		}
		d, err := c.door(spec, i)
		if err != nil {
			return err
		}
		wait := time.Duration(s.TCP.Wait)
		e := entrances[s.TCP.Address]
		switch {
		case e == nil:
			e = &entrance{door: d, wait: wait}
			entrances[s.TCP.Address] = e
		case wait == 0:
			e.wait = 0
		case e.wait > 0:
			e.wait = max(e.wait, wait)
		}
		e.seats = append(e.seats, i)
	}
	names := map[int]string{}
	for complete := false; !complete; {
		for _, address := range slices.Sorted(maps.Keys(entrances)) {
			if err := entrances[address].door.gather(ctx, entrances[address].wait); err != nil {
				return err
			}
		}
		complete = true // unless somebody has left meanwhile
		for _, e := range entrances {
			complete = e.door.reserve(e.seats, names) && complete
		}
	}
	for _, i := range slices.Sorted(maps.Keys(names)) {
		c.remember(i, names[i])
		if seat := &spec.Header.Seats[i]; seat.Name == "" {
			seat.Name = ownName(spec, i, names[i])
		}
	}
	return nil
}

// ownName returns a client's name for a record; a second one of a name gets a
// number.
func ownName(spec *Spec, seat int, name string) string {
	if name == "" {
		name = fmt.Sprintf("client %d", seat+1)
	}
	own := name
	for n := 2; slices.ContainsFunc(spec.Header.Seats, func(s record.Seat) bool { return s.Name == own }); n++ {
		own = fmt.Sprintf("%s (%d)", name, n)
	}
	return own
}

func (c *Clients) remember(seat int, name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = map[int]string{}
	}
	c.known[seat] = name
}

// Seat implements [Seater].
func (c *Clients) Seat(ctx context.Context, spec *Spec, seat int, _ []int) (player.Endpoint, error) {
	source := spec.Sources[seat].TCP
	if source == nil {
		return nil, errors.New("not a client")
	}
	d, err := c.door(spec, seat)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	earlier, known := c.known[seat]
	c.mu.Unlock()
	fits := func(g *client) bool { return g.seat == seat || g.seat < 0 && (!known || g.name == earlier) }
	if known && !d.has(fits) {
		c.tell("seat %d waits for %q to connect again", seat+1, earlier)
	}
	ep, name, err := d.wait(ctx, time.Duration(source.Wait), fits)
	var late *NoClientError
	switch {
	case errors.As(err, &late):
		return nil, &Refusal{late.Error()}
	case err != nil:
		return nil, err
	}
	c.remember(seat, name)
	return ep, nil
}

// Layers implements [Seater]: a client is in no jail.
func (c *Clients) Layers() []string { return nil }

// door returns the door of a seat's address, which it opens where it is not
// open yet.
func (c *Clients) door(spec *Spec, seat int) (*door, error) {
	address := spec.Sources[seat].TCP.Address
	c.mu.Lock()
	defer c.mu.Unlock()
	seats, greets := 0, true // where one does not, nobody's name is waited for
	for i, s := range spec.Sources {
		if s.TCP != nil && s.TCP.Address == address {
			seats++
			greets = greets && spec.Header.Seats[i].Dialect == ClientDialect
		}
	}
	limit := time.Duration(spec.Header.Terms.Start)
	d := c.doors[address]
	if d != nil {
		d.admit(seats, greets, limit)
		return d, nil
	}
	d, err := newDoor(address, c.tell)
	if err != nil {
		return nil, err
	}
	if c.doors == nil {
		c.doors = map[string]*door{}
	}
	c.doors[address] = d
	d.admit(seats, greets, limit)
	d.open()
	return d, nil
}

func (c *Clients) tell(format string, args ...any) {
	if c.Tell != nil {
		c.Tell(fmt.Sprintf(format, args...))
	}
}

// Close closes the doors and turns away who still waits there. An Open that
// still waits returns net.ErrClosed.
func (c *Clients) Close() error {
	c.mu.Lock()
	doors := c.doors
	c.doors = nil
	c.mu.Unlock()
	var errs []error
	for _, d := range doors {
		errs = append(errs, d.close())
	}
	return errors.Join(errs...)
}
