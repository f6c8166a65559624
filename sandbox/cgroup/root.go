package cgroup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// Options of Open. The zero value is right on a common host.
type Options struct {
	Host Host

	// Prefix begins the name of every folder of ours; what a dead owner left
	// behind is known by it. Default "arena". No "-" in it.
	Prefix string

	// Parent is the group in which to make ours, as a path inside the
	// hierarchies ("/contest.slice"). Empty: the group this process is in; as
	// root, the top of the hierarchy where that cannot be used.
	Parent string

	// Without leaves features out as if the host had them not.
	Without []Feature
}

// Root is one folder in each hierarchy that is needed, and the groups in them.
// It is safe for concurrent use.
type Root struct {
	host    Host
	name    string
	places  []*place
	report  *Report
	without []Feature

	mu     sync.Mutex
	closed bool
	made   int      // groups so far, for their names
	free   []*Group // the one used last at the end: its parts are warm
	all    map[*Group]struct{}
	waste  []string // folders that could not be removed yet
}

var opened atomic.Uint64

// Open finds out what this host gives, removes what dead owners left behind,
// and makes the folders. What the host does not give is not an error: see
// Report. An error is a fault of the host's files. Close must be called.
func Open(o Options) (*Root, error) {
	h := o.Host.withDefaults()
	if o.Prefix == "" {
		o.Prefix = "arena"
	}
	if !validPrefix(o.Prefix) {
		return nil, fmt.Errorf("cgroup: prefix %q: letters and digits only", o.Prefix)
	}
	trees, err := h.hierarchies()
	if err != nil {
		return nil, fmt.Errorf("cgroup: %w", err)
	}
	r := &Root{host: h, all: map[*Group]struct{}{}, without: o.Without}
	pid := strconv.Itoa(os.Getpid())
	r.name = owner{o.Prefix, h.pidNamespace(), pid, h.startTime("self"), strconv.FormatUint(opened.Add(1), 10)}.String()
	r.report = &Report{Mode: modeOf(trees)}
	h.sweep(trees, o.Prefix)
	r.settle(trees, o)
	return r, nil
}

// Detect reports what Open would find, and leaves nothing behind.
func Detect(o Options) (*Report, error) {
	r, err := Open(o)
	if err != nil {
		return nil, err
	}
	return r.Report(), r.Close()
}

func modeOf(trees []*hierarchy) Mode {
	m := None
	for _, t := range trees {
		switch {
		case len(t.mounts) == 0:
		case t.v2 && m == V1:
			m = Hybrid
		case t.v2 && m == None:
			m = V2
		case !t.v2 && m == None:
			m = V1
		case !t.v2 && m == V2:
			m = Hybrid
		}
	}
	return m
}

// Report says what works on this host and what does not. It does not change.
func (r *Root) Report() *Report { return r.report }

// Works reports whether groups of this root have a feature.
func (r *Root) Works(f Feature) bool { return r.report.Of(f).Works }

// missing is the error of a use of a feature that is not there.
func (r *Root) missing(f Feature) error { return &MissingError{r.report.Of(f)} }

// errClosed comes from Group after Close.
var errClosed = errors.New("cgroup: the root is closed")

// Group gives an empty group: one used before, or a new one. The caller holds
// it alone until Group.Release.
func (r *Root) Group() (*Group, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errClosed
	}
	if n := len(r.free); n > 0 {
		g := r.free[n-1]
		r.free = r.free[:n-1]
		return g, nil
	}
	g := &Group{root: r, number: r.made}
	r.made++
	if err := g.make(); err != nil {
		return nil, err
	}
	r.all[g] = struct{}{}
	return g, nil
}

// closeWait is how long Close waits for killed processes to be gone. The end
// of a process with 900 MB of small pages takes 120 ms.
const closeWait = 5 * time.Second

// Close kills what is still in the groups and removes every folder. Groups
// must not be used any more. The error names what could not be removed: the
// next Open of the same prefix removes it.
func (r *Root) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.closed = true
	deadline := time.Now().Add(closeWait)
	var errs []error
	for g := range r.all {
		if err := g.remove(deadline); err != nil {
			errs = append(errs, err)
		}
	}
	for _, path := range r.waste {
		if err := r.host.removeBy(path, deadline); err != nil {
			errs = append(errs, err)
		}
	}
	for _, p := range r.places {
		if err := p.leave(r.host, deadline); err != nil {
			errs = append(errs, err)
		}
	}
	r.all, r.free, r.waste = nil, nil, nil
	return errors.Join(errs...)
}

// discard removes a folder that is not used any more, now or, as v1 answers
// EBUSY for a moment, when the next one is discarded.
func (r *Root) discard(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	left := r.waste[:0]
	for _, p := range append(r.waste, path) {
		if err := r.host.rmdir(p); err != nil && !errors.Is(err, unix.ENOENT) {
			left = append(left, p)
		}
	}
	r.waste = left
}

// removeBy removes an empty folder. v1 answers EBUSY for a moment after the
// last process has gone, so that is tried again.
func (h Host) removeBy(path string, deadline time.Time) error {
	for pause := 100 * time.Microsecond; ; pause = min(2*pause, 10*time.Millisecond) {
		err := h.rmdir(path)
		switch {
		case err == nil, errors.Is(err, unix.ENOENT):
			return nil
		case !errors.Is(err, unix.EBUSY), time.Now().After(deadline):
			return fileError("rmdir", path, err)
		}
		time.Sleep(pause)
	}
}

// Swaps reports whether a tree under a memory limit could still be given swap:
// the host has some, and does not count it for groups.
func (r *Root) Swaps() bool {
	if !r.Works(Memory) || len(words(r.host.Proc+"/swaps")) <= swapHeader {
		return false
	}
	s := r.report.Of(Memory)
	name := knobs[memorySwap].name(s.Version == 2)
	for _, p := range r.places {
		if p.dir == s.Path {
			return !r.countsSwap(p, name)
		}
	}
	return false
}

// swapHeader is how many words the heading of /proc/swaps has.
const swapHeader = 5

// countsSwap looks in our folder, which like every group below the top has
// the file if the kernel has it.
func (r *Root) countsSwap(p *place, name string) bool {
	_, err := os.Stat(filepath.Join(p.dir, name))
	return err == nil
}
