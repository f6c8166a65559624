package seccomp

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func open(p string, flags uint64) Call {
	return Call{Name: "openat", Path: p, Dir: unix.AT_FDCWD, Args: [6]uint64{0, 0, flags}}
}

func TestJudge(t *testing.T) {
	violation := func(e unix.Errno) Verdict { return Verdict{Violation: true, Answer: e} }
	answer := func(e unix.Errno) Verdict { return Verdict{Answer: e} }
	pass := Verdict{Continue: true}
	relative := func(dir int, p string, flags uint64) Call {
		c := open(p, flags)
		c.Dir = dir
		return c
	}
	unix1 := Call{Name: "socket", Args: [6]uint64{unix.AF_UNIX, unix.SOCK_STREAM | unix.SOCK_CLOEXEC | unix.SOCK_NONBLOCK, 0}}
	unix2 := Call{Name: "socket", Args: [6]uint64{unix.AF_UNIX, unix.SOCK_STREAM, 0}}
	for _, c := range []struct {
		name string
		q    Quiet
		call Call
		want Verdict
	}{
		{"passwd", QuietBot(), open("/etc/passwd", 0), violation(unix.EACCES)},
		{"passwd, java", QuietJava(), open("/etc/passwd", 0), violation(unix.EACCES)},
		{"time zone", QuietBot(), open("/etc/localtime", 0), answer(unix.ENOENT)},
		{"zone below", QuietBot(), open("/usr/share/zoneinfo/Europe/Warsaw", 0), answer(unix.ENOENT)},
		{"way out of a quiet folder", QuietBot(), open("/usr/share/zoneinfo/../../../etc/shadow", 0), violation(unix.EACCES)},
		{"way out of its own folder", QuietBot(), open("/bots/me/../you/bot.py", 0), violation(unix.EACCES)},
		{"own folder", QuietBot(), open("/bots/me/book.bin", unix.O_CLOEXEC), pass},
		{"the folder itself", QuietBot(), open(".", unix.O_DIRECTORY), pass},
		{"own, relative", QuietBot(), open("book.bin", 0), pass},
		{"other's, relative", QuietBot(), open("../you/bot.py", 0), violation(unix.EACCES)},
		{"a name that begins alike", QuietBot(), open("/bots/me2/x", 0), violation(unix.EACCES)},
		{"writing its own folder", QuietBot(), open("log.txt", unix.O_CREAT|unix.O_WRONLY), answer(unix.EROFS)},
		{"writing elsewhere", QuietBot(), open("/tmp/x", unix.O_CREAT|unix.O_WRONLY), violation(unix.EACCES)},
		{"scratch", QuietBot(), open("/scratch/x", unix.O_CREAT|unix.O_WRONLY), pass},
		{"way out of a link of its own process's", QuietBot(), open("/proc/self/cwd/../you/bot.py", 0), violation(unix.EACCES)},
		{"below a descriptor", QuietBot(), relative(5, "x", 0), pass},
		{"up from a descriptor", QuietBot(), relative(5, "../x", 0), violation(unix.EACCES)},
		{"unreadable", QuietBot(), Call{Name: "openat", PathErr: unix.EFAULT, Dir: unix.AT_FDCWD}, answer(unix.EFAULT)},
		{"empty", QuietBot(), open("", 0), answer(unix.ENOENT)},
		{"openat2 hides its flags", QuietBot(), Call{Name: "openat2", Path: "/bots/me/x", Dir: unix.AT_FDCWD}, answer(unix.EROFS)},
		{"mkdir", QuietBot(), Call{Name: "mkdir", Path: "/x", Dir: unix.AT_FDCWD}, violation(unix.EACCES)},
		{"mkdir of the JVM", QuietJava(), Call{Name: "mkdir", Path: "/tmp/hsperfdata_nobody", Dir: unix.AT_FDCWD}, answer(unix.ENOENT)},
		{"mkdir of the JVM, by a bot", QuietBot(), Call{Name: "mkdir", Path: "/tmp/hsperfdata_nobody", Dir: unix.AT_FDCWD}, violation(unix.EACCES)},
		{"nscd", QuietBot(), unix1, answer(unix.EAFNOSUPPORT)},
		{"another socket", QuietBot(), unix2, violation(unix.EACCES)},
		{"io_uring of node", QuietNode(), Call{Name: "io_uring_setup"}, answer(unix.ENOSYS)},
		{"io_uring", QuietPython(), Call{Name: "io_uring_setup"}, violation(unix.ENOSYS)},
		{"package.json upwards", QuietNode(), open("/package.json", 0), answer(unix.ENOENT)},
		{"pycache", QuietPython(), Call{Name: "mkdir", Path: "/usr/lib/python3.11/__pycache__", Dir: unix.AT_FDCWD}, answer(unix.EROFS)},
		{"itself", QuietBot(), Call{Name: "kill", Self: true}, pass},
		{"others", QuietBot(), Call{Name: "kill"}, violation(unix.EPERM)},
		{"foreign, whatever it seems", QuietBot(), Call{Name: "kill", Self: true, Foreign: true}, violation(unix.ENOSYS)},
		{"a number without a call", QuietBot(), Call{}, violation(unix.ENOSYS)},
		{"fork", QuietJava(), Call{Name: "fork"}, violation(unix.EAGAIN)},
	} {
		w := &Witness{Dir: "/bots/me", Read: []string{"/bots/me"}, Write: []string{"/scratch"}}
		if got := c.q.Judge(c.call, w); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

// A process may signal itself, but not undo that it was stopped.
func TestJudgeOwnSignals(t *testing.T) {
	for name, arg := range map[string]int{"kill": 1, "tkill": 1, "rt_sigqueueinfo": 1, "tgkill": 2, "rt_tgsigqueueinfo": 2} {
		for s, want := range map[unix.Signal]bool{0: true, unix.SIGABRT: true, unix.SIGSTOP: true, unix.SIGCONT: false} {
			c := Call{Name: name, Self: true}
			c.Args[arg] = 1<<32 | uint64(s) // the kernel looks at half of it
			if v := QuietBot().Judge(c, &Witness{}); v.Continue != want || v.Violation || v.Answer != 0 {
				t.Errorf("%s, %v: %+v", name, s, v)
			}
		}
	}
}

// A process's own folder in /proc is its own by its number, too.
func TestJudgeKnowsItsNumber(t *testing.T) {
	w := &Witness{Own: 7, Read: []string{"/proc/self"}}
	for path, violation := range map[string]bool{
		"/proc/7/stat": false, "/proc/self/stat": false,
		"/proc/8/stat": true, "/proc/8/../7/stat": true, "/proc/77/stat": true, "/proc/7/../8/stat": true, "/proc/7/../../etc/passwd": true,
	} {
		if v := QuietJava().Judge(open(path, 0), w); v.Violation != violation || v.Continue == violation {
			t.Errorf("%s: %+v", path, v)
		}
	}
}

// Relative paths start from the folder that the process has gone to, and it goes to
// none but its own.
func TestJudgeFollows(t *testing.T) {
	w := &Witness{Dir: "/bots/me", Read: []string{"/bots/me", "/usr/lib", "/proc/self"}}
	chdir := func(path string) Verdict {
		return QuietPython().Judge(Call{Name: "chdir", Path: path, Dir: unix.AT_FDCWD}, w)
	}
	for _, path := range []string{"/", "..", "/etc", "/proc/self/cwd/..", ""} {
		if v := chdir(path); v != (Verdict{Answer: unix.EACCES}) {
			t.Errorf("chdir %q: %+v", path, v)
		}
	}
	for _, step := range []struct {
		to, read  string
		violation bool
	}{
		{"data", "book.bin", false},
		{"..", "../you/bot.py", true},
		{"/usr/lib", "../../bots/me/bot.py", false},
		{"python3", "../../../etc/shadow", true},
		{"/proc/self", "cwd/../../bots/you/bot.py", true},
		{"cwd", "../you/bot.py", true},
	} {
		if v := chdir(step.to); !v.Continue {
			t.Errorf("chdir %s: %+v", step.to, v)
		}
		if v := QuietPython().Judge(open(step.read, 0), w); v.Violation != step.violation {
			t.Errorf("%s in %s: %+v", step.read, w.Dir, v)
		}
	}
}

// The network library's probes are no violation, a connection is.
func TestJudgeCountsProbes(t *testing.T) {
	tcp := Call{Name: "socket", Args: [6]uint64{unix.AF_INET, unix.SOCK_STREAM, 0}}
	tcp6 := Call{Name: "socket", Args: [6]uint64{unix.AF_INET6, unix.SOCK_STREAM, 0}}
	q, w := QuietJava(), &Witness{Read: []string{"/usr/lib/jvm"}}
	if v := q.Judge(tcp, w); !v.Violation {
		t.Error("a socket before the library is loaded is no violation")
	}
	q.Judge(open("/usr/lib/jvm/x/lib/libnet.so", unix.O_CLOEXEC), w)
	for i, c := range []Call{tcp, tcp6, tcp} {
		if v := q.Judge(c, w); v != (Verdict{Answer: unix.EAFNOSUPPORT}) {
			t.Errorf("probe %d: %+v", i, v)
		}
	}
	for _, c := range []Call{tcp, tcp6} {
		if v := q.Judge(c, w); !v.Violation {
			t.Errorf("%v after the probes is no violation", c.Args)
		}
	}
}

func TestJudgeKnowsGetpwuid(t *testing.T) {
	w := new(Witness)
	if v := QuietBot().Judge(open("/etc/nsswitch.conf", 0), w); v.Violation {
		t.Error("nsswitch.conf is a violation")
	}
	if v := QuietBot().Judge(open("/etc/passwd", 0), w); !v.Violation {
		t.Error("an open that is not the C library's is no violation")
	}
	if v := QuietBot().Judge(open("/etc/passwd", unix.O_CLOEXEC), w); v != (Verdict{Answer: unix.ENOENT}) {
		t.Errorf("passwd after nsswitch.conf: %+v", v)
	}
	if v := QuietBot().Judge(open("/etc/passwd", unix.O_CLOEXEC), new(Witness)); !v.Violation {
		t.Error("another process's passwd is not a violation")
	}
}

func TestIdiomsAreOfCallsThatReachThem(t *testing.T) {
	// An idiom of a call that no profile notifies would never be asked.
	for _, q := range []Quiet{QuietBot(), QuietDynamic(), QuietPython(), QuietJava(), QuietNode(), QuietBuild()} {
		for _, i := range q {
			if i.Why == "" {
				t.Errorf("%s %s has no reason", i.Calls, i.Path)
			}
			for c := range strings.FieldsSeq(i.Calls) {
				if !known(c) {
					t.Errorf("no architecture has a call %q", c)
				}
				notified := false
				for _, r := range read(Runtime(), AMD64).byCall[c] {
					notified = notified || r.Do == Notify
				}
				if !notified && AMD64.Number(c) >= 0 {
					t.Errorf("%s is not notified", c)
				}
			}
		}
	}
}

func TestEveryRuleHasAReason(t *testing.T) {
	for _, p := range housePolicies(t) {
		for _, r := range p.Rules {
			if r.Why == "" {
				t.Errorf("%s: %s has no reason", p.Name, r.Calls)
			}
		}
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"/a/b", "/a/b", true},
		{"/a/b", "/a/b/c", false},
		{"/a/*", "/a/b", true},
		{"/a/*", "/a/b/c", false},
		{"/a/**", "/a/b/c", true},
		{"/a/**", "/a", true},
		{"/a/**", "/ab", false},
		{"/**/x", "/x", true},
		{"/**/x", "/a/b/x", true},
		{"/**/x", "/a/b/xy", false},
		{"/l*/**/lib*.so*", "/lib64/libc.so.6", true},
		{"/l*/**/lib*.so*", "/lib/x86/libc.so.6", true},
		{"/[", "/[", false}, // not a pattern: matches nothing
	} {
		if got := match(c.pattern, c.path); got != c.want {
			t.Errorf("match(%q, %q) = %v", c.pattern, c.path, got)
		}
	}
}

func FuzzQuote(f *testing.F) {
	f.Add("/etc/passwd")
	f.Add("\x00\x1b[31m\u202e\xff\n\"" + strings.Repeat("é", 200))
	f.Fuzz(func(t *testing.T, s string) {
		for _, c := range []Call{open(s, unix.O_RDWR|unix.O_CREAT|unix.O_TRUNC|unix.O_TMPFILE), {Name: "name_to_handle_at", Path: s}} {
			text := c.text(0, "")
			if len(text) > MaxText {
				t.Errorf("%d bytes: %s", len(text), text)
			}
			for _, b := range []byte(text) {
				if b < ' ' || b > '~' {
					t.Errorf("byte %#x in %q", b, text)
				}
			}
		}
	})
}

func TestParseIDs(t *testing.T) {
	const status = "Name:\tbot\nTgid:\t4711\nNgid:\t0\nPid:\t4712\nNStgid:\t4711\t2\nNSpid:\t4712\t3\nNSpgid:\t4711\t2\nNSsid:\t4711\t2\n"
	got, ok := parseIDs(status)
	if want := (ids{tgid: 4711, own: 2, tid: 3, group: 2}); !ok || got != want {
		t.Errorf("got %+v %v, want %+v", got, ok, want)
	}
	for _, bad := range []string{"", "Tgid:\t1\n", strings.Replace(status, "4712\t3", "x", 1), strings.Replace(status, "NSpid:\t4712\t3", "NSpid:", 1)} {
		if _, ok := parseIDs(bad); ok {
			t.Errorf("%q was accepted", bad)
		}
	}
}

// TestJudgingCostsLittle: whatever path a bot thinks of, to judge it takes some tens
// of microseconds, which is what its budget is charged; of some it took milliseconds.
func TestJudgingCostsLittle(t *testing.T) {
	const most = 300 * time.Microsecond // of the quickest of twenty
	for name, p := range map[string]string{
		"roots":         strings.Repeat("/proc/1/root", 335) + "/etc/localtime",
		"few roots":     strings.Repeat("/proc/1/root", 16) + "/etc/localtime",
		"segments":      strings.Repeat("/a", 2030) + "/site-packages/x",
		"few segments":  strings.Repeat("/a", 55) + "/site-packages/x",
		"below a list":  "/usr/lib/locale" + strings.Repeat("/a", 2037),
		"back and up":   strings.Repeat("/a/..", 800) + "/etc/localtime",
		"long segments": strings.Repeat("/"+strings.Repeat("a.so.", 50), 4),
		"long":          "/" + strings.Repeat("x", 4090),
	} {
		for runtime, q := range map[string]Quiet{"bot": QuietBot(), "dynamic": QuietDynamic(), "python": QuietPython(), "java": QuietJava(), "node": QuietNode()} {
			best := time.Hour
			for range 20 {
				began := time.Now()
				q.Judge(Call{Name: "openat", Path: p, Dir: unix.AT_FDCWD}, &Witness{Dir: "/bots/me", Read: []string{"/bots/me"}})
				best = min(best, time.Since(began))
			}
			if best > most {
				t.Errorf("%s, %s: %v", runtime, name, best)
			}
		}
	}
}

func TestThroughRoot(t *testing.T) {
	for p, want := range map[string]string{
		"/proc/":                        "/proc/",
		"/proc/self":                    "/proc/self",
		"/proc/root/root":               "/",
		"/proc/root":                    "/proc/root",
		"/proc/self/root":               "/",
		"/proc/self/root/etc/x":         "/etc/x",
		"/proc/7/task/8/root/etc":       "/etc",
		"/proc/7/task/8/x/root/etc":     "/proc/7/task/8/x/root/etc",
		"/proc/1/root/proc/2/root/etc":  "/etc",
		"/proc/1/root/procs/2/root/etc": "/procs/2/root/etc",
		"/etc/root/x/root":              "/etc/root/x/root",
	} {
		if got := throughRoot(p); got != want {
			t.Errorf("%s: %s, want %s", p, got, want)
		}
	}
}
