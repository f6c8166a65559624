package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"botarena/arena/config"
	"botarena/arena/game/all"
	"botarena/sandbox"
)

// cache is the folder of Go's compiled packages: the user's own cache, since
// to compile them takes half a minute on a busy machine.
var cache string

func TestMain(m *testing.M) {
	sandbox.Init()
	dir, err := os.UserCacheDir()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	cache = filepath.Join(dir, "arena-test")
	os.Exit(m.Run())
}

var toolchains = sync.OnceValue(func() []*Toolchain { return Toolchains(context.Background()) })

func newBuilder(t testing.TB) *Builder {
	t.Helper()
	box, err := sandbox.New(t.Context(), sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	b, err := NewBuilder(box, toolchains(), cache)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// need skips a test whose tools this machine lacks; with CI set it fails.
func need(t testing.TB, language string) {
	t.Helper()
	for _, c := range toolchains() {
		if c.Language == language && c.Missing != "" {
			if os.Getenv("CI") != "" {
				t.Fatal(c.Missing)
			}
			t.Skip(c.Missing)
		}
	}
}

// write writes a tree of files and returns its folder.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// built builds, and returns the result and the bot's folder.
func built(t testing.TB, b *Builder, src string, o Options) (*Result, string) {
	t.Helper()
	into := t.TempDir()
	r, err := b.Build(t.Context(), src, into, o)
	if err != nil {
		t.Fatal(err)
	}
	return r, into
}

// load loads a bot that was built.
func load(t testing.TB, r *Result, dir string) *config.Bot {
	t.Helper()
	if !r.OK {
		t.Fatalf("%s (%s)\n%s", r.Problem, r.Cure, r.Output)
	}
	bot, err := config.LoadBot(dir, all.Games())
	if err != nil {
		t.Fatal(err)
	}
	return bot
}

func commandLines(r *Result) string {
	var lines []string
	for _, c := range r.Commands {
		lines = append(lines, c.Line)
	}
	return strings.Join(lines, "\n")
}
