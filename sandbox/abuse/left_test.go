package abuse

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"botarena/sandbox"
)

// leftovers is what bots could leave on the host.
type leftovers struct {
	fds, mounts, namespaces, cgroups int
	ipc, children                    string
}

func look(t testing.TB) (l leftovers) {
	t.Helper()
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	l.fds = len(fds)
	l.mounts = strings.Count(read(t, "/proc/self/mounts"), "\n")
	for _, kind := range []string{"shm", "sem", "msg"} {
		for line := range strings.Lines(read(t, "/proc/sysvipc/"+kind)) {
			if f := strings.Fields(line); len(f) > 2 && f[0] != "key" {
				l.ipc += kind + " " + f[0] + " " + f[1] + ";"
			}
		}
	}
	own := strconv.Itoa(os.Getpid())
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	spaces := map[string]bool{}
	for _, path := range stats {
		b, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		if f := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:])); f[1] == own {
			l.children += filepath.Base(filepath.Dir(path)) + " " + f[0] + ";"
		}
	}
	tasks, err := filepath.Glob("/proc/self/task/*/ns/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range tasks {
		if link, err := os.Readlink(path); err == nil && !strings.HasPrefix(link, "time") {
			spaces[link] = true
		}
	}
	l.namespaces = len(spaces)
	filepath.WalkDir("/sys/fs/cgroup", func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.Contains(d.Name(), "-"+own+"-") {
			l.cgroups++
		}
		return nil
	})
	return l
}

func read(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestNothingLeftBehind makes every attempt, with every layer and without the
// filters, and then looks what is left.
func TestNothingLeftBehind(t *testing.T) {
	look(t) // the first look opens things of the runtime's own
	server(t)
	before := look(t)
	makers := []string{
		"network shm", "network sem", "network msg", "network mq", "network abstract-bind", "network add-key", "files create /tmp/abuse",
		"files create /dev/shm/abuse", "files tmpfile /tmp", "files mount", "files inotify", "processes fork", "processes orphan", "kernel unshare 0x40000000",
	}
	for _, o := range []sandbox.Options{{}, {Without: []string{"seccomp"}}, {Without: []string{"seccomp", "capabilities"}}} {
		func() {
			s, err := sandbox.New(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			succeeded := 0
			for _, r := range Rows() {
				if r.Want == Bounded && r.Args[0] != "orphan" || !r.exists(t) {
					continue
				}
				if len(o.Without) > 0 && !slices.ContainsFunc(makers, func(m string) bool { return strings.HasPrefix(r.Name(), m) }) {
					continue
				}
				targets := maps.Clone(hostTargets(t, r))
				targets["@opponent"], targets["@core"] = "1", "0"
				p := start(t, s, r.Program, sandbox.Command{OnViolation: sandbox.Deny}, fillAll(r.Args, targets)...)
				if f := p.Wait(t.Context()); f.Status == sandbox.StatusOK {
					succeeded++
				}
				p.Close()
			}
			t.Logf("without %v: %d attempts go well", o.Without, succeeded)
		}()
	}
	if after := look(t); after != before {
		t.Errorf("before %+v\nafter  %+v", before, after)
	}
	for _, path := range []string{"/abuse", "/tmp/abuse", "/dev/shm/abuse", "/dev/mqueue/abuse"} {
		if _, err := os.Lstat(path); err == nil {
			t.Errorf("%s is there", path)
		}
	}
	if name, err := os.Hostname(); err != nil || name == "abuse" {
		t.Errorf("the host is called %q", name)
	}
	if keys, err := os.ReadFile("/proc/keys"); err == nil && strings.Contains(string(keys), " abuse") {
		t.Errorf("a key is left:\n%s", grep(string(keys), " abuse"))
	}
}

func grep(text, word string) (found string) {
	for line := range strings.Lines(text) {
		if strings.Contains(line, word) {
			found += fmt.Sprintln(strings.TrimSpace(line))
		}
	}
	return found
}
