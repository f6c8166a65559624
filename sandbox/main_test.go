package sandbox

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	Init()
	if prog := os.Getenv("SANDBOX_TEST_ARENA"); prog != "" {
		if os.Getenv("SANDBOX_TEST_ARENA_BUSY") != "" {
			busyArena(prog)
		} else {
			arenaToKill(prog)
		}
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(built.dir)
	os.Exit(code)
}
