package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"botarena/arena/fleet/join"
	"botarena/arena/fleet/queue"
	"botarena/arena/match"
)

// Worker takes jobs and plays them.
type Worker struct {
	Link join.Link
	// Name is for people; empty for the host's name.
	Name string
	// Machine is what Inspect found.
	Machine Machine
	// Player plays the matches.
	Player match.Dispatcher
	// Prepare, where set, is called with each Spec before it is played: it
	// checks that the programs are those that were ordered, and that they run on
	// this machine. What it refuses goes to others.
	Prepare func(*match.Spec) error
	// Carries, where set, returns how many matches like this one are played at
	// once; else, and before the first match, that is the Machine's Parallel.
	Carries func(*match.Spec) int
	// Folder keeps bots from one run to the next. Those of several workers of a
	// machine may be the same.
	Folder string
	// Beat is how often the worker says that it lives; 0 for every 2 s.
	Beat time.Duration
	// Tell is told what somebody at this machine wants to know; nil for nobody.
	Tell func(string)
}

// RefusedError says why the fleet does not take this machine.
type RefusedError struct{ Why string }

func (e *RefusedError) Error() string { return "the fleet does not take this machine: " + e.Why }

// Run plays until the fleet says that it is over, or the context ends; then
// matches in play are stopped and go to others. It waits for a fleet that is
// not there yet, or not any more, as it may be resumed. The errors are a
// *RefusedError, *join.StrangerError, *queue.TokenError, the context's, and
// those of the folder.
func (w Worker) Run(ctx context.Context) error {
	if w.Name == "" {
		w.Name = w.Machine.Host.Name
	}
	if w.Beat == 0 {
		w.Beat = 2 * time.Second
	}
	if w.Tell == nil {
		w.Tell = func(string) {}
	}
	if err := os.MkdirAll(w.Folder, 0o755); err != nil {
		return err
	}
	conn, err := w.dial(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	js, err := jetstream.New(conn.Conn)
	if err != nil {
		return err
	}
	zip, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := &shift{
		Worker: w, conn: conn, js: js, zip: zip, names: queue.Names(w.Link.Name()), end: cancel,
		held: map[string]*held{}, called: map[string]bool{}, accepted: make(chan struct{}),
		sending: make(chan struct{}, maxSending),
	}
	return s.run(ctx)
}

// dial connects. It waits for a fleet that does not answer yet.
func (w *Worker) dial(ctx context.Context) (*queue.Client, error) {
	for first := true; ; first = false {
		conn, err := queue.DialWorker(ctx, w.Link)
		var stranger *join.StrangerError
		var token *queue.TokenError
		if err == nil || ctx.Err() != nil || errors.As(err, &stranger) || errors.As(err, &token) {
			return conn, err
		}
		if first {
			w.Tell(fmt.Sprintf("waiting: %v", err))
		}
		if !sleep(ctx, time.Second) {
			return nil, ctx.Err()
		}
	}
}

// shift is one run of a worker.
type shift struct {
	Worker
	conn  *queue.Client
	js    jetstream.JetStream
	zip   *zstd.Encoder
	names queue.Names
	end   context.CancelCauseFunc

	over atomic.Bool // the context has ended

	// Of the goroutine that draws.
	files  *downloads
	jobs   jetstream.Consumer
	jobsOf string
	last   string // complaint
	// carries is how many matches at once it plays of the kind that was drawn
	// last; 0 before the first.
	carries int
	replays jetstream.ObjectStore

	sends   sync.WaitGroup // of results
	sending chan struct{}  // holds one for each of them

	acceptOnce sync.Once
	accepted   chan struct{} // closed by the first answer

	mu                   sync.Mutex // guards what follows
	answer               answer
	held                 map[string]*held // by key: jobs that are not yet acknowledged
	called               map[string]bool  // runs that were called off
	now                  *turn            // that is being played
	next                 []*held          // to be played next, in this turn or the next one
	trouble              string           // why the last job that could not be played here could not
	played, void, failed int
	futile               int // jobs in a row that could not be played here, or came out void
}

const maxSending = 64

// errOver ends a shift well.
var errOver = errors.New("the fleet is over")

func (s *shift) run(ctx context.Context) error {
	control, err := s.conn.Subscribe(s.names.Control(), s.control)
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	wg.Go(func() { s.beats(ctx) })
	wg.Go(func() { s.holdOn(ctx) })
	err = s.play(ctx)
	s.end(err)
	s.over.Store(true)
	wg.Wait()
	s.sends.Wait()
	s.release()
	_ = control.Unsubscribe()
	if s.isAccepted() {
		_, _ = s.sayBeat(context.WithoutCancel(ctx), true) // a courtesy
	}
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errOver):
		return nil
	case cause != nil:
		return cause
	}
	return err
}

