package web

import (
	"net"
	"net/http"
	"sync"

	"golang.org/x/sys/unix"
)

// mostDoors is how many connections there may be at once; live streams are not
// among them: those are given away, and the hub bounds them.
const mostDoors = 4096

// doors bounds the connections to the server: the process that serves may be
// the one that plays, and a match that gets no descriptor is void.
type doors struct {
	most int // of one address half of it: who fills all that leaves the rest to others

	mu   sync.Mutex
	all  int
	from map[string]int
}

// newDoors leaves three quarters of this process's descriptors to matches.
func newDoors() *doors {
	d := &doors{most: mostDoors, from: map[string]int{}}
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) == nil {
		d.most = int(min(mostDoors, limit.Cur/4))
	}
	return d
}

// state is the ConnState of an http.Server.
func (d *doors) state(c net.Conn, s http.ConnState) {
	address := c.RemoteAddr().String()
	if host, _, err := net.SplitHostPort(address); err == nil {
		address = host
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch s {
	case http.StateNew:
		d.all++
		d.from[address]++
		if d.all > d.most || d.from[address] > (d.most+1)/2 {
			c.Close() // its end is told like any other's
		}
	case http.StateHijacked, http.StateClosed:
		d.all--
		if d.from[address]--; d.from[address] == 0 {
			delete(d.from, address)
		}
	}
}
