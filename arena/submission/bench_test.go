package submission

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/check"
	"botarena/arena/submission/build"
	"botarena/arena/submission/store"
	"botarena/bots/kits"
)

// round is how many hand-ins one way takes before the other has its turn: what
// else the machine does falls on both.
const round = 25

// BenchmarkClass takes 200 hand-ins of all languages (14 with -short), no two
// the same, through the office, and in turns with it runs the same command lines
// on the same sources by os/exec, as many at once, without unpacking, jail or
// check. A virtual machine that is slow for seconds falls on one way only, so
// that single rounds differ by tens of per cent: -benchtime 3x says more.
//
//	compilers-s   the raw baseline, by the clock
//	checked-s     unpacked, built and checked by a match in each role
//	above-%       what that is above the baseline: bots-% + ours-%
//	bots-%        the checked bots' own processor time, spread over the cores:
//	              to start a JVM, an interpreter, and to play
//	ours-%        the rest: unpacking, the jail, the referee, the waiting
//	above-cpu-%   as above-%, in processor time of this process and its
//	              children; it says more where something else runs on the host
func BenchmarkClass(b *testing.B) {
	n := 200
	if testing.Short() {
		n = 14
	}
	need(b, kits.Languages...)
	r := rules(b)
	r.Dir, r.Policy = filepath.Join(b.TempDir(), "hand-ins"), store.Policy{}
	o := newOffice(b, r)
	lines := map[string][]build.Command{} // by language
	for _, l := range kits.Languages {    // Go's packages are compiled once for all classes
		lines[l] = inspected(b, o, submit(b, o, "warm-"+l, numbered(b, l, -1), noon)).Build.Commands
	}
	var checked, compilers spent
	var bots time.Duration
	for _, l := range lines { // the tools behind scripts are asked for before the time counts
		for _, c := range l {
			realTool(b, strings.Fields(c.Line)[0])
		}
	}
	for base := 0; b.Loop(); base += n {
		for from := base; from < base+n; from += round {
			handIns := make([]*store.HandIn, min(round, base+n-from))
			works := make([]raw, len(handIns))
			for i := range handIns {
				language := kits.Languages[(from+i)%len(kits.Languages)]
				archive := numbered(b, language, from+i)
				handIns[i] = submit(b, o, fmt.Sprintf("s%04d", from+i), archive, noon)
				works[i] = raw{dir: laidOut(b, archive), lines: lines[language]}
			}
			reports := make([]*Report, len(handIns))
			ways := []func(){
				func() { checked.time(b, len(handIns), func(i int) { reports[i] = inspected(b, o, handIns[i]) }) },
				func() { compilers.time(b, len(works), func(i int) { works[i].compile(b) }) },
			}
			for i := range ways { // each is the first one in turn
				ways[(from/round+i)%len(ways)]()
			}
			for _, r := range reports {
				for _, role := range r.Check.Roles {
					bots += time.Duration(role.CPU * float64(time.Millisecond))
				}
			}
		}
	}
	of := func(part, whole time.Duration) float64 { return 100 * part.Seconds() / whole.Seconds() }
	above, own := of(checked.wall-compilers.wall, compilers.wall), of(bots/time.Duration(runtime.NumCPU()), compilers.wall)
	b.ReportMetric(compilers.wall.Seconds()/float64(b.N), "compilers-s")
	b.ReportMetric(checked.wall.Seconds()/float64(b.N), "checked-s")
	b.ReportMetric(above, "above-%")
	b.ReportMetric(own, "bots-%")
	b.ReportMetric(above-own, "ours-%")
	b.ReportMetric(of(checked.cpu-compilers.cpu, compilers.cpu), "above-cpu-%")
}

// spent is the time that one way has taken.
type spent struct{ wall, cpu time.Duration }

