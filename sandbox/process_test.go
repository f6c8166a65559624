package sandbox

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"botarena/sandbox/tinyelf"

	"golang.org/x/sys/unix"
)

// readAll reads one of our ends to its end of file.
func readAll(t testing.TB, fd int) string {
	t.Helper()
	var b strings.Builder
	buf := make([]byte, 4096)
	deadline := time.Now().Add(time.Minute)
	for {
		n, err := unix.Read(fd, buf)
		switch {
		case err == unix.EAGAIN:
			left := time.Until(deadline)
			if left <= 0 {
				t.Fatalf("nothing more to read after a minute, had %q", b.String())
			}
			unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(left.Milliseconds()))
		case err == unix.EINTR:
		case err != nil:
			t.Fatal(err)
		case n == 0:
			return b.String()
		default:
			b.Write(buf[:n])
		}
	}
}

// readLine reads one short line of one of our ends.
func readLine(t testing.TB, fd int) string {
	t.Helper()
	var line []byte
	for b := make([]byte, 1); ; {
		n, err := unix.Read(fd, b)
		switch {
		case err == unix.EAGAIN:
			if n, _ := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 10_000); n == 0 {
				t.Fatalf("no line within 10 s, had %q", line)
			}
		case err == unix.EINTR:
		case err != nil:
			t.Fatal(err)
		case n == 0 || b[0] == '\n':
			return string(line)
		default:
			line = append(line, b[0])
		}
	}
}

// run runs behave.c to its end and returns its output and the facts.
func run(t testing.TB, s *Sandbox, c Command, args ...string) (string, Facts) {
	t.Helper()
	c.Program, c.Args = open(t, s, cProgram(t, "behave")), args
	p, err := s.Start(&c)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	p.CloseStdin()
	out := readAll(t, p.Stdout())
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	return out, p.Wait(ctx)
}

