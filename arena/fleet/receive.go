package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"botarena/arena/match"
	"botarena/arena/record"
)

// result is a worker's.
type result struct {
	key, run string
	attempt  int
	worker   string // its ID
	err      string // why there is no record
	record   []byte // compressed
	replay   string // where the record is, if not here
	refused  bool   // the worker could not play it
	lost     int    // how often it was, as that one saw it
}

func readResult(m jetstream.Msg) result {
	h := m.Headers()
	subject := m.Subject()
	r := result{
		key: h.Get(headKey), run: h.Get(headRun), err: h.Get(headError), replay: h.Get(headReplay),
		worker: subject[strings.LastIndexByte(subject, '.')+1:], record: m.Data(),
	}
	r.attempt, _ = strconv.Atoi(h.Get(headAttempt)) // 0 is nobody's attempt
	if text := h.Get(headRefused); text != "" {
		r.refused = true
		r.lost, _ = strconv.Atoi(text)
	}
	return r
}

// receive takes results until ctx ends.
func (c *Coordinator) receive(ctx context.Context) {
	for ctx.Err() == nil {
		c.mu.Lock()
		results := c.results
		c.mu.Unlock()
		err := take(ctx, results, 512, func(m jetstream.Msg) {
			r := readResult(m)
			c.result(ctx, &r)
			// Not before the journal has it in its hands. What the journal
			// has not synced when all of this ends is planned again.
			_ = m.Ack()
		})
		if err != nil && ctx.Err() == nil {
			c.o.Tell("no result can be fetched: " + err.Error())
			sleep(ctx, 500*time.Millisecond)
		}
	}
}

// fetchTime is how long one request for messages waits for the first.
const fetchTime = 5 * time.Second

// take fetches up to n messages. No message for a while is no error.
func take(ctx context.Context, from jetstream.Consumer, n int, each func(jetstream.Msg)) error {
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	// Fetch, not Messages: that one was seen to stall with work pending.
	batch, err := from.Fetch(n, jetstream.FetchContext(ctx))
	if err != nil {
		return err
	}
	for m := range batch.Messages() {
		each(m)
	}
	err = batch.Error()
	for _, usual := range []error{
		context.DeadlineExceeded, jetstream.ErrNoMessages, nats.ErrTimeout,
		jetstream.ErrServerShutdown, // it comes back, or the next call says more
	} {
		if errors.Is(err, usual) {
			return nil
		}
	}
	return err
}

// result gives a result to the dispatch that waits for it.
func (c *Coordinator) result(ctx context.Context, r *result) {
	if r.replay != "" {
		var text []byte
		err := getObject(ctx, c.replays, r.replay, stallTime, func(from io.Reader) (err error) {
			text, err = io.ReadAll(from)
			return err
		})
		if err != nil {
			// It is missing then, and ordered again.
			c.note(r.worker, r.key, r.attempt, "its replay cannot be fetched: "+err.Error())
			return
		}
		r.record = text
		_ = c.replays.Delete(ctx, r.replay) // else it takes room until the end
	}
	c.mu.Lock()
	d := c.now
	former := !strings.HasPrefix(r.run, c.run+".")
	c.mu.Unlock()
	if d != nil && d.take(r) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if former && r.err == "" && len(c.early) < maxEarly {
		c.early[r.key] = *r
		return
	}
	c.counts.Duplicates++
}

// takeEarly returns a result of a former run for a match that is ordered now.
func (c *Coordinator) takeEarly(key string) *result {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.early[key]
	if !ok {
		return nil
	}
	delete(c.early, key)
	return &r
}

// take makes the outcome of an order that waits for this result; false where
// none does.
func (d *dispatch) take(r *result) bool {
	d.mu.Lock()
	o := d.open[r.key]
	own := r.run == d.run
	// A former run may have been at another attempt; its void ones do not count.
	if o == nil || own && r.attempt != o.job.Attempt {
		d.mu.Unlock()
		return false
	}
	d.mu.Unlock()
	if r.refused {
		if !own {
			return false
		}
		if d.leaveToOthers(o, r) {
			return true
		}
	}
	out := match.Outcome{Spec: o.spec, Attempt: o.job.Attempt}
	if r.err != "" {
		out.Err = errors.New(r.err)
	} else if out.Record, out.Err = d.c.read(r, o); out.Err != nil {
		d.mu.Lock()
		o.broken++
		again := o.broken < match.Attempts
		d.mu.Unlock()
		d.c.o.Tell(fmt.Sprintf("match %s, worker %s: %v", o.spec.ID, d.c.nameOf(r.worker), out.Err))
		if again {
			d.c.note(r.worker, o.spec.ID, r.attempt, out.Err.Error())
			return true // the match is missing then, and ordered again
		}
	}
	if !own && (out.Void() || out.Err != nil) {
		d.queue(o)
		return true
	}
	out.Final = !out.Void() || out.Attempt >= match.Attempts || d.ctx.Err() != nil
	if !d.settle(o, &out) {
		return false // the other one of two was faster
	}
	d.c.count(r, &out)
	d.outcome(out)
	// Only now may Dispatch return: done has been called.
	d.mu.Lock()
	delete(d.open, r.key)
	d.turned.Broadcast()
	d.mu.Unlock()
	return true
}

