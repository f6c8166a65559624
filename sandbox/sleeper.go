package sandbox

import (
	"runtime"
	"unsafe"

	"botarena/sandbox/tinyelf"

	"golang.org/x/sys/unix"
)

// The sleeping init is process 1 of a launcher's process namespace. Without
// it the first bot would be process 1, whose signals work differently (abort
// looks like a segmentation fault), and the namespace would end with it. It
// has SIGCHLD ignored, so that the kernel reaps the orphans it inherits, and
// sleeps in a read of a pipe, its lifeline, whose other end the arena holds: however
// the arena ends, the init ends, and the kernel kills all in the namespace. That the
// init has ended, the arena sees by the same pipe (launcher.died).
//
// It is a program of a dozen instructions, in one page, made here: starting
// the arena's own program for it would cost some milliseconds and megabytes
// for each launcher.

//lint:ignore U1000 its code is copied, not called
func sleeper()

func sleeperPC() unsafe.Pointer

// sleeperSize is more than the code of sleeper takes; what follows it in
// memory is copied too and never reached.
const sleeperSize = 96

// startInit starts the sleeping init as process 1 of the namespace that the
// calling thread's children are born into.
func (l *launcher) startInit() error {
	exe, err := executable("init", tinyelf.Image(unsafe.Slice((*byte)(sleeperPC()), sleeperSize)))
	if err != nil {
		return err
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

	ignore := &sigaction{handler: 1} // SIG_IGN
	k := kept{ignore}
	c := new(child)
	c.add("dup3(stdin)", unix.SYS_DUP3, uintptr(life[0]), 0, 0)
	c.add("dup3(stdout)", unix.SYS_DUP3, uintptr(null), 1, 0)
	c.add("dup3(stderr)", unix.SYS_DUP3, uintptr(null), 2, 0)
	c.add("close_range", unix.SYS_CLOSE_RANGE, 3, maxFD, unix.CLOSE_RANGE_CLOEXEC)
	c.add("setsid", unix.SYS_SETSID)
	c.add("rt_sigaction(SIGCHLD)", unix.SYS_RT_SIGACTION, uintptr(unix.SIGCHLD), uintptr(unsafe.Pointer(ignore)), 0, unsafe.Sizeof(c.none))
	if l.root.proc {
		// Here, as it shows the processes of whoever mounts it. It covers the
		// host's, in the launcher's own mounts only; what it hides from an id
		// that may not trace them, landlock also hides from the same id.
		c.add("mount /proc", unix.SYS_MOUNT, k.str("proc"), k.str("/proc"), k.str("proc"),
			unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC|unix.MS_RDONLY, k.str("subset=pid,hidepid=ptraceable"))
	}
	c.become(l.s.seatBase, 0) // it ends with its lifeline, too
	c.add(stepExec, unix.SYS_EXECVEAT, uintptr(exe), k.str(""), k.strs([]string{"arena jail"}), k.strs(nil), unix.AT_EMPTY_PATH)
	_, l.initPidfd, err = c.run(birth{cgroupFD: -1})
	runtime.KeepAlive(c)
	runtime.KeepAlive(k)
	if err != nil {
		unix.Close(life[1])
		return err
	}
	l.lifeline = life[1]
	return nil
}

// sigaction is the kernel's structure on 64-bit machines.
type sigaction struct {
	handler, flags, restorer uintptr
	mask                     kernelSigset
}
