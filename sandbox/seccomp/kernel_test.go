package seccomp

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// jailed runs f on a thread of its own under the filters of a profile, and
// reports the calls that its listener was told of. Filters are a thread's
// own, so this needs no other process: the thread ends with f. In f no
// RawSyscall may be notified: the collector would wait for it, and it for the
// listener.
func jailed(t *testing.T, p Policy, answer func(Notification, Call) Verdict, f func()) []Call {
	t.Helper()
	prog, err := Compile(p, Native())
	if err != nil {
		t.Fatal(err)
	}
	type loaded struct {
		fd  int
		err error
	}
	ready, ended := make(chan loaded), make(chan struct{})
	start := make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread() // and never unlocked
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
			ready <- loaded{err: err}
			return
		}
		fd, err := Load(prog, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER|unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV)
		ready <- loaded{fd, err}
		if err != nil {
			return
		}
		<-start
		f()
	}()
	got := <-ready
	if got.err != nil {
		t.Fatal(got.err)
	}
	l, err := NewListener(got.fd)
	if err != nil {
		t.Fatal(err)
	}
	var calls []Call
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			n, err := l.Receive(time.Time{})
			if err != nil {
				if !errors.Is(err, io.EOF) {
					t.Error(err)
				}
				return
			}
			c, err := l.Decode(n)
			if errors.Is(err, ErrGone) {
				continue
			}
			calls = append(calls, c)
			v := answer(n, c)
			if v.Continue {
				err = l.Continue(n)
			} else {
				err = l.Refuse(n, v.Answer)
			}
			if err != nil && !errors.Is(err, ErrGone) {
				t.Error(err)
			}
		}
	})
	close(start)
	<-ended
	l.Stop()
	wg.Wait()
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	return calls
}

func deny(_ Notification, c Call) Verdict { return QuietBot().Judge(c, &Witness{Dir: "/"}) }

func text(s string) uintptr {
	b := append([]byte(s), 0)
	p := new(runtime.Pinner) // for the length of the test binary: a system call's argument
	p.Pin(&b[0])
	pinned = append(pinned, p)
	return uintptr(unsafe.Pointer(&b[0]))
}

var pinned []*runtime.Pinner

// attempt is a raw call and what must become of it.
type attempt struct {
	call string
	args []uintptr
	want unix.Errno // 0: it succeeds
	told string     // what the listener is told; "" if nothing
}

func (a attempt) run() unix.Errno {
	var args [6]uintptr
	copy(args[:], a.args)
	_, _, e := unix.Syscall6(uintptr(Native().Number(a.call)), args[0], args[1], args[2], args[3], args[4], args[5])
	return e
}

const minus100 = ^uintptr(99) // AT_FDCWD

// try makes the attempts under a profile, and checks each.
func try(t *testing.T, p Policy, answer func(Notification, Call) Verdict, attempts []attempt) {
	t.Helper()
	var have []attempt
	for _, a := range attempts {
		if Native().Number(a.call) >= 0 {
			have = append(have, a)
		}
	}
	got := make([]unix.Errno, len(have))
	calls := jailed(t, p, answer, func() {
		for i, a := range have {
			got[i] = a.run()
		}
	})
	for i, a := range have {
		if got[i] != a.want {
			t.Errorf("%s: %s(%#x): got %v, want %v", p.Name, a.call, a.args, got[i], a.want)
		}
		if a.told == "" {
			continue
		}
		if len(calls) == 0 || calls[0].Text != a.told {
			t.Errorf("%s: %s(%#x): want %q, told:", p.Name, a.call, a.args, a.told)
			for _, c := range calls {
				t.Error(c.Text)
			}
			return
		}
		calls = calls[1:]
	}
	for _, c := range calls {
		t.Errorf("%s: told of %q too", p.Name, c.Text)
	}
}

