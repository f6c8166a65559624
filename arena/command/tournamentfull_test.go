package command

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// smallDisk mounts a disk that is soon full.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("none", dir, "tmpfs", 0, size); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("no small disk: %v", err)
		}
		t.Skipf("no small disk can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// grow gives a small disk room.
func grow(t *testing.T, dir string) {
	t.Helper()
	if err := unix.Mount("none", dir, "", unix.MS_REMOUNT, "size=64m"); err != nil {
		t.Fatal(err)
	}
}

// said collects what a program says, for who waits for a part of it.
type said struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.String()
}

func (s *said) wait(t *testing.T, text string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !strings.Contains(s.String(), text); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it does not say %q:\n%s", text, s)
		}
	}
}

// TestTournamentDiskFull plays onto a disk that is full before the end. The
// championship says so and waits; Ctrl-C ends it, with what to do; what is
// there is whole; with room it goes on, by itself or with --resume, to the
// table of an undisturbed run.
func TestTournamentDiskFull(t *testing.T) {
	file := cup(t, 16)
	undisturbed := filepath.Join(t.TempDir(), "undisturbed")
	table := must(t, "tournament", file, "--results", undisturbed)
	want := gameParts(t, undisturbed)

	dir := smallDisk(t, "size=64k")
	results := filepath.Join(dir, "results")
	begin := func(flags ...string) (*exec.Cmd, *bytes.Buffer, *said) {
		cmd := exec.Command(filepath.Join(binaries, "arena"), append([]string{"tournament", file, "--results", results}, flags...)...)
		out, errs := new(bytes.Buffer), new(said)
		cmd.Stdout, cmd.Stderr = out, errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill() })
		errs.wait(t, "the disk is full: the championship waits until there is room")
		return cmd, out, errs
	}

	cmd, out, errs := begin()
	cmd.Process.Signal(syscall.SIGINT)
	cmd.Wait() // its exit code is looked at
	if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(out.String(), "PARTIAL") ||
		!strings.Contains(errs.String(), "error: the disk is full: ") ||
		!strings.HasSuffix(errs.String(), fmt.Sprintf("hint: make room, then arena tournament %s --results %s --resume goes on\n", file, results)) {
		t.Fatalf("Ctrl-C on a full disk: exit code %d\n%s\n%s", code, out, errs)
	}
	if partial := must(t, "table", results); partial != out.String() {
		t.Errorf("the folder says\n%s\nafter\n%s", partial, out)
	}

	cmd, out, errs = begin("--resume", "--quiet")
	grow(t, dir)
	if err := cmd.Wait(); err != nil || out.String() != table || !strings.Contains(errs.String(), "the disk has room again") {
		t.Fatalf("with room: %v\n%s\nwant\n%s\n%s", err, out, table, errs)
	}
	if got := gameParts(t, results); got != want {
		t.Fatalf("after a full disk:\n%s\nwant\n%s", got, want)
	}
}

// TestTournamentNoRoom: where not even a file can be made nobody is told that
// something is damaged.
func TestTournamentNoRoom(t *testing.T) {
	file := cup(t, 4)
	for files := 2; files <= 3; files++ { // that the disk can hold, the two folders among them
		results := filepath.Join(smallDisk(t, fmt.Sprintf("nr_inodes=%d", files)), "results")
		_, errs, code := run(t, "tournament", file, "--results", results, "--quiet")
		want := fmt.Sprintf("hint: make room, then arena tournament %s --results %s --resume\n", file, results)
		if code != 1 || !strings.Contains(errs, "no space left on device") || !strings.HasSuffix(errs, want) {
			t.Errorf("%d files: exit code %d\n%s", files, code, errs)
		}
	}
}
