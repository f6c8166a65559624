package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"botarena/arena/match"
)

// order is a match that has been ordered and has no result.
type order struct {
	job    *job
	spec   match.Spec
	header []byte // JSON of the spec's
	// What follows is guarded by the dispatch.
	class   string // of machine that it waits for
	broken  int    // results that could not be read
	settled bool   // has its outcome, done is being called
	sent    time.Time
	seq     uint64         // in the stream of jobs; 0 where that is not known yet
	times   int            // that it was queued
	missing int            // checks in a row that found it neither in the queue nor done
	refused map[string]int // by worker: how often it could not play it
}

// dispatch is one call of Dispatch.
type dispatch struct {
	c      *Coordinator
	run    string // names it, in jobs
	ctx    context.Context
	doneMu sync.Mutex
	done   func(match.Outcome)
	acks   chan queued
	ended  chan struct{} // closed when nothing is queued any more

	mu     sync.Mutex // guards what follows
	turned *sync.Cond
	open   map[string]*order // by key
	again  []*order          // void, to be played alone when open is empty
	closed bool              // no result is taken any more
	err    error             // why nothing can be ordered any more
}

// queued is a job on its way into the queue.
type queued struct {
	order  *order
	future jetstream.PubAckFuture
}

// Dispatch implements match.Dispatcher. Matches with players that are no
// programs have an outcome with a *PlaceError.
func (c *Coordinator) Dispatch(ctx context.Context, specs iter.Seq[match.Spec], done func(match.Outcome)) error {
	d := &dispatch{c: c, ctx: ctx, done: done, open: map[string]*order{}, acks: make(chan queued, 1024), ended: make(chan struct{})}
	d.turned = sync.NewCond(&d.mu)
	defer context.AfterFunc(ctx, d.wake)()
	c.mu.Lock()
	if c.now != nil {
		c.mu.Unlock()
		return errors.New("fleet: Dispatch was called while another one is going on")
	}
	c.now = d
	c.dispatches++
	d.run = fmt.Sprintf("%s.%d", c.run, c.dispatches)
	c.mu.Unlock()
	var wg sync.WaitGroup
	wg.Go(d.confirm)
	for spec := range specs {
		if !d.room() {
			break
		}
		d.order(spec)
	}
	for d.wait() && d.playAgain() {
	}
	c.mu.Lock()
	c.now = nil // from here on no result is taken
	c.mu.Unlock()
	close(d.ended)
	wg.Wait()
	d.mu.Lock()
	if d.err == nil { // the server's watch may still say so
		d.err = ctx.Err()
	}
	err := d.err
	d.mu.Unlock()
	if err != nil {
		d.callOff(err)
	}
	return err
}

// wake lets all who wait look again.
func (d *dispatch) wake() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.turned.Broadcast()
}

// room waits until another match may be ordered; false where none may.
func (d *dispatch) room() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.err == nil && d.ctx.Err() == nil {
		window := d.c.o.Window
		if window == 0 {
			d.mu.Unlock()
			window = max(minWindow, 4*d.c.parallel())
			d.mu.Lock()
		}
		if len(d.open) < window {
			return d.err == nil && d.ctx.Err() == nil
		}
		d.turned.Wait()
	}
	return false
}

// wait waits until no match is open; false where the dispatch is to end.
func (d *dispatch) wait() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for len(d.open) > 0 && d.err == nil && d.ctx.Err() == nil {
		d.turned.Wait()
	}
	return d.err == nil && d.ctx.Err() == nil
}

// order puts a match into the table and into the queue.
func (d *dispatch) order(spec match.Spec) {
	var j *job
	err := d.insist(func() (err error) {
		j, err = d.c.uploads.job(d.ctx, &spec)
		return err
	})
	if err != nil {
		if d.ctx.Err() == nil {
			d.outcome(match.Outcome{Spec: spec, Attempt: 1, Final: true, Err: err})
		}
		return
	}
	j.Run, j.Attempt = d.run, 1
	o := &order{job: j, spec: spec}
	if o.header, err = json.Marshal(spec.Header); err != nil {
		d.outcome(match.Outcome{Spec: spec, Attempt: 1, Final: true, Err: err})
		return
	}
	d.mu.Lock()
	// The same match twice at once is two matches.
	for key, n := j.Key, 2; d.open[j.Key] != nil; n++ {
		j.Key = fmt.Sprintf("%s-%d", key, n)
	}
	d.open[j.Key] = o
	d.mu.Unlock()
	if early := d.c.takeEarly(j.Key); early != nil {
		d.take(early)
		return
	}
	d.queue(o)
}

