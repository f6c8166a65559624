package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// worker is what the coordinator knows of one.
type worker struct {
	beat
	since   time.Time
	last    time.Time // beat
	results int       // that it returned, all that counted
	gone    bool
	left    bool // with a word
}

// goneAfter is how long a worker is silent before it is called gone, where
// AckWait is not longer.
const goneAfter = 15 * time.Second

// beat answers a worker.
func (c *Coordinator) beat(m *nats.Msg) {
	var b beat
	if err := json.Unmarshal(m.Data, &b); err != nil {
		return // who speaks otherwise gets no answer
	}
	id := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	a := answer{Run: c.run, AckWait: c.o.AckWait, Consumer: anyClass}
	now := time.Now()
	a.Refused = c.o.Require.Refuse(&b.Machine, b.Now.Sub(now))
	b.Machine.Class = ClassName(b.Machine.Class)
	if c.o.Pairs && a.Refused == "" {
		a.Consumer = b.Machine.Class
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := c.consumer(ctx, a.Consumer); err != nil {
			return // the next beat tries again
		}
	}
	c.admit(id, &b, a.Refused, now)
	text, err := json.Marshal(a)
	if err == nil {
		err = m.Respond(text)
	}
	if err == nil && c.over() {
		// It came too late to hear it.
		_ = c.say(control{Over: true})
	}
}

func (c *Coordinator) over() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.counts.Over
}

// admit notes a beat.
func (c *Coordinator) admit(id string, b *beat, refused string, now time.Time) {
	c.mu.Lock()
	var line string
	w := c.workers[id]
	switch {
	case refused != "":
		r := Refusal{Name: b.Name, Reason: refused, At: now}
		if n := len(c.refused); n == 0 || c.refused[n-1].Name != r.Name || c.refused[n-1].Reason != r.Reason {
			c.refused = keepLast(c.refused, r)
			line = fmt.Sprintf("%s is turned away: %s", b.Name, refused)
		}
	case b.Leaving:
		if w != nil {
			w.left, w.Playing, w.Played = true, nil, b.Played
			line = fmt.Sprintf("%s leaves, matches played: %d", b.Name, b.Played)
		}
	case w == nil:
		c.forget()
		c.workers[id] = &worker{beat: *b, since: now, last: now}
		line = fmt.Sprintf("%s joins: %d at once, speed %.1f, class %s", b.Name, b.Machine.Parallel, b.Machine.Host.Speed, b.Machine.Class)
	default:
		if w.gone {
			line = b.Name + " is back"
		}
		w.beat, w.last, w.gone = *b, now, false
	}
	d := c.now
	c.mu.Unlock()
	if line != "" {
		c.o.Tell(line)
	}
	if d != nil {
		d.wake() // the window may be larger now
	}
}

// mostAway is how many workers that are gone or have left are remembered.
const mostAway = 50

// forget makes room for a worker that comes, where many have gone. The caller
// holds c.mu.
func (c *Coordinator) forget() {
	oldest, away := "", 0
	for id, w := range c.workers {
		if !w.gone && !w.left {
			continue
		}
		if away++; oldest == "" || w.last.Before(c.workers[oldest].last) {
			oldest = id
		}
	}
	if away >= mostAway {
		delete(c.workers, oldest)
	}
}

// parallel returns how many matches the workers play at once.
func (c *Coordinator) parallel() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.workers {
		if !w.gone && !w.left {
			n += w.Machine.Parallel
		}
	}
	return n
}

// watch looks after workers that are silent and jobs that are missing, until
// ctx ends.
func (c *Coordinator) watch(ctx context.Context) {
	tick := time.NewTicker(max(c.o.AckWait/2, 100*time.Millisecond))
	defer tick.Stop()
	told := map[string]bool{} // classes without a machine
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if c.server.Broken() {
			c.o.Tell("there is room on the disk again: the fleet's server starts anew")
			if err := c.server.Restart(); err != nil {
				c.o.Tell(err.Error())
			}
		}
		c.renew(ctx)
		c.mu.Lock()
		d := c.now
		var lines []string
		for _, w := range c.workers {
			if silent := time.Since(w.last); !w.gone && !w.left && silent > max(goneAfter, c.o.AckWait) {
				w.gone = true
				lines = append(lines, fmt.Sprintf("%s is silent: its %d matches go to others", w.Name, len(w.Playing)))
			}
		}
		c.mu.Unlock()
		for _, line := range lines {
			c.o.Tell(line)
		}
		if d != nil {
			d.findMissing(ctx)
			d.tellWaiting(told)
		}
	}
}

// tellWaiting tells of classes of machines that matches wait for while none is
// there, once for as long as that lasts.
func (d *dispatch) tellWaiting(told map[string]bool) {
	if !d.c.o.Pairs {
		return
	}
	there := d.c.classesThere()
	for class := range there {
		delete(told, class)
	}
	waiting := map[string]int{}
	d.mu.Lock()
	for _, o := range d.open {
		if there[o.class] == 0 && o.class != "" && !o.settled {
			waiting[o.class]++
		}
	}
	d.mu.Unlock()
	for class, n := range waiting {
		if !told[class] {
			told[class] = true
			d.c.o.Tell(fmt.Sprintf("%d matches wait for a machine of class %s: none is there", n, class))
		}
	}
}

// keepLast appends, and forgets the oldest of many.
func keepLast[T any](list []T, x T) []T {
	const most = 50
	if len(list) >= most {
		list = append(list[:0], list[1:]...)
	}
	return append(list, x)
}
