package abuse

import (
	"os"
	"testing"

	"botarena/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	if len(os.Args) > 1 && os.Args[1] == arenaRole {
		arena(os.Args[2])
		return
	}
	code := m.Run()
	programs.remove()
	os.Exit(code)
}
