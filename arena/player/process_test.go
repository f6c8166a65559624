package player

import (
	"os/exec"
	"syscall"
	"testing"
	"time"
)

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
	pid := cmd.Process.Pid
	if dying(pid) {
		t.Error("a program that waits for its input is dying")
	}
	if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); !dying(pid); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("a killed program is not dying")
		}
	}
	if cmd.Wait(); dying(pid) {
		t.Error("a program that is no more is dying")
	}
}
