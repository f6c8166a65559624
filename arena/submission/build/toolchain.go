package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Toolchain builds the hand-ins of a language, with the tools of this host.
type Toolchain struct {
	Language string `json:"language"` // "c", "cpp", "go", "java", "javascript", "python" or "rust"
	Title    string `json:"title"`    // "C++"
	// Lines are the command lines. FILES stands for the sources, MAIN for the
	// one that is started, BOT for the program's file.
	Lines []string `json:"lines"`
	// Version is what the tool says of itself, one line; empty where the tool
	// is missing.
	Version string `json:"version,omitempty"`
	// Missing says which tool this host has not got, and what to install.
	Missing string `json:"missing,omitempty"`

	// unanswered says that the tool did not answer in time: it may be there,
	// and is asked again when it is needed.
	unanswered bool

	tool  string   // absolute path, behind links and version managers
	shown []string // folders of the host that it needs beside /usr
	env   []string
}

// Key changes with the toolchain's version and with its command lines.
func (t *Toolchain) Key() string {
	sum := sha256.Sum256([]byte(strings.Join(append([]string{t.Language, t.Version}, t.Lines...), "\x00")))
	return hex.EncodeToString(sum[:8])
}

// MissingError says that this host cannot build a language. It is the
// organiser's to cure.
type MissingError struct{ Title, Missing string }

func (e *MissingError) Error() string {
	return fmt.Sprintf("this host cannot build %s: %s", e.Title, e.Missing)
}

// Hint returns what to do about it.
func (e *MissingError) Hint() string {
	return "install it, or leave the language out of languages:; the hand-in is kept"
}

// language is what is known of a language before any host is asked.
type language struct {
	name, title string
	extensions  []string
	lines       []string
	// tool and install are the program and Debian's package of it.
	tool, install string
	find          func(ctx context.Context, t *Toolchain, path string) error
}

var languages = []language{
	{"c", "C", []string{".c"}, []string{"gcc -std=gnu17 -O2 -Wall -static -pthread -I. -o BOT FILES -lm"}, "gcc", "gcc", findPlain},
	{"cpp", "C++", []string{".cpp", ".cc", ".cxx", ".C"}, []string{"g++ -std=gnu++17 -O2 -Wall -static -pthread -I. -o BOT FILES"}, "g++", "g++", findPlain},
	{"go", "Go", []string{".go"}, []string{"go build -trimpath -buildvcs=false -o BOT ."}, "go", "golang-go", findGo},
	{"java", "Java", []string{".java"}, []string{"javac -encoding UTF-8 -proc:none -Xlint:-options -XDstringConcat=inline -cp lib/* -d classes FILES"}, "javac", "openjdk-17-jdk-headless", findJava},
	{"javascript", "JavaScript", []string{".js", ".mjs", ".cjs"}, []string{"node --check MAIN"}, "node", "nodejs", findPlain},
	{"python", "Python", []string{".py"}, []string{"python3 -I -m compileall -q --invalidation-mode unchecked-hash ."}, "python3", "python3", findPython},
	{"rust", "Rust", []string{".rs"}, []string{"rustc --edition 2021 -O -C strip=debuginfo -C target-feature=+crt-static -C linker=gcc --crate-name bot -o BOT MAIN"}, "rustc", "rustc", findRust},
}

// Languages lists the languages that can be built, where their tools are.
func Languages() (names []string) {
	for _, l := range languages {
		names = append(names, l.name)
	}
	return names
}

func languageOf(name string) *language {
	for i := range languages {
		if languages[i].name == name {
			return &languages[i]
		}
	}
	return nil
}

// Toolchains asks this host for its tools, one toolchain for each language.
// Only the host's own programs are run, in a clean environment. Where the
// context ended, tools are said to be missing that may be there.
func Toolchains(ctx context.Context) []*Toolchain {
	var all []*Toolchain
	for i := range languages {
		all = append(all, languages[i].toolchain(ctx))
	}
	return all
}

func (l *language) toolchain(ctx context.Context) *Toolchain {
	t := &Toolchain{Language: l.name, Title: l.title, Lines: l.lines}
	path, err := exec.LookPath(l.tool)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err == nil {
		err = l.find(ctx, t, path)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled):
		t.Version, t.Missing, t.unanswered = "", err.Error(), true
	case err != nil:
		t.Version, t.Missing = "", fmt.Sprintf("%s is missing (on Debian, apt install %s): %v", l.tool, l.install, err)
	}
	return t
}

