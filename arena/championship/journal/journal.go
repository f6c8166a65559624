package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
	"time"
)

// Options of a journal.
type Options struct {
	// Committed is called with lines that have become safe, in their order,
	// never two calls at once. It must not call the journal, and the lines'
	// texts are valid during the call only.
	Committed func([]Line)
	// Linger is how long lines may wait for others to be synced with them; 0
	// for 100 ms. A call of Sync ends the wait.
	Linger time.Duration
	// Pause is the time between two attempts while the disk is full; 0 for 1 s.
	Pause time.Duration
	// Trouble, where set, is told when the disk is full, and with nil when it
	// has room again.
	Trouble func(error)
}

// The bounds of what waits to be written, in bytes.
const (
	// batchBytes bounds a block: reading one replay unpacks a whole one.
	batchBytes = 1 << 20
	// waitingBytes is where Append begins to wait.
	waitingBytes = 8 << 20
	// packBytes is where a new pack is begun.
	packBytes = 256 << 20
)

// Journal is a journal that is written. Its methods may be called by several
// goroutines.
type Journal struct {
	disk Disk
	o    Options
	lock io.Closer

	mu       sync.Mutex
	waiting  []item
	bytes    int  // of waiting
	appended int  // lines ever appended here
	safe     int  // of these, synced
	hurry    bool // somebody waits in Sync
	closing  bool
	failed   error         // why nothing can be written any more
	changed  chan struct{} // closed and made anew at every change of these
	done     chan struct{} // closed when the goroutine that writes has ended
	stop     context.CancelFunc

	writer // used by the goroutine that writes only
}

type item struct{ text, replay []byte }

// Create begins a journal. It fails with fs.ErrExist where there is one.
func Create(d Disk, o Options) (*Journal, error) {
	lock, err := d.Lock()
	if err != nil {
		return nil, err
	}
	j, err := create(d, o)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	j.lock = lock
	return j, nil
}

func create(d Disk, o Options) (*Journal, error) {
	switch f, err := d.Open(Name); {
	case err == nil:
		return nil, errors.Join(&fs.PathError{Op: "create", Path: Name, Err: fs.ErrExist}, f.Close())
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	text, err := json.Marshal(header{format, version})
	if err != nil {
		return nil, err
	}
	if err := WriteFile(d, Name, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	}); err != nil {
		return nil, err
	}
	return start(d, o, end{size: int64(len(text)) + 1})
}

// Open goes on with the journal that is there: each is called with all of its
// lines, as [Read] does, before it returns. What a crash left behind is cut off.
func Open(d Disk, o Options, each func(Line) error) (*Journal, error) {
	lock, err := d.Lock()
	if err != nil {
		return nil, err
	}
	j, err := open(d, o, each)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	j.lock = lock
	return j, nil
}

func open(d Disk, o Options, each func(Line) error) (*Journal, error) {
	e, err := read(d, each)
	if err != nil {
		return nil, err
	}
	return start(d, o, e)
}

