package sandbox

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestArenaKilledAtRandom kills arenas that launch all the time, at any point.
func TestArenaKilledAtRandom(t *testing.T) {
	if n := testArenaKilled(t, func(kills, _ int) bool { return kills < 10 }); n == 0 {
		t.Error("no arena came as far as to launch anything")
	}
}

// testArenaKilled starts an arena that launches all the time, kills it with
// SIGKILL after a random time, and sees that all its processes end and that the
// next arena removes the rest, as long as goOn says. It returns how many
// launches the arenas have made.
func testArenaKilled(t *testing.T, goOn func(kills, launches int) bool) (launches int) {
	prog := cProgram(t, "behave")
	t.Setenv("TMPDIR", t.TempDir())
	// What an arena leaves behind becomes ours, so that none of it is missed.
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	defer unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
	for kills := 0; goOn(kills, launches) && !t.Failed(); kills++ {
		cmd := exec.Command(os.Args[0], "-test.run=^$")
		cmd.Env = append(os.Environ(), "SANDBOX_TEST_ARENA="+prog, "SANDBOX_TEST_ARENA_BUSY=1")
		var said bytes.Buffer
		cmd.Stderr = &said
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		after := time.Duration(rand.Int64N(int64(250 * time.Millisecond)))
		time.AfterFunc(after, func() { cmd.Process.Kill() })
		lines, err := io.ReadAll(out)
		if err != nil {
			t.Fatal(err)
		}
		launches += bytes.Count(lines, []byte("\n"))
		cmd.Wait() // killed, as it is meant to be
		killed := time.Now()
		for left := awaitOrphans(t); left != "" && !t.Failed(); left = awaitOrphans(t) {
			if time.Since(killed) > 10*time.Second {
				t.Errorf("killed after %v: still there 10 s later: %s", after, left)
			}
			time.Sleep(time.Millisecond)
		}
		if said.Len() > 0 {
			t.Errorf("the arena says %s", said.String())
		}
		s, err := New(t.Context(), testOptions())
		if err != nil {
			t.Fatal(err)
		}
		// A bot that needs the shelf, which is swept when it is first used.
		write(t, os.TempDir()+"/bot.sh", "#!/bin/sh\nread line\n")
		if bot, err := s.Open(os.TempDir()+"/bot.sh", ProgramOptions{}); err == nil {
			bot.Close()
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if left := groupsOf(t, cmd.Process.Pid); len(left) > 0 {
			t.Errorf("killed after %v: the next arena leaves the groups %v", after, left)
		}
		if left, _ := filepath.Glob(os.TempDir() + "/" + shelfPrefix + "*/bots"); len(left) > 0 {
			t.Errorf("killed after %v: the next arena leaves the shelves %v", after, left)
		}
	}
	return launches
}

// awaitOrphans reaps what has ended of the processes that became ours, and
// names those that still live.
func awaitOrphans(t *testing.T) string {
	for {
		pid, err := unix.Wait4(-1, nil, unix.WNOHANG|unix.WALL, nil)
		switch {
		case err == unix.EINTR:
		case err == unix.ECHILD:
			return ""
		case err != nil:
			t.Fatal(err)
		case pid == 0:
			var left []string
			for _, p := range processes(t) {
				if p.ppid == os.Getpid() {
					left = append(left, fmt.Sprintf("%+v", p))
				}
			}
			return strings.Join(left, " ") + " "
		}
	}
}

// busyArena is the other side: it launches until it is killed, and says a line
// for each launch.
func busyArena(path string) {
	s, err := New(context.Background(), testOptions())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	prog, err := s.Open(path, ProgramOptions{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	script := os.TempDir() + "/" + strconv.Itoa(os.Getpid()) + ".sh"
	if err := os.WriteFile(script, []byte("#!/bin/sh\nread line\n"), 0o755); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	onShelf, err := s.Open(script, ProgramOptions{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	os.Remove(script)
	how := []Command{
		{Program: prog, Args: []string{"exit", "0"}},
		{Program: prog, Args: []string{"deaf"}, OnViolation: Deny},
		{Program: prog, Args: []string{"abort"}},
		{Program: onShelf},
	}
	if s.groups != nil {
		how = append(how, Command{Program: prog, Profile: Build, Args: []string{"forks", "20"}})
	}
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := w; ; i++ {
				c := how[i%len(how)]
				p, err := s.Start(&c)
				if err != nil {
					fmt.Fprintln(os.Stderr, err)
					return
				}
				os.Stdout.WriteString("\n")
				if i%2 == 0 {
					p.Freeze()
				}
				if i%3 != 0 {
					p.Kill(KilledTime)
					p.Wait(context.Background())
				}
				p.Close()
			}
		})
	}
	wg.Wait()
}
