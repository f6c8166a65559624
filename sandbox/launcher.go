package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"unsafe"

	"botarena/sandbox/seccomp"

	"golang.org/x/sys/unix"
)

// A launcher is a goroutine locked for ever to an OS thread that lies in the
// jail itself, and which does nothing but launch: children inherit the jail
// for nothing. Its thread must live as long as its children: their death
// signal is tied to it.
type launcher struct {
	s      *Sandbox
	root   rootPlan
	core   int // the one it stays on, or -1
	report *layerReport
	post   *post // where it is handed what to launch

	initPidfd  int        // the sleeping init
	lifelineMu sync.Mutex // holds the lifeline open while somebody looks at it
	lifeline   int        // our end of its standard input, which it alone reads; or -1

	key      uintptr     // of the launch's own calls, see filter.go
	abi      int         // of landlock; 0 where it is not in force
	proc     int         // the root's /proc, or -1
	scratch  int         // the root's scratch folder, whoever made it closes it; or -1
	rulesets map[int]int // by the number of the bot's copy on the shelf: what its launches may read

	second   *seccomp.Program // nil where none is needed (needsSecond)
	listener *seccomp.Listener
	warden   sync.WaitGroup        // who receives from the listener
	failure  atomic.Pointer[error] // why it launches no more
}

// A launch is one start of a program: what Sandbox.compose has made ready for a launcher
// to do, and then what has come of it.
//
// Two of the child's calls cannot be complete in compose, which does not know what
// launcher will be free: birth fills them in, each launcher with what is its own.
// compose leaves them out, and their number is -1, by the same rules by which a
// launcher has something to fill in. The filter is there where needsSecond says so of
// the profile, which the launcher's root shares; the ruleset where landlock is in force
// (one that begins later fails without it: layerReport.later) and the bot has a folder.
type launch struct {
	child    child
	cgroupFD int       // v2 folder to be born into, or -1
	filter   int       // which of child.calls loads launcher.second, or -1: its third argument is missing
	restrict int       // which of them takes on the bot's own landlock ruleset, or -1: its first argument is missing
	onShelf  string    // the bot's folder on the shelf; "" for none
	copied   int       // its number there; 0 for none
	by       *launcher // whoever has made it
	pid      int
	pidfd    int
	limits   [unix.RLIMIT_RTTIME + 1]unix.Rlimit
	kept     // what else child.calls point at
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
	var err error
	if l.post, err = newPost(); err != nil {
		ready <- err
		return
	}
	if err = l.jail(); err != nil {
		l.post.end()
	}
	ready <- err
	l.post.serve()
	l.release()
}

// fail ends the launcher and the programs it has started, none of which is to blame:
// nobody answers their calls any more, or their process namespace is dead.
func (l *launcher) fail(why error) {
	l.failure.Store(&why)
	for p := range l.s.unsettled() {
		if p.by == l {
			p.fail(why)
		}
	}
}

var errInitDied = errors.New("the jail's process namespace is dead: somebody on the host has ended its process 1, \"arena jail\"")

// died says why the launcher's programs end by no fault of their own; nil while it
// lives. A program that the kernel has killed with its namespace is not seen before
// its init: a process closes its files before the kernel ends what is in its namespace
// (do_exit, exit_files before exit_notify), and the lifeline then has no reader
// (POLLERR, poll(2)). The init's pidfd would tell too late: the init waits until
// whoever is in there has been waited for.
//
// No program can bring that about to make a match void that it is losing. A signal from
// inside has no effect on process 1, which handles none, not even SIGKILL
// (pid_namespaces(7)). To reboot the namespace, which ends its init, to trace the init,
// or to open its files by /proc takes privileges that the layers "capabilities" and
// "id per seat" take away, and calls that the filter names; what it reads from the
// lifeline, it ignores. It lies in no program's memory cgroup, and is the last that the
// kernel takes where the host's memory is at its end.
func (l *launcher) died() error {
	l.lifelineMu.Lock()
	defer l.lifelineMu.Unlock()
	if why := l.failure.Load(); why != nil { // it may have been replaced, and its lifeline be closed
		return *why
	}
	fds := []unix.PollFd{{Fd: int32(l.lifeline)}} // poll ignores -1
	for {
		n, err := unix.Poll(fds, 0)
		if err == unix.EINTR {
			continue
		}
		if n > 0 && fds[0].Revents&unix.POLLERR != 0 {
			return errInitDied
		}
		return nil
	}
}

