package sandbox

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"sync/atomic"

	"botarena/sandbox/cgroup"

	"golang.org/x/sys/unix"
)

// Profile is the kind of work a process is let in for.
type Profile int

const (
	Bot   Profile = iota // plays: no file, no network, no other process
	Build                // compiles a hand-in: processes and a scratch folder, no network
)

// OnViolation is what follows an attempt at something forbidden.
type OnViolation int

const (
	Disqualify OnViolation = iota // the tree is killed; the status is StatusViolation
	Deny                          // the call answers an error; the attempt is counted
)

// Options of a Sandbox. The zero value is the standard jail on all cores this
// process may use.
type Options struct {
	// Strict demands every layer. Otherwise the strongest mechanism the host
	// has for each promise is taken, and New fails only if a promise cannot
	// be held at all.
	Strict bool

	// Cores are the CPUs to launch from and to run on, one launcher each.
	// Nil: all that this process may use (sched_getaffinity).
	Cores []int

	// Without switches layers off by name, for tests that show what each
	// layer stops alone. It cannot be combined with Strict.
	Without []string
}

// Sandbox owns the launchers and their jails. It is safe for concurrent use.
type Sandbox struct {
	opts      Options
	report    *layerReport
	layers    []Layer // the report, which does not change once New is done
	seatBase  uint32
	seats     seats
	groups    *cgroup.Root // nil: the host has none for us
	execFD    int          // the agreed descriptor a program is executed by
	hard      [unix.RLIMIT_RTTIME + 1]uint64
	protected bool    // its programs are not to inherit that, see oom.go
	env       uintptr // the minimal environment, ready for exec
	kept      kept    // what env points at

	turn atomic.Uint32 // gives cores to processes that name none

	mu     sync.Mutex
	closed bool
	live   sync.Map // *Process by process id: the guards look there, and must not wait for ordinary threads

	building  sync.Mutex
	launchers map[launcherKind]launchers

	opening      sync.Mutex              // held for seconds, where an interpreter takes them to answer
	interpreters map[string]*interpreter // by runtime and path
	bots         *shelf                  // made when the first bot needs it

	wg      sync.WaitGroup // processes that have not settled
	threads sync.WaitGroup // launchers
}

// New builds the jail. ctx bounds the building only. It fails with a
// *HostError when the host lacks what a required layer needs. Close must be
// called; Init must have been.
func New(ctx context.Context, o Options) (*Sandbox, error) {
	if !initialised.Load() {
		return nil, errors.New("sandbox: Init was not called first in main")
	}
	report, err := newLayerReport(o)
	if err != nil {
		return nil, err
	}
	s := &Sandbox{opts: o, report: report, execFD: -1, launchers: map[launcherKind]launchers{}, interpreters: map[string]*interpreter{}}
	if s.opts.Cores == nil {
		if s.opts.Cores, err = usableCores(); err != nil {
			return nil, &HostError{Layer: layerCPU, Step: "sched_getaffinity", Err: err}
		}
	}
	err = s.prepare()
	if err == nil {
		_, err = s.launchersOf(rootPlan{kind: Static}, s.opts.Cores)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		s.Close()
		return nil, report.failed(err)
	}
	s.layers = report.list()
	return s, nil
}

// Cores returns the CPUs that it launches from and runs on.
func (s *Sandbox) Cores() []int { return slices.Clone(s.opts.Cores) }

func usableCores() (cores []int, err error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, err
	}
	for c := 0; len(cores) < set.Count(); c++ {
		if set.IsSet(c) {
			cores = append(cores, c)
		}
	}
	return cores, nil
}

// prepare sets up what all launchers share.
func (s *Sandbox) prepare() error {
	for r := range s.hard {
		var l unix.Rlimit
		if err := unix.Prlimit(0, r, nil, &l); err != nil {
			return &HostError{Layer: layerRlimits, Step: fmt.Sprintf("prlimit(%d)", r), Err: err}
		}
		s.hard[r] = l.Max
	}
	s.report.holds(layerRlimits, "prlimit")
	s.report.holds(layerDeath, "PR_SET_PDEATHSIG, and the process namespace where there is one")
	if err := s.reserveExecFD(); err != nil {
		return err
	}
	s.protected = protected()
	n := 0
	if s.report.wants(layerSeats) {
		s.seatBase, n = seatIDs()
	}
	s.seats.base, s.seats.limit = s.seatBase, n-1
	if s.seatBase == 0 {
		s.seats.limit = seatCount
		s.report.missing(layerSeats, "this process has only one id", nil)
	} else {
		s.report.holds(layerSeats, fmt.Sprintf("uid and gid from %d on", s.seatBase+1))
	}
	if err := s.openGroups(); err != nil {
		return err
	}
	s.env = s.kept.strs(MinimalEnv())
	return nil
}

