package sandbox

import (
	"context"
	"testing"
)

func TestExitCode(t *testing.T) {
	s := newSandbox(t, Options{Without: []string{"seccomp", "memory"}})
	prog := open(t, s, cProgram(t, "exit"))
	p, err := s.Start(&Command{Program: prog, Args: []string{"3"}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	f := p.Wait(context.Background())
	t.Logf("%+v", f)
	if f.Status != StatusExited || f.ExitCode != 3 {
		t.Errorf("got %v, exit code %d", f.Status, f.ExitCode)
	}
}
