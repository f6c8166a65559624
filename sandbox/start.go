package sandbox

import (
	"errors"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
	"unsafe"

	"botarena/sandbox/cgroup"
	"botarena/sandbox/seccomp"

	"golang.org/x/sys/unix"
)

// Start starts a program in the jail. The error is always the arena's fault
// or its host's, a *LaunchError: what is wrong with the program itself was
// said by Open, or shows in the facts of the process.
func (s *Sandbox) Start(c *Command) (*Process, error) {
	if err := s.begin(); err != nil {
		return nil, &LaunchError{"start", err}
	}
	p, err := s.start(c)
	if err != nil {
		s.wg.Done()
	}
	return p, err
}

func (s *Sandbox) start(c *Command) (*Process, error) {
	if c.Profile == Build && s.groups == nil {
		return nil, &LaunchError{"build without a cgroup", &HostError{Layer: layerKill, Step: "nothing here ends what a build leaves behind", Cure: cureCgroup}}
	}
	cpus := c.CPUs
	if cpus == nil {
		cpus = s.opts.Cores
	}
	if len(cpus) > 1 && c.Limits.Cores <= 1 && !s.works(cgroup.CPU) {
		// Without a quota one core is held by giving it only one.
		k := int(s.turn.Add(1)) % len(cpus)
		cpus = cpus[k : k+1]
	}
	if c.Scratch != nil {
		return s.startIn(c.Scratch, c, cpus)
	}
	free, err := s.launchersFor(c, cpus)
	if err != nil {
		return nil, err
	}
	p := &Process{s: s, hash: c.Program.Hash, onViolation: c.OnViolation, quiet: quietOf(c), pidfd: -1, ends: [3]int{-1, -1, -1}}
	p.witness = c.Program.witness(s.report.has(layerRoot))
	if p.burst = burstBare; c.Program.root.hasFiles() {
		p.burst = burstFiles
	}
	if p.seat, err = s.seats.take(); err != nil {
		return nil, &LaunchError{"take a seat", err}
	}
	if p.shelf, p.onShelf = c.Program.shelf, c.Program.onShelf; p.shelf != nil {
		p.copied = p.shelf.take(p.onShelf)
	}
	if err := s.startBy(c, p, cpus, free); err != nil {
		if p.shelf != nil {
			p.shelf.put(p.onShelf)
		}
		p.closeEnds()
		s.seats.put(p.seat)
		return nil, err
	}
	s.track(p)
	return p, nil
}

// buildEnv keeps build tools to the one folder that they can write, and from
// asking the network that they do not have.
var buildEnv = []string{"HOME=" + scratchFolder, "GOPROXY=off", "GOTOOLCHAIN=local", "GOFLAGS=-buildvcs=false", "CARGO_NET_OFFLINE=true"}

// startIn starts a command of a build.
func (s *Sandbox) startIn(sc *Scratch, c *Command, cpus []int) (*Process, error) {
	if c.Profile != Build || c.Program.shelf != nil {
		return nil, &LaunchError{"start in a scratch folder", errors.New("only a tool of profile Build can be")}
	}
	if err := sc.enter(); err != nil {
		return nil, &LaunchError{"start in a scratch folder", err}
	}
	p := &Process{s: s, hash: c.Program.Hash, onViolation: c.OnViolation, quiet: quietOf(c), pidfd: -1, ends: [3]int{-1, -1, -1}, seat: sc.seat, scratch: sc}
	p.witness, p.burst = seccomp.Witness{Dir: scratchFolder}, burstFiles
	if err := s.startBy(c, p, cpus, sc.free); err != nil {
		p.closeEnds()
		sc.leave()
		return nil, err
	}
	s.track(p)
	return p, nil
}

