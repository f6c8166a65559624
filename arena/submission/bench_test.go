package submission

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/submission/store"
	"botarena/bots/kits"
)

// BenchmarkClass takes 200 hand-ins of all languages (14 with -short), no two
// the same, through the office with every core busy, and then runs the same
// compilers on the same sources by os/exec, without unpacking, jail or check.
//
//	compilers-s   the raw baseline, by the clock
//	built-s       unpacked and built
//	above-%       what that is above the baseline
//	checked-s     unpacked, built and checked by a match in each role
//	bots-%        what the check is above built-s: mostly the bots' own time
//	above-cpu-%   as above-%, in processor time: the arena's own and that of
//	              the compilers in the jail, to that of the compilers without;
//	              it says more where something else runs on the host
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
		before := used(b, unix.RUSAGE_SELF)
		built, reports := timeClass(b, archives, 0)
		own := used(b, unix.RUSAGE_SELF) - before
		for _, r := range reports {
			for _, c := range r.Build.Commands {
				own += c.CPU
			}
		}
		before = used(b, unix.RUSAGE_CHILDREN)
		compilers := timeRaw(b, archives, reports)
		raw := used(b, unix.RUSAGE_CHILDREN) - before
		b.ReportMetric(100*(own.Seconds()/raw.Seconds()-1), "above-cpu-%")
		checked, _ := timeClass(b, archives, 1)
		b.ReportMetric(compilers.Seconds(), "compilers-s")
		b.ReportMetric(built.Seconds(), "built-s")
		b.ReportMetric(100*(built.Seconds()/compilers.Seconds()-1), "above-%")
		b.ReportMetric(checked.Seconds(), "checked-s")
		b.ReportMetric(100*(checked.Seconds()/built.Seconds()-1), "bots-%")
	}
}

// used is the processor time so far of this process, or of its children that
// ended.
func used(b *testing.B, who int) time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(who, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
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

// timeClass is the time that a class takes in a new store.
func timeClass(b *testing.B, archives [][]byte, matches int) (time.Duration, []*Report) {
	r := rules(b)
	r.Dir, r.Matches, r.Policy = filepath.Join(b.TempDir(), fmt.Sprint("hand-ins-", matches)), matches, store.Policy{}
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
	began := time.Now()
	class, err := o.Class(b.Context(), nil)
	d := time.Since(began)
	if err != nil {
		b.Fatal(err)
	}
	var reports []*Report
	for _, s := range class {
		if s.Err != nil || !s.Report.Plays() {
			b.Fatalf("%s: %v %+v", s.Team, s.Err, s.Report)
		}
		if s.Team != "warm" {
			reports = append(reports, s.Report)
		}
	}
	return d, reports
}

// timeRaw is the time that the compilers take by themselves, as many at once
// as there are cores.
func timeRaw(b *testing.B, archives [][]byte, reports []*Report) time.Duration {
	tools := map[string]string{}
	for _, c := range []string{"gcc", "g++", "go", "javac", "jar", "node", "python3", "rustc"} {
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
	began := time.Now()
	for range cores() {
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
	return time.Since(began)
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
