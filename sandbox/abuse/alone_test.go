package abuse

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"botarena/sandbox"
)

// builtAlways are layers that no option switches off.
var builtAlways = []string{"no new privileges", "rlimits", "death with the arena"}

// only is a jail of one layer, and of what is always there.
func only(t testing.TB, keep ...string) *sandbox.Sandbox {
	t.Helper()
	if os.Getuid() != 0 {
		missing(t, "root, for a layer without those that ordinary users need for it")
	}
	all := jail(t, sandbox.Options{})
	var o sandbox.Options
	for _, l := range all.Layers() {
		switch {
		case slices.Contains(keep, l.Name):
			if !l.InForce {
				missing(t, "the layer "+l.Name+": "+l.Missing)
			}
		case !slices.Contains(builtAlways, l.Name):
			o.Without = append(o.Without, l.Name)
		}
	}
	s := jail(t, o)
	for _, l := range s.Layers() {
		if l.InForce && !slices.Contains(keep, l.Name) && !slices.Contains(builtAlways, l.Name) {
			t.Errorf("%s is in force by %s", l.Name, l.By)
		}
	}
	return s
}

// TestEachLayerAlone switches all layers off but one, which then must stop what
// it claims to. As nothing else stands in the way, only harmless variants are
// tried, and each is first seen to succeed without that layer too.
func TestEachLayerAlone(t *testing.T) {
	rows := map[string]Row{}
	for _, r := range Rows() {
		rows[r.Name()] = r
	}
	t.Setenv("ARENA_ABUSE_SECRET", "1")
	segment(t)
	none := only(t)
	besideNone, instead := newNeighbour(t, none), victim(t) // in the arena's place, which must not be traced
	for _, c := range Claims() {
		if len(c.Rows) == 0 {
			continue
		}
		t.Run(c.Layer, func(t *testing.T) {
			cores := oneCore(t)
			for _, name := range c.Rows {
				if r := rows[name]; r.exists(t) && r.HostCannot == "" && !slices.Contains(ofTheHost, r.Args[0]) && !slices.Contains(ofTheHost, name) && heldAlways[r.Args[0]] == "" {
					targets := maps.Clone(hostTargets(t, r))
					targets["@opponent"], targets["@core"] = besideNone.inside(t), strconv.Itoa(1-cores[0]&1)
					targets["@arena"] = instead
					succeeds(t, none, r, targets)
				}
			}
			s := only(t, c.Layer)
			nb := newNeighbour(t, s)
			held := 0
			for _, name := range c.Rows {
				r, ok := rows[name]
				if !ok {
					t.Fatalf("no row %q", name)
				}
				if !r.exists(t) {
					continue
				}
				targets := maps.Clone(hostTargets(t, r))
				targets["@opponent"], targets["@core"] = nb.inside(t), strconv.Itoa(1-cores[0]&1)
				cmd := sandbox.Command{Profile: r.Profile, CPUs: cores}
				if c.Layer == "seccomp" {
					judge(t, s, r, targets, cmd)
					held++
					continue
				}
				out, f := run(t, s, r.Program, cmd, fillAll(harmless(r), targets)...)
				if out == "OK" || f.Status != sandbox.StatusExited || f.ExitCode != 1 {
					t.Errorf("%s: %q, %s", name, out, f.Reason())
					continue
				}
				held++
			}
			nb.ask(t)
			t.Logf("stops %d of %d", held, len(c.Rows))
		})
	}
}

// ofTheHost are operations that would change the host if nothing at all stood
// in their way; TestWithoutJail shows them in namespaces of their own.
var ofTheHost = []string{
	"mount", "bind", "umount", "pivot-only", "fsopen", "move-only", "mount-setattr", "sethostname", "orphan",
	"network shm", "network sem", "network msg", "network add-key",
}

// heldAlways are operations that what is always there stops as well.
var heldAlways = map[string]string{
	"mq":          "RLIMIT_MSGQUEUE is 0",
	"session":     "it leads its process group",
	"deadline":    "the kernel wants the task to run on all cores",
	"raise-limit": "hard limits are low, and some hosts keep CAP_SYS_RESOURCE from root",
}