// wantedExecFD lies above every descriptor a program may have
// (Limits.OpenFiles), so that none that it opens can pass for it.
const wantedExecFD = 1000

// reserveExecFD keeps the number from being given to anything of the arena's:
// a child would close that when it puts its program there.
func (s *Sandbox) reserveExecFD() error {
	null, err := unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return &HostError{Layer: layerSeccomp, Step: "open /dev/null", Err: err}
	}
	defer unix.Close(null)
	fd, err := unix.FcntlInt(uintptr(null), unix.F_DUPFD_CLOEXEC, wantedExecFD)
	if err != nil {
		return &HostError{Layer: layerSeccomp, Step: fmt.Sprintf("take descriptor %d", wantedExecFD), Err: err, Cure: "ulimit -n 4096"}
	}
	s.execFD = fd
	return nil
}

// launchersFor finds the launchers whose root suits a command, and whose core
// if it is to run on only one: a child that has to move to another core at its
// birth starts 50 µs later.
func (s *Sandbox) launchersFor(c *Command, cpus []int) (launchers, error) {
	root := c.Program.root
	root.profile = c.Profile
	// Of a namespace of its own or not at all.
	root.proc = root.proc && s.report.has(layerRoot) && s.report.has(layerPID)
	free, err := s.launchersOf(root, cpus)
	if err != nil {
		return nil, &LaunchError{"start a launcher", err}
	}
	return free, nil
}

// launchersOf gives the launchers with that root on those
// cores, starting them when they are asked for for the first time: one for a
// single core, which stays on it; as many as there are cores if any will do.
func (s *Sandbox) launchersOf(plan rootPlan, cpus []int) (launchers, error) {
	s.building.Lock()
	defer s.building.Unlock()
	core, n := -1, len(s.opts.Cores)
	if len(cpus) == 1 {
		core, n = cpus[0], 1
	}
	key := launcherKind{core, plan.key()}
	if free := s.launchers[key]; free != nil {
		return free, nil
	}
	report := s.report
	if len(s.launchers) > 0 {
		report = report.later()
	}
	free := make(launchers, n)
	for range n {
		l := &launcher{s: s, root: plan, core: core, report: report}
		if err := l.start(&s.threads); err != nil {
			free.end()
			return nil, err
		}
		free <- l
	}
	s.launchers[key] = free
	return free, nil
}

// begin registers a launch, unless the sandbox is closed.
func (s *Sandbox) begin() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errors.New("the sandbox is closed")
	}
	s.wg.Add(1)
	return nil
}

// track remembers a process until it has settled. One that was started while
// the sandbox was being closed is ended at once.
func (s *Sandbox) track(p *Process) {
	s.mu.Lock()
	s.live.Store(p.pid, p)
	closed := s.closed
	s.mu.Unlock()
	if p.by != nil {
		if why := p.by.failure.Load(); why != nil { // before that saw this process
			p.fail(*why)
		}
	}
	if closed {
		s.end(p)
	}
}

// unsettled yields every process that has not settled.
func (s *Sandbox) unsettled() iter.Seq[*Process] {
	return func(yield func(*Process) bool) {
		s.live.Range(func(_, p any) bool { return yield(p.(*Process)) })
	}
}

func (s *Sandbox) end(p *Process) {
	p.Kill(KilledCancelled)
	s.wg.Go(func() { p.settled.Do(p.settle) })
}

func (s *Sandbox) untrack(p *Process) {
	s.live.CompareAndDelete(p.pid, p) // the number may be another's by now
	s.wg.Done()
}

// Close kills every process that still runs, waits until all are gone, and
// takes the jails down. Nothing of it is left on the host. Whoever has a Scratch
// closes that before; Close waits for it.
func (s *Sandbox) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	s.mu.Unlock()
	for p := range s.unsettled() {
		s.end(p)
	}
	s.wg.Wait()
	for _, free := range s.launchers {
		free.end()
	}
	s.threads.Wait()
	if s.execFD >= 0 {
		unix.Close(s.execFD)
	}
	for _, i := range s.interpreters {
		unix.Close(i.fd)
	}
	var errs []error
	if s.bots != nil {
		errs = append(errs, s.bots.close())
	}
	if s.groups != nil {
		errs = append(errs, s.groups.Close())
	}
	return errors.Join(errs...)
}
