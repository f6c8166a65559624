package kits_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"botarena/bots/kits"
	"botarena/sandbox"
)

// manifest is what a kit's bot.yaml says.
type manifest struct {
	Name     string   `yaml:"name"`
	Game     string   `yaml:"game"`
	Roles    []string `yaml:"roles"`
	Language string   `yaml:"language"`
	Author   string   `yaml:"author"`
	Build    string   `yaml:"build"`
	Runtime  string   `yaml:"runtime"`
	Entry    string   `yaml:"entry"`
}

func readManifest(dir string) (*manifest, error) {
	f, err := os.Open(filepath.Join(dir, "bot.yaml"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m := new(manifest)
	dec := yaml.NewDecoder(f)
	dec.KnownFields(true)
	return m, dec.Decode(m)
}

// tools lists the programs without which a language's kits cannot be built or run.
var tools = map[string][]string{
	"c":          {"make", "cc"},
	"cpp":        {"make", "c++"},
	"go":         {"go"},
	"java":       {"make", "javac", "jar", "java"},
	"javascript": {"node"},
	"python":     {"python3"},
	"rust":       {"make", "rustc"},
}

// missing returns the tools of a language that this machine lacks.
func missing(language string) []string {
	var names []string
	for _, name := range tools[language] {
		if _, err := exec.LookPath(name); err != nil {
			names = append(names, name)
		}
	}
	return names
}

// built holds each kit's build of this run of the tests.
var built struct {
	dir  string
	once map[kits.Kit]func() ([]string, error)
}

func TestMain(m *testing.M) {
	sandbox.Init()
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "kits")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		built.dir = dir
		built.once = make(map[kits.Kit]func() ([]string, error))
		for _, k := range kits.List() {
			built.once[k] = sync.OnceValues(func() ([]string, error) { return build(filepath.Join(dir, k.Language, k.Game), k) })
		}
		for _, l := range kits.Languages {
			if m := missing(l); len(m) > 0 {
				fmt.Printf("kits: %s is not tested: this machine has no %s\n", l, strings.Join(m, ", "))
			}
		}
		return m.Run()
	}())
}

// command returns the command that runs a kit, built on the first call. Where
// the language's tools are missing the test is skipped, with CI set it fails.
func command(t *testing.T, k kits.Kit) []string {
	t.Helper()
	if m := missing(k.Language); len(m) > 0 {
		if os.Getenv("CI") != "" {
			t.Fatalf("this machine has no %s", strings.Join(m, ", "))
		}
		t.Skipf("this machine has no %s", strings.Join(m, ", "))
	}
	argv, err := built.once[k]()
	if err != nil {
		t.Fatal(err)
	}
	return argv
}

// building lets two builds run at once.
var building = make(chan struct{}, 2)

// build copies a kit, builds it and returns how to run it.
func build(dir string, k kits.Kit) ([]string, error) {
	if err := kits.Copy(dir, k.Game, k.Language, "the bot"); err != nil {
		return nil, err
	}
	return buildIn(dir)
}

// buildIn builds a bot with its one command and returns how to run it.
func buildIn(dir string) ([]string, error) {
	m, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	if m.Build != "" {
		building <- struct{}{}
		defer func() { <-building }()
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, "sh", "-c", m.Build)
		cmd.Dir = dir
		cmd.Env = withoutMake(os.Environ())
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w:\n%s", m.Build, err, out)
		}
	}
	entry := filepath.Join(dir, m.Entry)
	if _, err := os.Stat(entry); err != nil {
		return nil, fmt.Errorf("the build left no entry: %w", err)
	}
	switch m.Runtime {
	case "java":
		return []string{"java", "-jar", entry}, nil
	case "node":
		return []string{"node", entry}, nil
	case "python":
		python, err := pythonItself()
		return []string{python, entry}, err
	}
	return []string{entry}, nil
}

// withoutMake takes out what a make above these tests tells the makes below.
func withoutMake(env []string) []string {
	var kept []string
	for _, v := range env {
		if !strings.HasPrefix(v, "MAKE") && !strings.HasPrefix(v, "MFLAGS") {
			kept = append(kept, v)
		}
	}
	return kept
}

// pythonItself returns the interpreter behind a version manager's script,
// which needs an environment of its own.
var pythonItself = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	return strings.TrimSpace(string(out)), err
})
