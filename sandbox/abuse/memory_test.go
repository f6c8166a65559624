package abuse

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"botarena/sandbox"

	"golang.org/x/sys/unix"
)

const mib = 1 << 20

// TestMemoryTaken takes memory by every way there is: the verdict is memory,
// whoever else is slow, and the opponent lives.
func TestMemoryTaken(t *testing.T) {
	s := jail(t, sandbox.Options{})
	grouped := strings.HasPrefix(by(s, "memory"), "cgroup")
	nb := newNeighbour(t, s)
	for _, c := range []struct {
		args  string
		limit int64
	}{
		{"touch 2048", 1024 * mib},
		{"touch 300", 64 * mib},
		{"shared 2048", 64 * mib},
		{"leaderless touch 300", 64 * mib},
		{"stacks 5", 64 * mib},
		{"page-tables 4096", 64 * mib},
		{"page-tables-read 128", 64 * mib},
		{"timers", 16 * mib},
	} {
		t.Run(c.args+" of "+strconv.Itoa(int(c.limit/mib)), func(t *testing.T) {
			if c.limit > 100*mib && !grouped {
				t.Logf("not promised here: %s, which takes seconds for that", by(s, "memory"))
				return
			}
			out, f := run(t, s, "memory", sandbox.Command{Limits: sandbox.Limits{Memory: c.limit}}, words(c.args)...)
			switch {
			case f.Status == sandbox.StatusExited && (c.args == "timers" || !grouped && out == "ENOMEM"):
				t.Logf("held by an error: %s", out)
			case f.Status != sandbox.StatusMemory || grouped && out != "": // the watcher may come when it is done
				t.Errorf("%s, says %q: peak %d MiB, OOM %v", f.Reason(), out, f.PeakMemory/mib, f.OOM)
			}
			if grouped && f.PeakMemory > c.limit+mib {
				t.Errorf("peak %d MiB", f.PeakMemory/mib)
			}
			nb.ask(t)
			t.Logf("%s after %v, peak %d MiB", f.Reason(), f.Wall.Round(time.Millisecond), f.PeakMemory/mib)
		})
	}
}

// by is the mechanism of a layer, "" where it is not in force.
func by(s *sandbox.Sandbox, layer string) string {
	for _, l := range s.Layers() {
		if l.Name == layer && l.InForce {
			return l.By
		}
	}
	return ""
}

// TestMemoryOfTheKernel fills what the kernel holds for a process. It is
// charged, and bounded by the number of descriptors.
func TestMemoryOfTheKernel(t *testing.T) {
	s := jail(t, sandbox.Options{})
	grouped := strings.HasPrefix(by(s, "memory"), "cgroup")
	for _, kind := range []string{"pipes", "pairs"} {
		p := start(t, s, "memory", sandbox.Command{}, kind)
		text := strings.TrimSpace(readFor(t, p.Stderr(), 4096, patience))
		f := p.Wait(t.Context())
		held, err := strconv.ParseInt(text, 10, 64)
		if err != nil || f.Status != sandbox.StatusOK {
			t.Errorf("%s: %q, %s", kind, text, f.Reason())
			continue
		}
		if grouped && f.PeakMemory < held*9/10 {
			t.Errorf("%s: %d KiB written, %d KiB charged", kind, held>>10, f.PeakMemory>>10)
		}
		if held > 256*mib {
			t.Errorf("%s: %d MiB", kind, held/mib)
		}
		t.Logf("%s: %d KiB written, %d KiB charged", kind, held>>10, f.PeakMemory>>10)
	}
}

// TestMemoryUntouched reserves and does not touch.
func TestMemoryUntouched(t *testing.T) {
	s := jail(t, sandbox.Options{})
	if lim := by(s, "memory"); !strings.HasPrefix(lim, "cgroup") {
		t.Logf("memory by %s", lim)
	}
	out, f := run(t, s, "memory", sandbox.Command{Limits: sandbox.Limits{Memory: 64 * mib}}, "reserve", "100")
	if out != "OK" || f.Status != sandbox.StatusOK || f.PeakMemory > 16*mib {
		if strings.HasPrefix(by(s, "memory"), "cgroup") || out != "ENOMEM" {
			t.Errorf("%q, %s, peak %d", out, f.Reason(), f.PeakMemory)
		} else {
			t.Log("OPEN: RLIMIT_DATA counts what is only reserved: a Go, Java or wasm program that reserves gigabytes is refused")
		}
	}
}

func TestCrashes(t *testing.T) {
	s := jail(t, sandbox.Options{})
	program(t, "memory") // before its source is out of sight
	dir := t.TempDir()
	t.Chdir(dir)
	for _, c := range []struct {
		args string
		want syscall.Signal
	}{{"overflow", syscall.SIGSEGV}, {"core", syscall.SIGABRT}} {
		out, f := run(t, s, "memory", sandbox.Command{Limits: sandbox.Limits{Stack: 8 * mib}}, c.args)
		if f.Status != sandbox.StatusSignalled || f.Signal != c.want || f.OOM || f.Denied != 0 || out != "" {
			t.Errorf("%s: %s, %+v", c.args, f.Reason(), f)
		}
	}
	for _, place := range []string{dir, "/"} {
		if cores, _ := filepath.Glob(filepath.Join(place, "core*")); len(cores) > 0 {
			t.Errorf("a core dump: %v", cores)
		}
	}
}

func TestDescriptors(t *testing.T) {
	s := jail(t, sandbox.Options{})
	for args, want := range map[string]string{"descriptors": "EMFILE", "high-descriptor 1000": "EBADF"} {
		if out, f := run(t, s, "memory", sandbox.Command{}, words(args)...); out != want || f.Denied != 0 {
			t.Errorf("%s: %q, %+v", args, out, f.Violations)
		}
	}
	// Even one who asks for more never reaches the agreed descriptor.
	c := sandbox.Command{Limits: sandbox.Limits{OpenFiles: 1 << 20}}
	if out, _ := run(t, s, "memory", c, "high-descriptor", "1000"); out != "EBADF" {
		t.Errorf("dup2 to 1000: %q", out)
	}
}

func TestFileSize(t *testing.T) {
	s := jail(t, sandbox.Options{})
	out, err := os.CreateTemp(t.TempDir(), "out")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	p := start(t, s, "memory", sandbox.Command{Stdout: out, Limits: sandbox.Limits{FileSize: 2 * mib}}, "file-size", "4")
	f := p.Wait(t.Context())
	if st, err := out.Stat(); err != nil || st.Size() > 2*mib || f.Signal != unix.SIGXFSZ {
		t.Errorf("%v, %s", st.Size(), f.Reason())
	}
}
