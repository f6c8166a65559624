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

	"botarena/arena/submission/store"
	"botarena/bots/kits"
)

// BenchmarkClass takes 200 hand-ins of all languages (14 with -short), no two
// the same, through the office, and then runs the same command lines on the
// same sources by os/exec, as many at once, without unpacking, jail or check.
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
	archives := make([][]byte, n)
	for i := range archives {
		archives[i] = numbered(b, kits.Languages[i%len(kits.Languages)], i)
	}
	for b.Loop() {
		checked, checkedCPU, reports := timeClass(b, archives)
		compilers, compilersCPU := timeRaw(b, archives, reports)
		bots := 0.0 // seconds
		for _, r := range reports {
			for _, role := range r.Check.Roles {
				bots += role.CPU / 1e3
			}
		}
		of := func(part float64, whole time.Duration) float64 { return 100 * part / whole.Seconds() }
		above, own := of((checked-compilers).Seconds(), compilers), of(bots/float64(runtime.NumCPU()), compilers)
		b.ReportMetric(compilers.Seconds(), "compilers-s")
		b.ReportMetric(checked.Seconds(), "checked-s")
		b.ReportMetric(above, "above-%")
		b.ReportMetric(own, "bots-%")
		b.ReportMetric(above-own, "ours-%")
		b.ReportMetric(of((checkedCPU-compilersCPU).Seconds(), compilersCPU), "above-cpu-%")
	}
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

// timeClass is the time that a class takes in a new store, by the clock and by
// the processor.
func timeClass(b *testing.B, archives [][]byte) (wall, cpu time.Duration, reports []*Report) {
	r := rules(b)
	r.Dir, r.Policy = filepath.Join(b.TempDir(), "hand-ins"), store.Policy{}
	o := newOffice(b, r)
	if err := o.open(b.Context()); err != nil { // the tools are asked once, not for each
		b.Fatal(err)
	}
	for i, a := range archives {
		submit(b, o, fmt.Sprintf("s%03d", i), a, noon)
	}
	// Go's packages are compiled once for all classes.
	if _, err := o.Inspect(b.Context(), *submit(b, o, "warm", numbered(b, "go", -1), noon)); err != nil {
		b.Fatal(err)
	}
	began, before := time.Now(), used(b)
	class, err := o.Class(b.Context(), nil)
	wall, cpu = time.Since(began), used(b)-before
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range class {
		if s.Err != nil || s.Report.State != Fit {
			b.Fatalf("%s: %v %+v", s.Team, s.Err, s.Report)
		}
		if s.Team != "warm" {
			reports = append(reports, s.Report)
		}
	}
	return wall, cpu, reports
}

// timeRaw is the time that the compilers take by themselves.
func timeRaw(b *testing.B, archives [][]byte, reports []*Report) (wall, cpu time.Duration) {
	tools := map[string]string{}
	for _, c := range []string{"gcc", "g++", "go", "javac", "node", "python3", "rustc"} {
		tools[c] = realTool(b, c)
	}
	caches, err := filepath.Glob(filepath.Join(cacheDir(""), "go-*"))
	if err != nil || len(caches) == 0 {
		b.Fatalf("Go's compiled packages: %v, %v", caches, err)
	}
	dirs := make([]string, len(archives))
	for i, a := range archives {
		dirs[i] = b.TempDir()
		if err := os.CopyFS(dirs[i], zipFS(b, a)); err != nil {
			b.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(dirs[i], ".arena"), 0o755); err != nil {
			b.Fatal(err)
		}
	}
	queue := make(chan int)
	var wg sync.WaitGroup
	began, before := time.Now(), used(b)
	for range atOnce() {
		wg.Go(func() {
			for i := range queue {
				for _, c := range reports[i].Build.Commands {
					words := strings.Fields(c.Line)
					cmd := exec.CommandContext(b.Context(), tools[words[0]], words[1:]...)
					cmd.Dir = dirs[i]
					cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + dirs[i] + "/.arena", "GOCACHE=" + caches[len(caches)-1], "GOPROXY=off", "GOTOOLCHAIN=local", "CGO_ENABLED=0"}
					if out, err := cmd.CombinedOutput(); err != nil {
						b.Errorf("%s: %v\n%s", c.Line, err, out)
					}
				}
			}
		})
	}
	for i := range dirs {
		queue <- i
	}
	close(queue)
	wg.Wait()
	return time.Since(began), used(b) - before
}

// realTool is the tool behind a version manager's script.
func realTool(b *testing.B, name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		b.Fatal(err)
	}
	ask := map[string][]string{"python3": {"-c", "import sys; print(sys.executable)"}, "rustc": {"--print", "sysroot"}}[name]
	if ask == nil {
		return path
	}
	out, err := exec.Command(path, ask...).Output()
	if err != nil {
		b.Fatal(err)
	}
	path = strings.TrimSpace(string(out))
	if name == "rustc" {
		path = filepath.Join(path, "bin", name)
	}
	return path
}

func zipFS(b *testing.B, archive []byte) *zip.Reader {
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		b.Fatal(err)
	}
	return z
}
