package fleet

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"botarena/arena/fleet/join"
	"botarena/arena/fleet/queue"
	"botarena/arena/game"
	"botarena/arena/match"
)

// Options say how a fleet is led.
type Options struct {
	// Server is where the fleet's own server keeps its files and listens.
	Server queue.ServerOptions
	// Games finds a game by its name: each record is played again by its rules.
	// Nil where matches have none, as simulated ones.
	Games func(name string) (game.Game, error)
	// Require is what machines must give. Its Arena is set to this program's
	// version where it is empty.
	Require Requirements
	// Pairs asks that all matches of the same two programs are played on one
	// class of machine.
	Pairs bool
	// Window is how many matches are in the queue at most; 0 for four times
	// what the workers play at once, and at least 256.
	Window int
	// AckWait is how long a worker may be silent before its matches are handed
	// to others; 0 for 30 s.
	AckWait time.Duration
	// Tell is told what an organiser wants to know, a line each: workers that
	// come, go, or are turned away. Nil for nobody.
	Tell func(string)
}

// Coordinator hands out matches to a fleet. Its methods may be called by
// several goroutines, but Dispatch by one at a time.
type Coordinator struct {
	o       Options
	run     string // names this life
	server  *queue.Server
	names   queue.Names
	conn    *nats.Conn
	js      jetstream.JetStream
	jobs    jetstream.Stream
	replays jetstream.ObjectStore
	uploads *uploads
	unzip   *zstd.Decoder
	classes *classes

	stop context.CancelFunc // ends what follows
	wg   sync.WaitGroup

	mu         sync.Mutex // guards what follows
	workers    map[string]*worker
	refused    []Refusal
	failed     []Failure
	counts     counts
	now        *dispatch         // that is going on
	dispatches int               // that there have been
	early      map[string]result // of a former run, not yet ordered
	results    jetstream.Consumer
	resultsOf  jetstream.Stream
	consumers  map[string]bool // classes: whether they have one
}

var _ match.Dispatcher = (*Coordinator)(nil)

const (
	anyClass       = "any"
	defaultAckWait = 30 * time.Second
	minWindow      = 256
	maxEarly       = 20_000
	setUpTime      = time.Minute
	// duplicateTime is how long the queue itself remembers what it has.
	duplicateTime = 2 * time.Minute
)

// Lead starts the fleet's server and makes its streams. Workers can join from
// then on. The errors are those of queue.StartServer and of the streams.
func Lead(ctx context.Context, o Options) (*Coordinator, error) {
	if o.AckWait == 0 {
		o.AckWait = defaultAckWait
	}
	if o.Require.Arena == "" {
		o.Require.Arena = match.Version()
	}
	if o.Tell == nil {
		o.Tell = func(string) {}
	}
	c := &Coordinator{
		o: o, run: rand.Text()[:12], workers: map[string]*worker{}, early: map[string]result{},
		consumers: map[string]bool{},
	}
	var err error
	if c.server, err = queue.StartServer(o.Server); err != nil {
		return nil, err
	}
	c.names = queue.Names(c.server.Link().Name())
	if err := c.begin(ctx); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func (c *Coordinator) begin(ctx context.Context) (err error) {
	if c.unzip, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30)); err != nil {
		return err
	}
	if c.classes, err = openClasses(c.o.Server.Folder); err != nil {
		return err
	}
	if c.conn, err = c.server.Connect(ctx); err != nil {
		return err
	}
	if c.js, err = jetstream.New(c.conn, jetstream.WithPublishAsyncMaxPending(1024), jetstream.WithPublishAsyncTimeout(10*time.Second)); err != nil {
		return err
	}
	setUp, cancel := context.WithTimeout(ctx, setUpTime)
	defer cancel()
	if err := c.streams(setUp); err != nil {
		return fmt.Errorf("the fleet's streams: %w", err)
	}
	receiving, stop := context.WithCancel(context.WithoutCancel(ctx))
	c.stop = stop
	for subject, handle := range map[string]nats.MsgHandler{c.names.Beat("*"): c.beat, c.names.Status(): c.status} {
		if _, err := c.conn.Subscribe(subject, handle); err != nil {
			return err
		}
	}
	c.wg.Go(func() { c.receive(receiving) })
	c.wg.Go(func() { c.watch(receiving) })
	return nil
}

