package sandbox

import (
	"bufio"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// host counts what launches could leave behind.
type hostCount struct {
	fds, mounts int
	groupFDs    int
	children    string
	ipc         string // System V, of the host's own namespace
}

// maxGroupFDs is what some 40 groups more hold: as many processes were being
// cleared away at once.
const maxGroupFDs = 1000

func countHost(t testing.TB) (c hostCount) {
	t.Helper()
	dir, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range dir {
		// The groups' files: how many groups there are depends on how many
		// processes were being cleared away at once. Close removes them.
		if link, _ := os.Readlink("/proc/self/fd/" + e.Name()); strings.HasPrefix(link, "/sys/fs/cgroup/") {
			c.groupFDs++
		} else {
			c.fds++
		}
	}
	m, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		t.Fatal(err)
	}
	c.mounts = strings.Count(string(m), "\n")
	for _, kind := range []string{"shm", "sem", "msg"} {
		b, err := os.ReadFile("/proc/sysvipc/" + kind)
		if err != nil && !os.IsNotExist(err) { // a kernel without
			t.Fatal(err)
		}
		c.ipc += fmt.Sprintf("%s %d ", kind, strings.Count(string(b), "\n"))
	}
	for _, p := range processes(t) {
		if p.ppid == os.Getpid() {
			c.children += fmt.Sprintf("%+v ", p)
		}
	}
	return c
}

// groupsOf lists the cgroup folders that carry a process's id.
func groupsOf(t testing.TB, pid int) (found []string) {
	t.Helper()
	id := "-" + strconv.Itoa(pid) + "-"
	err := filepath.WalkDir("/sys/fs/cgroup", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.Contains(d.Name(), id) {
			found = append(found, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

type procInfo struct {
	pid, ppid   int
	name, state string
}

func processes(t testing.TB) (list []procInfo) {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stats {
		b, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		name := string(b[strings.IndexByte(string(b), '(')+1 : strings.LastIndexByte(string(b), ')')])
		f := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+2:]))
		pid, _ := strconv.Atoi(strings.Split(path, "/")[2])
		ppid, _ := strconv.Atoi(f[1])
		list = append(list, procInfo{pid, ppid, name, f[0]})
	}
	return list
}

func TestNothingLeftBehind(t *testing.T) { testNothingLeft(t, 1000) }

// testNothingLeft launches programs that end in all ways, and looks at what the
// host has before and after, and before and after the sandbox.
func testNothingLeft(t *testing.T, launches int) {
	countHost(t) // the first look opens things of the runtime's own
	outside := countHost(t)
	outsideGroups := groupsOf(t, os.Getpid())
	s, err := New(context.Background(), testOptions())
	if err != nil {
		t.Fatal(err)
	}
	prog := open(t, s, cProgram(t, "behave"))
	launch := func(n int) {
		var wg sync.WaitGroup
		for w := range 4 {
			wg.Go(func() {
				for i := range n / 4 {
					how := []string{"exit", "sleep", "abort", "deaf", "flood"}[(i+w)%5]
					p, err := s.Start(&Command{Program: prog, Args: []string{how, "0"}, OnViolation: Deny})
					if err != nil {
						t.Error(err)
						return
					}
					if how == "deaf" || how == "flood" {
						p.Kill(KilledTime)
					}
					if i%3 != 0 {
						p.Wait(context.Background())
					}
					p.Close()
				}
			})
		}
		wg.Wait()
		s.wg.Wait()
	}
	launch(40) // makes as many seats as are needed
	before := countHost(t)
	t0 := time.Now()
	launch(launches)
	t.Logf("%d launches, %.0f a second", launches, float64(launches)/time.Since(t0).Seconds())
	after := countHost(t)
	if after.groupFDs > before.groupFDs+maxGroupFDs {
		t.Errorf("before %d launches %d descriptors of groups, after %d", launches, before.groupFDs, after.groupFDs)
	}
	before.groupFDs, after.groupFDs = 0, 0
	if after != before {
		t.Errorf("before %d launches %+v, after %+v", launches, before, after)
	}
	prog.Close()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if after := countHost(t); after != outside {
		t.Errorf("before the sandbox %+v, after %+v", outside, after)
	}
	if after := groupsOf(t, os.Getpid()); !slices.Equal(after, outsideGroups) {
		t.Errorf("cgroups before the sandbox: %s, after: %s", outsideGroups, after)
	}
}

// TestArenaKilled kills an arena in the middle of its work with SIGKILL: its
// bots, which ignore everything and have cleared their death signal, and its
// inits are gone at once, and the next arena finds nothing of it.
func TestArenaKilled(t *testing.T) {
	prog := cProgram(t, "behave")
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "SANDBOX_TEST_ARENA="+prog)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	sc := bufio.NewScanner(out)
	var bots []int
	for sc.Scan() && sc.Text() != "ready" {
		pid, err := strconv.Atoi(sc.Text())
		if err != nil {
			t.Fatalf("the arena says %q", sc.Text())
		}
		bots = append(bots, pid)
	}
	if len(bots) != 8 {
		t.Fatalf("%d bots", len(bots))
	}
	var inits []int
	for _, p := range processes(t) {
		if p.ppid == cmd.Process.Pid {
			inits = append(inits, p.pid)
		}
	}
	if len(inits) <= len(bots) {
		t.Fatalf("children of the arena: %v", inits)
	}
	cmd.Process.Kill()
	killed := time.Now()
	cmd.Wait()
	for {
		var left []procInfo
		living := 0
		for _, p := range processes(t) {
			if slices.Contains(bots, p.pid) && p.state != "Z" {
				living++
			}
			for _, pid := range inits {
				if p.pid == pid && p.state != "Z" {
					left = append(left, p)
				}
			}
		}
		if len(left) == 0 {
			break
		}
		// An init is gone only when the host's own process 1 has reaped the
		// bots, in its own time.
		if living > 0 && time.Since(killed) > time.Second {
			t.Fatalf("bots that still live: %d", living)
		}
		if time.Since(killed) > 10*time.Second {
			t.Fatalf("still there: %+v", left)
		}
		time.Sleep(time.Millisecond)
	}
	t.Logf("all gone %v after the kill", time.Since(killed))
}

