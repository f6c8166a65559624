package player

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// leaderlessEnv makes this program one whose first thread has ended while
// another one runs on, until its standard input closes.
const leaderlessEnv = "PLAYER_TEST_LEADERLESS"

func init() {
	if os.Getenv(leaderlessEnv) == "" {
		return
	}
	runtime.GOMAXPROCS(2) // the thread that ends takes one of its processors along
	var b [1]byte
	go func() {
		unix.RawSyscall(unix.SYS_READ, 0, uintptr(unsafe.Pointer(&b[0])), 1)
		unix.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
	}()
	unix.RawSyscall(unix.SYS_EXIT, 0, 0, 0) // while init runs, this is the first thread
}

// TestDying: a program that has begun to end, and nobody has seen to its end
// yet, is told from one that lives.
func TestDying(t *testing.T) {
	cmd := exec.Command("cat")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { in.Close(); cmd.Wait() }()
	proc := "/proc/" + strconv.Itoa(cmd.Process.Pid)
	if dying(proc) {
		t.Error("a program that waits for its input is dying")
	}
	if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); !dying(proc); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("a killed program is not dying")
		}
	}
	if cmd.Wait(); dying(proc) {
		t.Error("a program that is no more is dying")
	}
}

// TestLeaderless: a program whose first thread has ended is not dying as long
// as another one can compute, and its end is not waited for.
func TestLeaderless(t *testing.T) {
	pidfd := -1
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = append(os.Environ(), leaderlessEnv+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{PidFD: &pidfd}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { in.Close(); cmd.Wait(); unix.Close(pidfd) }()
	proc := "/proc/" + strconv.Itoa(cmd.Process.Pid)
	first := fmt.Sprintf("%s/task/%d", proc, cmd.Process.Pid)
	for deadline := time.Now().Add(10 * time.Second); !taskDying(first); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("its first thread has not ended")
		}
	}
	began := time.Now()
	if dying(proc) || clearedAway(cmd.Process.Pid, pidfd) {
		t.Error("it is taken to be dying")
	}
	if took := time.Since(began); took > dyingWait/4 {
		t.Errorf("its end was waited for, %v", took)
	}
}

// TestKillPending: a thread that the kernel has killed and that has not run
// since is dying.
func TestKillPending(t *testing.T) {
	for _, c := range []struct {
		thread, process string // the masks of their pending signals
		want            bool
	}{{"100", "0", true}, {"0", "100", true}, {"4000", "4000", false}} {
		folder := t.TempDir()
		task := filepath.Join(folder, "task", "7")
		if err := os.MkdirAll(task, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{
			"stat":   "7 (bot) S) R 1 7 7 0 -1 4194304 0",
			"status": fmt.Sprintf("Name:\tbot\nSigPnd:\t%016s\nShdPnd:\t%016s\n", c.thread, c.process),
		} {
			if err := os.WriteFile(filepath.Join(task, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := dying(folder); got != c.want {
			t.Errorf("%+v: dying %v", c, got)
		}
	}
}
