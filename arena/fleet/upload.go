package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"botarena/arena/fleet/pack"
	"botarena/arena/match"
)

// uploads puts bots and set-ups into the store of files, each once.
type uploads struct {
	store jetstream.ObjectStore

	mu       sync.Mutex
	programs map[match.Process]program
	setups   map[string]bool
}

func newUploads(store jetstream.ObjectStore) *uploads {
	return &uploads{store: store, programs: map[match.Process]program{}, setups: map[string]bool{}}
}

// PlaceError says that a seat's player cannot be on another machine.
type PlaceError struct {
	Seat int
	Kind string
}

func (e *PlaceError) Error() string {
	return fmt.Sprintf("seat %d is a player of kind %q, which is at this machine: a fleet plays programs only", e.Seat, e.Kind)
}

// awayError is one of the fleet's server, which says nothing about the match:
// it is away, or its disk is full.
type awayError struct{ error }

func (e awayError) Unwrap() error { return e.error }

// job makes the job of a Spec, whose files are in the store then. The errors
// are a *PlaceError, those of the files, and an awayError of the store.
func (u *uploads) job(ctx context.Context, spec *match.Spec) (*job, error) {
	j := &job{Spec: *spec, Programs: make([]program, len(spec.Sources))}
	j.Spec.Sources = nil
	for i := range spec.Sources {
		p := spec.Sources[i].Process
		if p == nil {
			return nil, &PlaceError{i, spec.Sources[i].Kind()}
		}
		var err error
		if j.Programs[i], err = u.program(ctx, *p); err != nil {
			return nil, fmt.Errorf("seat %d: %w", i, err)
		}
	}
	if setup := spec.Header.Setup; len(setup) > largeSetup {
		sum := sha256.Sum256(setup)
		j.Setup, j.Spec.Header.Setup = hex.EncodeToString(sum[:]), nil
		if err := u.setup(ctx, j.Setup, setup); err != nil {
			return nil, fmt.Errorf("set-up: %w", err)
		}
	}
	text, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	j.Key = hex.EncodeToString(sum[:16])
	return j, nil
}

func (u *uploads) program(ctx context.Context, p match.Process) (program, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if known, ok := u.programs[p]; ok {
		return known, nil
	}
	name := p.Path
	out := program{Main: filepath.Base(p.Path), Runtime: p.Runtime, Interpreter: p.Interpreter}
	if p.Folder != "" {
		main, err := filepath.Rel(p.Folder, p.Path)
		if err != nil || !filepath.IsLocal(main) {
			return program{}, fmt.Errorf("%s is not in the bot's folder %s", p.Path, p.Folder)
		}
		name, out.Main, out.Folder = p.Folder, filepath.ToSlash(main), true
	}
	var err error
	if out.Pack, err = pack.Hash(name); err != nil {
		return program{}, err
	}
	if err := u.put(ctx, out.Pack, func(w io.Writer) error { return pack.Write(w, name) }); err != nil {
		return program{}, err
	}
	u.programs[p] = out
	return out, nil
}

func (u *uploads) setup(ctx context.Context, hash string, text []byte) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.setups[hash] {
		return nil
	}
	if err := u.put(ctx, hash, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return err
	}
	u.setups[hash] = true
	return nil
}

// put stores what write writes, unless it is there.
func (u *uploads) put(ctx context.Context, hash string, write func(io.Writer) error) error {
	_, err := u.store.GetInfo(ctx, hash)
	if err == nil {
		return nil
	}
	if !errors.Is(err, jetstream.ErrObjectNotFound) {
		return awayError{err}
	}
	r, w := io.Pipe()
	written := make(chan error, 1)
	go func() {
		err := write(w)
		w.CloseWithError(err)
		written <- err
	}()
	_, err = u.store.Put(ctx, jetstream.ObjectMeta{Name: hash}, r)
	r.CloseWithError(io.ErrClosedPipe)
	wrong := <-written
	switch {
	case err == nil:
		return nil
	case wrong != nil && !errors.Is(wrong, io.ErrClosedPipe):
		return wrong
	}
	return awayError{err}
}
