package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func newScratch(t testing.TB, s *Sandbox, size int64, readOnly ...string) *Scratch {
	t.Helper()
	if s.groups == nil {
		missing(t, "cgroups, which end what a build leaves behind")
	}
	sc, err := s.NewScratch(size, readOnly...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := sc.Close(); err != nil {
			t.Error(err)
		}
	})
	return sc
}

// inScratch runs a tool to its end.
func inScratch(t testing.TB, s *Sandbox, sc *Scratch, c Command, path string, args ...string) (Facts, string) {
	t.Helper()
	prog, err := s.Tool(path)
	if err != nil {
		t.Fatal(err)
	}
	c.Program, c.Args, c.Profile, c.Scratch = prog, args, Build, sc
	p, err := s.Start(&c)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	p.CloseStdin()
	stop := time.AfterFunc(time.Minute, func() { p.Kill(KilledTime) })
	defer stop.Stop()
	f := p.Wait(t.Context())
	return f, readAll(t, p.Stdout()) + readAll(t, p.Stderr())
}

// A hand-in in C and one in Go are compiled, and what comes out plays.
func TestBuild(t *testing.T) {
	gcc, goTool := tool(t, "gcc", "gcc"), tool(t, "go", "golang-go")
	goroot, err := filepath.EvalSymlinks(filepath.Dir(filepath.Dir(goTool)))
	if err != nil {
		t.Fatal(err)
	}
	s := newSandbox(t, testOptions())
	for _, c := range []struct {
		name, source, text, tool string
		args, env                []string
	}{
		{
			"C", "bot.c", "#include <stdio.h>\nint main(void) { char b[99]; while (fgets(b, 99, stdin)) fputs(b, stdout), fflush(stdout); }\n",
			gcc,
			[]string{"-O1", "-static", "-o", "bot", "bot.c"},
			nil,
		},
		// Without fmt, which would have half of the library compiled.
		{
			"Go", "bot.go", "package main\n\nimport \"syscall\"\n\nfunc main() {\n\tvar b [99]byte\n\tfor n, _ := syscall.Read(0, b[:]); n > 0; n, _ = syscall.Read(0, b[:]) {\n\t\tsyscall.Write(1, b[:n])\n\t}\n}\n",
			goTool,
			[]string{"build", "-p", "2", "-o", "bot", "bot.go"},
			[]string{"CGO_ENABLED=0"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "Go" && testing.Short() {
				t.Skip("compiles Go's runtime, which takes half a minute on a busy machine")
			}
			sc := newScratch(t, s, 512*mib, goroot)
			if err := sc.Root().WriteFile(c.source, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			f, out := inScratch(t, s, sc, Command{Env: c.env, Limits: Limits{Memory: 2 * gib, Cores: 2}}, c.tool, c.args...)
			if f.Status != StatusOK {
				t.Fatalf("%v %+v\n%s", f.Reason(), f.Violations, out)
			}
			t.Logf("built in %v, CPU %v, throttled %v, %d MiB, %d processes", f.Wall.Round(time.Millisecond), f.CPU, f.Throttled, f.PeakMemory>>20, f.PeakProcesses)
			image, err := sc.Root().ReadFile("bot")
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "bot")
			if err := os.WriteFile(path, image, 0o755); err != nil {
				t.Fatal(err)
			}
			p := launchPath(t, s, path, Command{})
			if got := say(t, p, "hello"); got != "hello" {
				t.Errorf("it says %q", got)
			}
			finish(t, p)
		})
	}
}