// arenaToKill is the other side of TestArenaKilled.
func arenaToKill(path string) {
	s, err := New(context.Background(), testOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	prog, err := s.Open(path, ProgramOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range 8 {
		p, err := s.Start(&Command{Program: prog, Args: []string{"deaf"}, OnViolation: Deny})
		if err != nil {
			fmt.Println(err)
			return
		}
		unix.Poll([]unix.PollFd{{Fd: int32(p.Stdout()), Events: unix.POLLIN}}, 5000)
		if i%2 == 1 {
			p.Freeze()
		}
		fmt.Println(p.PID())
	}
	fmt.Println("ready")
	time.Sleep(time.Minute)
}

// Bots that lie on the shelf leave nothing on it, nor their rulesets.
func TestShelfLeftClean(t *testing.T) {
	tool(t, "sh", "dash")
	t.Setenv("TMPDIR", t.TempDir())
	before := countHost(t)
	s, err := New(t.Context(), testOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	dir := t.TempDir()
	for i := range maxRulesets + 10 {
		bot, err := s.Open(write(t, fmt.Sprintf("%s/bot%d", dir, i), "#!/bin/sh\nread line\necho $line"), ProgramOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.Start(&Command{Program: bot, CPUs: s.opts.Cores[:1]})
		if err != nil {
			t.Fatal(err)
		}
		bot.Close() // what runs keeps its files
		if got := say(t, p, "x"); got != "x" {
			t.Errorf("it says %q", got)
		}
		if f := finish(t, p); f.Status != StatusOK {
			t.Errorf("%v", f.Reason())
		}
		p.Close()
	}
	if left, err := os.ReadDir(s.bots.dir); err != nil || len(left) != 0 {
		t.Errorf("on the shelf: %v, %v", left, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if after := countHost(t); after != before {
		t.Errorf("before %+v, after %+v", before, after)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) != 0 {
		t.Errorf("in the host's folder: %v, %v", left, err)
	}
}