func (s *shift) isAccepted() bool {
	select {
	case <-s.accepted:
		return true
	default:
		return false
	}
}

// play waits until the fleet takes this machine, then plays turn after turn.
func (s *shift) play(ctx context.Context) error {
	select {
	case <-s.accepted:
	case <-ctx.Done():
		return ctx.Err()
	}
	for {
		files, err := s.js.ObjectStore(ctx, s.names.Files())
		if err == nil {
			s.files = &downloads{dir: s.Folder, store: files}
			s.replays, err = s.js.ObjectStore(ctx, s.names.Replays())
		}
		if err == nil {
			break
		}
		s.complain("the fleet's files cannot be opened: " + err.Error())
		if !sleep(ctx, 500*time.Millisecond) {
			return ctx.Err()
		}
	}
	for ctx.Err() == nil {
		s.turn(ctx)
	}
	return ctx.Err()
}

// beats says at every beat that this worker lives, until ctx ends.
func (s *shift) beats(ctx context.Context) {
	tick := time.NewTicker(s.Beat)
	defer tick.Stop()
	waiting := false
	for {
		a, err := s.sayBeat(ctx, false)
		switch {
		case err == nil && a.Refused != "":
			s.end(&RefusedError{a.Refused})
			return
		case err == nil:
			s.mu.Lock()
			s.answer = *a
			s.mu.Unlock()
			s.acceptOnce.Do(func() {
				s.Tell("joined: playing until the championship is over")
				close(s.accepted)
			})
			if waiting {
				s.Tell("the fleet answers again")
			}
			waiting = false
		case ctx.Err() == nil && !waiting:
			switch {
			case errors.Is(err, nats.ErrNoResponders):
				s.Tell("waiting: nobody leads the fleet now")
			case s.conn.IsConnected():
				s.Tell(fmt.Sprintf("waiting for the fleet: %v", err))
			default:
				s.Tell("waiting for the fleet")
			}
			waiting = true
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (s *shift) sayBeat(ctx context.Context, leaving bool) (*answer, error) {
	b := beat{Name: s.Name, Now: time.Now(), Leaving: leaving}
	s.mu.Lock()
	b.Machine = s.Machine
	b.Played, b.Void, b.Failed, b.Trouble = s.played, s.void, s.failed, s.trouble
	for _, h := range s.held {
		if !h.out {
			b.Playing = append(b.Playing, h.id)
		}
	}
	s.mu.Unlock()
	text, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, max(s.Beat, time.Second))
	defer cancel()
	m, err := s.conn.RequestWithContext(ctx, s.names.Beat(s.conn.ID), text)
	if err != nil {
		return nil, err
	}
	a := new(answer)
	return a, json.Unmarshal(m.Data, a)
}

// control hears the coordinator.
func (s *shift) control(m *nats.Msg) {
	var c control
	if json.Unmarshal(m.Data, &c) != nil {
		return
	}
	if c.CalledOff != "" {
		s.mu.Lock()
		s.called[c.CalledOff] = true
		t := s.now
		s.mu.Unlock()
		if t != nil {
			t.cancel() // all of its matches are the fleet's
		}
	}
	if c.Over {
		s.end(errOver)
	}
}

// holdOn says of all jobs held that they are at work, so that the queue does
// not hand them to others, until ctx ends.
func (s *shift) holdOn(ctx context.Context) {
	for {
		s.mu.Lock()
		wait := max(s.answer.AckWait/3, 100*time.Millisecond)
		held := make([]*held, 0, len(s.held))
		for _, h := range s.held {
			for ; h != nil; h = h.then {
				held = append(held, h)
			}
		}
		s.mu.Unlock()
		for _, h := range held {
			_ = h.message().InProgress() // while cut off, they are not ours any more
		}
		if !sleep(ctx, wait) {
			return
		}
	}
}

// release gives back what was not played.
func (s *shift) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, h := range s.held {
		for ; h != nil; h = h.then {
			_ = h.message().Nak()
		}
	}
	if s.conn.IsConnected() {
		_ = s.conn.FlushTimeout(time.Second)
	}
}

// complain tells what hinders this worker, once for as long as it is the same.
func (s *shift) complain(what string) {
	if what != s.last {
		s.Tell(what)
	}
	s.last = what
}

// sleep waits; false where the context ended first.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// oneLine makes a text fit for a header.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
