package abuse

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What there is on the host to be reached: a port, an abstract unix socket, a
// shared memory segment, a process.

var listeners []net.Listener // kept: the collector closes what is lost

var serve = sync.OnceValues(func() (int, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	u, err := net.Listen("unix", "@"+abstractName())
	if err != nil {
		return 0, err
	}
	listeners = []net.Listener{l, u}
	return l.Addr().(*net.TCPAddr).Port, nil
})

func server(t testing.TB) int {
	t.Helper()
	port, err := serve()
	if err != nil {
		t.Fatal(err)
	}
	return port
}

func abstractName() string { return fmt.Sprintf("abuse-%d", os.Getpid()) }

func segmentKey() int { return 0x0abc0000 + os.Getpid()&0xffff }

// segment makes a shared memory segment of the host's.
func segment(t testing.TB) {
	t.Helper()
	id, _, e := unix.Syscall(unix.SYS_SHMGET, uintptr(segmentKey()), 4096, unix.IPC_CREAT|0o666)
	if e != 0 {
		t.Fatalf("shmget: %v", e)
	}
	t.Cleanup(func() { unix.Syscall(unix.SYS_SHMCTL, id, unix.IPC_RMID, uintptr(unsafe.Pointer(nil))) })
}

// victim is a process that an unjailed program may do anything to.
func victim(t testing.TB) string {
	t.Helper()
	cmd := exec.Command(program(t, "processes"), "deaf")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	if _, err := out.Read(make([]byte, 1)); err != nil { // it is up
		t.Fatal(err)
	}
	return strconv.Itoa(cmd.Process.Pid)
}
