package match

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"botarena/arena/player"
	"botarena/arena/record"
	"botarena/sandbox"
)

// Jailed seats programs in the jail. Each program is opened and hashed once.
type Jailed struct {
	box      *sandbox.Sandbox
	mu       sync.Mutex
	programs map[Process]*sandbox.Program
}

// NewJailed returns a Seater for processes in this jail. Close releases the
// programs; the jail stays the caller's.
func NewJailed(box *sandbox.Sandbox) *Jailed {
	return &Jailed{box: box, programs: map[Process]*sandbox.Program{}}
}

// Close releases the programs.
func (j *Jailed) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	var errs []error
	for _, p := range j.programs {
		errs = append(errs, p.Close())
	}
	clear(j.programs)
	return errors.Join(errs...)
}

// Layers implements [Seater].
func (j *Jailed) Layers() []string {
	var names []string
	for _, l := range j.box.Layers() {
		if l.InForce {
			names = append(names, l.Name+": "+l.By)
		}
	}
	return names
}

// Open opens the programs of a Spec's seats and fills their hashes into its
// header. The errors are *sandbox.ProgramError, or a *ChangedError.
func (j *Jailed) Open(spec *Spec) error {
	for i := range spec.Sources {
		source := spec.Sources[i].Process
		if source == nil {
			continue
		}
		p, err := j.program(*source)
		if err != nil {
			return err
		}
		seat := &spec.Header.Seats[i]
		if seat.Hash != "" && seat.Hash != p.Hash {
			return &ChangedError{Path: source.Path, Was: seat.Hash, Is: p.Hash}
		}
		seat.Hash = p.Hash
	}
	return nil
}

// ChangedError says that a program is not the one that was ordered.
type ChangedError struct{ Path, Was, Is string }

func (e *ChangedError) Error() string {
	return fmt.Sprintf("%s has changed: its hash is %.12s, ordered was %.12s", e.Path, e.Is, e.Was)
}

func (j *Jailed) program(source Process) (*sandbox.Program, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if p := j.programs[source]; p != nil {
		return p, nil
	}
	p, err := j.box.Open(source.Path, source.Options())
	if err != nil {
		return nil, err
	}
	j.programs[source] = p
	return p, nil
}

// Seat implements [Seater].
func (j *Jailed) Seat(ctx context.Context, spec *Spec, seat int, cores []int) (player.Endpoint, error) {
	source := spec.Sources[seat].Process
	if source == nil {
		return nil, errors.New("not a process")
	}
	p, err := j.program(*source)
	var refused *sandbox.ProgramError
	if errors.As(err, &refused) {
		return nil, &Refusal{refused.Why}
	}
	if err != nil {
		return nil, err
	}
	limits, err := limitsOf(spec.Header.Terms)
	if err != nil {
		return nil, err
	}
	c := &sandbox.Command{
		Program: p,
		Args:    spec.Header.Seats[seat].Args,
		Env:     spec.Header.Seats[seat].Env,
		Limits:  limits,
		CPUs:    cores,
	}
	if spec.Header.Terms.OnViolation == record.ViolationDeny {
		c.OnViolation = sandbox.Deny
	}
	return player.Start(ctx, j.box, c)
}

// limitsOf returns the limits of a process under a match's terms.
func limitsOf(t record.Terms) (sandbox.Limits, error) {
	limits := sandbox.Limits{Memory: t.Memory}
	switch {
	case t.CPU == "":
		return limits, nil
	case strings.HasSuffix(t.CPU, "GHz"):
		ghz, err := strconv.ParseFloat(strings.TrimSuffix(t.CPU, "GHz"), 64)
		if err != nil {
			return limits, fmt.Errorf("cpu %q: %w", t.CPU, err)
		}
		limits.Cores = sandbox.CoresAt(ghz * 1e9)
		return limits, nil
	}
	cores, err := strconv.ParseFloat(t.CPU, 64)
	if err != nil {
		return limits, fmt.Errorf("cpu %q: %w", t.CPU, err)
	}
	limits.Cores = cores
	return limits, nil
}
