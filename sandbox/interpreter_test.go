package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// An interpreter that a hand-in brings along is never run outside the jail.
func TestInterpreterOfAHandIn(t *testing.T) {
	s := newSandbox(t, testOptions())
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("PATH", os.Getenv("PATH")+":.") // somebody has it so
	ran := filepath.Join(dir, "ran")
	for _, name := range []string{"python3", "java", "node"} {
		own := write(t, filepath.Join(dir, name), "#!/bin/sh\necho >"+ran+"\n")
		if err := os.Chmod(own, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{own, "./" + name, "/usr/bin/../.." + own} {
			p, err := s.Open(write(t, dir+"/bot", "#!"+line+"\n"), ProgramOptions{})
			if err == nil {
				p.Close()
			}
			var pe *ProgramError
			if !errors.As(err, &pe) || !strings.Contains(pe.Why, "in none of the folders of programs") {
				t.Errorf("#!%s: %v", line, err)
			}
			if _, err := os.Stat(ran); err == nil {
				t.Fatalf("#!%s was run", line)
			}
		}
	}
}

// What a #! line adds reaches the interpreter.
func TestInterpreterArguments(t *testing.T) {
	tool(t, "python3", "python3")
	s := newSandbox(t, testOptions())
	path := write(t, t.TempDir()+"/bot", "#!/usr/bin/env -S python3 -O\nimport sys\ninput()\nprint(sys.flags.optimize, *sys.argv[1:])\n")
	p := launchPath(t, s, path, Command{Args: []string{"a b", "c"}})
	if got := say(t, p, ""); got != "1 a b c" {
		t.Errorf("it says %q", got)
	}
	if f := finish(t, p); f.Status != StatusOK {
		t.Error(f.Reason())
	}
}

func TestOutermost(t *testing.T) {
	got := outermost([]string{"/usr/lib/a", "/lib", "/usr/lib-b", "/usr/lib", "/lib/x", "/lib"})
	if want := []string{"/lib", "/usr/lib", "/usr/lib-b"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}
