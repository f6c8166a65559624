package sandbox

import (
	"context"
	"slices"
	"sync"
	"time"

	"botarena/sandbox/cgroup"
	"botarena/sandbox/seccomp"

	"golang.org/x/sys/unix"
)

// Process is a started program and everything it starts. Its methods may be
// called from any goroutine; the descriptors belong to whoever talks to the
// program, usually one thread, and are valid until Close.
//
// Close must be called once for every Process.
type Process struct {
	s           *Sandbox
	by          *launcher
	seat        *seat
	tree        tree
	hash        string
	limits      Limits
	onViolation OnViolation

	pid     int
	pidfd   int
	ends    [3]int
	started time.Time

	shelf   *shelf // holds the program's own folder, onShelf, for it; nil for none
	onShelf string
	copied  int      // its number there
	scratch *Scratch // whose seat it has; nil: it has one of its own

	quiet   seccomp.Quiet   // what its runtime tries without meaning it
	witness seccomp.Witness // its launcher's guard alone uses it, and these:
	notices budget
	burst   time.Duration

	notStarted error // the program's file was damaged: nothing ever ran
	oomBefore  int   // oomKills when it was started, where it has no memory cgroup

	// mu guards the seat's tree against use after the tree has been given to
	// another process.
	mu         sync.Mutex
	ended      bool // the main process was waited for
	over       bool // facts are complete
	closed     bool
	frozen     bool
	cause      Cause // the first
	failure    error // of the arena, if that is the cause
	violations []Violation
	denied     int
	facts      Facts
	settled    sync.Once
}

// PID is the process id of the program as this process sees it. For reading,
// never for signalling: use Kill.
func (p *Process) PID() int { return p.pid }

// Started is when the program was started: what Violation.At and Facts.Wall
// count from.
func (p *Process) Started() time.Time { return p.started }

// PidFD is a descriptor that becomes readable when the program ends: its pidfd,
// if it began.
func (p *Process) PidFD() int { return p.pidfd }

// Stdin is our end of the program's standard input, non-blocking and
// close-on-exec; -1 if the Command named a file. Writing to a program that is
// gone gives EPIPE (and no signal: the descriptor is above 2).
func (p *Process) Stdin() int { return p.ends[0] }

// Stdout is our end of the program's standard output, non-blocking.
func (p *Process) Stdout() int { return p.ends[1] }

// Stderr is our end of the program's standard error, non-blocking.
func (p *Process) Stderr() int { return p.ends[2] }

// CloseStdin closes our end of standard input: the program reads end of file.
// Stdin is -1 from then on.
func (p *Process) CloseStdin() error {
	fd := p.ends[0]
	if fd < 0 {
		return nil
	}
	p.ends[0] = -1
	return unix.Close(fd)
}

// Freeze stops every thread of the tree. It has happened when Freeze returns,
// or happens within microseconds; a thread in a long system call stops at the end
// of that (package comment, "Not covered"). Freezing twice is freezing once;
// freezing what has ended does nothing.
func (p *Process) Freeze() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended || p.frozen {
		return nil
	}
	if err := p.tree.freeze(); err != nil {
		return err
	}
	p.frozen = true
	return nil
}

// Thaw lets a frozen tree run again.
func (p *Process) Thaw() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended || !p.frozen {
		return nil
	}
	if err := p.tree.thaw(); err != nil {
		return err
	}
	p.frozen = false
	return nil
}

// CPU is the processor time of the tree so far, user and system, right to
// about 30 µs.
func (p *Process) CPU() (time.Duration, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return p.facts.CPU, nil
	}
	return p.tree.cpu()
}

// Waiting is the time so far in which the tree could have run and the host
// ran none of its threads. Being held back by its own quota is not waiting.
// ok is false where the host cannot tell.
func (p *Process) Waiting() (d time.Duration, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return 0, false
	}
	return p.tree.waiting()
}

// OOM reports whether the kernel has killed something in the tree for memory.
func (p *Process) OOM() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return p.facts.OOM
	}
	n, err := p.tree.oom()
	return err == nil && n > 0
}

// Kill ends the whole tree, frozen or not. The first cause to arrive is the
// one in Facts; a program that had ended by itself before, or that the kernel
// had killed for memory, keeps its own end. Kill does not wait: Wait does.
func (p *Process) Kill(c Cause) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return nil
	}
	if p.cause == NotKilled && !p.hasEnded() {
		if n, err := p.tree.oom(); err != nil || n == 0 {
			p.cause = c
		}
	}
	return p.tree.kill()
}

// fail ends the tree for a fault of the jail's own. Even a program that has ended
// meanwhile may have done so because of that.
func (p *Process) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	if p.cause == NotKilled {
		p.cause, p.failure = KilledArenaFault, err
	}
	p.tree.kill()
}

