package abuse

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"botarena/sandbox"

	"golang.org/x/sys/unix"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	unix.Umask(0o022) // ordinary users run some of what the tests make
	if len(os.Args) > 1 && os.Args[1] == arenaRole {
		arena(os.Args[2])
		return
	}
	if os.Getpid() < clearOfTheJail {
		os.Exit(furtherUp())
	}
	code := m.Run()
	programs.remove()
	os.Exit(code)
}

// clearOfTheJail is a process number that the processes of a jail, which has
// numbers of its own, do not come to while the tests run.
const clearOfTheJail = 2000

// furtherUp runs the tests under such a number: in a container of its own the
// arena may well be process 20, as one of its bots is in the jail, and what the
// bot then does to the arena, it does to itself.
func furtherUp() int {
	for {
		cmd := exec.Command("/bin/true")
		if err := cmd.Run(); err != nil {
			fmt.Fprintln(os.Stderr, "a process with a higher number:", err)
			return 1
		}
		if cmd.Process.Pid >= clearOfTheJail {
			break
		}
	}
	cmd := exec.Command(os.Args[0], os.Args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Run(); err != nil {
		return 1
	}
	return 0
}