// forbidden are attempts that must be named under Bot, Runtime and their
// inherited forms alike.
func forbidden() []attempt {
	sun := [110]byte{unix.AF_UNIX}
	p := new(runtime.Pinner)
	p.Pin(&sun[0])
	pinned = append(pinned, p)
	a := []attempt{
		{"socket", []uintptr{unix.AF_INET, unix.SOCK_STREAM, 0}, unix.EACCES, "socket(AF_INET, SOCK_STREAM)"},
		{"socket", []uintptr{unix.AF_INET6, unix.SOCK_DGRAM | unix.SOCK_CLOEXEC, 0}, unix.EACCES, "socket(AF_INET6, SOCK_DGRAM)"},
		{"socket", []uintptr{unix.AF_NETLINK, unix.SOCK_RAW, 0}, unix.EACCES, "socket(AF_NETLINK, SOCK_RAW)"},
		{"socket", []uintptr{unix.AF_UNIX, unix.SOCK_DGRAM, 0}, unix.EACCES, "socket(AF_UNIX, SOCK_DGRAM)"},
		{"socket", []uintptr{999, 77, 0}, unix.EACCES, "socket(family 999, 77)"},
		{"socketpair", []uintptr{unix.AF_UNIX, unix.SOCK_DGRAM, 0, 0}, unix.EACCES, "socketpair(AF_UNIX, SOCK_DGRAM)"},
		{"connect", []uintptr{0, uintptr(unsafe.Pointer(&sun[0])), 110}, unix.EPERM, "connect(AF_UNIX)"},
		{"openat", []uintptr{minus100, text("/etc/shadow"), unix.O_RDONLY}, unix.EACCES, `openat("/etc/shadow")`},
		{"openat", []uintptr{minus100, text("/usr/lib/../../etc/passwd"), unix.O_RDONLY}, unix.EACCES, `openat("/usr/lib/../../etc/passwd")`},
		{"open", []uintptr{text("/tmp/x"), unix.O_WRONLY | unix.O_CREAT}, unix.EACCES, `open("/tmp/x", O_WRONLY|O_CREAT)`},
		{"creat", []uintptr{text("/x\n\x1b[31m\u202eevil"), 0o600}, unix.EACCES, `creat("/x\n\x1b[31m\u202eevil")`},
		{"mkdirat", []uintptr{minus100, text("/dev/shm/x"), 0o700}, unix.EACCES, `mkdirat("/dev/shm/x")`},
		{"openat", []uintptr{minus100, 8, unix.O_RDONLY}, unix.EFAULT, "openat(?)"},
		{"fork", nil, unix.EAGAIN, "fork()"},
		{"vfork", nil, unix.EAGAIN, "vfork()"},
		{"clone", []uintptr{uintptr(unix.SIGCHLD)}, unix.EAGAIN, "clone(fork)"},
		{"clone", []uintptr{unix.CLONE_VM | unix.CLONE_VFORK | uintptr(unix.SIGCHLD)}, unix.EAGAIN, "clone(vfork)"},
		{"clone", []uintptr{unix.CLONE_NEWUSER | unix.CLONE_NEWNET | uintptr(unix.SIGCHLD)}, unix.EAGAIN, "clone(CLONE_NEWUSER|CLONE_NEWNET)"},
		{"clone", []uintptr{threadMust | unix.CLONE_NEWUSER}, unix.EAGAIN, "clone(CLONE_NEWUSER)"},
		{"execve", []uintptr{text("/bin/sh"), 0, 0}, unix.EACCES, `execve("/bin/sh")`},
		{"execveat", []uintptr{900, text("/bin/sh"), 0, 0, unix.AT_EMPTY_PATH}, unix.EACCES, `execveat("/bin/sh")`},
		{"execveat", []uintptr{3, text(""), 0, 0, unix.AT_EMPTY_PATH}, unix.EACCES, `execveat("")`},
		{"kill", []uintptr{^uintptr(0), 0}, unix.EPERM, "kill(-1, 0)"},
		{"kill", []uintptr{1, uintptr(unix.SIGKILL)}, unix.EPERM, "kill(1, SIGKILL)"},
		{"tgkill", []uintptr{1, 1, uintptr(unix.SIGKILL)}, unix.EPERM, "tgkill(1, SIGKILL)"},
		{"tkill", []uintptr{1, uintptr(unix.SIGKILL)}, unix.EPERM, "tkill(1, SIGKILL)"},
		{"ptrace", []uintptr{unix.PTRACE_ATTACH, 1, 0, 0}, unix.EPERM, "ptrace(PTRACE_ATTACH, 1)"},
		{"process_vm_readv", []uintptr{1, 0, 0, 0, 0, 0}, unix.EPERM, "process_vm_readv(1)"},
		{"pidfd_open", []uintptr{1, 0}, unix.EPERM, "pidfd_open(1)"},
		{"unshare", []uintptr{unix.CLONE_NEWUSER}, unix.EPERM, "unshare(CLONE_NEWUSER)"},
		{"mount", []uintptr{0, text("/mnt"), 0, 0, 0}, unix.EPERM, `mount("/mnt")`},
		{"chroot", []uintptr{text("/tmp")}, unix.EPERM, `chroot("/tmp")`},
		{"prctl", []uintptr{unix.PR_SET_PDEATHSIG, 0}, unix.EPERM, "prctl(PR_SET_PDEATHSIG)"},
		{"prctl", []uintptr{unix.PR_SET_DUMPABLE, 0}, unix.EPERM, "prctl(PR_SET_DUMPABLE)"},
		{"fcntl", []uintptr{0, unix.F_SETOWN, 1}, unix.EPERM, "fcntl(F_SETOWN)"},
		{"fcntl", []uintptr{0, unix.F_SETSIG, 9}, unix.EPERM, "fcntl(F_SETSIG)"},
		{"ioctl", []uintptr{0, unix.TIOCSTI, 0}, unix.EPERM, "ioctl(TIOCSTI)"},
		{"ioctl", []uintptr{0, 1<<32 | unix.TIOCSTI, 0}, unix.EPERM, "ioctl(TIOCSTI)"},
		{"memfd_create", []uintptr{text("x"), 0}, unix.EPERM, `memfd_create("x")`},
		{"seccomp", []uintptr{unix.SECCOMP_SET_MODE_FILTER, 0, 64}, unix.EPERM, "seccomp()"},
	}
	for _, c := range strings.Fields("bpf io_uring_setup io_uring_enter keyctl add_key shmget semget msgget mq_open perf_event_open userfaultfd " +
		"setns pivot_root fsopen open_by_handle_at init_module kexec_load iopl modify_ldt inotify_init1 memfd_secret pidfd_getfd reboot") {
		told, want := c+"()", unix.EPERM
		if c == "setns" {
			told = "setns(0x0)"
		}
		if _, ok := pathArg[c]; ok {
			told = c + "(?)"
		}
		switch c {
		case "io_uring_setup", "io_uring_enter":
			want = unix.ENOSYS
		case "mq_open":
			want = unix.EACCES
		}
		a = append(a, attempt{c, nil, want, told})
	}
	return a
}