// hasEnded asks the kernel whether the main process is over.
func (p *Process) hasEnded() bool {
	fds := []unix.PollFd{{Fd: int32(p.pidfd), Events: unix.POLLIN}}
	for {
		n, err := unix.Poll(fds, 0)
		if err != unix.EINTR {
			return n > 0
		}
	}
}

// Violations are the attempts seen so far.
func (p *Process) Violations() []Violation {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.violations)
}

// Wait waits until the program has ended and its tree is gone, and returns the
// facts. If ctx is done before, the tree is killed as KilledCancelled. The
// program's end is its main process's end: what that leaves behind is killed.
// Every call returns the same facts, and Facts.Layers is the same slice for all of
// a sandbox: not to be changed.
func (p *Process) Wait(ctx context.Context) Facts {
	if ctx.Done() != nil {
		stop := context.AfterFunc(ctx, func() { p.Kill(KilledCancelled) })
		defer stop()
	}
	p.settled.Do(p.settle)
	return p.facts
}

// settle waits for the end, collects the facts and gives the seat back.
func (p *Process) settle() {
	var ru unix.Rusage
	var info unix.Siginfo
	var waitErr error
	if p.notStarted == nil {
		info, waitErr = waitPidfd(p.pidfd, &ru)
	}
	wall := time.Since(p.started)

	// From here on nobody else uses the tree.
	p.mu.Lock()
	p.ended = true
	p.mu.Unlock()
	figures, treeErr := p.tree.end()
	hostErr := figures.starved(p.limits.Memory)
	if treeErr == nil {
		treeErr = p.tree.release()
	}

	p.mu.Lock()
	f := &p.facts
	f.Wall = wall
	f.User, f.System = time.Duration(ru.Utime.Nano()), time.Duration(ru.Stime.Nano())
	f.Hash = p.hash
	f.ExitCode = -1
	f.CPU = max(figures.cpu, f.User+f.System)
	f.Throttled = figures.throttled
	f.PeakMemory, f.PeakProcesses = figures.peakMemory, figures.peakProcesses
	f.OOM = figures.oom > 0
	f.Killed = p.cause
	code, status := exitOf(&info)
	switch {
	case waitErr != nil || treeErr != nil:
		f.Status = StatusArenaFault
	case p.notStarted != nil:
		f.Status = StatusNotStarted
	case p.cause != NotKilled:
		f.Status = p.cause.status()
		if code == cldExited {
			f.ExitCode = status
		}
	case hostErr != nil:
		f.Status = StatusArenaFault
	case f.OOM || p.tree.overMemory():
		f.Status = StatusMemory
	case code == cldExited:
		f.ExitCode = status
		if f.Status = StatusOK; status != 0 {
			f.Status = StatusExited
		}
	default:
		f.Signal = unix.Signal(status)
		f.Status = StatusSignalled
		switch {
		case p.limits.CPUTime > 0 && (f.Signal == unix.SIGXCPU || f.Signal == unix.SIGKILL && f.CPU >= p.limits.CPUTime):
			f.Status = StatusCPU
		case f.Signal == unix.SIGKILL:
			if hostErr = p.excuse(); hostErr != nil {
				f.Status = StatusArenaFault
			}
		}
	}
	f.Fault = faultOf(p.notStarted, p.failure, waitErr, treeErr, hostErr)
	f.Violations, f.Denied = slices.Clone(p.violations), p.denied
	f.Layers = p.s.layers
	p.over = true
	if p.closed {
		unix.Close(p.pidfd)
	}
	p.mu.Unlock()
	if p.shelf != nil {
		p.shelf.put(p.onShelf)
	}
	switch {
	case p.scratch != nil:
		p.scratch.leave()
	case treeErr == nil:
		p.s.seats.put(p.seat)
	}
	p.s.untrack(p)
}

// excuse is why the program is not to blame for a SIGKILL that the arena has not sent;
// nil if it is.
func (p *Process) excuse() error {
	if !p.s.works(cgroup.Memory) && oomKills() > p.oomBefore {
		return errHostStarved
	}
	return p.by.died()
}

func faultOf(errs ...error) string {
	for _, err := range errs {
		if err != nil {
			return err.Error()
		}
	}
	return ""
}

// Close ends the tree as KilledDone if it still runs, and releases the
// descriptors. It does not wait for the end, which is seen to in the
// background; Wait may still be called for the facts.
func (p *Process) Close() error {
	err := p.Kill(KilledDone)
	p.closeEnds()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return err
	}
	p.closed = true
	if p.over {
		unix.Close(p.pidfd)
		return err
	}
	p.s.wg.Go(func() { p.settled.Do(p.settle) })
	return err
}

func (p *Process) closeEnds() {
	for i, fd := range p.ends {
		if fd >= 0 {
			unix.Close(fd)
			p.ends[i] = -1
		}
	}
}