// do makes one launch. Whoever calls it has the launcher alone.
func (l *launcher) do(j *launch) error {
	j.by = l
	b, err := l.birth(j)
	if err != nil {
		return err
	}
	j.child.prepare(b)
	if err := l.post.hand(&j.child); err != nil {
		return err
	}
	j.pid, j.pidfd, err = j.child.outcome()
	return err
}

// launcherKind is what launchers differ in.
type launcherKind struct {
	core int // -1: all
	root string
}

// launchers are those of one kind that are free.
type launchers chan *launcher

// do makes one launch as soon as one of them is free. One that has died is replaced by
// another, which has the launch then. The programs of the one that has died end with
// it, by no fault of their own. A scratch folder, whose files are seen in one jail
// only, ends with its launcher.
func (free launchers) do(j *launch) error {
	l := <-free
	defer func() { free <- l }()
	for replaced := false; ; replaced = true {
		err := l.do(j)
		if err == nil || replaced || l.scratch >= 0 {
			return err
		}
		why := l.died()
		if why == nil {
			return err
		}
		l.fail(why)
		n := &launcher{s: l.s, root: l.root, core: l.core, report: l.s.report.later()}
		if startErr := n.start(&l.s.threads); startErr != nil {
			return &LaunchError{"replace a launcher that has failed (" + err.Error() + ")", startErr}
		}
		l.post.end()
		l = n
	}
}

// end ends them. None must be in use.
func (free launchers) end() {
	close(free)
	for l := range free {
		l.post.end()
	}
}

// birth says how a launch goes from here.
func (l *launcher) birth(j *launch) (birth, error) {
	b := birth{cgroupFD: j.cgroupFD, key: l.key}
	if why := l.failure.Load(); why != nil {
		return b, &LaunchError{stepGuard, *why}
	}
	if j.restrict >= 0 {
		fd, err := l.rulesetOf(j.onShelf, j.copied)
		if err != nil {
			return b, &LaunchError{"make a landlock ruleset", err}
		}
		j.child.calls[j.restrict].args[0] = uintptr(fd)
	}
	if l.second != nil {
		b.ownPID = l.second.OwnPID()
		j.child.calls[j.filter].args[2] = uintptr(unsafe.Pointer(l.second.Fprog()))
	}
	return b, nil
}

// maxRulesets bounds how many a launcher keeps: each is a descriptor.
const maxRulesets = 64

// rulesetOf gives the ruleset of one bot: its root's, and of the bots' folders
// only its own.
func (l *launcher) rulesetOf(onShelf string, copied int) (fd int, err error) {
	if fd, ok := l.rulesets[copied]; ok {
		return fd, nil
	}
	if len(l.rulesets) >= maxRulesets {
		l.forgetRulesets()
	}
	fd, err = landlockRuleset(l.abi, l.root.rules(l.proc, filepath.Join(l.root.shelf, onShelf)))
	if err == nil {
		l.rulesets[copied] = fd
	}
	return fd, err
}

func (l *launcher) forgetRulesets() {
	for _, fd := range l.rulesets {
		unix.Close(fd)
	}
	clear(l.rulesets)
}

const stepGuard = "receive the calls to be named"

// release ends the init; the kernel then kills what is left in the namespace.
// It still runs in the jail: nothing that its filter would notify may be called.
func (l *launcher) release() {
	l.post.close()
	l.forgetRulesets()
	if l.proc >= 0 {
		unix.Close(l.proc)
	}
	l.lifelineMu.Lock()
	if l.lifeline >= 0 {
		unix.Close(l.lifeline)
		l.lifeline = -1
	}
	l.lifelineMu.Unlock()
	if l.initPidfd >= 0 {
		waitPidfd(l.initPidfd, nil)
		unix.Close(l.initPidfd)
	}
	if l.listener != nil {
		l.listener.Stop()
		l.warden.Wait()
		l.listener.Close()
	}
}

// jail puts the calling thread into its jail, layer by layer, outermost
// first. A layer that the host refuses is recorded; whether that is an error
// is the report's to say.
func (l *launcher) jail() error {
	l.initPidfd, l.lifeline, l.proc, l.scratch, l.rulesets = -1, -1, -1, -1, map[int]int{}
	for _, build := range []func() error{l.stay, l.leaveNamespaces, l.leaveFiles, l.leavePrivileges} {
		if err := build(); err != nil {
			return err
		}
	}
	return l.report.verdict()
}

// stay keeps the thread on its cores.
func (l *launcher) stay() error {
	cores := l.s.opts.Cores
	if l.core >= 0 {
		cores = []int{l.core}
	}
	if err := unix.SchedSetaffinity(0, cpuSet(cores)); err != nil {
		return &HostError{Layer: layerCPU, Step: fmt.Sprintf("sched_setaffinity to cores %v", cores), Err: err, Cure: "leave those cores out of the sandbox's"}
	}
	return nil
}

