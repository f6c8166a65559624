package build

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// templateBomb needs minutes and gigabytes (catalogue F104).
const templateBomb = `template<int N, int M> struct F { static const unsigned long long v = F<N-1,M>::v + F<N-1,M+1>::v*3 + F<N-1,M+2>::v; };
template<int M> struct F<0,M> { static const unsigned long long v = M; };
int main() { return F<800,0>::v & 1; }
`

// macroBomb is 10^9 numbers.
func macroBomb() string {
	var b strings.Builder
	b.WriteString("#define A0 1,\n")
	for i := 1; i < 10; i++ {
		b.WriteString("#define A" + string(rune('0'+i)) + strings.Repeat(" A"+string(rune('0'+i-1)), 10) + "\n")
	}
	return b.String() + "int x[] = { A9 };\nint main(void) { return 0; }\n"
}

// Sources that attack the build end at a limit or find nothing, with a line
// for the student; nothing of them is left running, and the next hand-in is
// built.
func TestHostile(t *testing.T) {
	b := newBuilder(t)
	limits := Options{Name: "x", CPU: 2 * time.Second, Memory: 256 << 20, Program: 32 << 20}
	host, err := os.ReadFile("/etc/passwd")
	if err != nil {
		t.Fatal(err)
	}
	secret, _, _ := strings.Cut(string(host), "\n")
	const limit = "compile time limit|compile memory limit"
	for _, c := range []struct{ name, language, file, text, want string }{
		{"a template bomb", "cpp", "hostile-1.cpp", templateBomb, limit},
		{"a macro bomb", "c", "hostile-2.c", macroBomb(), limit},
		{"a huge table", "cpp", "hostile-3.cpp", "char a[1024u*1024u*1024u] = {1};\nint main() { return a[1]; }\n", "more than 32 MiB|memory limit"},
		{"/dev/zero", "c", "hostile-4.c", "#include \"/dev/zero\"\nint main(void) { return 0; }\n", limit + "|does not compile"},
		{"/dev/random", "c", "hostile-5.c", "#include \"/dev/random\"\nint main(void) { return 0; }\n", limit + "|does not compile|wrote more than"},
		{"/dev/stdin", "c", "hostile-6.c", "#include \"/dev/stdin\"\nint main(void) { return 0; }\n", "does not compile"},
		{"itself", "c", "hostile-7.c", "#include __FILE__\n#include __FILE__\nint main(void) { return 0; }\n", "does not compile|" + limit + "|wrote more than"},
		{"the host's passwords", "c", "hostile-8.c", "#include \"/etc/passwd\"\nint main(void) { return 0; }\n", "does not compile: "},
		{"the host's name", "c", "hostile-9.c", "#include \"/etc/hostname\"\nint main(void) { return 0; }\n", "does not compile: "},
		{"the passwords by the assembler", "c", "hostile-10.c", "__asm__(\".incbin \\\"/etc/passwd\\\"\");\nint main(void) { return 0; }\n", "does not compile: "},
		{"the passwords in Rust", "rust", "main.rs", "const S: &str = include_str!(\"/etc/passwd\");\nfn main() { print!(\"{}\", S); }\n", "does not compile: "},
		{"the passwords in Go", "go", "main.go", "package main\n\nimport _ \"embed\"\n\n//go:embed /etc/passwd\nvar s string\n\nfunc main() { print(s) }\n", "does not compile: main.go:5:12: pattern /etc/passwd: invalid pattern"},
		{"a module", "go", "main.go", "package main\n\nimport _ \"github.com/a/b\"\n\nfunc main() {}\n", "does not compile: main.go:3:8: no required module provides package github.com/a/b"},
		{"a nest", "python", "main.py", "x = " + strings.Repeat("(", 5000) + strings.Repeat(")", 5000) + "\n", "does not compile: main.py:1: SyntaxError: "},
		{"no sense", "python", "main.py", "x = 1\ndef f(:\n", "does not compile: main.py:2: SyntaxError: "},
		{"a program for Python 2", "python", "main.py", "print 1\n", "does not compile: main.py:1: SyntaxError: Missing parentheses"},
		{"no sense", "javascript", "main.js", "function (\n", "does not compile: main.js:1: SyntaxError: "},
		{"no sense", "java", "Main.java", "class Main { public static void main(String[] a) { int x = \"\"; } }\n", "does not compile: ./Main.java:1: error: incompatible types"},
		{"no sense", "rust", "main.rs", "fn main() { let x: i32 = \"\"; }\n", "does not compile: error[E0308]: mismatched types"},
		{"an escape in a message", "c", "hostile-11.c", "#error \x1b[31m\u202e red\nint main(void) { return 0; }\n", `\u001b[31m\u202e red`},
	} {
		t.Run(c.language+", "+c.name, func(t *testing.T) {
			need(t, c.language)
			if c.language == "go" && testing.Short() {
				t.Skip("compiles Go's packages, which takes half a minute on a busy machine")
			}
			began := time.Now()
			r, dir := built(t, b, write(t, map[string]string{c.file: c.text}), limits)
			if r.OK || r.Problem == "" || r.Cure == "" || strings.Contains(r.Problem+r.Cure, "\n") {
				t.Fatalf("%+v", r)
			}
			found := false
			for want := range strings.SplitSeq(c.want, "|") {
				found = found || strings.Contains(r.Problem, want)
			}
			if !found {
				t.Errorf("%q, want %q\n%s", r.Problem, c.want, r.Output)
			}
			if strings.Contains(r.Output, secret) || len(r.Output) > 8*mostOutput {
				t.Errorf("%d bytes of output: %.300q", len(r.Output), r.Output)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("the bot's folder holds %v, %v", left, err)
			}
			if running := compiling(c.file); strings.HasPrefix(c.file, "hostile") && running != "" {
				t.Errorf("still running: %s", running)
			}
			t.Logf("%v: %s (%s)", time.Since(began).Round(time.Millisecond), r.Problem, r.Cure)
		})
	}
	r, dir := built(t, b, write(t, map[string]string{"main.py": "print(0)\n"}), limits)
	load(t, r, dir)
}

// compiling returns the command line of a process that has a file among its
// arguments, or "".
func compiling(file string) string {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, l := range lines {
		text, err := os.ReadFile(l)
		if err == nil && strings.Contains(string(text), file) {
			return strings.ReplaceAll(string(text), "\x00", " ")
		}
	}
	return ""
}

// A compiler that is missing is the organiser's fault, with its name.
func TestMissing(t *testing.T) {
	b := newBuilder(t)
	b.tools["c"] = &Toolchain{Language: "c", Title: "C", Missing: "gcc is missing"}
	_, err := b.Build(t.Context(), write(t, map[string]string{"bot.c": "int main(void) { return 0; }\n"}), t.TempDir(), Options{})
	var m *MissingError
	if !errors.As(err, &m) || !strings.Contains(err.Error(), "cannot build C: gcc is missing") {
		t.Errorf("%v", err)
	}
}

// A tool that was called off before it answered is not taken for missing.
func TestUnanswered(t *testing.T) {
	need(t, "python")
	b := newBuilder(t)
	over, stop := context.WithCancel(t.Context())
	stop()
	var err error
	if b, err = NewBuilder(b.box, Toolchains(over), cache); err != nil {
		t.Fatal(err)
	}
	before := b.Key(Options{})
	src := write(t, map[string]string{"bot.py": "print(0)\n"})
	if _, err := b.Build(over, src, t.TempDir(), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	r, dir := built(t, b, src, Options{Name: "x"})
	load(t, r, dir)
	if b.Key(Options{}) == before {
		t.Error("the version that was found is not in the key")
	}
}