// startBy takes what a process needs, one thing after the other, and has one of the
// launchers start it. It gives back what it took if it fails, but for the seat and our
// ends of the pipes.
func (s *Sandbox) startBy(c *Command, p *Process, cpus []int, free launchers) (err error) {
	p.limits = c.Limits.withDefaults(c.Profile)
	tree := p.limits
	if tree.Cores >= float64(len(cpus)) {
		tree.Cores = 0 // the cores it may use hold it already
	}
	if p.tree, err = s.newTree(); err != nil {
		return &LaunchError{"make a group", err}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.tree.release())
		}
	}()
	if err := p.tree.begin(tree, c.Profile); err != nil {
		return &LaunchError{"set the limits", err}
	}
	theirs, shut, err := p.pipes(c)
	if err != nil {
		return err
	}
	j := &p.seat.launch
	s.compose(j, c, p, cpus, theirs)
	if !s.works(cgroup.Memory) {
		p.oomBefore = oomKills()
	}
	p.started = time.Now()
	err = free.do(j)
	runtime.KeepAlive(c)
	closeAll(shut)
	if err != nil && !badProgram(err) {
		return err
	}
	if p.notStarted = err; p.notStarted != nil {
		// Nothing ever ran: it is over, and says so to whoever polls it.
		if p.pidfd, err = unix.Eventfd(1, unix.EFD_CLOEXEC); err != nil {
			return &LaunchError{"eventfd", err}
		}
		p.ended = true
		return nil
	}
	p.pid, p.pidfd, p.by = j.pid, j.pidfd, j.by
	if s.protected {
		expose(p.pid)
	}
	p.tree.began(p.pid, p.pidfd)
	return nil
}

// badProgram reports whether it was the program's own fault that it could not
// be started: the kernel found its file damaged (EIO: a note beyond its end; it
// is read from memory), or its arguments and environment too long.
func badProgram(err error) bool {
	var le *LaunchError
	return errors.As(err, &le) && le.Step == stepExec &&
		(errors.Is(le.Err, unix.ENOEXEC) || errors.Is(le.Err, unix.ELIBBAD) || errors.Is(le.Err, unix.EINVAL) || errors.Is(le.Err, unix.EIO) || errors.Is(le.Err, unix.E2BIG))
}

const stepExec = "execveat"

// pipes makes what the program talks through: our ends into p.ends, -1 for
// those that the command gave a file for, and theirs. Those in shut are to be
// closed after the launch.
func (p *Process) pipes(c *Command) (theirs [3]int, shut []int, err error) {
	shut = make([]int, 0, len(theirs))
	defer func() {
		if err != nil {
			closeAll(shut)
			p.closeEnds()
		}
	}()
	for i, f := range []*os.File{c.Stdin, c.Stdout, c.Stderr} {
		switch {
		case f == nil:
			var ends [2]int
			if err = unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
				return theirs, shut, &LaunchError{"pipe2", err}
			}
			ours := 0
			if i == 0 {
				ours = 1
			}
			p.ends[i], theirs[i] = ends[ours], ends[1-ours]
			shut = append(shut, theirs[i])
			// Only our end: the other is another open file.
			unix.FcntlInt(uintptr(p.ends[i]), unix.F_SETFL, unix.O_NONBLOCK)
		case f.Fd() <= 2:
			// One that is where another goes, or where dup3(2) refuses to put
			// it as it is there already.
			if theirs[i], err = unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 3); err != nil {
				return theirs, shut, &LaunchError{"fcntl(F_DUPFD_CLOEXEC) of " + f.Name(), err}
			}
			shut = append(shut, theirs[i])
		default:
			theirs[i] = int(f.Fd())
		}
	}
	return theirs, shut, nil
}

func closeAll(fds []int) {
	for _, fd := range fds {
		unix.Close(fd)
	}
}

// maxFD is the last number a descriptor can have.
const maxFD = 1<<31 - 1

var zero = []byte("0")