func start(t testing.TB, s *Sandbox, c Command, args ...string) *Process {
	t.Helper()
	c.Program, c.Args = open(t, s, cProgram(t, "behave")), args
	p, err := s.Start(&c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func TestEnds(t *testing.T) {
	s := newSandbox(t, testOptions())
	for _, c := range []struct {
		args   string
		limits Limits
		want   string // Facts.Reason
	}{
		{"spin 0.01", Limits{}, "ok"},
		{"nonsense", Limits{}, "exit code 99"},
		{"abort", Limits{}, "SIGABRT (aborted)"},
		{"segv", Limits{}, "SIGSEGV (segmentation fault)"},
		{"overflow", Limits{Stack: mib}, "SIGSEGV (segmentation fault)"},
		{"xcpu", Limits{}, "SIGXCPU (CPU time limit exceeded)"}, // its own doing: there is no limit
		{"spin 20", Limits{CPUTime: time.Second}, "CPU limit"},
	} {
		t.Run(c.args, func(t *testing.T) {
			_, f := run(t, s, Command{Limits: c.limits}, strings.Fields(c.args)...)
			if f.Reason() != c.want {
				t.Errorf("got %q, want %q (%+v)", f.Reason(), c.want, f)
			}
			if f.Killed != NotKilled {
				t.Errorf("the arena killed it: %v", f.Killed)
			}
		})
	}
}

func TestFirstCauseWins(t *testing.T) {
	s := newSandbox(t, testOptions())
	t.Run("killed for time, then again", func(t *testing.T) {
		p := start(t, s, Command{}, "sleep", "100")
		p.Kill(KilledTime)
		p.Kill(KilledOutput)
		if f := p.Wait(t.Context()); f.Status != StatusTime || f.Killed != KilledTime {
			t.Errorf("got %v, killed for %v", f.Status, f.Killed)
		}
	})
	t.Run("crashed before it was killed", func(t *testing.T) {
		p := start(t, s, Command{}, "segv")
		unix.Poll([]unix.PollFd{{Fd: int32(p.PidFD()), Events: unix.POLLIN}}, 5000)
		p.Kill(KilledTime)
		if f := p.Wait(t.Context()); f.Status != StatusSignalled || f.Signal != syscall.SIGSEGV || f.Killed != NotKilled {
			t.Errorf("got %v, signal %v, killed for %q", f.Status, f.Signal, f.Killed)
		}
	})
	t.Run("done", func(t *testing.T) {
		p := start(t, s, Command{}, "deaf")
		p.Close()
		if f := p.Wait(t.Context()); f.Status != StatusOK || f.Killed != KilledDone {
			t.Errorf("got %v, killed for %v", f.Status, f.Killed)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		p := start(t, s, Command{}, "sleep", "100")
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		if f := p.Wait(ctx); f.Killed != KilledCancelled {
			t.Errorf("killed for %v", f.Killed)
		}
	})
}

// What a program finds of itself and its surroundings.
func TestSurroundings(t *testing.T) {
	t.Setenv("SECRET_OF_THE_ARENA", "1")
	s := newSandbox(t, testOptions())
	out, _ := run(t, s, Command{}, "who")
	id := int(s.seats.base) + 1
	if s.seats.base == 0 {
		id = os.Getuid()
	}
	for _, want := range []string{
		fmt.Sprintf("uid=%d,%d gid=%d groups=0", id, id, id), "leader=1", "cwd=/ ", "blocked=0 handled=0", "core=1", "argv0=bot", "nnp=1",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in %q", want, out)
		}
	}
	if s.report.has(layerPID) && (strings.Contains(out, " pid=1 ") || !strings.Contains(out, " ppid=0 ")) {
		t.Errorf("it is process 1, or sees its parent: %q", out)
	}
	if s.report.has(layerHostName) && !strings.Contains(out, "host=jail ") {
		t.Errorf("it sees the host's name: %q", out)
	}
	out, _ = run(t, s, Command{Env: []string{"HOME=/bot", "MINE=2"}}, "env")
	want := strings.Join(mergeEnv(MinimalEnv(), []string{"HOME=/bot", "MINE=2"}), "\n") + "\n"
	if out != want {
		t.Errorf("environment %q, want %q", out, want)
	}
	if out, _ = run(t, s, Command{}, "fds"); out != "0 1 2 \n" {
		t.Errorf("descriptors %q", out)
	}
	if out, _ = run(t, s, Command{}, "caps"); s.report.has(layerCaps) && out != "0\n" {
		t.Errorf("capabilities in the bounding set: %q", out)
	}
}

func TestEcho(t *testing.T) {
	s := newSandbox(t, testOptions())
	p := start(t, s, Command{}, "echo")
	for i := range 100 {
		msg := fmt.Sprintf("line %d\n", i)
		if _, err := unix.Write(p.Stdin(), []byte(msg)); err != nil {
			t.Fatal(err)
		}
		unix.Poll([]unix.PollFd{{Fd: int32(p.Stdout()), Events: unix.POLLIN}}, 5000)
		b := make([]byte, 64)
		n, err := unix.Read(p.Stdout(), b)
		if err != nil || string(b[:n]) != msg {
			t.Fatalf("%q, %v", b[:max(n, 0)], err)
		}
	}
	p.CloseStdin()
	if f := p.Wait(t.Context()); f.Status != StatusOK || f.Killed != NotKilled {
		t.Errorf("%+v", f)
	}
}

func TestOwnFiles(t *testing.T) {
	s := newSandbox(t, testOptions())
	dir := t.TempDir()
	in, err := os.CreateTemp(dir, "in")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	io.WriteString(in, "from a file\n")
	in.Seek(0, 0)
	out, err := os.CreateTemp(dir, "out")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	p := start(t, s, Command{Stdin: in, Stdout: out}, "echo")
	if p.Stdin() != -1 || p.Stdout() != -1 || p.Stderr() < 0 {
		t.Errorf("ends %v", p.ends)
	}
	p.Wait(t.Context())
	if b, _ := os.ReadFile(out.Name()); string(b) != "from a file\n" {
		t.Errorf("%q", b)
	}
}

func TestFreeze(t *testing.T) {
	s := newSandbox(t, testOptions())
	p := start(t, s, Command{}, "spin", "100")
	for range 3 {
		time.Sleep(20 * time.Millisecond)
		if err := p.Freeze(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
		before, err := p.CPU()
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(30 * time.Millisecond)
		after, err := p.CPU()
		if err != nil || after-before > time.Millisecond {
			t.Errorf("frozen, it used %v (%v)", after-before, err)
		}
		if err := p.Thaw(); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(5 * time.Second); ; time.Sleep(time.Millisecond) {
			if now, _ := p.CPU(); now > after {
				break
			}
			if time.Now().After(end) {
				t.Fatal("thawed, it does not run")
			}
		}
	}
	p.Freeze()
	t0 := time.Now()
	p.Kill(KilledTime)
	if f := p.Wait(t.Context()); f.Status != StatusTime {
		t.Errorf("%v", f.Status)
	}
	if d := time.Since(t0); d > 200*time.Millisecond {
		t.Errorf("killing a frozen process took %v", d)
	}
}

// The caller's own standard files are put where the program's are, whichever
// goes where.
func TestStandardFilesOfTheCaller(t *testing.T) {
	s := newSandbox(t, testOptions())
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	saved, err := unix.FcntlInt(0, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(saved)
	defer unix.Dup3(saved, 0, 0)
	if err := unix.Dup3(int(r.Fd()), 0, 0); err != nil {
		t.Fatal(err)
	}
	p := start(t, s, Command{Stdin: os.Stdin}, "echo")
	w.WriteString("to 0\n")
	if got := readLine(t, p.Stdout()); got != "to 0" {
		t.Errorf("its input at 0: it says %q", got)
	}
	p.Kill(KilledDone)
	p.Wait(t.Context())
	if err := unix.Dup3(int(w.Fd()), 0, 0); err != nil {
		t.Fatal(err)
	}
	p = start(t, s, Command{Stdout: os.Stdin}, "echo")
	if _, err := unix.Write(p.Stdin(), []byte("from 0\n")); err != nil {
		t.Fatal(err)
	}
	if got := readLine(t, int(r.Fd())); got != "from 0" {
		t.Errorf("its output at 0: %q", got)
	}
}

// A program that only the kernel finds damaged did not start, by its own fault.
func TestDamagedProgram(t *testing.T) {
	s := newSandbox(t, testOptions())
	// More program headers than fit into the 64 KiB that the kernel reads
	// (load_elf_phdrs), most of them unused.
	const headers = 2000
	image := tinyelf.Image([]byte{0})
	at := len(image)
	image = append(image, image[64:64+2*56]...)
	image = append(image, make([]byte, (headers-2)*56)...)
	binary.LittleEndian.PutUint64(image[32:], uint64(at)) // e_phoff
	binary.LittleEndian.PutUint16(image[56:], headers)    // e_phnum
	path := t.TempDir() + "/bad"
	if err := os.WriteFile(path, image, 0o755); err != nil {
		t.Fatal(err)
	}
	prog := open(t, s, path)
	for range 2 { // and its seat is used again
		p, err := s.Start(&Command{Program: prog})
		if err != nil {
			t.Fatal(err)
		}
		f := p.Wait(t.Context())
		if f.Status != StatusNotStarted || !strings.Contains(f.Fault, "exec format error") {
			t.Errorf("%+v", f)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, f := run(t, s, Command{}, "spin", "0"); f.Status != StatusOK {
		t.Errorf("the next: %v", f.Reason())
	}
}

// testOptions are the standard jail.
func testOptions() Options { return Options{} }

// A number that nobody has is no process's: 0 is the session of a caller whose session
// this process cannot see, and where those are kept that never started.
func TestNobodysNumber(t *testing.T) {
	var s Sandbox
	s.live.Store(0, new(Process))
	if p := s.running(0); p != nil {
		t.Error("somebody is told to have made the call")
	}
}
