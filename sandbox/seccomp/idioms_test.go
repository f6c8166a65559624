package seccomp

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestHonestProgramsCommitNoViolation runs a program of each language, doing
// what honest programs do without knowing, to its end and to a crash.
func TestHonestProgramsCommitNoViolation(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a program of each language")
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "idioms")
	src, err := filepath.Abs("testdata/idioms")
	if err != nil {
		t.Fatal(err)
	}
	usr := []string{"/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/dev/random", "/dev/urandom", "/proc/self", src, dir}
	for _, c := range []struct {
		name  string
		tools []string
		build []string
		run   []string
		p     Policy
		q     Quiet
		read  []string
	}{
		{"C, static", []string{"gcc"}, []string{"gcc", "-w", "-O1", "-static", "-pthread", "-o", out, src + "/idioms.c"}, []string{out}, Bot(), QuietBot(), nil},
		{"C", []string{"gcc"}, []string{"gcc", "-w", "-O1", "-pthread", "-o", out, src + "/idioms.c"}, []string{out}, Runtime(), QuietDynamic(), usr},
		{"C++, static", []string{"g++"}, []string{"g++", "-w", "-static", "-pthread", "-o", out, src + "/idioms.cpp"}, []string{out}, Bot(), QuietBot(), nil},
		{"Rust", []string{"rustc"}, []string{"rustc", "-o", out, src + "/idioms.rs"}, []string{out}, Runtime(), QuietDynamic(), usr},
		{"Go", []string{"go"}, []string{"go", "build", "-o", out, src + "/go/main.go"}, []string{out}, Bot(), QuietBot(), nil},
		{"Python", []string{"python3"}, nil, []string{"python3", src + "/idioms.py"}, Runtime(), QuietPython(), usr},
		{"node", []string{"node"}, nil, []string{"node", src + "/idioms.js"}, Runtime(), QuietNode(), usr},
		{"Java", []string{"java", "javac"}, []string{"javac", "-d", dir, src + "/Idioms.java"}, []string{"java", "-cp", dir, "Idioms"}, Runtime(), QuietJava(), usr},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, tool := range c.tools {
				if _, err := exec.LookPath(tool); err != nil {
					if os.Getenv("CI") == "true" {
						t.Fatal(err)
					}
					t.Skip(err)
				}
			}
			if c.build != nil {
				cmd := exec.Command(c.build[0], c.build[1:]...)
				cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
				if text, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v: %v\n%s", c.build, err, text)
				}
			}
			run, read := c.run, c.read
			if run[0] == "python3" {
				// Not a launcher script of some version manager.
				text, err := exec.Command("python3", "-c", "import sys; print(sys.executable, sys.base_prefix)").Output()
				if err != nil {
					t.Fatal(err)
				}
				exe := strings.Fields(string(text))
				run, read = append(exe[:1:1], run[1:]...), append(read, exe[1])
			}
			for _, line := range []string{"play\n", "abort\n"} {
				stdout, told := runJailed(t, c.p, c.q, &Witness{Dir: src, Read: read}, line, run)
				if !strings.HasPrefix(stdout, "ok ") {
					t.Errorf("%s: it wrote %q", strings.TrimSpace(line), stdout)
				}
				for _, text := range told {
					t.Errorf("%s: violation: %s", strings.TrimSpace(line), text)
				}
			}
		})
	}
}

// runJailed starts a program from a thread under a profile's filter; what that
// thread opens for it is let pass. It returns what the program wrote and its
// violations.
func runJailed(t *testing.T, p Policy, q Quiet, w *Witness, stdin string, argv []string) (stdout string, violations []string) {
	t.Helper()
	path, err := exec.LookPath(argv[0])
	if err != nil {
		t.Fatal(err)
	}
	// What syscall.ForkExec does must not wait for the listener: the runtime
	// does not know that it may block, and would stop the world meanwhile.
	p.Rules = append([]Rule{
		{Calls: "clone", When: []Cond{{Arg: 0, Mask: unix.CLONE_VFORK, In: []uint64{unix.CLONE_VFORK}}}, Do: Allow, Why: "the start"},
		{Calls: "execve", Do: Allow, Why: "the start"},
	}, p.Rules...)
	var out, errs bytes.Buffer
	jailed(t, p, func(n Notification, c Call) Verdict {
		if pid, _ := Process(n.TID); pid == os.Getpid() {
			return Verdict{Continue: true}
		}
		v := q.Judge(c, w)
		if v.Violation {
			violations = append(violations, c.Text)
		}
		return v
	}, func() {
		cmd := exec.Command(path, argv[1:]...)
		if p.Name != Bot().Name { // which shows os/exec no folder to change to
			cmd.Dir = w.Dir
		}
		cmd.Env = []string{"LANG=C.UTF-8", "PATH=/usr/bin", "HOME=/nowhere"}
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
		var crash *exec.ExitError // half of the programs do
		if err := cmd.Run(); err != nil && !errors.As(err, &crash) {
			t.Error(err)
		}
	})
	if len(violations) > 0 || out.Len() == 0 {
		t.Logf("stderr: %.2000s", errs.String())
	}
	return out.String(), violations
}
