package sandbox

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// TestOrphanBeforeItsDeathSignal kills an arena when its child is born and has not
// yet asked for the signal: the child sees it, and does not become the program.
func TestOrphanBeforeItsDeathSignal(t *testing.T) {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	defer unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "SANDBOX_TEST_ARENA="+cProgram(t, "exit"), "SANDBOX_TEST_ARENA_HELD=1")
	cmd.Stderr = os.Stderr
	in, hold, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer hold.Close()
	cmd.Stdin = in
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := bufio.NewReader(out)
	if line, err := said.ReadString('\n'); line != "born\n" {
		cmd.Process.Kill()
		t.Fatalf("the arena says %q (%v)", line, err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	if _, err := hold.WriteString("go on"); err != nil {
		t.Fatal(err)
	}
	var status unix.WaitStatus
	for {
		_, err = unix.Wait4(-1, &status, 0, nil)
		if err != unix.EINTR {
			break
		}
	}
	if err != nil || status.ExitStatus() != 127 {
		t.Errorf("the child ends with exit code %d, signal %v (%v): it became the program", status.ExitStatus(), status.Signal(), err)
	}
}

// heldArena is the other side: its child says that it is born, and waits.
func heldArena(path string) {
	runtime.LockOSThread()
	exe, err := unix.Open(path, unix.O_RDONLY, 0)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	born, buf := []byte("born\n"), make([]byte, 5)
	k := kept{born, buf}
	c := new(child)
	c.add("write", unix.SYS_WRITE, 1, uintptr(unsafe.Pointer(&born[0])), uintptr(len(born)))
	c.add("read", unix.SYS_READ, 0, uintptr(unsafe.Pointer(&buf[0])), uintptr(len(buf)))
	c.become(0, os.Getpid())
	c.add(stepExec, unix.SYS_EXECVEAT, uintptr(exe), uintptr(unsafe.Pointer(&empty[0])), k.strs([]string{"bot"}), k.strs(nil), unix.AT_EMPTY_PATH)
	_, _, err = c.run(birth{cgroupFD: -1})
	runtime.KeepAlive(c)
	runtime.KeepAlive(k)
	fmt.Fprintln(os.Stderr, "the arena goes on:", err)
}