func start(d Disk, o Options, e end) (*Journal, error) {
	if o.Linger == 0 {
		o.Linger = 100 * time.Millisecond
	}
	if o.Pause == 0 {
		o.Pause = time.Second
	}
	w, err := newWriter(d, e)
	if err != nil {
		return nil, err
	}
	j := &Journal{disk: d, o: o, writer: w, changed: make(chan struct{}), done: make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	j.stop = cancel
	go j.run(ctx)
	return j, nil
}

// change tells everybody who waits that something has changed. The caller
// holds mu.
func (j *Journal) change() {
	close(j.changed)
	j.changed = make(chan struct{})
}

// wait waits, with mu held, until ok or the context ends.
func (j *Journal) wait(ctx context.Context, ok func() bool) error {
	for !ok() {
		changed := j.changed
		j.mu.Unlock()
		var err error
		select {
		case <-changed:
		case <-ctx.Done():
			err = ctx.Err()
		}
		j.mu.Lock()
		if err != nil {
			return err
		}
	}
	return nil
}

// Append adds a line, a JSON object, with the text of its replay or nil. It
// keeps both. It returns at once, unless much waits to be written: then it
// waits, for as long as the disk is full or until the context ends. Its error
// says why nothing can be written any more.
func (j *Journal) Append(ctx context.Context, text, replay []byte) error {
	if len(text) < 2 || text[0] != '{' || text[len(text)-1] != '}' {
		return fmt.Errorf("journal: a line that is no object: %.40q", text)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	err := j.wait(ctx, func() bool { return j.bytes < waitingBytes || j.failed != nil || j.closing })
	switch {
	case err != nil:
		return err
	case j.failed != nil:
		return j.failed
	case j.closing:
		return errors.New("journal: closed")
	}
	j.waiting = append(j.waiting, item{text, replay})
	j.bytes += len(text) + len(replay)
	j.appended++
	if len(j.waiting) == 1 || j.bytes >= batchBytes {
		j.change()
	}
	return nil
}

// Sync waits until all that was appended before is safe.
func (j *Journal) Sync(ctx context.Context) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	goal := j.appended
	if j.safe < goal {
		j.hurry = true
		j.change()
	}
	if err := j.wait(ctx, func() bool { return j.safe >= goal || j.failed != nil }); err != nil {
		return err
	}
	if j.safe < goal {
		return j.failed
	}
	return nil
}

// Close writes what waits and ends; where the context ends first, what is
// not yet safe is given up. It returns why something could not be written.
func (j *Journal) Close(ctx context.Context) error {
	err := j.Sync(ctx)
	j.mu.Lock()
	j.closing = true
	j.change()
	j.mu.Unlock()
	j.stop()
	<-j.done
	return errors.Join(err, j.writer.close(), j.lock.Close())
}

// run writes batch after batch until the journal is closed.
func (j *Journal) run(ctx context.Context) {
	defer close(j.done)
	for {
		batch, ok := j.take(ctx)
		if !ok {
			return
		}
		lines, err := j.commit(ctx, batch)
		if err == nil && j.o.Committed != nil {
			j.o.Committed(lines)
		}
		j.mu.Lock()
		if err != nil {
			j.failed = err
		} else {
			j.safe += len(batch)
		}
		j.hurry = j.hurry && j.safe < j.appended
		j.change()
		j.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// take waits for lines and then a little longer for more, and takes as many
// as make a batch.
func (j *Journal) take(ctx context.Context) ([]item, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.wait(ctx, func() bool { return len(j.waiting) > 0 }) != nil {
		return nil, false
	}
	linger, cancel := context.WithTimeout(ctx, j.o.Linger)
	defer cancel()
	// When the time is over the batch is what there is.
	_ = j.wait(linger, func() bool { return j.hurry || j.bytes >= batchBytes })
	if ctx.Err() != nil {
		return nil, false
	}
	n, size := 0, 0
	for n < len(j.waiting) && (n == 0 || size < batchBytes) {
		size += len(j.waiting[n].text) + len(j.waiting[n].replay)
		n++
	}
	batch := j.waiting[:n:n]
	j.waiting = j.waiting[n:]
	j.bytes -= size
	return batch, true
}

// commit writes a batch, however long the disk is full.
func (j *Journal) commit(ctx context.Context, batch []item) ([]Line, error) {
	full := false
	for {
		lines, err := j.writer.write(batch)
		if err == nil {
			if full && j.o.Trouble != nil {
				j.o.Trouble(nil)
			}
			return lines, nil
		}
		if !isFull(err) {
			return nil, err
		}
		if !full && j.o.Trouble != nil {
			j.o.Trouble(err)
		}
		full = true
		select {
		case <-time.After(j.o.Pause):
		case <-ctx.Done():
			// Nothing of the batch was told to be safe: who reads the file
			// next shall not find more than that.
			return nil, errors.Join(err, j.writer.journal.clean())
		}
	}
}