// quiet are attempts that get an answer and no mention.
var quiet = []attempt{
	{"clone3", []uintptr{64, 88}, unix.ENOSYS, ""},
	{"rseq", nil, unix.ENOSYS, ""},
	{"setuid", []uintptr{0}, unix.EPERM, ""},
	{"capset", []uintptr{0, 0}, unix.EPERM, ""},
	{"mlock", []uintptr{0, 4096}, unix.EPERM, ""},
	{"sched_setscheduler", []uintptr{0, 1, 0}, unix.EPERM, ""},
	{"personality", []uintptr{0x0040000}, unix.EPERM, ""},
	{"fcntl", []uintptr{0, unix.F_SETPIPE_SZ, 1 << 20}, unix.EPERM, ""},
	{"fcntl", []uintptr{0, unix.F_SETLK, 0}, unix.ENOLCK, ""},
	{"mmap", []uintptr{0, 4096, 3, unix.MAP_PRIVATE | unix.MAP_ANONYMOUS | unix.MAP_HUGETLB, ^uintptr(0), 0}, unix.ENOMEM, ""},
	{"prctl", []uintptr{unix.PR_SET_MM, 1}, unix.EINVAL, ""},
	{"landlock_create_ruleset", nil, unix.ENOSYS, ""},
	{"getpid", nil, 0, ""},
	{"mmap", []uintptr{0, 4096, 3, unix.MAP_PRIVATE | unix.MAP_ANONYMOUS, ^uintptr(0), 0}, 0, ""},
	{"fcntl", []uintptr{0, unix.F_GETFL}, 0, ""},
	{"prctl", []uintptr{unix.PR_SET_NAME, text("bot")}, 0, ""},
	{"prlimit64", []uintptr{0, unix.RLIMIT_CORE, 0, 0}, 0, ""},
	{"personality", []uintptr{0xffffffff}, 0, ""},
	{"membarrier", nil, unix.ENOSYS, ""},
	// The kernel itself would answer EBADF, and ENOMEM: it is not asked.
	{"fsync", []uintptr{^uintptr(0)}, unix.EINVAL, ""},
	{"fdatasync", []uintptr{^uintptr(0)}, unix.EINVAL, ""},
	{"fadvise64", []uintptr{^uintptr(0), 0, 0, unix.FADV_DONTNEED}, 0, ""},
	{"readahead", []uintptr{^uintptr(0), 0, 4096}, 0, ""},
	{"msync", []uintptr{4096, 4096, unix.MS_SYNC}, 0, ""},
	{"msync", []uintptr{4096, 4096, unix.MS_ASYNC}, unix.ENOMEM, ""},                                        // asked: is it mapped?
	{"socketpair", []uintptr{unix.AF_UNIX, unix.SOCK_SEQPACKET | unix.SOCK_CLOEXEC, 0, 0}, unix.EFAULT, ""}, // it is made
	{"sendto", []uintptr{0, 0, 0, unix.MSG_OOB}, unix.EOPNOTSUPP, ""},
	{"sendto", []uintptr{^uintptr(0), 0, 0, 0}, unix.EBADF, ""},
	{"madvise", []uintptr{4096, 4096, unix.MADV_PAGEOUT}, unix.EINVAL, ""},
	{"madvise", []uintptr{4096, 4096, unix.MADV_DONTNEED}, unix.ENOMEM, ""},
}