// leaveNamespaces gives the thread namespaces of its own, and its children one of
// processes with the sleeping init in it.
func (l *launcher) leaveNamespaces() error {
	r := l.report
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
		if ns.layer == layerCgroupNS && cgroupDelegation() {
			// In a namespace of its own the launcher could not start children
			// in groups that are not below its own.
			r.holds(layerCgroupNS, "no cgroup file system is shown (the host's is mounted with nsdelegate)")
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
	if r.has(layerRoot) {
		if err := leaveHostMounts(); err != nil {
			return &HostError{Layer: layerRoot, Step: "build the root", Err: err, Cure: r.cure(layerRoot)}
		}
	}
	if r.has(layerPID) {
		if err := l.startInit(); err != nil {
			return &HostError{Layer: layerPID, Step: "start the sleeping init", Err: err, Cure: "allow executable memfds (sysctl vm.memfd_noexec=0)"}
		}
	}
	return nil
}

// leaveFiles gives the thread its root, and puts it under the landlock ruleset of
// what that shows, which has to be made before the root hides what it names.
func (l *launcher) leaveFiles() (err error) {
	r := l.report
	ruleset, landlockErr := -1, error(nil)
	if r.wants(layerLandlock) {
		ruleset, landlockErr = l.ownRuleset()
	}
	if ruleset >= 0 {
		defer unix.Close(ruleset)
	}
	if r.has(layerRoot) {
		if l.scratch, err = enterRoot(l.root); err != nil {
			return &HostError{Layer: layerRoot, Step: "build the root", Err: err, Cure: r.cure(layerRoot)}
		}
		r.holds(layerRoot, "empty read-only tmpfs, pivot_root")
	} else if err := unix.Unshare(unix.CLONE_FS); err != nil {
		return &HostError{Layer: layerRoot, Step: "unshare(CLONE_FS)", Err: err}
	} else if err := unix.Chdir("/"); err != nil { // its working folder is nobody's business
		return &HostError{Layer: layerRoot, Step: "chdir /", Err: err}
	}
	if l.scratch >= 0 && ruleset >= 0 {
		handled := landlockHandled(l.abi).Handled_access_fs
		landlockErr = landlockAdd(ruleset, landlockRule{path: ".", access: handled, dir: l.scratch}, handled)
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil { // which landlock insists on
		return &HostError{Layer: layerNoNewPrivs, Step: "prctl(PR_SET_NO_NEW_PRIVS)", Err: err, Cure: "use a kernel from 5.13 on"}
	}
	r.holds(layerNoNewPrivs, "prctl")
	if !r.wants(layerLandlock) {
		return nil
	}
	if landlockErr == nil {
		landlockErr = landlockRestrict(ruleset)
	}
	if landlockErr != nil {
		l.abi = 0
		r.missing(layerLandlock, "", landlockErr)
		return nil
	}
	r.holds(layerLandlock, "ABI "+strconv.Itoa(l.abi))
	return nil
}

// leavePrivileges takes from the thread what it does not need to launch. The filter
// comes last: building the other layers needs what it forbids.
func (l *launcher) leavePrivileges() error {
	r := l.report
	if r.wants(layerCaps) {
		err := dropBounding()
		if err == nil {
			err = setThreadCaps(l.s.launcherCaps())
		}
		if err != nil {
			r.missing(layerCaps, "capset", err)
		} else {
			r.holds(layerCaps, "bounding set empty, all dropped")
		}
	}
	if r.wants(layerSeccomp) {
		if err := l.filters(); err != nil {
			r.missing(layerSeccomp, "", err)
		}
	}
	return nil
}

// ownRuleset makes the ruleset of the launcher itself, which lets its children
// use all that its root shows.
func (l *launcher) ownRuleset() (fd int, err error) {
	if l.abi = landlockABI(); l.abi == 0 {
		return -1, unix.ENOSYS
	}
	if l.root.proc {
		if l.proc, err = unix.Open("/proc", unix.O_PATH|unix.O_CLOEXEC, 0); err != nil {
			return -1, &stepError{"open /proc", err}
		}
	}
	bots := ""
	if l.root.shelf != "" {
		bots = filepath.Join(l.root.shelf, l.root.bot)
	}
	return landlockRuleset(l.abi, l.root.rules(l.proc, bots))
}

func cpuSet(cpus []int) *unix.CPUSet {
	var set unix.CPUSet
	for _, c := range cpus {
		set.Set(c)
	}
	return &set
}
