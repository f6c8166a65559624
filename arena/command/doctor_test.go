package command

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"botarena/sandbox"
)

func TestPrintLayers(t *testing.T) {
	var out strings.Builder
	layers := []sandbox.Layer{
		{Name: "root", InForce: true, By: "tmpfs"},
		{Name: "cpu", Missing: "cgroup: not permitted", Cure: "run as root"},
		{Name: "seccomp", Missing: "this kernel does not have it", Cure: "use another kernel"},
		{Name: "memory", Missing: "cgroup: not permitted", Cure: "run as root"},
	}
	if err := printLayers(Streams{Out: &out}, layers, true, false); err != nil {
		t.Fatal(err)
	}
	want := `root     in force  tmpfs
cpu      MISSING   cgroup: not permitted
seccomp  MISSING   this kernel does not have it
memory   MISSING   cgroup: not permitted

to have cpu, memory:
  run as root

to have seccomp:
  use another kernel

jail: standard can be had here, but not strict
`
	if out.String() != want {
		t.Errorf("printed\n%s\nwant\n%s", out.String(), want)
	}
	out.Reset()
	if err := printLayers(Streams{Out: &out}, layers, false, false); err != nil || !strings.HasSuffix(out.String(), "\n\njail: not even standard can be had here\n") || !strings.HasPrefix(out.String(), want[:strings.Index(want, "jail:")]) {
		t.Errorf("%v, printed\n%s", err, out.String())
	}
	out.Reset()
	if err := printLayers(Streams{Out: &out}, layers[:1], false, true); err != nil || !strings.HasPrefix(out.String(), `{"standard":false,"strict":false,"layers":[{"name":"root"`) {
		t.Errorf("%v, printed\n%s", err, out.String())
	}
}

// Where the jail cannot be had, the layers are listed before the error.
func TestDoctorWithoutJail(t *testing.T) {
	const few = "ulimit -n 64 && exec "
	cmd := exec.Command("sh", "-c", few+filepath.Join(binaries, "arena")+" doctor")
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != exitHost {
		t.Errorf("%v, want exit code %d", err, exitHost)
	}
	for _, want := range []string{"\nrlimits ", " in force ", "\nseccomp ", " not built\n", "\njail: not even standard can be had here\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if !strings.Contains(errs.String(), "error: the host cannot give the jail layer seccomp") || !strings.Contains(errs.String(), "hint: ulimit -n 4096") {
		t.Errorf("stderr: %s", errs.String())
	}
}
