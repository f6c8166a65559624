package abuse

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	userID = 61234

	// noNamespaces is what sandbox.Init marks a process with that has tried
	// to enter a user namespace: set from the start, it is a host without.
	noNamespaces = "ARENA_SANDBOX_USER_NAMESPACE=1"
)

// asUser runs tests of this package again as an ordinary user, in a folder
// that anybody may read.
func asUser(t *testing.T, tests string, env ...string) {
	t.Helper()
	if os.Getuid() != 0 {
		missing(t, "root, to become an ordinary user")
	}
	for _, name := range []string{"files", "network", "foreign", "processes", "kernel", "memory", "time", "io"} {
		program(t, name)
		if name != "memory" {
			program(t, name+dynamic)
		}
	}
	dir := publicFolder(t)
	copied := filepath.Join(dir, "programs")
	if err := os.CopyFS(copied, os.DirFS(programs.dir)); err != nil {
		t.Fatal(err)
	}
	bin, tmp := filepath.Join(dir, "test"), filepath.Join(dir, "tmp")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	copyFile(t, self, bin)
	if err := os.Mkdir(tmp, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(tmp, userID, userID); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), bin, "-test.run", "^("+tests+")$", "-test.v", "-test.timeout="+left(t).String())
	cmd.Dir = "/"
	cmd.Env = append([]string{"TMPDIR=" + tmp, "HOME=" + tmp, "PATH=" + os.Getenv("PATH"), "CI=" + os.Getenv("CI"), builtEnv + "=" + copied}, env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: userID, Gid: userID}, Pdeathsig: syscall.SIGKILL}
	out, err := cmd.CombinedOutput()
	text := string(out)
	if err != nil {
		t.Errorf("%v\n%s", err, failures(text))
	} else if !strings.Contains(text, "--- PASS") {
		t.Errorf("no test ran:\n%s", text)
	}
	for line := range strings.Lines(text) {
		if strings.Contains(line, "OPEN:") || strings.Contains(line, "missing:") || strings.Contains(line, "not promised") || strings.HasPrefix(line, "--- PASS") {
			t.Log(strings.TrimSpace(line))
		}
	}
}

// left is how much time the tests have before they are ended from outside.
func left(t *testing.T) time.Duration {
	end, ok := t.Deadline()
	if !ok {
		return 0 // for ever
	}
	return time.Until(end)
}

// failures leaves the lines of what went well out.
func failures(out string) string {
	var b strings.Builder
	for line := range strings.Lines(out) {
		if !strings.Contains(line, "=== ") && !strings.Contains(line, "--- PASS") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// publicFolder makes a folder that ordinary users can get to: the one for
// temporary files may lie in somebody's home.
func publicFolder(t *testing.T) string {
	t.Helper()
	for _, top := range []string{os.TempDir(), "/tmp", "/var/tmp", "/dev/shm"} {
		open := true
		for d := top; d != "/" && d != "."; d = filepath.Dir(d) {
			st, err := os.Stat(d)
			open = open && err == nil && st.Mode()&0o001 != 0
		}
		if !open {
			continue
		}
		dir, err := os.MkdirTemp(top, "abuse-user")
		if err != nil {
			continue
		}
		t.Cleanup(func() { os.RemoveAll(dir) })
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	missing(t, "a folder for temporary files that ordinary users can get to")
	return ""
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, b, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// An ordinary user on a host with user namespaces.
func TestOrdinaryUser(t *testing.T) { asUser(t, userTests) }

// An ordinary user on a host without: what is left are landlock, seccomp and
// the limits of a process.
func TestOrdinaryUserWithoutNamespaces(t *testing.T) {
	asUser(t, bareTests, noNamespaces)
}

const (
	userTests = "TestJailed|TestJailedDynamic|TestMemoryTaken|TestMemoryUntouched|TestPonder|TestDescriptors|TestThreadBomb|TestForkBomb|TestOrphans|TestBuildStaysInside|TestArenaKilled|TestOneOfTwo"
	bareTests = "TestThreadBomb|TestJailed|TestTimeTaken|TestPonder|TestListenerKeptBusy|TestFlood|TestBuildStaysInside|TestArenaKilled"
)

// asID is a command under an ordinary id.
func asID(id uint32, path string, args ...string) *exec.Cmd {
	cmd := exec.Command(path, args...)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: id, Gid: id}}
	return cmd
}
