package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A launcher is a goroutine locked for ever to an OS thread that lies in the
// jail itself, and which does nothing but launch: children inherit the jail
// for nothing. Its thread must live as long as its children: their death
// signal is tied to it.
type launcher struct {
	s      *Sandbox
	root   rootPlan
	core   int
	report *layerReport
	jobs   <-chan *launch

	initPidfd int // the sleeping init
	lifeline  int // our end of its standard input
}

// launch is one start, handed to a launcher once and answered once.
type launch struct {
	child    child
	cgroupFD int // v2 folder to be born into, or -1
	pid      int
	pidfd    int
	err      error
	done     chan struct{}
	keep     []any // what child.calls point at
}

// start runs the launcher's goroutine and waits until its jail stands.
func (l *launcher) start(wg *sync.WaitGroup) error {
	ready := make(chan error)
	wg.Add(1)
	go l.main(ready, wg)
	return <-ready
}

func (l *launcher) main(ready chan<- error, wg *sync.WaitGroup) {
	runtime.LockOSThread()
	if unix.Gettid() == os.Getpid() {
		// Not the main thread: /proc/self and much else describe it, and it
		// cannot end before the process. While we hold it, the next
		// goroutine must be on another.
		moved := make(chan struct{})
		go func() {
			close(moved)
			l.main(ready, wg)
		}()
		<-moved
		runtime.UnlockOSThread()
		return
	}
	defer wg.Done()
	// The goroutine ends locked, which ends the thread: nobody else may run
	// on it.
	err := l.jail()
	ready <- err
	if err == nil {
		for j := range l.jobs {
			j.pid, j.pidfd, j.err = j.child.run(j.cgroupFD)
			if l.broken(j.err) {
				j.err = &LaunchError{"clone3: the launcher's init has ended", j.err}
			}
			j.done <- struct{}{}
		}
	}
	l.release()
}

// broken reports whether a launch failed because the process namespace is
// dead: without its process 1 the kernel starts nothing in it.
func (l *launcher) broken(err error) bool {
	var le *LaunchError
	return l.initPidfd >= 0 && errors.As(err, &le) && le.Step == "clone3" && errors.Is(le.Err, unix.ENOMEM)
}

// release ends the init; the kernel then kills what is left in the namespace.
func (l *launcher) release() {
	if l.lifeline >= 0 {
		unix.Close(l.lifeline)
	}
	if l.initPidfd >= 0 {
		unix.PidfdSendSignal(l.initPidfd, unix.SIGKILL, nil, 0)
		waitPidfd(l.initPidfd, nil)
		unix.Close(l.initPidfd)
	}
}

// jail puts the calling thread into its jail, layer by layer, outermost
// first. A layer that the host refuses is recorded; whether that is an error
// is the report's to say.
func (l *launcher) jail() error {
	l.initPidfd, l.lifeline = -1, -1
	r := l.report
	if err := unix.SchedSetaffinity(0, cpuSet([]int{l.core})); err != nil {
		return &HostError{Layer: "cpu", Step: fmt.Sprintf("sched_setaffinity to core %d", l.core), Err: err, Cure: "leave that core out of the sandbox's cores"}
	}
	for _, ns := range []struct {
		layer string
		flag  int
	}{
		{layerRoot, unix.CLONE_NEWNS},
		{layerNet, unix.CLONE_NEWNET},
		{layerIPC, unix.CLONE_NEWIPC},
		{layerHostName, unix.CLONE_NEWUTS},
		{layerCgroupNS, unix.CLONE_NEWCGROUP},
		{layerPID, unix.CLONE_NEWPID},
	} {
		if !r.wants(ns.layer) {
			continue
		}
		if err := unix.Unshare(ns.flag); err != nil {
			r.missing(ns.layer, "unshare", err)
		} else {
			r.holds(ns.layer, "namespace")
		}
	}
	if r.has(layerHostName) {
		if err := unix.Sethostname([]byte("jail")); err != nil {
			r.missing(layerHostName, "sethostname", err)
		}
		unix.Setdomainname([]byte("jail"))
	}
	if r.has(layerPID) {
		// While the arena's own program can still be reached, and may be run.
		if err := l.startInit(); err != nil {
			return &HostError{Layer: layerPID, Step: "start the sleeping init", Err: err, Cure: "let the arena's own program file be readable and executable"}
		}
	}
	if r.has(layerRoot) {
		if err := enterRoot(l.root); err != nil {
			return &HostError{Layer: layerRoot, Step: "build the root", Err: err, Cure: r.cure(layerRoot)}
		}
		r.holds(layerRoot, "empty read-only tmpfs, pivot_root")
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return &HostError{Layer: layerNoNewPrivs, Step: "prctl(PR_SET_NO_NEW_PRIVS)", Err: err, Cure: "use a kernel from 5.13 on"}
	}
	r.holds(layerNoNewPrivs, "prctl")
	if r.wants(layerLandlock) {
		if err := l.landlock(); err != nil {
			r.missing(layerLandlock, "", err)
		}
	}
	if r.wants(layerCaps) {
		err := dropBounding()
		if err == nil {
			err = setThreadCaps(launcherCaps)
		}
		if err != nil {
			r.missing(layerCaps, "capset", err)
		} else {
			r.holds(layerCaps, "bounding set empty, all dropped")
		}
	}
	return r.verdict()
}

