package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// newcomer returns a folder with what make build makes, and the configs.
func newcomer(t *testing.T, bots ...string) string {
	root, err := filepath.Abs("../..")
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
	for _, folder := range []string{"bin/bots", "results"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, bot := range bots {
		to, from := "bin/bots/"+bot, "botarena/bots/house/"+bot
		if bot == "board" {
			to, from = "bin/board", "botarena/bots/board"
		}
		if err := buildProgram(filepath.Join(dir, to), from, false); err != nil {
			t.Fatal(err)
		}
	}
	// The program itself: the house bots are looked for beside it.
	if err := os.Link(filepath.Join(binaries, "arena"), filepath.Join(dir, "bin/arena")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(dir, "configs"), os.DirFS(filepath.Join(root, "configs"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestGradingPage runs the commands of the page on grading, one block after
// the other, as they are written there.
func TestGradingPage(t *testing.T) {
	page, err := os.ReadFile("../championship/grading.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := newcomer(t, "catchcat")
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

var figure = regexp.MustCompile(`[0-9]+([.,:][0-9]+)*`)

// sameWords makes the pattern of a line of output: figures may differ, … stands
// for anything.
func sameWords(line string) *regexp.Regexp {
	line = regexp.QuoteMeta(strings.Join(strings.Fields(figure.ReplaceAllString(line, "0")), " "))
	return regexp.MustCompile("^" + strings.ReplaceAll(line, "…", ".*") + "$")
}

// TestHowTos types what the consoles of these pages show and compares what is
// printed.
func TestHowTos(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("this machine has no python3")
	}
	for file, bots := range map[string][]string{
		"bots/kits/README.md": {"catchcat"}, "arena/player/boards.md": {"board", "papersoccer"},
	} {
		page, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			t.Fatal(err)
		}
		var script strings.Builder
		var shown [][]string // what each command is to print
		script.WriteString("exec 2>&1 </dev/null\n")
		ended := true
		for _, block := range fenced.FindAllStringSubmatch(string(page), -1) {
			for line := range strings.Lines(block[2]) {
				typed, isTyped := strings.CutPrefix(line, "$ ")
				switch {
				case block[1] != "console":
				case isTyped || !ended:
					if isTyped {
						script.WriteString("echo; echo @@\n")
						shown = append(shown, nil)
					}
					script.WriteString(typed)
					if strings.HasSuffix(typed, "&\n") {
						script.WriteString("sleep 1\n") // nobody types so fast
					}
					ended = isTyped && !strings.Contains(typed, "<<'END'") || typed == "END\n"
				default:
					shown[len(shown)-1] = append(shown[len(shown)-1], strings.TrimSpace(line))
				}
			}
		}
		if len(shown) < 4 {
			t.Errorf("%s: only %d commands", file, len(shown))
		}
		c := exec.Command("sh", "-c", script.String())
		c.Dir = newcomer(t, bots...)
		out, err := c.Output()
		if err != nil {
			t.Errorf("%s: %v\n%s", file, err, out)
		}
		printed := strings.Split(string(out), "@@\n")[1:]
		for i, want := range shown {
			got := ""
			if i < len(printed) {
				got = printed[i]
			}
			rest := strings.Split(got, "\n")
			for _, w := range want {
				if w == "…" {
					continue
				}
				same := sameWords(w)
				at := slices.IndexFunc(rest, func(g string) bool {
					return same.MatchString(strings.Join(strings.Fields(figure.ReplaceAllString(g, "0")), " "))
				})
				if at < 0 {
					t.Errorf("%s: no %q in\n%s", file, w, got)
					break
				}
				rest = rest[at+1:]
			}
		}
	}
}
