package abuse

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"botarena/sandbox"
)

// arenaRole makes this test binary an arena that is to be killed.
const arenaRole = "abuse-arena"

// arena starts the worst of the bots, says their names, and waits for its end.
func arena(folder string) {
	s, err := sandbox.New(context.Background(), sandbox.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range []struct {
		program, args string
		profile       sandbox.Profile
		freeze        bool
	}{
		{"processes", "deaf", sandbox.Bot, false},
		{"processes", "deaf", sandbox.Bot, true},
		{"processes", "stop", sandbox.Bot, false},
		{"time", "spin", sandbox.Bot, true},
		{"time", "notifications 4", sandbox.Bot, false},
		{"processes", "fork-bomb 20", sandbox.Build, false},
	} {
		prog, err := s.Open(filepath.Join(folder, c.program), sandbox.ProgramOptions{})
		if err != nil {
			fmt.Println(err)
			return
		}
		p, err := s.Start(&sandbox.Command{Program: prog, Args: append(words(c.args), killMark), Profile: c.profile, OnViolation: sandbox.Deny})
		if err != nil {
			if c.profile == sandbox.Build {
				continue // not where there is no cgroup
			}
			fmt.Println(err)
			return
		}
		time.Sleep(30 * time.Millisecond)
		if c.freeze {
			p.Freeze()
		}
	}
	fmt.Println("ready")
	time.Sleep(time.Minute)
}

// killMark is an argument by which the bots of the arena that is killed are
// found.
const killMark = "of-a-killed-arena"

// TestArenaKilled: no bot outlives the arena, whatever it ignores, and in
// whatever state it is.
func TestArenaKilled(t *testing.T) {
	path := program(t, "processes")
	program(t, "time")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, arenaRole, filepath.Dir(path))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if line != "ready\n" {
		cmd.Process.Kill()
		t.Fatalf("the arena says %q, %v", line, err)
	}
	ran := len(marked(t))
	cmd.Process.Kill()
	t0 := time.Now()
	cmd.Wait()
	left := marked(t)
	for ; len(left) > 0 && time.Since(t0) < 5*time.Second; left = marked(t) {
		time.Sleep(time.Millisecond)
	}
	if ran < 5 || len(left) > 0 {
		t.Errorf("%d ran, left: %v", ran, left)
	}
	t.Logf("%d processes gone %v after the arena's death", ran, time.Since(t0).Round(time.Millisecond))
	// The next arena clears the dead one's groups away.
	jail(t, sandbox.Options{})
	if groups, _ := filepath.Glob("/sys/fs/cgroup/*/arena-*-" + strconv.Itoa(cmd.Process.Pid) + "-*"); len(groups) > 0 {
		t.Errorf("groups of the dead arena: %v", groups)
	}
}

func marked(t testing.TB) (pids []string) {
	t.Helper()
	paths, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if b, err := os.ReadFile(path); err == nil && strings.Contains(string(b), killMark) {
			pids = append(pids, strings.Split(path, "/")[2])
		}
	}
	return pids
}

// TestOneOfTwo: the end of one, by memory, by time or by a violation, is
// nothing to the other, which keeps its own memory and its own figures.
func TestOneOfTwo(t *testing.T) {
	s := jail(t, sandbox.Options{})
	nb := newNeighbour(t, s)
	for _, c := range []struct {
		program, args string
		want          sandbox.Status
	}{
		{"memory", "touch 300", sandbox.StatusMemory},
		{"memory", "shared 300", sandbox.StatusMemory},
		{"network", "socket 2 1", sandbox.StatusViolation},
		{"memory", "overflow", sandbox.StatusSignalled},
		{"time", "spin", sandbox.StatusTime},
	} {
		p := start(t, s, c.program, sandbox.Command{CPUs: oneCore(t), Limits: sandbox.Limits{Memory: 64 * mib, Stack: 8 * mib}}, words(c.args)...)
		slowest := time.Duration(0)
		for range 10 {
			slowest = max(slowest, nb.ask(t))
		}
		if c.want == sandbox.StatusTime {
			p.Kill(sandbox.KilledTime)
		}
		if f := p.Wait(t.Context()); f.Status != c.want {
			t.Errorf("%s: %s", c.args, f.Reason())
		}
		nb.ask(t)
		t.Logf("%s: the opponent on the same core answered within %v", c.args, slowest.Round(time.Microsecond))
	}
	nb.CloseStdin()
	if f := nb.Wait(t.Context()); f.Status != sandbox.StatusOK || f.OOM || f.Denied != 0 || f.PeakMemory > 16*mib {
		t.Errorf("the opponent: %s, %+v", f.Reason(), f)
	}
}
