package abuse

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"botarena/sandbox"

	"golang.org/x/sys/unix"
)

// A try is a line for the hostile program of a runtime.
type try struct {
	line string
	says string // what the program is told, under sandbox.Deny; or another, after "|"
	call string // the violation's text; "" for what is none

	hostCannot string // why it fails on some hosts without a jail, too
	ends       bool   // without a jail it is its end
}

// A hostile is the same idea as the C programs, in a language whose runtime
// needs a root with files in it: these are the walls around those files.
type hostile struct {
	runtime sandbox.Runtime
	make    func(t testing.TB, dir string) (file string, command []string)
	tries   []try
}

func script(name, tool string) func(testing.TB, string) (string, []string) {
	return func(t testing.TB, dir string) (string, []string) {
		t.Helper()
		path, err := exec.LookPath(tool)
		if err != nil {
			missing(t, tool)
		}
		text, err := os.ReadFile("testdata/runtimes/" + name)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return file, []string{path, file}
	}
}

func class(t testing.TB, dir string) (string, []string) {
	t.Helper()
	for _, tool := range []string{"javac", "java"} {
		if _, err := exec.LookPath(tool); err != nil {
			missing(t, tool)
		}
	}
	if out, err := exec.Command("javac", "-Xlint:-deprecation", "-d", dir, "testdata/runtimes/Hostile.java").CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	return filepath.Join(dir, "Hostile.class"), []string{"java", "-cp", dir, "Hostile"}
}

// TestRuntimes makes the attempts of each language without a jail, where they
// succeed, and in it.
func TestRuntimes(t *testing.T) {
	if os.Getuid() != 0 {
		missing(t, "root, for what only root can do without a jail")
	}
	s := jail(t, sandbox.Options{})
	for _, h := range hostiles {
		t.Run(string(h.runtime), func(t *testing.T) { h.test(t, s) })
	}
}

func (h hostile) test(t *testing.T, s *sandbox.Sandbox) {
	file, command := h.make(t, t.TempDir())
	bot, err := s.Open(file, sandbox.ProgramOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer bot.Close()
	if bot.Runtime != h.runtime {
		t.Fatalf("runtime %v", bot.Runtime)
	}
	h.plainly(t, command)

	begin := func(rule sandbox.OnViolation) *sandbox.Process {
		p, err := s.Start(&sandbox.Command{Program: bot, CPUs: oneCore(t), OnViolation: rule})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { p.Close() })
		return p
	}
	opponent := &neighbour{Process: begin(sandbox.Disqualify)} // in the same root
	answers := func() {
		if v := opponent.Violations(); v != nil {
			t.Errorf("the opponent: %+v", v)
		}
		if says := ask(t, opponent.Stdin(), opponent.Stdout(), "answer"); says != "OK" {
			t.Errorf("the opponent says %q", says)
		}
	}
	answers()
	targets := map[string]string{"@port": strconv.Itoa(server(t)), "@opponent": opponent.inside(t)}
	p := begin(sandbox.Deny)
	counts := map[string]int{}
	for i, try := range h.tries {
		line, call := fill(try.line, targets), fill(try.call, targets)
		if says := ask(t, p.Stdin(), p.Stdout(), line); !slices.Contains(strings.Split(try.says, "|"), says) {
			t.Errorf("%s: it is told %q, want %s", try.line, says, try.says)
		}
		fresh := ""
		for _, v := range p.Violations() {
			if v.Count > counts[v.Call] {
				counts[v.Call] = v.Count
				fresh += v.Call + " "
			}
		}
		if fresh = strings.TrimSpace(fresh); fresh != call {
			t.Errorf("%s: violations %q, want %q", try.line, fresh, call)
		}
		// Java takes a third of a second to start: a few of them will do.
		if call == "" || strings.Contains(call, ") ") || h.runtime == sandbox.Java && i%6 > 0 {
			continue
		}
		q := begin(sandbox.Disqualify)
		if _, err := unix.Write(q.Stdin(), []byte(line+"\n")); err != nil {
			t.Fatal(err)
		}
		if f := q.Wait(t.Context()); f.Reason() != "violation: "+call {
			t.Errorf("%s: disqualified for %s, want %s", try.line, f.Reason(), call)
		}
	}
	answers()
	p.CloseStdin()
	if f := p.Wait(t.Context()); f.Status != sandbox.StatusOK {
		t.Errorf("it ends with %s", f.Reason())
	}
}

// plainly makes the attempts without a jail, as root.
func (h hostile) plainly(t *testing.T, command []string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Dir, cmd.Stderr = t.TempDir(), os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWUTS | syscall.CLONE_NEWIPC}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	targets := map[string]string{"@port": strconv.Itoa(server(t)), "@opponent": victim(t)}
	tries := slices.DeleteFunc(slices.Clone(h.tries), func(try try) bool { return try.ends })
	for _, try := range tries {
		if _, err := io.WriteString(in, fill(try.line, targets)+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Fatalf("without a jail: %v\n%s", err, &out)
	}
	said := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(said) != len(tries) {
		t.Fatalf("without a jail: %d answers to %d attempts: %q", len(said), len(tries), said)
	}
	for i, try := range tries {
		switch {
		case said[i] == "OK":
		case try.hostCannot != "":
			t.Logf("%s: not shown (%s): %s", try.line, try.hostCannot, said[i])
		default:
			t.Errorf("%s: without a jail: %s", try.line, said[i])
		}
	}
}

func ask(t testing.TB, in, out int, line string) string {
	t.Helper()
	if _, err := unix.Write(in, []byte(line+"\n")); err != nil {
		t.Fatalf("%s: it does not listen: %v", line, err)
	}
	var answer []byte
	for end := time.Now().Add(patience); time.Now().Before(end); {
		unix.Poll([]unix.PollFd{{Fd: int32(out), Events: unix.POLLIN}}, 100)
		var buf [256]byte
		n, err := unix.Read(out, buf[:])
		if err == unix.EAGAIN || err == unix.EINTR {
			continue
		}
		if err != nil || n == 0 {
			t.Fatalf("%s: it has ended: %v", line, err)
		}
		if answer = append(answer, buf[:n]...); answer[len(answer)-1] == '\n' {
			return strings.TrimSpace(string(answer))
		}
	}
	t.Fatalf("%s: no answer", line)
	return ""
}
