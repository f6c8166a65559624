package sandbox

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// tool finds a program of the host's that a test cannot do without.
func tool(t testing.TB, name, pkg string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		missing(t, name+" (package "+pkg+")")
	}
	return path
}

// missing skips a test, or fails it where everything must be there.
func missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal("this host lacks " + what)
	}
	t.Skip("this host lacks " + what)
}

func build(t testing.TB, argv ...string) {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", argv, err, out)
	}
}

// A botKind makes the bot of one runtime in a folder, and names its file.
type botKind struct {
	name    string
	runtime Runtime
	make    func(t testing.TB, dir string) string
}

func source(name, toolName, pkg string) func(testing.TB, string) string {
	return func(t testing.TB, dir string) string {
		tool(t, toolName, pkg)
		b, err := os.ReadFile("testdata/runtimes/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return write(t, filepath.Join(dir, name), string(b))
	}
}

func compiled(toolName, pkg, source string, flags ...string) func(testing.TB, string) string {
	return func(t testing.TB, dir string) string {
		tool(t, toolName, pkg)
		out := filepath.Join(dir, "bot")
		build(t, append([]string{toolName, "-O1", "-pthread", "-o", out, "testdata/runtimes/" + source}, flags...)...)
		return out
	}
}

func jar(t testing.TB, dir string) string {
	tool(t, "javac", "openjdk-17-jdk-headless")
	tool(t, "jar", "openjdk-17-jdk-headless")
	classes := t.TempDir()
	build(t, "javac", "-d", classes, "testdata/runtimes/Bot.java")
	out := filepath.Join(dir, "bot.jar")
	build(t, "jar", "cfe", out, "Bot", "-C", classes, "Bot.class")
	return out
}

var botKinds = []botKind{
	{"static C", Static, compiled("gcc", "gcc", "bot.c", "-static")},
	{"C", Dynamic, compiled("gcc", "gcc", "bot.c")},
	{"C++ with threads", Dynamic, compiled("g++", "g++", "bot.cpp")},
	{"sh", Custom, source("bot.sh", "sh", "dash")},
	{"python", Python, source("bot.py", "python3", "python3")},
	{"node", Node, source("bot.js", "node", "nodejs")},
	{"java", Java, jar},
	{"java class", Java, func(t testing.TB, dir string) string {
		tool(t, "javac", "openjdk-17-jdk-headless")
		build(t, "javac", "-d", dir, "testdata/runtimes/Bot.java")
		return filepath.Join(dir, "Bot.class")
	}},
}

// say writes a line to a program and reads one back.
func say(t testing.TB, p *Process, line string) string {
	t.Helper()
	if _, err := unix.Write(p.Stdin(), []byte(line+"\n")); err != nil {
		t.Fatal(err)
	}
	return readLine(t, p.Stdout())
}

func finish(t testing.TB, p *Process) Facts {
	t.Helper()
	p.CloseStdin()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	return p.Wait(ctx)
}

// A bot of each runtime answers, reads its own files, and sees nothing else.
func TestRuntimes(t *testing.T) { testRuntimes(t, newSandbox(t, testOptions())) }

func testRuntimes(t *testing.T, s *Sandbox) {
	other := t.TempDir()
	source("bot.py", "sh", "dash")(t, other)
	write(t, other+"/secret.txt", "of another bot")
	opponent, err := s.Open(other+"/bot.py", ProgramOptions{Folder: other})
	if err != nil {
		t.Fatal(err)
	}
	defer opponent.Close()
	secret := opponent.folder(s.report.has(layerRoot)) + "/secret.txt"
	for _, k := range botKinds {
		t.Run(k.name, func(t *testing.T) {
			dir := t.TempDir()
			path := k.make(t, dir)
			write(t, dir+"/data/book.txt", "e2e4\n")
			bot, err := s.Open(path, ProgramOptions{Folder: dir})
			if err != nil {
				t.Fatal(err)
			}
			defer bot.Close()
			if bot.Runtime != k.runtime {
				t.Errorf("runtime %s, want %s", bot.Runtime, k.runtime)
			}
			p, err := s.Start(&Command{Program: bot})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			if got := say(t, p, "hello there"); got != "hello there" {
				t.Errorf("it says %q", got)
			}
			took := time.Since(p.started)
			if got := say(t, p, "read data/book.txt"); got != "e2e4" {
				t.Errorf("of its own file it reads %q", got)
			}
			f := finish(t, p)
			if f.Status != StatusOK || len(f.Violations) != 0 {
				t.Errorf("%v %+v\n%s", f.Reason(), f.Violations, readAll(t, p.Stderr()))
			}
			t.Logf("first answer after %v, %d MiB", took.Round(100*time.Microsecond), f.PeakMemory>>20)

			for _, path := range []string{"/etc/passwd", secret, "/root/.bashrc", "/proc/1/cmdline", "/proc/1/environ"} {
				p, err := s.Start(&Command{Program: bot, OnViolation: Deny})
				if err != nil {
					t.Fatal(err)
				}
				got := say(t, p, "read "+path)
				f := finish(t, p)
				if !strings.HasPrefix(got, "error") || f.Denied != 1 || !strings.Contains(f.Violations[0].Call, path[:min(60, len(path))]) {
					t.Errorf("%s: %q, %v, denied %d: %+v", path, got, f.Reason(), f.Denied, f.Violations)
				}
				p.Close()
			}
			p, err = s.Start(&Command{Program: bot})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			if _, err := unix.Write(p.Stdin(), []byte("read /etc/passwd\n")); err != nil {
				t.Fatal(err)
			}
			if f := finish(t, p); f.Status != StatusViolation || !strings.HasSuffix(f.Reason(), `("/etc/passwd")`) {
				t.Errorf("%v", f.Reason())
			}
		})
	}
}
