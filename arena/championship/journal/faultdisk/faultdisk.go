// Package faultdisk is a disk in memory that fails when it is told to, for
// tests of what is kept over a crash.
//
// It keeps apart what was written and what was synced, of files and of the
// folder itself. [Disk.Crash] gives the disk that is found after the machine
// is up again: after the end of the process alone everything that was written
// is there; after a power cut only what was synced, and of the rest any part.
package faultdisk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"sync"
	"syscall"

	"botarena/arena/championship/journal"
	"botarena/arena/game"
)

// ErrKilled is the error of every step from the one on at which the process
// is said to be killed.
var ErrKilled = errors.New("killed")

// Disk is a disk in memory. Its fields are set before use.
type Disk struct {
	// KillAt is the step, counted from 1, in which the process ends: a write
	// gets half done, a sync, rename or cut not at all. 0 for never.
	KillAt int
	// FullFrom and FullUntil bound the steps in which the disk is full: writes
	// get half done, syncs fail and what they were to write is lost.
	FullFrom, FullUntil int

	mu      sync.Mutex
	steps   int
	dead    bool
	names   map[string]*file // as written
	durable map[string]*file // as synced
	locked  bool
}

type file struct{ data, synced []byte }

// Of returns a disk with files of these names and contents.
func Of(files map[string]string) *Disk {
	d := &Disk{names: map[string]*file{}}
	for name, text := range files {
		d.names[name] = &file{data: []byte(text), synced: []byte(text)}
	}
	d.durable = maps.Clone(d.names)
	return d
}

var _ journal.Disk = (*Disk)(nil)

// Steps returns how many steps were made.
func (d *Disk) Steps() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.steps
}

// step counts a step that changes the disk, and returns the error that the
// step is to fail with.
func (d *Disk) step() error {
	if d.names == nil {
		d.names, d.durable = map[string]*file{}, map[string]*file{}
	}
	if d.dead {
		return ErrKilled
	}
	d.steps++
	switch {
	case d.steps == d.KillAt:
		d.dead = true
		return ErrKilled
	case d.steps >= d.FullFrom && d.steps < d.FullUntil:
		return &fs.PathError{Op: "write", Path: "disk", Err: syscall.ENOSPC}
	}
	return nil
}

// Crash returns the disk as it is found after the end of the process, or,
// where power is given, after a power cut, in which chance decides.
func (d *Disk) Crash(power *game.Rand) *Disk {
	d.mu.Lock()
	defer d.mu.Unlock()
	next := &Disk{names: map[string]*file{}, durable: map[string]*file{}}
	names := d.names
	if power != nil {
		names = d.durable
		if power.IntN(2) == 0 { // renames may have become durable by themselves
			names = d.names
		}
	}
	for name, f := range names {
		data := f.data
		if power != nil {
			data = tear(f, power)
		}
		data = append([]byte(nil), data...)
		next.names[name] = &file{data: data, synced: data}
	}
	next.durable = maps.Clone(next.names)
	return next
}

// tear returns what may be left of a file: all that was synced and some of
// the rest, in which a page may be missing.
func tear(f *file, power *game.Rand) []byte {
	if len(f.data) <= len(f.synced) {
		// A cut that was not synced may or may not be there.
		if power.IntN(2) == 0 {
			return f.synced
		}
		return f.data
	}
	rest := append([]byte(nil), f.data[len(f.synced):]...)
	rest = rest[:power.IntN(len(rest)+1)]
	if len(rest) > 2 && power.IntN(3) == 0 {
		hole := power.IntN(len(rest))
		clear(rest[hole:min(len(rest), hole+1+power.IntN(64))])
	}
	return append(append([]byte(nil), f.synced...), rest...)
}

// Open implements [journal.Disk]. Reading is no step.
func (d *Disk) Open(name string) (journal.Reader, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := d.names[name]
	if f == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return reader{io.NewSectionReader(&snapshot{d, f}, 0, int64(len(f.data)))}, nil
}

type reader struct{ *io.SectionReader }

func (reader) Close() error { return nil }

// snapshot reads a file's present contents.
type snapshot struct {
	d *Disk
	f *file
}

func (s *snapshot) ReadAt(p []byte, at int64) (int, error) {
	s.d.mu.Lock()
	defer s.d.mu.Unlock()
	if at >= int64(len(s.f.data)) {
		return 0, io.EOF
	}
	n := copy(p, s.f.data[at:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Create implements [journal.Disk].
func (d *Disk) Create(name string) (journal.File, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.step(); err != nil {
		return nil, err
	}
	f := &file{}
	d.names[name] = f
	return &handle{d, f}, nil
}

// Append implements [journal.Disk].
func (d *Disk) Append(name string) (journal.File, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := d.names[name]
	switch {
	case d.dead:
		return nil, ErrKilled
	case f == nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &handle{d, f}, nil
}

// Rename implements [journal.Disk].
func (d *Disk) Rename(from, to string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.step(); err != nil {
		return err
	}
	f := d.names[from]
	if f == nil {
		return fmt.Errorf("rename %s: %w", from, fs.ErrNotExist)
	}
	delete(d.names, from)
	d.names[to] = f
	return nil
}

// Sync implements [journal.Disk].
func (d *Disk) Sync() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.step(); err != nil {
		return err
	}
	d.durable = maps.Clone(d.names)
	return nil
}

// Lock implements [journal.Disk].
func (d *Disk) Lock() (io.Closer, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.locked {
		return nil, journal.ErrLocked
	}
	d.locked = true
	return unlock{d}, nil
}

type unlock struct{ d *Disk }

func (u unlock) Close() error {
	u.d.mu.Lock()
	defer u.d.mu.Unlock()
	u.d.locked = false
	return nil
}

// handle is an open file.
type handle struct {
	d *Disk
	f *file
}

func (h *handle) Write(p []byte) (int, error) {
	h.d.mu.Lock()
	defer h.d.mu.Unlock()
	alive := !h.d.dead
	if err := h.d.step(); err != nil {
		if !alive {
			return 0, err
		}
		half := len(p) / 2
		h.f.data = append(h.f.data, p[:half]...)
		return half, err
	}
	h.f.data = append(h.f.data, p...)
	return len(p), nil
}

func (h *handle) Size() (int64, error) {
	h.d.mu.Lock()
	defer h.d.mu.Unlock()
	return int64(len(h.f.data)), nil
}

func (h *handle) Truncate(size int64) error {
	h.d.mu.Lock()
	defer h.d.mu.Unlock()
	// Cutting a file needs no room.
	if err := h.d.step(); errors.Is(err, ErrKilled) {
		return err
	}
	h.f.data = append([]byte(nil), h.f.data[:min(size, int64(len(h.f.data)))]...)
	return nil
}

func (h *handle) Sync() error {
	h.d.mu.Lock()
	defer h.d.mu.Unlock()
	if err := h.d.step(); err != nil {
		if !h.d.dead {
			// A failed fsync marks the pages clean and may drop them (Linux).
			h.f.data = append([]byte(nil), h.f.synced...)
		}
		return err
	}
	h.f.synced = append([]byte(nil), h.f.data...)
	return nil
}

func (h *handle) Close() error { return nil }
