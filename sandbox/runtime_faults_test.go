package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// sharedCase is a program of the catalogue of faults.
func sharedCase(t testing.TB, name string) string {
	t.Helper()
	shared := os.Getenv("ARENA_SHARED")
	if shared == "" {
		missing(t, "the catalogue of faults (set ARENA_SHARED)")
	}
	return filepath.Join(shared, "faults", "cases", name)
}

// launchPath starts a program as a bot that was handed in as one file.
func launchPath(t testing.TB, s *Sandbox, path string, c Command) *Process {
	t.Helper()
	c.Program = open(t, s, path)
	p, err := s.Start(&c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// Runtimes reserve far more than they use: what counts is what is touched.
func TestRuntimesFitAGibibyte(t *testing.T) {
	s := newSandbox(t, testOptions())
	dir := t.TempDir()
	for _, c := range []struct {
		name string
		path func(t *testing.T) string
		want string
	}{
		{"F033: a JVM as it comes", func(t *testing.T) string {
			tool(t, "javac", "openjdk-17-jdk-headless")
			build(t, "javac", "-d", dir, sharedCase(t, "F033.java"))
			return dir + "/F033.class"
		}, "0"},
		{"F033 from its source", func(t *testing.T) string {
			tool(t, "javac", "openjdk-17-jdk-headless")
			return sharedCase(t, "F033.java")
		}, "0"},
		{"F036: Go with 500 MiB live", func(t *testing.T) string {
			tool(t, "go", "golang-go")
			build(t, "go", "build", "-o", dir+"/F036", sharedCase(t, "F036.go"))
			return dir + "/F036"
		}, "0"},
		{"F037: node with wasm, a worker and 200 MiB", func(t *testing.T) string {
			tool(t, "node", "nodejs")
			return sharedCase(t, "F037.js")
		}, "0"},
		{"F048: letters beyond ASCII", func(t *testing.T) string { return sharedCase(t, "F048.py") }, "0"},
		{"F050: std::string of getenv(HOME)", func(t *testing.T) string {
			tool(t, "g++", "g++")
			build(t, "g++", "-o", dir+"/F050", sharedCase(t, "F050.cpp"))
			return dir + "/F050"
		}, "0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := launchPath(t, s, c.path(t), Command{})
			if got := say(t, p, "1"); got != c.want {
				t.Errorf("it says %q", got)
			}
			took := time.Since(p.started)
			f := finish(t, p)
			if f.Status != StatusOK || f.Denied != 0 {
				t.Errorf("%v %+v\n%s", f.Reason(), f.Violations, readAll(t, p.Stderr()))
			}
			t.Logf("answered after %v, %d MiB", took.Round(time.Millisecond), f.PeakMemory>>20)
		})
	}
}

// F048 with an answer that is no ASCII.
func TestUnicodeOutput(t *testing.T) {
	s := newSandbox(t, testOptions())
	p := launchPath(t, s, sharedCase(t, "F048.py"), Command{Args: []string{"-u"}})
	if got := say(t, p, "1"); got != "é" {
		t.Errorf("it says %q", got)
	}
	finish(t, p)
	if got := readAll(t, p.Stderr()); got != "Zoë →\n" {
		t.Errorf("in its log: %q", got)
	}
}

// F041: a tree of processes; a bot may not have one.
func TestTreeIsAViolation(t *testing.T) {
	s := newSandbox(t, testOptions())
	p := launchPath(t, s, sharedCase(t, "F041.py"), Command{})
	if f := finish(t, p); f.Status != StatusViolation || f.Reason() != "violation: clone(fork)" {
		t.Errorf("%v", f.Reason())
	}
}

// F045: it grows by 100 MiB a turn until it is refused or killed.
func TestGrowingIsAMemoryVerdict(t *testing.T) {
	s := newSandbox(t, testOptions())
	p := launchPath(t, s, sharedCase(t, "F045.py"), Command{})
	turns := 0
	for turns < 20 && !p.hasEnded() && say(t, p, "1") == "0" {
		turns++
	}
	f := finish(t, p)
	if f.Status != StatusMemory || turns < 9 || turns > 10 {
		t.Errorf("%v after %d turns, peak %d MiB", f.Reason(), turns, f.PeakMemory>>20)
	}
}

// A JVM has two thirds of the limit for what it keeps, in large and in small
// pieces, and says itself when they are full: with all that its collector needs
// beside them it stays below the limit.
func TestJavaHeapFits(t *testing.T) {
	tool(t, "javac", "openjdk-17-jdk-headless")
	dir := t.TempDir()
	build(t, "javac", "-d", dir, "testdata/runtimes/Hoard.java")
	p := launchPath(t, newSandbox(t, testOptions()), dir+"/Hoard.class", Command{})
	for _, step := range []struct{ mib, want string }{{"640", "kept"}, {"160", "Java heap space"}, {"1", "kept"}} {
		if got := say(t, p, step.mib); got != step.want {
			t.Errorf("%s MiB: it says %q", step.mib, got)
		}
	}
	if f := finish(t, p); f.Status != StatusOK || f.PeakMemory < 640*mib {
		t.Errorf("%v, peak %d MiB", f.Reason(), f.PeakMemory>>20)
	}
}

// F049: what there is of everyday pseudo files.
func TestPseudoFiles(t *testing.T) {
	s := newSandbox(t, testOptions())
	p := launchPath(t, s, sharedCase(t, "F049.py"), Command{})
	if got := say(t, p, "1"); got != "0" {
		t.Errorf("it says %q", got)
	}
	f := finish(t, p)
	seen := readAll(t, p.Stderr())
	for _, line := range []string{
		"/dev/null ok", "/dev/urandom ok", "/proc/self/maps ok", "/dev/shm No such file or directory",
		"/proc/cpuinfo No such file or directory", "/tmp No such file or directory", "/sys/fs/cgroup No such file or directory",
	} {
		if !strings.Contains(seen, line+"\n") {
			t.Errorf("no line %q in\n%s", line, seen)
		}
	}
	if f.Status != StatusOK {
		t.Errorf("%v %+v\n%s", f.Reason(), f.Violations, seen)
	}
}