// leaveToOthers queues a match again that a worker could not play; false where
// all that are there have tried often enough.
func (d *dispatch) leaveToOthers(o *order, r *result) bool {
	d.mu.Lock()
	if o.settled {
		d.mu.Unlock()
		return true
	}
	if o.refused == nil {
		o.refused = map[string]int{}
	}
	o.refused[r.worker]++
	// The new message is handed out for the first time.
	o.job.Lost = r.lost
	class, refused := o.class, maps.Clone(o.refused)
	d.mu.Unlock()
	if !d.c.untried(class, refused) {
		return false
	}
	d.queue(o)
	return true
}

// untried says whether a worker of a class may yet play what some have refused.
func (c *Coordinator) untried(class string, refused map[string]int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	there := false
	for id, w := range c.workers {
		if w.gone || w.left || c.o.Pairs && w.Machine.Class != class {
			continue
		}
		there = true
		if refused[id] < maxRefusals {
			return true
		}
	}
	return !there // it waits for one
}

// settle takes an order out of those that wait; false where it is not there
// any more. It stays in the table, without a job, until done was called.
func (d *dispatch) settle(o *order, out *match.Outcome) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || d.open[o.job.Key] != o || o.settled {
		return false
	}
	o.settled = true
	if !out.Final {
		next := *o
		next.settled = false
		next.job = new(job)
		*next.job = *o.job
		d.again = append(d.again, &next)
	}
	return true
}

// read reads the record of a result, which must be that of the match that was
// ordered, and what the rules make of the answers in it.
func (c *Coordinator) read(r *result, o *order) (*record.Record, error) {
	text, err := c.unzip.DecodeAll(r.record, nil)
	if err != nil {
		return nil, fmt.Errorf("its record cannot be read: %w", err)
	}
	rec, err := record.Decode(text)
	if err != nil {
		return nil, fmt.Errorf("its record cannot be read: %w", err)
	}
	if rec.Measured == nil || rec.Result == nil && rec.Measured.Void == "" {
		return nil, errors.New("its record has no end")
	}
	got := rec.Header
	got.Seats = append([]record.Seat(nil), got.Seats...)
	for i := range got.Seats {
		if i < len(o.spec.Header.Seats) && o.spec.Header.Seats[i].Hash == "" {
			got.Seats[i].Hash = "" // it was for the worker to fill in
		}
	}
	header, err := json.Marshal(got)
	if err != nil || !bytes.Equal(header, o.header) {
		return nil, errors.New("its record is that of another match")
	}
	game, err := rec.Game()
	if err != nil || record.Hash(game) != rec.Measured.Hash {
		return nil, errors.New("its record's hash is wrong")
	}
	if c.o.Games == nil {
		return rec, nil
	}
	g, err := c.o.Games(rec.Header.Game)
	if err != nil {
		return nil, err
	}
	if err := match.Verify(g, rec); err != nil {
		return nil, fmt.Errorf("its record is not what the rules make of it: %w", err)
	}
	return rec, nil
}

// count adds an outcome to the figures.
func (c *Coordinator) count(r *result, out *match.Outcome) {
	c.mu.Lock()
	w := c.workers[r.worker]
	switch {
	case out.Void():
		c.counts.Void++
	case out.Err == nil:
		c.counts.Done++
	default:
		c.counts.Failed++
	}
	if w != nil {
		w.results++
	}
	c.mu.Unlock()
	if out.Void() {
		c.note(r.worker, out.Spec.ID, out.Attempt, out.Record.Measured.Void)
	} else if out.Err != nil {
		c.note(r.worker, out.Spec.ID, out.Attempt, out.Err.Error())
	}
}

// note keeps why something failed.
func (c *Coordinator) note(worker, id string, attempt int, why string) {
	f := Failure{Match: id, Attempt: attempt, Worker: c.nameOf(worker), Why: why, At: time.Now()}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failed = keepLast(c.failed, f)
}

// nameOf returns what people call a worker; its ID where it is not known.
func (c *Coordinator) nameOf(worker string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w := c.workers[worker]; w != nil {
		return w.Name
	}
	return worker
}

// findMissing queues jobs again that are neither in the queue nor done: the
// server lost them, or a worker acknowledged what it had not returned.
func (d *dispatch) findMissing(ctx context.Context) {
	jobs, err := d.c.jobs.Info(ctx, jetstream.WithDeletedDetails(true))
	if err != nil {
		return // the next check
	}
	d.c.mu.Lock()
	results := d.c.results
	d.c.mu.Unlock()
	waiting, err := results.Info(ctx)
	if err != nil || waiting.NumPending > 0 || waiting.NumAckPending > 0 {
		return // what is missing may be among them
	}
	gone := map[uint64]bool{}
	for _, seq := range jobs.State.Deleted {
		gone[seq] = true
	}
	var lost []*order
	d.mu.Lock()
	for _, o := range d.open {
		if o.settled || time.Since(o.sent) < d.c.o.AckWait {
			continue
		}
		if o.seq != 0 && o.seq >= jobs.State.FirstSeq && o.seq <= jobs.State.LastSeq && !gone[o.seq] {
			o.missing = 0
			continue
		}
		// A result may be on its way just now.
		if o.missing++; o.missing >= 2 {
			lost = append(lost, o)
		}
	}
	d.mu.Unlock()
	d.c.mu.Lock()
	d.c.counts.Missed += len(lost)
	d.c.mu.Unlock()
	for _, o := range lost {
		d.queue(o)
	}
}
