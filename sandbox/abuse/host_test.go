package abuse

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// missing ends a test that this host cannot run: a failure where everything
// must be there.
func missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("missing: %s", what)
	}
	t.Skipf("missing: %s", what)
}

// patience is how long to wait for what comes at once, on a busy machine or in an
// emulator too.
const patience = time.Minute

// builtEnv names the folder of programs that another run of this test built.
const builtEnv = "ARENA_ABUSE_BUILT"

type builder struct {
	sync.Mutex
	dir   string
	paths map[string]string
}

var programs = builder{paths: map[string]string{}}

// dynamic after a program's name asks for one with a loader and libraries.
const dynamic = ".dynamic"

// program compiles a C program of testdata, once; statically, unless its name
// says otherwise.
func program(t testing.TB, name string) string {
	t.Helper()
	programs.Lock()
	defer programs.Unlock()
	if p := programs.paths[name]; p != "" {
		return p
	}
	if dir := os.Getenv(builtEnv); dir != "" {
		return filepath.Join(dir, name)
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		missing(t, "a C compiler (package gcc)")
	}
	if programs.dir == "" {
		dir, err := os.MkdirTemp("", "abuse")
		if err != nil {
			t.Fatal(err)
		}
		programs.dir = dir
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(programs.dir, name)
	source, loaded := strings.CutSuffix(name, dynamic)
	args := []string{"-O1", "-pthread", "-o", out, filepath.Join("testdata", source+".c")}
	if !loaded {
		args = append(args, "-static")
	}
	cmd := exec.Command("gcc", args...)
	if b, err := cmd.CombinedOutput(); err != nil {
		if strings.Contains(string(b), "cannot find") {
			missing(t, "a static C library (package libc6-dev)")
		}
		t.Fatalf("gcc %s.c: %v\n%s", name, err, b)
	}
	programs.paths[name] = out
	return out
}

func (b *builder) remove() {
	if b.dir != "" {
		os.RemoveAll(b.dir)
	}
}

// exists reports whether a row is about this architecture, and this machine, at all.
func (r Row) exists(t testing.TB) bool {
	switch {
	case r.Amd64 && runtime.GOARCH != "amd64":
		return false
	case strings.HasPrefix(r.Args[0], "int80-"):
		return !faults80(t)
	}
	return true
}

var int80 struct {
	once   sync.Once
	faults bool
}

// faults80 reports whether int 0x80 is a protection fault here, jail or not: the kernel
// takes no calls of i386, or the virtual machine does not pass them on.
func faults80(t testing.TB) bool {
	int80.once.Do(func() {
		var left *exec.ExitError
		if err := exec.Command(program(t, "foreign"), "int80-getpid").Run(); errors.As(err, &left) {
			status, ok := left.Sys().(syscall.WaitStatus)
			int80.faults = ok && status.Signaled() && status.Signal() == syscall.SIGSEGV
		}
	})
	if int80.faults {
		t.Log("int 0x80 is a protection fault on this machine: nothing to be tried")
	}
	return int80.faults
}

// fill replaces the names of targets, @arena and its kin.
func fill(s string, targets map[string]string) string {
	for name, value := range targets {
		s = strings.ReplaceAll(s, name, value)
	}
	return s
}

func fillAll(list []string, targets map[string]string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = fill(s, targets)
	}
	return out
}

// hostTargets are those that are the same in the jail and outside.
func hostTargets(t testing.TB, r Row) map[string]string {
	t.Helper()
	name, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"@arena": strconv.Itoa(os.Getpid()), "@hostname": name, "@self": program(t, r.Program),
		"@port": strconv.Itoa(server(t)), "@abstract": abstractName(), "@key": fmt.Sprint(segmentKey()),
	}
}
