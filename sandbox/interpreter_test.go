package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
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

// One that takes its time to say what it needs holds up nobody but its program:
// no launch, no call that a guard has to look at, no end.
func TestSlowInterpreter(t *testing.T) {
	s := newSandbox(t, testOptions())
	dir := t.TempDir()
	slow, asked, answer := dir+"/python3", dir+"/asked", dir+"/answer"
	if err := unix.Mkfifo(answer, 0o600); err != nil {
		t.Fatal(err)
	}
	write(t, slow, "#!/bin/sh\necho >"+asked+"\nread line <"+answer+"\nexit 1\n")
	if err := os.Chmod(slow, 0o755); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	go func() {
		_, err := s.Open(write(t, dir+"/bot.py", "pass\n"), ProgramOptions{Interpreter: slow})
		opened <- err
	}()
	for {
		if _, err := os.Stat(asked); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if _, f := run(t, s, Command{}, "abort"); f.Reason() != "SIGABRT (aborted)" { // which the guard hears of
		t.Error(f.Reason())
	}
	select {
	case err := <-opened:
		t.Errorf("it had to wait for the interpreter: %v", err)
	default:
		if err := os.WriteFile(answer, []byte("\n"), 0); err != nil {
			t.Fatal(err)
		}
		var pe *ProgramError
		if err := <-opened; !errors.As(err, &pe) {
			t.Errorf("its program: %v", err)
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
