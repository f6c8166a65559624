package command

import (
	"strings"
	"testing"

	"botarena/sandbox"
)

func TestPrintLayers(t *testing.T) {
	var out strings.Builder
	err := printLayers(Streams{Out: &out}, []sandbox.Layer{
		{Name: "root", InForce: true, By: "tmpfs"},
		{Name: "cpu", Missing: "cgroup: not permitted", Cure: "run as root"},
		{Name: "seccomp", Missing: "this kernel does not have it", Cure: "use another kernel"},
		{Name: "memory", Missing: "cgroup: not permitted", Cure: "run as root"},
	}, false)
	if err != nil {
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
}