// queue puts an ordered match into the queue.
func (d *dispatch) queue(o *order) {
	var class string
	err := d.insist(func() (err error) {
		class, err = d.class(o)
		return err
	})
	if err != nil {
		d.fail(err)
		return
	}
	d.mu.Lock()
	text, err := json.Marshal(o.job)
	if err != nil {
		d.mu.Unlock()
		d.fail(err)
		return
	}
	o.times++
	o.class = class
	o.sent, o.seq, o.missing = time.Now(), 0, 0
	// Until it is really in, so that the queue drops what is sent twice.
	id := fmt.Sprintf("%s.%s.%d.%d", d.run, o.job.Key, o.job.Attempt, o.times)
	d.mu.Unlock()
	m := newMessage(d.c.names.Job(class), text)
	_ = d.insist(func() error { // where it does not succeed, all is over
		future, err := d.c.js.PublishMsgAsync(m, jetstream.WithMsgID(id))
		if err != nil {
			return awayError{err}
		}
		select {
		case d.acks <- queued{o, future}:
		case <-d.ended:
		}
		return nil
	})
}

// insist calls what needs the server until that is not away any more, or the
// organiser ends all. Its error is never an awayError before that.
func (d *dispatch) insist(call func() error) error {
	told := false
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		err := call()
		var away awayError
		if !errors.As(err, &away) {
			return err
		}
		if wait > time.Second && !told {
			told = true
			d.c.o.Tell("the championship waits for the fleet's server: " + err.Error())
		}
		select {
		case <-d.ended:
			return err
		case <-d.ctx.Done():
			return err
		case <-time.After(wait):
		}
	}
}

// class returns for which machines a job is: for all, or those of its pair.
// It waits for the first machine where it has to choose among them.
func (d *dispatch) class(o *order) (string, error) {
	if !d.c.o.Pairs {
		return anyClass, nil
	}
	for {
		class, err := d.c.classes.choose(pairOf(&o.spec), d.c.classesThere())
		if err != nil {
			return "", err
		}
		if class != "" {
			// A class of a former run may have no machine yet.
			if err := d.c.consumer(d.ctx, class); err != nil {
				return "", awayError{err}
			}
			return class, nil
		}
		select {
		case <-d.ctx.Done():
			return "", d.ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// pairOf names those who play against each other, whatever their seats.
func pairOf(spec *match.Spec) string {
	var names []string
	for _, s := range spec.Header.Seats {
		names = append(names, strings.Join(strings.Fields(s.Name), "_"))
	}
	slices.Sort(names)
	return strings.Join(names, "|")
}

// classesThere returns how many matches at once the classes of machines play.
func (c *Coordinator) classesThere() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	there := map[string]int{}
	for _, w := range c.workers {
		if !w.gone && !w.left {
			there[w.Machine.Class] += w.Machine.Parallel
		}
	}
	return there
}

// confirm notes where in the queue the jobs are. One that did not get in is
// found missing later.
func (d *dispatch) confirm() {
	for {
		var q queued
		select {
		case q = <-d.acks:
		case <-d.ended:
			return
		}
		select {
		case ack := <-q.future.Ok():
			d.mu.Lock()
			q.order.seq = ack.Sequence
			d.mu.Unlock()
		case <-q.future.Err():
		case <-d.ended:
			return
		}
	}
}

// playAgain queues the void matches again, each to be played alone; false
// where there are none.
func (d *dispatch) playAgain() bool {
	d.mu.Lock()
	again := d.again
	d.again = nil
	slices.SortFunc(again, func(a, b *order) int { return cmp.Compare(a.job.Key, b.job.Key) })
	for _, o := range again {
		o.job.Attempt++
		o.job.Alone = true
		d.open[o.job.Key] = o
	}
	d.mu.Unlock()
	for _, o := range again {
		d.queue(o)
	}
	return len(again) > 0
}

// fail ends the dispatch, unless its context did that.
func (d *dispatch) fail(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err == nil && d.ctx.Err() == nil {
		d.err = err
	}
	d.turned.Broadcast()
}

func (d *dispatch) outcome(o match.Outcome) {
	d.doneMu.Lock()
	defer d.doneMu.Unlock()
	d.done(o)
}

// callOff ends what is open: nobody is to play on, and each has an outcome.
func (d *dispatch) callOff(why error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(d.ctx), 5*time.Second)
	defer cancel()
	// Where the server does not hear it, the next run purges the jobs.
	_ = d.c.jobs.Purge(ctx)
	_ = d.c.say(control{CalledOff: d.run})
	d.mu.Lock()
	d.closed = true
	settled := func() bool {
		for _, o := range d.open {
			if o.settled {
				return true
			}
		}
		return false
	}
	for settled() { // done is being called for it
		d.turned.Wait()
	}
	var left []*order
	for _, o := range d.open {
		left = append(left, o)
	}
	clear(d.open)
	d.mu.Unlock()
	for _, o := range left {
		d.outcome(match.Outcome{Spec: o.spec, Attempt: o.job.Attempt, Final: true, Err: fmt.Errorf("called off: %w", why)})
	}
}
