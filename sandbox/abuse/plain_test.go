package abuse

import (
	"context"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestWithoutJail shows that each attempt succeeds where nothing stands in its
// way: a program that fails for a reason of its own would prove nothing. It
// runs as root, in namespaces of its own where its success would otherwise
// outlive it.
func TestWithoutJail(t *testing.T) {
	if os.Getuid() != 0 {
		missing(t, "root, for what only root can do without a jail")
	}
	t.Setenv("ARENA_ABUSE_SECRET", "1")
	segment(t)
	opponent := victim(t)
	for _, r := range Rows() {
		if r.Want == Bounded || !r.exists(t) {
			continue
		}
		t.Run(r.Topic+"/"+r.Name(), func(t *testing.T) {
			targets := maps.Clone(hostTargets(t, r))
			targets["@arena"], targets["@opponent"], targets["@core"] = opponent, opponent, "0"
			out, err := plainly(t, r, targets)
			switch {
			case err == nil && r.HostCannot != "":
				t.Logf("shown, though some hosts cannot: %s", r.HostCannot)
			case err == nil:
			case r.HostCannot != "":
				t.Logf("not shown (%s): %s", r.HostCannot, out)
			default:
				t.Errorf("without a jail: %q, %v", out, err)
			}
		})
	}
}

// plainly runs a row's program without a jail.
func plainly(t *testing.T, r Row, targets map[string]string) (string, error) {
	t.Helper()
	args := r.Plain
	if args == nil {
		args = r.Args
	}
	dir, path := t.TempDir(), program(t, r.Program)
	if slices.Contains(args, "@self") { // a copy, which it may destroy
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		path = dir + "/program"
		if err := os.WriteFile(path, text, 0o755); err != nil {
			t.Fatal(err)
		}
		targets["@self"] = path
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	command := append([]string{path}, fillAll(args, targets)...)
	leads := args[0] == "session"
	if leads { // by a shell of a session of its own: ours may begin outside this process namespace
		command = append([]string{"/bin/sh", "-c", `"$@"; exit $?`, "sh"}, command...)
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = dir
	cmd.ExtraFiles = []*os.File{os.Stderr}
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWUTS, Setsid: leads}
	if !slices.Contains(args, "@key") {
		cmd.SysProcAttr.Unshareflags |= syscall.CLONE_NEWIPC
	}
	if args[0] == "orphan" {
		cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWPID // which ends with it
	}
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}
