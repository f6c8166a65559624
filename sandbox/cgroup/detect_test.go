package cgroup

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func root(t testing.TB) {
	t.Helper()
	if os.Geteuid() != 0 {
		lacking(t, "this test needs root")
	}
}

// detectAs runs Detect in a copy of this binary and returns its report.
func detectAs(t *testing.T, mode string, attr *syscall.SysProcAttr) map[Feature]Status {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childMode+"="+mode)
	cmd.SysProcAttr = attr
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[Feature]Status{}
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSpace(line), "|")
		all[Feature(f[0])] = Status{Works: f[1] == "true", Missing: f[2], Cure: f[3]}
	}
	if len(all) != len(Features) {
		t.Fatalf("%d features reported: %s", len(all), out)
	}
	return all
}

func used(f Feature) bool { return f != CPUSet && f != FreezerV1 }

func TestReadOnlyTree(t *testing.T) {
	root(t)
	here := open(t).Report()
	all := detectAs(t, "readonly", &syscall.SysProcAttr{Unshareflags: unix.CLONE_NEWNS})
	for f, s := range all {
		if !used(f) || !here.Of(f).Works {
			continue
		}
		if s.Works || !strings.Contains(s.Missing, unix.EROFS.Error()) || !strings.Contains(s.Cure, "docker") {
			t.Errorf("%s in a read-only tree: %+v", f, s)
		}
	}
}

func TestOrdinaryUser(t *testing.T) {
	root(t)
	here := open(t).Report()
	for f, s := range detectAs(t, "nobody", nil) {
		if !used(f) || !here.Of(f).Works {
			continue
		}
		if s.Works || !strings.Contains(s.Missing, unix.EACCES.Error()) || !strings.Contains(s.Cure, "systemd-run") {
			t.Errorf("%s for a user without delegation: %+v", f, s)
		}
	}
}

// A process alone in its v2 group gives controllers to groups below it.
func TestLeaveForTheRule(t *testing.T) {
	root(t)
	trees, err := Host{Proc: "/proc"}.hierarchies()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(trees, func(h *hierarchy) bool { return h.v2 && len(h.mounts) > 0 })
	if i < 0 {
		lacking(t, "no v2 tree is mounted")
	}
	top := trees[i].mounts[0].point
	const c = "hugetlb"
	if !slices.Contains(words(filepath.Join(top, "cgroup.controllers")), c) {
		lacking(t, "the v2 tree has no controller "+c)
	}
	if !slices.Contains(words(filepath.Join(top, subtree)), c) {
		if err := writePath(filepath.Join(top, subtree), "+"+c); err != nil {
			t.Fatal(err)
		}
		defer writePath(filepath.Join(top, subtree), "-"+c)
	}
	r := open(t)
	own := filepath.Join(top, r.name+"x")
	if err := unix.Mkdir(own, 0o755); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := r.host.removeTree(own, true, soon()); err != nil {
			t.Error(err)
		}
	}()
	fd, err := lockFolder(own)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	run := func(together bool) (string, error) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childMode+"=alone:"+own)
		cmd.SysProcAttr = &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: fd}
		if together {
			other := exec.Command("/bin/sleep", "60")
			other.SysProcAttr = cmd.SysProcAttr
			if err := other.Start(); err != nil {
				t.Fatal(err)
			}
			defer other.Wait()
			defer other.Process.Kill()
		}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := run(false)
	if err != nil {
		t.Fatalf("alone in its group: %v: %s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 3 || lines[0] != c || !strings.Contains(lines[1], "/"+selfLeaf) || strings.Contains(lines[2], "/"+selfLeaf) {
		t.Errorf("alone in its group it says %q", lines)
	}
	out, err = run(true)
	if err == nil || !strings.Contains(out, "holds other processes") {
		t.Errorf("with another process beside it: %v: %s", err, out)
	}
	os.Remove(filepath.Join(own, owner{testPrefix, "1", "1", "1", "1"}.String()))
}

func TestStaleGroups(t *testing.T) {
	root(t)
	open(t, Kill, Birth).Close()
	start := func() (*proc, string, []string) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childMode+"=owner")
		cmd.Stderr = os.Stderr
		p := begin(t, cmd)
		f := strings.Fields(p.hear())
		return p, f[0], f[1:]
	}
	dead, orphan, gone := start()
	alive, _, kept := start()
	if err := dead.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	dead.end()
	for _, folder := range gone {
		if _, err := os.Stat(folder); err != nil {
			t.Fatalf("nothing is left behind by a killed owner: %v", err)
		}
	}
	if _, err := os.Stat("/proc/" + orphan); err != nil {
		t.Fatal("its process has died with it; the test shows nothing")
	}
	open(t)
	for _, folder := range gone {
		if _, err := os.Stat(folder); !os.IsNotExist(err) {
			t.Errorf("%s of a dead owner is still there (%v)", folder, err)
		}
	}
	var pid int
	fmt.Sscan(orphan, &pid)
	if got, err := unix.Wait4(pid, nil, unix.WNOHANG, nil); got != pid {
		t.Errorf("its process lives on: %d, %v", got, err)
	}
	for _, folder := range kept {
		if _, err := os.Stat(folder); err != nil {
			t.Errorf("%s of a living owner has gone: %v", folder, err)
		}
	}
	alive.cmd.Process.Kill()
	alive.end()
	open(t)
	for _, folder := range kept {
		if _, err := os.Stat(folder); !os.IsNotExist(err) {
			t.Errorf("%s of a dead owner is still there (%v)", folder, err)
		}
	}
	reap(t)
}

// The lock tells an owner of another process namespace from a dead one.
func TestStaleGroupsOfAnotherNamespace(t *testing.T) {
	root(t)
	r := open(t)
	if len(r.places) == 0 {
		lacking(t, "no group can be made here")
	}
	parent := r.places[0].parent
	held := filepath.Join(parent, owner{testPrefix, "1", "2", "3", "4"}.String())
	free := filepath.Join(parent, owner{testPrefix, "1", "2", "3", "5"}.String())
	other := filepath.Join(parent, owner{testPrefix + "x", "1", "2", "3", "5"}.String())
	for _, f := range []string{held, free, other} {
		if err := unix.Mkdir(f, 0o755); err != nil {
			t.Fatal(err)
		}
		defer unix.Rmdir(f)
	}
	fd, err := lockFolder(held)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	open(t)
	for f, want := range map[string]bool{held: true, free: false, other: true} {
		if _, err := os.Stat(f); (err == nil) != want {
			t.Errorf("%s is there: %v; want %v", f, err == nil, want)
		}
	}
}

func TestTwoRootsOfOneProcess(t *testing.T) {
	a, b := open(t), open(t)
	if a.name == b.name {
		t.Fatal("two roots share a name")
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	for _, p := range b.places {
		if _, err := os.Stat(p.dir); err != nil {
			t.Error(err)
		}
	}
}

func TestReportLines(t *testing.T) {
	began := time.Now()
	report, err := Detect(Options{Prefix: testPrefix})
	if err != nil {
		t.Fatal(err)
	}
	lines := report.Lines()
	t.Logf("in %v:\n%s", time.Since(began), strings.Join(lines, "\n"))
	if len(lines) != 1+len(Features) {
		t.Errorf("%d lines for %d features", len(lines), len(Features))
	}
	for _, s := range report.Features {
		if s.Works == (s.Missing != "") || s.Works == (s.By == "") {
			t.Errorf("unclear: %+v", s)
		}
		if !s.Works && s.Used && s.Cure == "" {
			t.Errorf("no cure: %+v", s)
		}
	}
}