// honest is told to the listener and let pass or answered as an idiom.
func honest() []attempt {
	self := uintptr(os.Getpid())
	return []attempt{
		{"kill", []uintptr{self, 0}, 0, "kill(" + integer(uint64(self)) + ", 0)"},
		{"tgkill", []uintptr{self, self, uintptr(unix.SIGCHLD)}, 0, "tgkill(" + integer(uint64(self)) + ", SIGCHLD)"},
		{"tkill", []uintptr{self, 0}, 0, "tkill(" + integer(uint64(self)) + ", 0)"},
		{"openat", []uintptr{minus100, text("/etc/localtime"), unix.O_RDONLY | unix.O_CLOEXEC}, unix.ENOENT, `openat("/etc/localtime")`},
		{"socket", []uintptr{unix.AF_UNIX, unix.SOCK_STREAM | unix.SOCK_CLOEXEC | unix.SOCK_NONBLOCK, 0}, unix.EAFNOSUPPORT, "socket(AF_UNIX, SOCK_STREAM)"},
	}
}

func TestKernelBot(t *testing.T) {
	all := append(append(forbidden(), quiet...), honest()...)
	all = append(all,
		attempt{"newfstatat", []uintptr{minus100, text("/"), text(strings.Repeat("x", 200)), 0}, unix.ENOENT, ""},
		attempt{"readlinkat", []uintptr{minus100, text("/proc/self/exe"), text("xxxxxxxx"), 8}, unix.ENOENT, ""},
		attempt{"prlimit64", []uintptr{0, unix.RLIMIT_CORE, text(strings.Repeat("\x00", 16)), 0}, unix.EPERM, ""},
	)
	try(t, Bot(), deny, all)
}

