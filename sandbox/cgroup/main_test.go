package cgroup

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// testPrefix keeps the tests away from the groups of an arena that is running.
const testPrefix = "arenatest"

// childMode names what a copy of this binary does instead of testing.
const childMode = "CGROUP_TEST_CHILD"

func TestMain(m *testing.M) {
	if mode := os.Getenv(childMode); mode != "" {
		child(mode)
		os.Exit(0)
	}
	// Orphans of killed trees become ours to wait for: what pid 1 of a test
	// machine does with them is not known.
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		fmt.Fprintln(os.Stderr, "PR_SET_CHILD_SUBREAPER:", err)
		os.Exit(1)
	}
	code := m.Run()
	if left := leftovers(); len(left) > 0 && code == 0 {
		fmt.Fprintln(os.Stderr, "the tests left behind:", left)
		code = 1
	}
	os.Exit(code)
}

// leftovers are the groups that this process has made and not removed.
func leftovers() (left []string) {
	filepath.WalkDir("/sys/fs/cgroup", func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			if o, ok := parseOwner(d.Name(), testPrefix); ok && o.pid == fmt.Sprint(os.Getpid()) {
				left = append(left, p)
			}
		}
		return nil
	})
	return left
}

// open makes a root, or skips where the host lacks what the test is about.
func open(t testing.TB, need ...Feature) *Root {
	t.Helper()
	r, err := Open(Options{Prefix: testPrefix})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, f := range need {
		if s := r.Report().Of(f); !s.Works {
			lacking(t, fmt.Sprintf("%s: %s (%s)", f, s.Missing, s.Cure))
		}
	}
	return r
}

func lacking(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(what)
	}
	t.Skip(what)
}

func group(t testing.TB, r *Root, l Limits) *Group {
	t.Helper()
	g, err := r.Group()
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Begin(l); err != nil {
		t.Fatal(err)
	}
	return g
}

// proc is a child in a group: a copy of this binary, spoken to by lines.
type proc struct {
	t   testing.TB
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// enter starts a command in a group. A shell enters it, as a program of Go has
// several threads, of which the file tasks would take one.
func enter(t testing.TB, g *Group, mode string, argv ...string) *proc {
	t.Helper()
	script := ""
	cmd := exec.Command("/bin/sh", "-c")
	for i, fd := range g.TaskFDs() {
		script += fmt.Sprintf("echo 0 >&%d; exec %d>&-; ", 3+i, 3+i)
		dup, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		f := os.NewFile(uintptr(dup), "tasks")
		defer f.Close()
		cmd.ExtraFiles = append(cmd.ExtraFiles, f)
	}
	if len(argv) == 0 {
		argv = []string{os.Args[0]}
	}
	cmd.Args = append(cmd.Args, script+`exec "$0" "$@"`)
	cmd.Args = append(cmd.Args, argv...)
	cmd.Env = append(os.Environ(), childMode+"="+mode)
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	if fd := g.BirthFD(); fd >= 0 {
		cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, fd
	}
	return begin(t, cmd)
}

func begin(t testing.TB, cmd *exec.Cmd) *proc {
	t.Helper()
	p := &proc{t: t, cmd: cmd}
	var err error
	if p.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(out)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return p
}

func (p *proc) say(format string, args ...any) {
	p.t.Helper()
	if _, err := fmt.Fprintf(p.in, format+"\n", args...); err != nil {
		p.t.Fatal(err)
	}
}

func (p *proc) hear() string {
	p.t.Helper()
	line, err := p.out.ReadString('\n')
	if err != nil {
		p.t.Fatalf("the child says nothing: %v", err)
	}
	return strings.TrimSpace(line)
}

// end waits for the child, and tells its signal.
func (p *proc) end() syscall.Signal {
	p.t.Helper()
	p.cmd.Wait()
	return p.cmd.ProcessState.Sys().(syscall.WaitStatus).Signal()
}

// reap waits for the orphans of a killed tree. No other child may be running.
func reap(t testing.TB) {
	t.Helper()
	for {
		_, err := unix.Wait4(-1, nil, 0, nil)
		if err == unix.ECHILD {
			return
		}
		if err != nil && err != unix.EINTR {
			t.Fatal(err)
		}
	}
}

func soon() time.Time { return time.Now().Add(2 * time.Second) }

// release gives a group back and fails the test if that cannot be done.
func release(t testing.TB, g *Group) {
	t.Helper()
	if err := g.Release(soon()); err != nil {
		t.Fatal(err)
	}
}
