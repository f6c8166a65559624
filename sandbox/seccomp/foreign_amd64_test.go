package seccomp

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// int80 makes an i386 call. The code is written at run time because only the
// test wants it. Go passes the first three integers of a call in AX, BX and CX
// and takes the result from AX, which is what int 0x80 does too.
func int80(t *testing.T) func(nr, a, b uintptr) uintptr {
	page, err := unix.Mmap(-1, 0, unix.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		t.Fatal(err)
	}
	copy(page, []byte{0xcd, 0x80, 0xc3}) // int 0x80; ret
	if err := unix.Mprotect(page, unix.PROT_READ|unix.PROT_EXEC); err != nil {
		t.Fatal(err)
	}
	code := unsafe.Pointer(&page[0])
	closure := unsafe.Pointer(&code)
	return *(*func(nr, a, b uintptr) uintptr)(unsafe.Pointer(&closure))
}

func TestForeignCallsAreRefusedAndNamed(t *testing.T) {
	call := int80(t)
	if os.Getenv("SECCOMP_TEST_CHILD") != "" {
		call(20, 0, 0)
		os.Exit(0)
	}
	// Where they are switched off, int 0x80 ends the process.
	probe := exec.Command(os.Args[0], "-test.run=^TestForeignCallsAreRefusedAndNamed$")
	probe.Env = append(os.Environ(), "SECCOMP_TEST_CHILD=1")
	if err := probe.Run(); err != nil {
		t.Skip("this kernel has no i386 calls:", err)
	}
	// The runtime does not know that int 0x80 may block: the collector would
	// wait for it, and it for the listener.
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(4, runtime.GOMAXPROCS(0))))
	for _, p := range []Policy{Bot(), Inherited(Runtime(), testKey, 900)} {
		var socketcall, getpid uintptr
		var x32, high unix.Errno
		told := jailed(t, p, func(n Notification, c Call) Verdict {
			v := deny(n, c)
			if !c.Foreign || !v.Violation {
				t.Errorf("%+v is not a violation", c)
			}
			// Even a listener that lets everything pass must not let these.
			return Verdict{Continue: true}
		}, func() {
			socketcall = call(102, 1, 0)
			getpid = call(20, 0, 0) // allowed as 39, but 20 is writev's number
			_, _, x32 = unix.Syscall(x32Bit|unix.SYS_SOCKET, unix.AF_INET, unix.SOCK_STREAM, 0)
			_, _, high = unix.Syscall(x32Bit|1000, 0, 0, 0)
		})
		enosys := int32(-int(unix.ENOSYS))
		if int32(socketcall) != enosys || int32(getpid) != enosys || x32 != unix.ENOSYS || high != unix.ENOSYS {
			t.Errorf("%s: int 0x80 gave %d and %d, x32 %v and %v; want ENOSYS", p.Name, int32(socketcall), int32(getpid), x32, high)
		}
		want := []string{"int 0x80 (i386 call socketcall)", "int 0x80 (i386 call getpid)", "x32 socket", "x32 call 1000"}
		if len(told) != len(want) {
			t.Fatalf("%s: told %+v", p.Name, told)
		}
		for i, c := range told {
			if c.Text != want[i] {
				t.Errorf("%s: told %q, want %q", p.Name, c.Text, want[i])
			}
		}
	}
}
