package cgroup

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A fake is a host in a temporary folder whose new groups are filled with the
// files that the kernel would put there.
type fake struct {
	Host
	t    *testing.T
	dir  string
	fill map[string]map[string]string // by the folder of a mount: file and content
}

func newFake(t *testing.T, mountinfo, membership string, fill map[string]map[string]string) *fake {
	f := &fake{t: t, dir: t.TempDir(), fill: fill}
	f.Proc = filepath.Join(f.dir, "proc")
	f.file("proc/self/mountinfo", strings.ReplaceAll(mountinfo, "@", f.dir))
	f.file("proc/self/cgroup", membership)
	f.file("proc/self/stat", "1 (a) b) R 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 777 21\n")
	f.mkdir = func(path string) error {
		if err := unix.Mkdir(path, 0o755); err != nil {
			return err
		}
		for mount, files := range f.fill {
			if strings.HasPrefix(path, filepath.Join(f.dir, mount)+"/") {
				for name, content := range files {
					if err := os.WriteFile(filepath.Join(path, name), []byte(content), 0o644); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}
	f.rmdir = func(path string) error {
		if _, err := os.Stat(path); err != nil {
			return unix.ENOENT
		}
		return os.RemoveAll(path)
	}
	f.birth = func() error { return nil }
	return f
}

func (f *fake) file(name, content string) {
	f.t.Helper()
	path := filepath.Join(f.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

// knob reads what was written into a file of a group: the value in front, as a
// real file would not keep the rest of a longer one.
func (f *fake) knob(g *Group, k file) string {
	f.t.Helper()
	text, err := os.ReadFile(g.path(k))
	if err != nil {
		f.t.Fatal(err)
	}
	return string(text)
}

func (f *fake) set(g *Group, k file, content string) {
	f.t.Helper()
	if err := os.WriteFile(g.path(k), []byte(content), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fake) open() (*Root, *Group) {
	f.t.Helper()
	r, err := Open(Options{Host: f.Host, Prefix: testPrefix})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() {
		if err := r.Close(); err != nil {
			f.t.Error(err)
		}
	})
	g, err := r.Group()
	if err != nil {
		f.t.Fatal(err)
	}
	return r, g
}

var coreV2 = map[string]string{
	"cgroup.events": "populated 0\nfrozen 0\n", "cgroup.procs": "", "cgroup.kill": "", "cgroup.freeze": "",
	"cgroup.subtree_control": "", "cgroup.controllers": "",
	"cpu.stat":     cpuStatV2,
	"cpu.pressure": "some avg10=0.00 avg60=0.00 avg300=0.00 total=9\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=300000\n",
}

func with(a, b map[string]string) map[string]string {
	all := map[string]string{}
	for _, m := range []map[string]string{a, b} {
		for k, v := range m {
			all[k] = v
		}
	}
	return all
}

var controllersV2 = map[string]string{
	"memory.max": "", "memory.swap.max": "", "memory.peak": "", "memory.current": "0\n", "memory.events": "low 0\nhigh 0\nmax 4\noom 1\noom_kill 0\noom_group_kill 0\n",
	"memory.oom.group": "", "pids.max": "", "pids.current": "0\n", "pids.peak": "1\n", "cpu.max": "",
}

func fakeV2(t *testing.T) *fake {
	f := newFake(t, "30 1 0:26 / @/cg rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n", "0::/own.scope\n",
		map[string]map[string]string{"cg": with(coreV2, controllersV2)})
	f.file("cg/cgroup.controllers", "cpuset cpu io memory pids\n")
	f.file("cg/own.scope/cgroup.controllers", "cpu memory pids\n")
	f.file("cg/own.scope/cgroup.subtree_control", "cpu memory pids\n")
	return f
}

func TestPureV2(t *testing.T) {
	f := fakeV2(t)
	r, g := f.open()
	if r.Report().Mode != V2 {
		t.Errorf("mode %s", r.Report().Mode)
	}
	for _, s := range r.Report().Features {
		if s.Used && (!s.Works || s.Version != 2) {
			t.Errorf("%+v", s)
		}
	}
	if len(g.TaskFDs()) != 0 || g.BirthFD() < 0 {
		t.Errorf("tasks %v, birth %d", g.TaskFDs(), g.BirthFD())
	}
	if err := g.Begin(Limits{Memory: 1 << 30, Processes: 64, Quota: 40 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	for k, want := range map[file]string{memoryLimit: "1073741824", memorySwap: "0", pidsLimit: "64", cpuQuota: "40000 100000", memoryWhole: "1"} {
		if got := f.knob(g, k); got != want {
			t.Errorf("%s = %q; want %q", knobs[k].v2, got, want)
		}
	}
	// Only what has changed is written.
	for _, k := range []file{memoryLimit, memorySwap, cpuQuota} {
		f.set(g, k, "untouched")
	}
	if err := g.Set(Limits{Memory: 1 << 30, Processes: 8, Quota: 40 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	for k, want := range map[file]string{memoryLimit: "untouched", memorySwap: "untouched", cpuQuota: "untouched", pidsLimit: "84"} {
		if got := f.knob(g, k); got != want {
			t.Errorf("%s = %q; want %q", knobs[k].v2, got, want)
		}
	}
	f.set(g, usage, strings.NewReplacer("1234567", "1334567", "1000000", "1080000", "234567", "254567", "240001", "290001").Replace(cpuStatV2))
	f.set(g, pressure, "some x total=1\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=420000\n")
	f.set(g, memoryEvents, "oom 2\noom_kill 3\noom_group_kill 1\n")
	f.set(g, pidsNow, "2\n")
	f.set(g, memoryPeak, "4096\n")
	f.set(g, events, "populated 1\nfrozen 1\n")
	if v, err := g.CPU(); v != 100*time.Millisecond || err != nil {
		t.Errorf("CPU %v, %v", v, err)
	}
	if v, err := g.Throttled(); v != 50*time.Millisecond || err != nil {
		t.Errorf("throttled %v, %v", v, err)
	}
	if v, err := g.Waiting(); v != 70*time.Millisecond || err != nil {
		t.Errorf("waiting %v, %v", v, err)
	}
	if n, err := g.OOMKills(); n != 3 || err != nil {
		t.Errorf("OOMKills %d, %v", n, err)
	}
	if n, err := g.MemoryPeak(); n != 4096 || err != nil {
		t.Errorf("peak %d, %v", n, err)
	}
	if empty, err := g.Empty(); empty || err != nil {
		t.Errorf("empty %v, %v", empty, err)
	}
	if frozen, err := g.Frozen(); !frozen || err != nil {
		t.Errorf("frozen %v, %v", frozen, err)
	}
	f.set(g, usage, "nonsense\n")
	if _, err := g.CPU(); !errors.Is(err, unix.EBADMSG) {
		t.Errorf("a file that cannot be understood gives %v", err)
	}
	f.set(g, events, "populated 0\nfrozen 0\n")
	if empty, err := g.Empty(); !empty || err != nil {
		t.Errorf("with two zombies: empty %v, %v", empty, err)
	}
	f.set(g, pidsNow, "0\n")
	if err := g.Set(Limits{}); err != nil {
		t.Fatal(err)
	}
	if got := f.knob(g, memoryLimit); !strings.HasPrefix(got, "max") {
		t.Errorf("no limit is written as %q", got)
	}
	old := g.folder[0].path
	f.set(g, pidsPeak, "12\n")
	release(t, g)
	if g.folder[0].path == old {
		t.Error("a peak that cannot be reset stays")
	}
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("the old folder: %v", err)
	}
	if got := f.knob(g, memoryWhole); got != "1" {
		t.Errorf("memory.oom.group of the new folder = %q", got)
	}
}

// What of v2 is not delegated is named, and the rest used.
func TestV2WithoutCPU(t *testing.T) {
	f := fakeV2(t)
	f.file("cg/own.scope/cgroup.controllers", "memory pids\n")
	f.file("cg/own.scope/cgroup.subtree_control", "memory pids\n")
	f.file("cg/cgroup.controllers", "memory pids cpu\n")
	r, err := Open(Options{Host: f.Host, Prefix: testPrefix, Parent: "/own.scope"})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if s := r.Report().Of(CPU); s.Works || !strings.Contains(s.Missing, "own.scope") || !strings.Contains(s.Cure, "Delegate=cpu") {
		t.Errorf("%+v", s)
	}
	for _, ok := range []Feature{Memory, Processes, Usage, Kill} {
		if s := r.Report().Of(ok); !s.Works {
			t.Errorf("%+v", s)
		}
	}
}

func TestWithoutPSI(t *testing.T) {
	f := fakeV2(t)
	delete(f.fill["cg"], "cpu.pressure")
	r, g := f.open()
	if s := r.Report().Of(Pressure); s.Works || !strings.Contains(s.Cure, "psi=1") {
		t.Errorf("%+v", s)
	}
	if _, ok := errOf(g.Waiting()).(*MissingError); !ok {
		t.Error("waiting is told without pressure")
	}
	f.fill["cg"]["cpu.pressure"] = "some avg10=0.00 avg60=0.00 avg300=0.00 total=9\n"
	r, _ = f.open()
	if s := r.Report().Of(Pressure); s.Works {
		t.Errorf("%+v", s)
	}
}

func errOf[T any](_ T, err error) error { return err }

func fakeV1(t *testing.T) *fake {
	f := newFake(t, `30 1 0:26 / @/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
31 1 0:27 /box @/memory rw - cgroup cgroup rw,memory
32 1 0:28 / @/pids rw - cgroup cgroup rw,pids
33 1 0:29 / @/ro ro - cgroup cgroup rw,pids
`, "3:cpu,cpuacct:/\n2:memory:/box/inner\n1:pids:/\n0::/\n", map[string]map[string]string{
		"cpu,cpuacct": {
			"tasks": "", "cgroup.procs": "", "cpu.cfs_quota_us": "", "cpu.cfs_period_us": "", "cpu.stat": "nr_periods 0\nnr_throttled 0\nthrottled_time 0\n",
			"cpuacct.usage": "0\n",
		},
		"memory": {
			"tasks": "", "cgroup.procs": "", "memory.limit_in_bytes": "", "memory.memsw.limit_in_bytes": "", "memory.max_usage_in_bytes": "", "memory.usage_in_bytes": "0\n",
			"memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n", "memory.force_empty": "",
		},
		"pids": {"tasks": "", "cgroup.procs": "", "pids.max": "", "pids.current": "0\n"},
	})
	for _, d := range []string{"cpu,cpuacct", "memory/inner", "pids"} {
		f.file(d+"/tasks", "")
	}
	return f
}

func TestPureV1(t *testing.T) {
	f := fakeV1(t)
	r, g := f.open()
	if r.Report().Mode != V1 {
		t.Errorf("mode %s", r.Report().Mode)
	}
	for want, list := range map[bool][]Feature{true: {Memory, Processes, CPU, Usage}, false: {Pressure, Freeze, Kill, Birth}} {
		for _, feature := range list {
			s := r.Report().Of(feature)
			if s.Works != want || want && s.Version != 1 || !want && s.Cure != cureMountV2 {
				t.Errorf("%+v", s)
			}
		}
	}
	if s := r.Report().Of(Memory); !strings.HasPrefix(s.Path, filepath.Join(f.dir, "memory/inner")+"/") {
		t.Errorf("memory in %s", s.Path)
	}
	if n := len(g.TaskFDs()); n != 3 || g.BirthFD() >= 0 {
		t.Errorf("%d tasks, birth %d", n, g.BirthFD())
	}
	if err := g.Begin(Limits{Memory: 100, Processes: 7, Quota: 5 * time.Millisecond, Period: 10 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	for k, want := range map[file]string{memoryLimit: "100", memorySwap: "100", pidsLimit: "7", cpuPeriod: "10000", cpuQuota: "5000"} {
		if got := f.knob(g, k); got != want {
			t.Errorf("%s = %q; want %q", knobs[k].v1, got, want)
		}
	}
	f.set(g, usage, "1500000\n")
	f.set(g, cpuThrottled, "nr_periods 2\nnr_throttled 1\nthrottled_time 7000000\n")
	if v, err := g.CPU(); v != 1500*time.Microsecond || err != nil {
		t.Errorf("CPU %v, %v", v, err)
	}
	if v, err := g.Throttled(); v != 7*time.Millisecond || err != nil {
		t.Errorf("throttled %v, %v", v, err)
	}
	if v, exact, err := g.CPUNow(); v != 1500*time.Microsecond || exact || err != nil {
		t.Errorf("CPUNow %v, %v, %v", v, exact, err)
	}
	if n, err := g.ProcessesPeak(); n != -1 || err != nil {
		t.Errorf("a peak that no file tells: %d, %v", n, err)
	}
	if err := g.Kill(); err != nil {
		t.Error(err)
	}
	if got := f.knob(g, pidsLimit); got != "0" {
		t.Errorf("forks are not refused before a kill: pids.max = %q", got)
	}
	release(t, g)
	if err := g.Begin(Limits{Memory: 100, Processes: 7}); err != nil {
		t.Fatal(err)
	}
	if got := f.knob(g, pidsLimit); got != "7" {
		t.Errorf("pids.max of the next run = %q", got)
	}
}

func TestSwaps(t *testing.T) {
	f := fakeV2(t)
	r, _ := f.open()
	if r.Swaps() {
		t.Error("a host without swap swaps")
	}
	f.file("proc/swaps", "Filename Type Size Used Priority\n/dev/vda2 partition 1 0 -2\n")
	if r.Swaps() {
		t.Error("swap that is counted is said not to be")
	}
	delete(f.fill["cg"], "memory.swap.max")
	r, g := f.open()
	if !r.Swaps() {
		t.Error("swap that is not counted is not told")
	}
	if err := g.Set(Limits{Memory: 5}); err != nil || f.knob(g, memoryLimit) != "5" {
		t.Errorf("memory.max = %q, %v", f.knob(g, memoryLimit), err)
	}
}

func TestNoCgroups(t *testing.T) {
	f := newFake(t, "23 1 254:0 / / rw - ext4 /dev/root rw\n", "0::/\n", nil)
	r, g := f.open()
	if r.Report().Mode != None || g.BirthFD() != -1 || len(g.TaskFDs()) != 0 {
		t.Errorf("mode %s, birth %d, tasks %v", r.Report().Mode, g.BirthFD(), g.TaskFDs())
	}
	for _, s := range r.Report().Features {
		if s.Works || s.Used && s.Cure == "" {
			t.Errorf("%+v", s)
		}
	}
	if err := g.Begin(Limits{}); err != nil {
		t.Error(err)
	}
	if err := g.Set(Limits{Memory: 1}); err == nil {
		t.Error("a limit without a controller is taken")
	}
}