func TestKernelRuntime(t *testing.T) {
	w := &Witness{Dir: "/usr", Read: []string{"/usr"}, Write: []string{"/dev/null"}}
	all := append(forbidden(), quiet...)
	all = append(all,
		attempt{"openat", []uintptr{minus100, text("/usr/bin"), unix.O_RDONLY}, 0, `openat("/usr/bin")`},
		attempt{"openat", []uintptr{minus100, text("bin"), unix.O_RDONLY}, unix.ENOENT, `openat("bin")`}, // the kernel's own working folder is not Dir
		attempt{"openat", []uintptr{minus100, text("/dev/null"), unix.O_RDWR}, 0, `openat("/dev/null", O_RDWR)`},
		attempt{"openat", []uintptr{minus100, text("/usr/new"), unix.O_CREAT | unix.O_WRONLY}, unix.EROFS, `openat("/usr/new", O_WRONLY|O_CREAT)`},
		attempt{"newfstatat", []uintptr{minus100, text("/"), text(strings.Repeat("x", 200)), 0}, 0, ""},
	)
	try(t, Runtime(), func(_ Notification, c Call) Verdict { return QuietPython().Judge(c, w) }, all)
}

func TestKernelInherited(t *testing.T) {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CORE, &limit); err != nil {
		t.Fatal(err)
	}
	own, err := Compile(OwnSignals(), Native())
	if err != nil {
		t.Fatal(err)
	}
	*own.OwnPID() = uint32(os.Getpid())
	var (
		key      = uintptr(testKey)
		core     = uintptr(unsafe.Pointer(&limit))
		fprog    = uintptr(unsafe.Pointer(own.Fprog()))
		urg      = uintptr(unix.SIGURG)
		all      = append(forbidden(), quiet...)
		descends = func(fd, key uintptr) []uintptr {
			return []uintptr{fd, text(""), 0, 0, unix.AT_EMPTY_PATH, key}
		}
	)
	for _, wrong := range []uintptr{0, key + 1, key &^ 0xffff_ffff, key & 0xffff_ffff} {
		all = append(all,
			attempt{"clone3", []uintptr{0, 1, 0, 0, 0, wrong}, unix.ENOSYS, ""},
			attempt{"execveat", descends(900, wrong), unix.EACCES, `execveat("")`},
			attempt{"prlimit64", []uintptr{0, unix.RLIMIT_CORE, core, 0, 0, wrong}, unix.EPERM, ""},
			attempt{"setsid", []uintptr{0, 0, 0, 0, 0, wrong}, unix.EPERM, ""},
			attempt{"setresuid", []uintptr{^uintptr(0), ^uintptr(0), ^uintptr(0), 0, 0, wrong}, unix.EPERM, ""},
			attempt{"landlock_restrict_self", []uintptr{99, 0, 0, 0, 0, wrong}, unix.ENOSYS, ""},
			attempt{"seccomp", []uintptr{unix.SECCOMP_SET_MODE_FILTER, 0, fprog, 0, 0, wrong}, unix.EPERM, "seccomp()"},
			attempt{"prctl", []uintptr{unix.PR_SET_PDEATHSIG, 0, 0, 0, 0, wrong}, unix.EPERM, "prctl(PR_SET_PDEATHSIG)"},
		)
	}
	all = append(all,
		// What the kernel itself refuses has got through.
		attempt{"clone3", []uintptr{0, 1, 0, 0, 0, key}, unix.EINVAL, ""},
		attempt{"execveat", descends(900, key), unix.EBADF, ""},
		attempt{"execveat", descends(901, key), unix.EACCES, `execveat("")`},
		attempt{"prlimit64", []uintptr{0, unix.RLIMIT_CORE, core, 0, 0, key}, 0, ""},
		attempt{"setresuid", []uintptr{^uintptr(0), ^uintptr(0), ^uintptr(0), 0, 0, key}, 0, ""},
		attempt{"seccomp", []uintptr{unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, fprog, 0, 0, key}, unix.EPERM, "seccomp()"},
		attempt{"tgkill", []uintptr{1, 1, urg}, 0, ""},
		attempt{"seccomp", []uintptr{unix.SECCOMP_SET_MODE_FILTER, 0, fprog, 0, 0, key}, 0, ""},
		// From here on the second filter is in force, and hides nothing.
		attempt{"tgkill", []uintptr{1, 1, urg}, unix.ESRCH, ""},
		attempt{"tgkill", []uintptr{uintptr(os.Getpid()), uintptr(os.Getpid()), urg}, 0, ""},
		attempt{"seccomp", []uintptr{unix.SECCOMP_SET_MODE_FILTER, 0, fprog}, unix.EPERM, "seccomp()"},
		attempt{"socket", []uintptr{unix.AF_INET, unix.SOCK_STREAM, 0}, unix.EACCES, "socket(AF_INET, SOCK_STREAM)"},
		attempt{"execve", []uintptr{text("/bin/sh"), 0, 0}, unix.EACCES, `execve("/bin/sh")`},
	)
	try(t, Inherited(Bot(), testKey, 900), deny, all)
	runtime.KeepAlive(own)
	runtime.KeepAlive(&limit)
}

