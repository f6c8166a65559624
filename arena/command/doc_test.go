package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// TestGradingPage runs the commands of the page on grading, one block after
// the other, as they are written there.
func TestGradingPage(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "arena/championship/grading.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	// The bots' folder must be open to the ids that the jail gives them.
	for at := dir; strings.HasPrefix(at, os.TempDir()) && at != os.TempDir(); at = filepath.Dir(at) {
		if err := os.Chmod(at, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "bin/bots"), 0o755); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-trimpath", "-o", filepath.Join(dir, "bin/bots/catchcat"), "botarena/bots/house/catchcat")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for link, to := range map[string]string{"bin/arena": filepath.Join(binaries, "arena"), "configs": filepath.Join(root, "configs")} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	var all strings.Builder
	blocks := shellBlock.FindAllStringSubmatch(string(page), -1)
	for _, b := range blocks {
		c := exec.Command("sh", "-eu", "-c", b[1])
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, b[1], out)
		}
		all.Write(out)
	}
	if len(blocks) < 7 {
		t.Errorf("only %d blocks of commands were found", len(blocks))
	}
	for _, want := range []string{
		"Dan Nothing (later)  0.0    0 ", "removed: copied from ana", "[undone]", "cup.db", "catchcat --level sensible is better than catchcat --level random",
	} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("no %q in\n%s", want, all.String())
		}
	}
	for _, file := range []string{"pages/two.html", "pages/replays", "auto/later/results.json", "grades.csv", "grades.json", "cup.db", "schema.sql"} {
		if info, err := os.Stat(filepath.Join(dir, file)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", file, err)
		}
	}
}