// compose writes the child's list of calls. The order matters: groups while
// it is still ours, the id before the death signal (which a change of id
// clears), everything that needs a privilege or a forbidden call before the
// filters, the exec last.
func (s *Sandbox) compose(j *launch, c *Command, p *Process, cpus []int, files [3]int) {
	j.child.calls, j.child.steps, j.kept = j.child.calls[:0], j.child.steps[:0], j.kept[:0]
	k := &j.child
	var tasks []int
	j.cgroupFD, tasks = p.tree.birth()
	for _, fd := range tasks {
		k.add("write to a cgroup's tasks", unix.SYS_WRITE, uintptr(fd), uintptr(unsafe.Pointer(&zero[0])), 1)
	}
	k.add("dup3(stdin)", unix.SYS_DUP3, uintptr(files[0]), 0, 0)
	k.add("dup3(stdout)", unix.SYS_DUP3, uintptr(files[1]), 1, 0)
	k.add("dup3(stderr)", unix.SYS_DUP3, uintptr(files[2]), 2, 0)
	k.add("dup3(the program)", unix.SYS_DUP3, uintptr(c.Program.image()), uintptr(s.execFD), unix.O_CLOEXEC)
	k.add("close_range", unix.SYS_CLOSE_RANGE, 3, maxFD, unix.CLOSE_RANGE_CLOEXEC)
	s.rlimits(j, p.limits)
	if len(cpus) > 1 { // with one, the launcher is on it already
		set := cpuSet(cpus)
		j.kept = append(j.kept, set)
		k.add("sched_setaffinity", unix.SYS_SCHED_SETAFFINITY, 0, unsafe.Sizeof(*set), uintptr(unsafe.Pointer(set)))
	}
	for _, sig := range ignoredSignals() { // an exec keeps them ignored
		k.add("rt_sigaction", unix.SYS_RT_SIGACTION, sig, uintptr(unsafe.Pointer(&defaultAction)), 0, unsafe.Sizeof(k.none))
	}
	if c.Profile == Build {
		k.add("setsid", unix.SYS_SETSID)
	} else {
		// Enough for a process without children and without a terminal, and
		// 40 µs less: a session makes a scheduling group of its own.
		k.add("setpgid", unix.SYS_SETPGID, 0, 0)
	}
	arena := 0
	if !s.report.has(layerPID) { // whose init ends with the arena, and all in it with that
		arena = os.Getpid()
	}
	k.become(p.seat.id, arena)
	folder := c.Program.folder(s.report.has(layerRoot))
	if c.Scratch != nil {
		folder = scratchFolder
	}
	j.restrict, j.onShelf, j.copied = -1, p.onShelf, p.copied
	if folder != "/" {
		k.add("chdir(the bot's folder)", unix.SYS_CHDIR, j.str(folder))
		if s.report.has(layerLandlock) && c.Scratch == nil {
			j.restrict = len(k.calls) // birth says to which ruleset
			k.add("landlock_restrict_self", unix.SYS_LANDLOCK_RESTRICT_SELF, 0, 0)
		}
	}
	j.filter = -1
	if s.needsSecond(c.Profile) {
		j.filter = len(k.calls) // birth says which
		k.add("seccomp", unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, 0)
	}
	argv := j.strs(c.Program.argv(folder, p.limits, c.Args))
	envp := s.env
	if c.Scratch != nil || len(c.Env) > 0 {
		env := MinimalEnv()
		if c.Scratch != nil {
			env = mergeEnv(env, buildEnv)
		}
		envp = j.strs(mergeEnv(env, c.Env))
	}
	k.add(stepExec, unix.SYS_EXECVEAT, uintptr(s.execFD), uintptr(unsafe.Pointer(&empty[0])), argv, envp, unix.AT_EMPTY_PATH)
}

var empty = []byte{0}

// mergeEnv lets later settings replace earlier ones of the same key.
func mergeEnv(base, over []string) []string {
	env := slices.Clone(base)
	for _, kv := range over {
		key, _, _ := strings.Cut(kv, "=")
		if i := slices.IndexFunc(env, func(e string) bool { return strings.HasPrefix(e, key+"=") }); i >= 0 {
			env[i] = kv
		} else {
			env = append(env, kv)
		}
	}
	return env
}
