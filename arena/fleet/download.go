package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"botarena/arena/fleet/pack"
	"botarena/arena/match"
)

// downloads brings bots and set-ups onto a worker's disk, each once.
type downloads struct {
	dir   string
	store jetstream.ObjectStore

	mu     sync.Mutex
	setups map[string][]byte
}

// spec makes a job's Spec for this machine. Its ID is the job's key.
func (d *downloads) spec(ctx context.Context, j *job) (match.Spec, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	spec := j.Spec
	spec.ID = j.Key
	if len(j.Programs) != len(spec.Header.Seats) {
		return spec, fmt.Errorf("the job has %d programs for %d seats", len(j.Programs), len(spec.Header.Seats))
	}
	if j.Setup != "" {
		text, err := d.setup(ctx, j.Setup)
		if err != nil {
			return spec, fmt.Errorf("set-up: %w", err)
		}
		spec.Header.Setup = text
	}
	spec.Sources = make([]match.Source, len(j.Programs))
	for i := range j.Programs {
		p, err := d.program(ctx, &j.Programs[i])
		if err != nil {
			return spec, fmt.Errorf("seat %d: %w", i, err)
		}
		spec.Sources[i].Process = p
	}
	return spec, nil
}

func (d *downloads) program(ctx context.Context, p *program) (*match.Process, error) {
	if !validHash(p.Pack) || !filepath.IsLocal(p.Main) {
		return nil, fmt.Errorf("%q in %q is no program", p.Main, p.Pack)
	}
	dir, err := filepath.Abs(filepath.Join(d.dir, p.Pack))
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		if err := d.fetch(ctx, p.Pack, func(r io.Reader) error { return pack.Extract(r, p.Pack, dir) }); err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	out := &match.Process{Path: filepath.Join(dir, p.Main), Runtime: p.Runtime, Interpreter: p.Interpreter}
	if p.Folder {
		out.Folder = dir
	}
	return out, nil
}

func (d *downloads) setup(ctx context.Context, hash string) ([]byte, error) {
	if text := d.setups[hash]; text != nil {
		return text, nil
	}
	var text []byte
	err := d.fetch(ctx, hash, func(r io.Reader) (err error) {
		text, err = io.ReadAll(r)
		return err
	})
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != hash {
		return nil, errors.New("it came damaged")
	}
	if d.setups == nil {
		d.setups = map[string][]byte{}
	}
	d.setups[hash] = text
	return text, nil
}

func (d *downloads) fetch(ctx context.Context, hash string, read func(io.Reader) error) error {
	return getObject(ctx, d.store, hash, stallTime, read)
}

// stallTime is how long a transfer may stand still before it is given up.
const stallTime = 10 * time.Second

// getObject reads an object of a store. It may take as long as it likes, while
// something comes within each stall.
func getObject(ctx context.Context, store jetstream.ObjectStore, name string, stall time.Duration, read func(io.Reader) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	timer := time.AfterFunc(stall, cancel)
	o, err := store.Get(patient{ctx, stall}, name)
	if !timer.Stop() && err == nil {
		err = errors.Join(context.DeadlineExceeded, o.Close())
	}
	if err != nil {
		return err
	}
	err = read(o)
	return errors.Join(err, o.Close())
}

// patient is a context whose deadline is always a while ahead. Without one,
// nats.go gives a whole object 5 s; with one, each read of it has until the
// deadline that the context has when it begins.
type patient struct {
	context.Context
	stall time.Duration
}

func (p patient) Deadline() (time.Time, bool) { return time.Now().Add(p.stall), true }

func validHash(text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == sha256.Size
}