// harmless are a row's arguments for a jail that may let it through.
func harmless(r Row) []string {
	if r.Plain == nil || strings.HasSuffix(r.Args[0], "-only") {
		return r.Args
	}
	return r.Plain
}

// succeeds shows that nothing but layers stands in a row's way.
func succeeds(t *testing.T, none *sandbox.Sandbox, r Row, targets map[string]string) {
	t.Helper()
	args := r.Plain
	if args == nil {
		args = r.Args
	}
	if slices.Contains(args, "@self") { // a copy, which it may destroy
		targets["@self"] = t.TempDir() + "/program"
		copyFile(t, program(t, r.Program), targets["@self"])
	}
	if out, f := run(t, none, r.Program, sandbox.Command{CPUs: oneCore(t), Env: []string{"ARENA_ABUSE_SECRET=1"}}, fillAll(args, targets)...); out != "OK" && f.Status != sandbox.StatusOK {
		t.Errorf("%s: without any layer: %q, %s", r.Name(), out, f.Reason())
	}
}

// TestNoNewPrivileges runs a set-uid program of root's as an ordinary id.
func TestNoNewPrivileges(t *testing.T) {
	s := only(t, "id per seat")
	dir, err := os.MkdirTemp("", "suid")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	os.Chmod(dir, 0o755)
	suid := dir + "/suid"
	copyFile(t, program(t, "kernel"), suid)
	if err := os.Chmod(suid, os.ModeSetuid|0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := asID(userID, suid, "euid").CombinedOutput(); err != nil {
		missing(t, fmt.Sprintf("a /tmp that honours set-uid programs (%v, %s)", err, out))
	}
	if out, f := run(t, s, "kernel", sandbox.Command{}, "exec", suid, "euid"); out != "EPERM" {
		t.Errorf("%q, %s", out, f.Reason())
	}
}

func TestLimitsAlone(t *testing.T) {
	for _, c := range []struct {
		layer, program, args string
		limits               sandbox.Limits
		held                 func(out string, f sandbox.Facts) bool
	}{
		{"rlimits", "memory", "descriptors", sandbox.Limits{}, func(out string, f sandbox.Facts) bool { return out == "EMFILE" }},
		{"rlimits", "memory", "overflow", sandbox.Limits{Stack: mib}, func(out string, f sandbox.Facts) bool { return f.Status == sandbox.StatusSignalled }},
		{"memory", "memory", "touch 300", sandbox.Limits{Memory: 64 * mib}, func(out string, f sandbox.Facts) bool { return f.Status == sandbox.StatusMemory }},
		{"process count", "processes", "thread-bomb 1000", sandbox.Limits{}, func(out string, f sandbox.Facts) bool { return out == "EAGAIN" }},
		{"cpu", "time", "threads 4 400", sandbox.Limits{Cores: 0.5}, func(out string, f sandbox.Facts) bool { return f.CPU <= f.Wall/2+100*time.Millisecond }},
	} {
		t.Run(c.layer+"/"+c.args, func(t *testing.T) {
			s := only(t, c.layer)
			if out, f := run(t, s, c.program, sandbox.Command{Limits: c.limits}, words(c.args)...); !c.held(out, f) {
				t.Errorf("%q, %s: %+v", out, f.Reason(), f)
			}
		})
	}
	t.Run("kill/orphan", func(t *testing.T) {
		s := only(t, "kill")
		p := start(t, s, "processes", sandbox.Command{}, "orphan", mark)
		f := p.Wait(context.Background())
		if left := withArgs(t, mark); left != "" || f.Status != sandbox.StatusOK {
			t.Errorf("left: %s; %s", left, f.Reason())
		}
	})
	t.Run("freeze/threads", func(t *testing.T) {
		s := only(t, "freeze")
		most := slower(t, s) * time.Millisecond
		p := up(t, s, "time", sandbox.Command{}, "spin")
		if err := p.Freeze(); err != nil {
			t.Fatal(err)
		}
		used, _ := settle(t, p)
		p.Thaw()
		p.Kill(sandbox.KilledTime)
		if p.Wait(t.Context()); used > most {
			t.Errorf("frozen, it used %v", used)
		}
	})
}
