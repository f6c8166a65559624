package sandbox

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// cProgram compiles a static C program of testdata, once.
func cProgram(t testing.TB, name string) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if p, ok := built.paths[name]; ok {
		return p
	}
	if dir := os.Getenv("SANDBOX_TEST_BUILT"); dir != "" {
		return filepath.Join(dir, name) // by our parent
	}
	if built.dir == "" {
		dir, err := os.MkdirTemp("", "sandbox-test")
		if err != nil {
			t.Fatal(err)
		}
		built.dir, built.paths = dir, map[string]string{}
	}
	out := filepath.Join(built.dir, name)
	b, err := exec.Command("gcc", "-static", "-O1", "-pthread", "-o", out, filepath.Join("testdata", name+".c")).CombinedOutput()
	if err != nil {
		t.Fatalf("gcc %s.c: %v\n%s", name, err, b)
	}
	built.paths[name] = out
	return out
}

var built struct {
	sync.Mutex
	dir   string
	paths map[string]string
}

func newSandbox(t testing.TB, o Options) *Sandbox {
	t.Helper()
	s, err := New(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

func open(t testing.TB, s *Sandbox, path string) *Program {
	t.Helper()
	p, err := s.Open(path, ProgramOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}
