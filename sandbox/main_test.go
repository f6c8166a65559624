package sandbox

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

func TestMain(m *testing.M) {
	Init()
	unix.Umask(0o022) // ordinary users run some of what the tests make
	if prog := os.Getenv("SANDBOX_TEST_ARENA"); prog != "" {
		switch {
		case os.Getenv("SANDBOX_TEST_ARENA_BUSY") != "":
			busyArena(prog)
		case os.Getenv("SANDBOX_TEST_ARENA_HELD") != "":
			heldArena(prog)
		default:
			arenaToKill(prog)
		}
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(built.dir)
	os.Exit(code)
}