// time does n things, as many at once as hand-ins are inspected.
func (s *spent) time(b *testing.B, n int, do func(i int)) {
	queue := make(chan int)
	var wg sync.WaitGroup
	began, before := time.Now(), used(b)
	for range atOnce() {
		wg.Go(func() {
			for i := range queue {
				do(i)
			}
		})
	}
	for i := range n {
		queue <- i
	}
	close(queue)
	wg.Wait()
	s.wall += time.Since(began)
	s.cpu += used(b) - before
}

// inspected takes a hand-in through the office.
func inspected(b *testing.B, o *Office, h *store.HandIn) *Report {
	r, err := o.Inspect(b.Context(), *h)
	if err != nil || r.State != Fit {
		b.Errorf("%s: %v %+v", h.Team, err, r)
		return &Report{Build: &build.Result{}, Check: &check.Report{}}
	}
	return r
}

// used is the processor time so far of this process and its children that
// ended.
func used(b *testing.B) time.Duration {
	var sum int64
	for _, who := range []int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var u unix.Rusage
		if err := unix.Getrusage(who, &u); err != nil {
			b.Fatal(err)
		}
		sum += u.Utime.Nano() + u.Stime.Nano()
	}
	return time.Duration(sum)
}

// numbered packs a kit with a comment in it that no other one has.
func numbered(tb testing.TB, language string, i int) []byte {
	tb.Helper()
	dir := filepath.Join(tb.TempDir(), "kit")
	if err := kits.Copy(dir, "catchcat", language, "x"); err != nil {
		tb.Fatal(err)
	}
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		tb.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			tb.Fatal(err)
		}
		files[e.Name()] = string(text)
		switch filepath.Ext(e.Name()) {
		case ".c", ".cpp", ".go", ".java", ".js", ".rs":
			files[e.Name()] += fmt.Sprintf("\n// %d\n", i)
		case ".py":
			files[e.Name()] += fmt.Sprintf("\n# %d\n", i)
		}
	}
	return zipped(tb, files)
}

// raw is a hand-in that only the compilers see.
type raw struct {
	dir   string
	lines []build.Command
}

// laidOut unpacks a hand-in.
func laidOut(b *testing.B, archive []byte) (dir string) {
	dir = b.TempDir()
	if err := os.CopyFS(dir, zipFS(b, archive)); err != nil {
		b.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, ".arena"), 0o755); err != nil {
		b.Fatal(err)
	}
	return dir
}

// compile runs the command lines as they are.
func (w raw) compile(b *testing.B) {
	caches, err := filepath.Glob(filepath.Join(cacheDir(""), "go-*"))
	if err != nil || len(caches) == 0 {
		b.Errorf("Go's compiled packages: %v, %v", caches, err)
		return
	}
	for _, c := range w.lines {
		words := strings.Fields(c.Line)
		cmd := exec.CommandContext(b.Context(), realTool(b, words[0]), words[1:]...)
		cmd.Dir = w.dir
		cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + w.dir + "/.arena", "GOCACHE=" + caches[len(caches)-1], "GOPROXY=off", "GOTOOLCHAIN=local", "CGO_ENABLED=0"}
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Errorf("%s: %v\n%s", c.Line, err, out)
		}
	}
}

var tools sync.Map // by name

// realTool is the tool behind a version manager's script, which is asked for once.
func realTool(b *testing.B, name string) string {
	if path, ok := tools.Load(name); ok {
		return path.(string)
	}
	path, err := exec.LookPath(name)
	if err != nil {
		b.Fatal(err)
	}
	ask := map[string][]string{"python3": {"-c", "import sys; print(sys.executable)"}, "rustc": {"--print", "sysroot"}}[name]
	if ask != nil {
		out, err := exec.Command(path, ask...).Output()
		if err != nil {
			b.Fatal(err)
		}
		path = strings.TrimSpace(string(out))
	}
	if name == "rustc" {
		path = filepath.Join(path, "bin", name)
	}
	tools.Store(name, path)
	return path
}

func zipFS(b *testing.B, archive []byte) *zip.Reader {
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		b.Fatal(err)
	}
	return z
}