func TestKernelBuild(t *testing.T) {
	try(t, Build(), func(_ Notification, c Call) Verdict { return QuietBuild().Judge(c, new(Witness)) }, []attempt{
		{"socket", []uintptr{unix.AF_INET, unix.SOCK_STREAM, 0}, unix.EACCES, "socket(AF_INET, SOCK_STREAM)"},
		{"openat", []uintptr{minus100, text("/dev/null"), unix.O_RDONLY}, 0, ""},
		{"kill", []uintptr{uintptr(os.Getpid()), 0}, 0, ""},
		{"clone", []uintptr{unix.CLONE_NEWUSER | uintptr(unix.SIGCHLD)}, unix.EAGAIN, "clone(CLONE_NEWUSER)"},
		{"execve", []uintptr{text("/no/such/file"), 0, 0}, unix.ENOENT, ""},
		{"io_uring_setup", nil, unix.ENOSYS, "io_uring_setup()"},
		{"ptrace", []uintptr{unix.PTRACE_TRACEME, 0}, unix.EPERM, "ptrace(PTRACE_TRACEME, 0)"},
	})
}

// TestKernelKill shows that the strongest action ends the whole process, and
// that a filter without a listener refuses what it would notify.
func TestKernelKill(t *testing.T) {
	if os.Getenv("SECCOMP_TEST_CHILD") != "" {
		runtime.LockOSThread()
		unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
		p := Bot()
		p.Rules = append([]Rule{{Calls: "umask", Do: KillProcess, Why: "test"}}, p.Rules...)
		prog, err := Compile(p, Native())
		if err == nil {
			_, err = Load(prog, 0)
		}
		if err != nil {
			os.Stdout.WriteString(err.Error())
			os.Exit(3)
		}
		_, _, e := unix.RawSyscall(unix.SYS_SOCKET, unix.AF_INET, unix.SOCK_STREAM, 0)
		os.Stdout.WriteString("socket: " + e.Error() + "\n")
		unix.RawSyscall(unix.SYS_UMASK, 0, 0, 0)
		os.Stdout.WriteString("alive\n")
		os.Exit(0)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestKernelKill$")
	cmd.Env = append(os.Environ(), "SECCOMP_TEST_CHILD=1")
	out, err := cmd.Output()
	if got := string(out); got != "socket: function not implemented\n" {
		t.Errorf("the child wrote %q", got)
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ProcessState.String() != "signal: bad system call (core dumped)" && exit.ProcessState.String() != "signal: bad system call" {
		t.Errorf("the child ended with %v, want SIGSYS", err)
	}
}