// streams makes the streams, or finds those of a former run. Its jobs are
// void: what of them is still wanted will be ordered again.
func (c *Coordinator) streams(ctx context.Context) (err error) {
	c.jobs, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: c.names.Jobs(), Subjects: []string{c.names.Job("*")},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Duplicates: duplicateTime,
	})
	if err != nil {
		return err
	}
	if err := c.jobs.Purge(ctx); err != nil {
		return err
	}
	if err := c.consumer(ctx, anyClass); err != nil {
		return err
	}
	results, err := c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: c.names.Results(), Subjects: []string{c.names.Result("*")},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Duplicates: duplicateTime,
	})
	if err != nil {
		return err
	}
	if err := c.takeResults(ctx, results); err != nil {
		return err
	}
	if c.replays, err = c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: c.names.Replays()}); err != nil {
		return err
	}
	files, err := c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: c.names.Files()})
	c.uploads = newUploads(files)
	return err
}

// takeResults makes the consumer that results are taken by.
func (c *Coordinator) takeResults(ctx context.Context, from jetstream.Stream) (err error) {
	results, err := from.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: "coordinator", AckPolicy: jetstream.AckExplicitPolicy, MaxAckPending: -1,
		// What was on its way to us when the server went comes again after this.
		// What we are slow with comes twice, and is dropped once.
		AckWait:       max(time.Second, min(c.o.AckWait/3, 10*time.Second)),
		MemoryStorage: true,
	})
	if err == nil {
		c.mu.Lock()
		c.results, c.resultsOf = results, from
		c.mu.Unlock()
	}
	return err
}

// renew makes the consumers again that the server has lost.
func (c *Coordinator) renew(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	c.mu.Lock()
	classes := slices.Collect(maps.Keys(c.consumers))
	from, results := c.resultsOf, c.results
	c.mu.Unlock()
	if _, err := results.Info(ctx); errors.Is(err, jetstream.ErrConsumerNotFound) {
		_ = c.takeResults(ctx, from) // the next check tries again
	}
	for _, class := range classes {
		if _, err := c.jobs.Consumer(ctx, class); errors.Is(err, jetstream.ErrConsumerNotFound) {
			c.mu.Lock()
			delete(c.consumers, class)
			c.mu.Unlock()
			if c.consumer(ctx, class) != nil {
				c.mu.Lock()
				c.consumers[class] = false // wanted, and not there
				c.mu.Unlock()
			}
		}
	}
}

// consumer makes the consumer that the workers of a class draw from.
func (c *Coordinator) consumer(ctx context.Context, class string) error {
	c.mu.Lock()
	there := c.consumers[class]
	c.mu.Unlock()
	if there {
		return nil
	}
	_, err := c.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: class, FilterSubject: c.names.Job(class),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.o.AckWait, MaxDeliver: -1, MaxAckPending: -1,
		MaxWaiting: 4096,
		// Its state in a file would be written all the time, and that was most of
		// what a job cost. When the server goes, so does the consumer: see watch.
		MemoryStorage: true,
	})
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.consumers[class] = true
	c.mu.Unlock()
	return nil
}

// Link returns what lets machines in.
func (c *Coordinator) Link() join.Link { return c.server.Link() }

// Server returns the fleet's own server.
func (c *Coordinator) Server() *queue.Server { return c.server }

// leaveTime is how long workers have to leave when it is over.
const leaveTime = 5 * time.Second

// Over tells the workers that there will be no more matches, and waits a while
// for them to leave.
func (c *Coordinator) Over() error {
	c.mu.Lock()
	c.counts.Over = true
	c.mu.Unlock()
	err := c.say(control{Over: true})
	for end := time.Now().Add(leaveTime); err == nil && len(c.classesThere()) > 0 && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	return err
}

func (c *Coordinator) say(what control) error {
	text, err := json.Marshal(what)
	if err != nil {
		return err
	}
	return errors.Join(c.conn.Publish(c.names.Control(), text), c.conn.FlushTimeout(5*time.Second))
}

// Close ends the server. Workers that have not been told that it is over wait
// for the next one of the same folder.
func (c *Coordinator) Close() {
	if c.stop != nil {
		c.stop()
	}
	c.wg.Wait()
	if c.conn != nil {
		c.keepStatus()
		c.conn.Close()
	}
	c.server.Close()
	if c.classes != nil {
		c.classes.close()
	}
	if c.unzip != nil {
		c.unzip.Close()
	}
}
