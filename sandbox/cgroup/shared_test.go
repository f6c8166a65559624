package cgroup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// In a group with other processes no controller is switched on: of cpu and pids
// the kernel would take it, and nothing could be born in the groups below.
func TestGroupWithOtherProcesses(t *testing.T) {
	f := fakeV2(t)
	f.file("cg/own.scope/cgroup.type", "domain\n")
	f.file("cg/own.scope/cgroup.procs", "1\n77\n")
	f.file("cg/own.scope/cgroup.subtree_control", "")
	r, err := Open(Options{Host: f.Host, Prefix: testPrefix, Parent: "/own.scope"})
	if err != nil {
		t.Fatal(err)
	}
	for _, feature := range []Feature{Memory, Processes, CPU} {
		if s := r.Report().Of(feature); s.Works || !strings.Contains(s.Missing, "holds other processes") {
			t.Errorf("%+v", s)
		}
	}
	for _, feature := range []Feature{Kill, Freeze, Birth} {
		if s := r.Report().Of(feature); !s.Works {
			t.Errorf("%+v", s)
		}
	}
	if on, err := os.ReadFile(filepath.Join(f.dir, "cg/own.scope/cgroup.subtree_control")); err != nil || len(on) > 0 {
		t.Errorf("switched on: %q, %v", on, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// Where that has been done already, by whomever, there is no place for groups.
func TestInvalidGroup(t *testing.T) {
	f := fakeV2(t)
	f.fill["cg"]["cgroup.type"] = "domain invalid\n"
	r, err := Open(Options{Host: f.Host, Prefix: testPrefix, Parent: "/own.scope"})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range r.Report().Features {
		if s.Used && (s.Works || s.Missing == "" || s.Cure == "") {
			t.Errorf("%+v", s)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(f.dir, "cg/own.scope/"+testPrefix+"*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}