// ask runs a tool of the host's and returns the lines it writes.
func ask(ctx context.Context, path string, args ...string) ([]string, error) {
	const patience = 30 * time.Second // a version manager's script may take a second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.WaitDelay = time.Second // for what a script leaves running
	cmd.Dir = "/"
	cmd.Env = slices.DeleteFunc(cmd.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "PYTHON") || strings.HasPrefix(v, "JAVA_") || strings.HasPrefix(v, "JDK_") || strings.HasPrefix(v, "GO") || strings.HasPrefix(v, "LANG") || strings.HasPrefix(v, "LC_")
	})
	cmd.Env = append(cmd.Env, "GOTOOLCHAIN=local")
	out, err := cmd.CombinedOutput()
	if err != nil && ctx.Err() != nil {
		err = ctx.Err() // rather than that it was killed
	}
	if err != nil {
		return nil, fmt.Errorf("%s does not answer: %w", path, err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n"), nil
}

// version asks for the version and keeps its first line.
func (t *Toolchain) version(ctx context.Context, args ...string) error {
	lines, err := ask(ctx, t.tool, args...)
	if err == nil {
		t.Version = strings.TrimSpace(lines[0])
	}
	return err
}

func findPlain(ctx context.Context, t *Toolchain, path string) (err error) {
	if t.tool, err = filepath.EvalSymlinks(path); err != nil {
		return err
	}
	t.show(filepath.Dir(t.tool))
	return t.version(ctx, "--version")
}

// show has a folder shown to the builds, unless /usr holds it.
func (t *Toolchain) show(dir string) {
	if dir != "/bin" && !strings.HasPrefix(dir+"/", "/usr/") {
		t.shown = append(t.shown, dir)
	}
}

func findGo(ctx context.Context, t *Toolchain, path string) error {
	lines, err := ask(ctx, path, "env", "GOROOT")
	if err != nil {
		return err
	}
	root, err := filepath.EvalSymlinks(lines[0])
	if err != nil {
		return err
	}
	t.tool = filepath.Join(root, "bin", "go")
	t.show(root)
	t.env = []string{"CGO_ENABLED=0", "GOTOOLCHAIN=local", "GOPROXY=off", "GOFLAGS=", "GO111MODULE=on", "GOWORK=off", "GOENV=off"}
	return t.version(ctx, "version")
}

func findJava(ctx context.Context, t *Toolchain, path string) (err error) {
	if t.tool, err = filepath.EvalSymlinks(path); err != nil {
		return err
	}
	t.show(filepath.Dir(filepath.Dir(t.tool)))
	return t.version(ctx, "-version")
}

// findPython asks Python itself: python3 in PATH may be a script that chooses
// a version.
func findPython(ctx context.Context, t *Toolchain, path string) error {
	lines, err := ask(ctx, path, "-I", "-c", "import sys\nprint(sys.executable)\nprint(sys.base_prefix)\nprint('Python', sys.version.split()[0])")
	if err != nil {
		return err
	}
	if len(lines) != 3 || !filepath.IsAbs(lines[0]) {
		return fmt.Errorf("it says that it is %q", lines)
	}
	if t.tool, err = filepath.EvalSymlinks(lines[0]); err != nil {
		return err
	}
	t.show(lines[1])
	t.Version = lines[2]
	return nil
}

func findRust(ctx context.Context, t *Toolchain, path string) error {
	lines, err := ask(ctx, path, "--print", "sysroot")
	if err != nil {
		return err
	}
	root, err := filepath.EvalSymlinks(lines[len(lines)-1])
	if err != nil {
		return err
	}
	t.tool = filepath.Join(root, "bin", "rustc")
	t.show(root)
	linker, err := exec.LookPath("gcc")
	if err != nil {
		return fmt.Errorf("rustc needs a linker, gcc: %w", err)
	}
	// By its whole path: the jail has a PATH of its own.
	t.Lines = []string{strings.Replace(t.Lines[0], "linker=gcc", "linker="+linker, 1)}
	return t.version(ctx, "--version")
}