// A build sees tools and its own folder, which has a size; the network is
// closed, and the host cannot be read.
func TestBuildIsHeld(t *testing.T) {
	sh := tool(t, "sh", "dash")
	s := newSandbox(t, testOptions())
	sc := newScratch(t, s, mib)
	f, out := inScratch(t, s, sc, Command{}, sh, "-c", `pwd; id -u; echo x >/usr/x; echo x >/x; cat /etc/passwd; ls /root; ls /proc/1; head -c 2000000 /dev/zero >big; ls /`)
	for _, want := range []string{"/tmp\n", "cannot create /usr/x: Read-only file system", "cannot create /x: Read-only file system", "/etc/passwd: No such file", "'/root': No such file", "'/proc/1': No such file", "No space left on device"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in what it says", want)
		}
	}
	if t.Failed() {
		t.Logf("%v\n%s", f.Reason(), out)
	}
	if st, err := sc.Root().Stat("big"); err != nil || st.Size() > mib {
		t.Errorf("the big file: %v, %v", st, err)
	}
	// A link that it leaves leads nowhere.
	if f, out := inScratch(t, s, sc, Command{}, sh, "-c", "rm big; ln -s /etc/passwd bot; mkfifo pipe"); f.Status != StatusOK {
		t.Errorf("%v\n%s", f.Reason(), out)
	}
	if b, err := sc.Root().ReadFile("bot"); err == nil {
		t.Errorf("the host's file came out: %.20q", b)
	}
	// Nothing of it is in the next.
	other := newScratch(t, s, mib)
	if _, err := other.Root().Lstat("bot"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("another scratch folder holds it: %v", err)
	}
}

// One command at a time.
func TestScratchIsBusy(t *testing.T) {
	s := newSandbox(t, testOptions())
	sc := newScratch(t, s, mib)
	prog, err := s.Tool(tool(t, "cat", "coreutils"))
	if err != nil {
		t.Fatal(err)
	}
	c := Command{Program: prog, Profile: Build, Scratch: sc}
	p, err := s.Start(&c)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var le *LaunchError
	if _, err := s.Start(&c); !errors.As(err, &le) {
		t.Errorf("a second command: %v", err)
	}
	if err := sc.Close(); err == nil {
		t.Error("it was closed under a command")
	}
	if _, err := unix.Write(p.Stdin(), []byte("x\n")); err != nil {
		t.Fatal(err)
	}
	if got := readLine(t, p.Stdout()); got != "x" {
		t.Errorf("%q", got)
	}
	finish(t, p)
}

// What a build leaves in its folder is no longer charged to anybody who comes
// after it.
func TestScratchIsNotTheNextOnes(t *testing.T) {
	dd := tool(t, "dd", "coreutils")
	s := newSandbox(t, testOptions())
	sc := newScratch(t, s, 128*mib)
	f, said := inScratch(t, s, sc, Command{}, dd, "if=/dev/zero", "of=/tmp/big", "bs=1M", "count=64")
	if f.Status != StatusOK {
		t.Fatalf("%v\n%s", f.Reason(), said)
	}
	if f.PeakMemory >= 0 && f.PeakMemory < 64*mib {
		t.Errorf("64 MiB of files were charged as %d MiB", f.PeakMemory/mib)
	}
	for range 3 {
		if _, f := run(t, s, Command{Limits: Limits{Memory: 48 * mib}}, "spin", "0"); f.Status != StatusOK || f.PeakMemory > 16*mib {
			t.Errorf("the next: %v, peak %d MiB", f.Reason(), f.PeakMemory/mib)
		}
	}
	if st, err := sc.Root().Stat("big"); err != nil || st.Size() != 64*mib {
		t.Errorf("the file: %v, %v", st, err)
	}
}

// What lies below /tmp on the host can be shown, though /tmp is the build's own;
// /tmp itself cannot.
func TestScratchShowsToolsBelowTmp(t *testing.T) {
	sh := tool(t, "sh", "dash")
	tools, err := os.MkdirTemp("/tmp", "toolchain")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(tools) })
	if err := os.Chmod(tools, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, tools+"/version", "1.2.3\n")
	s := newSandbox(t, testOptions())
	sc := newScratch(t, s, mib, tools)
	f, out := inScratch(t, s, sc, Command{}, sh, "-c", "cat "+tools+"/version; echo x >"+tools+"/version; echo y >/tmp/y; cat /tmp/y")
	if f.Status != StatusOK || !strings.Contains(out, "1.2.3\n") || !strings.Contains(out, "y\n") || !strings.Contains(out, "Read-only file system") {
		t.Errorf("%v\n%s", f.Reason(), out)
	}
	var le *LaunchError
	for _, path := range []string{"/tmp", "/tmp/", "/"} {
		if _, err := s.NewScratch(mib, path); !errors.As(err, &le) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
