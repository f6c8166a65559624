package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// asUser runs tests of this package again, as an ordinary user.
func asUser(t *testing.T, run string, env ...string) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("needs root, to become an ordinary user")
	}
	dir, err := os.MkdirTemp(publicFolder(), "sandbox-user")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	public := filepath.Join(dir, "built")
	if err := os.Mkdir(public, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"behave", "exit"} {
		copyFile(t, cProgram(t, name), filepath.Join(public, name))
	}
	bin := filepath.Join(dir, "test")
	copyFile(t, os.Args[0], bin)
	tmp := filepath.Join(dir, "tmp")
	if err := os.Mkdir(tmp, 0o777); err != nil {
		t.Fatal(err)
	}
	os.Chmod(tmp, 0o777)
	cmd := exec.Command(bin, "-test.run", run, "-test.v", "-test.timeout="+left(t).String())
	cmd.Dir = dir
	if err := os.CopyFS(filepath.Join(dir, "testdata", "runtimes"), os.DirFS("testdata/runtimes")); err != nil {
		t.Fatal(err)
	}
	cmd.Env = append([]string{"TMPDIR=" + tmp, "HOME=" + tmp, "PATH=" + os.Getenv("PATH"), "SANDBOX_TEST_BUILT=" + public}, env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 61234, Gid: 61234}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if !strings.Contains(string(out), "--- PASS") {
		t.Errorf("no test ran:\n%s", out)
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

const userTests = "^(TestEnds|TestFirstCauseWins|TestSurroundings|TestEcho|TestOwnFiles|TestRuntimes|TestFreeze|TestNothingLeftBehind|TestArenaKilled|TestMemory.*|TestCPUFigure|TestForkIsAViolation|TestGuardFails|TestProtectedArena|TestOrphanBeforeItsDeathSignal|TestUserLayers)$"

// An ordinary user, with a user namespace.
func TestOrdinaryUser(t *testing.T) { asUser(t, userTests, "SANDBOX_TEST_USER=namespace") }

// An ordinary user on a host that gives no user namespaces: what is left are
// landlock, seccomp and the limits of a process.
func TestOrdinaryUserWithoutNamespaces(t *testing.T) {
	asUser(t, userTests, "SANDBOX_TEST_USER=bare", usernsMark+"=1")
}

// TestUserLayers is run by the two above.
func TestUserLayers(t *testing.T) {
	kind := os.Getenv("SANDBOX_TEST_USER")
	if kind == "" {
		t.Skip("run by TestOrdinaryUser")
	}
	if os.Getuid() != 61234 || os.Getenv(usernsMark) != "" {
		t.Errorf("uid %d, mark %q", os.Getuid(), os.Getenv(usernsMark))
	}
	s := newSandbox(t, testOptions())
	always := []string{layerNoNewPrivs, layerLandlock, layerSeccomp, layerRlimits, layerMemory, layerFreeze, layerKill, layerDeath}
	namespaces := []string{layerRoot, layerNet, layerIPC, layerHostName, layerPID, layerCaps}
	for _, name := range always {
		if !s.report.has(name) {
			t.Errorf("%s is not in force: %+v", name, s.report.layer(name))
		}
	}
	for _, name := range namespaces {
		if l := s.report.layer(name); l.InForce != (kind == "namespace") {
			t.Errorf("%s in force: %v (%s)", name, l.InForce, l.Missing)
		} else if !l.InForce && (l.Cure == "" || l.Missing == "") {
			t.Errorf("%s: no word on why, or what to do: %+v", name, l)
		}
	}
	if _, err := New(t.Context(), Options{Strict: true}); err == nil {
		t.Error("a strict jail could be had without the cgroups")
	} else if he, ok := err.(*HostError); !ok || he.Layer == "" || he.Cure == "" {
		t.Errorf("%#v", err)
	} else {
		n := slices.IndexFunc(he.Layers, func(l Layer) bool { return l.Name == he.Layer })
		if len(he.Layers) != len(knownLayers) || he.Layers[n].InForce || he.Layers[n].Cure != he.Cure || !slices.ContainsFunc(he.Layers, func(l Layer) bool { return l.InForce }) {
			t.Errorf("the error says of the layers %+v", he.Layers)
		}
	}
}