func (l *launcher) landlock() error {
	abi := landlockABI()
	if abi == 0 {
		return unix.ENOSYS
	}
	var rules []landlockRule
	if l.root.kind != Static {
		rules = append(rules, landlockRule{"/", landlockRead})
	}
	fd, err := landlockRuleset(abi, rules)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	if err := landlockRestrict(fd); err != nil {
		return err
	}
	l.report.holds(layerLandlock, "ABI "+strconv.Itoa(abi))
	return nil
}

// startInit starts this program once more as process 1 of the new namespace.
func (l *launcher) startInit() error {
	exe, err := unix.Open("/proc/self/exe", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return &stepError{"open /proc/self/exe", err}
	}
	defer unix.Close(exe)
	null, err := unix.Open("/dev/null", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return &stepError{"open /dev/null", err}
	}
	defer unix.Close(null)
	var life [2]int
	if err := unix.Pipe2(life[:], unix.O_CLOEXEC); err != nil {
		return &stepError{"pipe2", err}
	}
	defer unix.Close(life[0])

	j := new(launch)
	argv := []string{initName}
	if l.s.seatBase != 0 {
		argv = append(argv, strconv.Itoa(int(l.s.seatBase)))
	}
	c := &j.child
	c.add("dup3(stdin)", unix.SYS_DUP3, uintptr(life[0]), 0, 0)
	c.add("dup3(stdout)", unix.SYS_DUP3, uintptr(null), 1, 0)
	c.add("dup3(stderr)", unix.SYS_DUP3, uintptr(null), 2, 0)
	c.add("close_range", unix.SYS_CLOSE_RANGE, 3, ^uintptr(0)>>33, unix.CLOSE_RANGE_CLOEXEC)
	c.add("setsid", unix.SYS_SETSID)
	c.add("prctl(PR_SET_PDEATHSIG)", unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL))
	c.add("rt_sigprocmask", unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, uintptr(unsafe.Pointer(&c.none)), 0, unsafe.Sizeof(c.none))
	c.add("execveat(the arena)", unix.SYS_EXECVEAT, uintptr(exe), j.str(""), j.strs(argv), j.strs(nil), unix.AT_EMPTY_PATH)
	_, l.initPidfd, err = c.run(-1)
	runtime.KeepAlive(j)
	if err != nil {
		unix.Close(life[1])
		return err
	}
	l.lifeline = life[1]
	return nil
}

// str and strs are addresses of C strings and of argv-like lists that live as
// long as the launch.
func (j *launch) str(s string) uintptr {
	b := append([]byte(s), 0)
	j.keep = append(j.keep, b)
	return uintptr(unsafe.Pointer(&b[0]))
}

func (j *launch) strs(list []string) uintptr {
	p := make([]uintptr, len(list)+1)
	for i, s := range list {
		p[i] = j.str(s)
	}
	j.keep = append(j.keep, p)
	return uintptr(unsafe.Pointer(&p[0]))
}

func cpuSet(cpus []int) *unix.CPUSet {
	var set unix.CPUSet
	for _, c := range cpus {
		set.Set(c)
	}
	return &set
}
