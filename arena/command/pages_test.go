package command

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pages returns the how-tos of the repository by their paths in it.
func pages(t *testing.T, root string) map[string]string {
	found := map[string]string{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (strings.HasPrefix(e.Name(), ".") && path != root || filepath.Dir(path) == root && (e.Name() == "bin" || e.Name() == "results")):
			return fs.SkipDir
		case filepath.Ext(path) != ".md":
			return nil
		}
		text, err := os.ReadFile(path)
		if name, _ := filepath.Rel(root, path); !strings.HasPrefix(name, "out") {
			found[name] = string(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

var (
	fenced   = regexp.MustCompile("(?ms)^```(sh|console)\n(.*?)^```$")
	indented = regexp.MustCompile(`(?m)^ {4,}((?:bin/)?arena [a-z-].*)$`)
	inline   = regexp.MustCompile("`((?:bin/)?arena [a-z-][^`]*|go (?:test|build|vet) [^`]*)`")
	pageLink = regexp.MustCompile(`\]\(([^)#:]+)\)`)
	heredoc  = regexp.MustCompile(`(?ms)<<'END'.*?\nEND$`)
)

// commandLines returns what a page tells its reader to type.
func commandLines(page string) []string {
	var lines []string
	for _, m := range fenced.FindAllStringSubmatch(heredoc.ReplaceAllString(page, ""), -1) {
		for line := range strings.Lines(m[2]) {
			typed, isTyped := strings.CutPrefix(line, "$ ")
			if m[1] == "sh" || isTyped {
				lines = append(lines, strings.TrimSpace(typed))
			}
		}
	}
	page = fenced.ReplaceAllString(page, "")
	for _, list := range [][][]string{indented.FindAllStringSubmatch(page, -1), inline.FindAllStringSubmatch(page, -1)} {
		for _, m := range list {
			lines = append(lines, m[1])
		}
	}
	return lines
}

// simpleCommands splits a line of the shell into its commands, and those into
// words; where they write to or read from is left out.
func simpleCommands(line string) (commands [][]string) {
	var words []string
	word, quote, inWord, file := "", rune(0), false, false
	endWord := func() {
		if inWord && !file {
			words = append(words, word)
		}
		if inWord {
			file = false
		}
		word, inWord = "", false
	}
	for _, r := range line + ";" {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word += string(r)
		case r == '\'' || r == '"':
			quote, inWord = r, true
		case r == '#' && !inWord:
			return append(commands, words)
		case strings.ContainsRune("|&;()", r):
			endWord()
			commands, words = append(commands, words), nil
		case r == '<' || r == '>':
			endWord()
			file = true
		case r == ' ' || r == '\t':
			endWord()
		default:
			word, inWord = word+string(r), true
		}
	}
	return commands
}

// TestPages: what a page tells to type names commands, flags, files and tests
// that there are, and its links lead somewhere.
func TestPages(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	all := pages(t, root)
	for _, must := range []string{"README.md", "arena/web/README.md", "sandbox/README.md", "arena/game/README.md", "arena/command/README.md"} {
		if all[must] == "" {
			t.Errorf("%s is missing", must)
		}
	}
	typed := 0
	for name, page := range all {
		for _, m := range pageLink.FindAllStringSubmatch(page, -1) {
			if _, err := os.Stat(filepath.Join(root, filepath.Dir(name), m[1])); err != nil {
				t.Errorf("%s leads to %s, which is not there", name, m[1])
			}
		}
		for _, line := range commandLines(page) {
			for _, words := range simpleCommands(line) {
				typed++
				for _, problem := range wrongCommand(t, root, words) {
					t.Errorf("%s: %s: %s", name, line, problem)
				}
			}
		}
	}
	if typed < 100 {
		t.Errorf("only %d commands were found", typed)
	}
}

// wrongCommand says what of a command's words is not there.
func wrongCommand(t *testing.T, root string, words []string) (problems []string) {
	if len(words) == 0 {
		return nil
	}
	if words[0] == "bin/arena" || words[0] == "arena" {
		if _, err := arrange(newApp(Streams{Out: io.Discard, Err: io.Discard}), words[1:]); err != nil && !strings.HasSuffix(err.Error(), "needs a value") {
			problems = append(problems, err.Error())
		}
	}
	var folder string
	for _, w := range words {
		path := strings.TrimSuffix(strings.TrimPrefix(w, "./"), "/...")
		first, _, _ := strings.Cut(path, "/")
		if !strings.Contains(path, "/") || !slices.Contains([]string{"arena", "bots", "configs", "protocol", "sandbox"}, first) || strings.ContainsAny(path, "*…") {
			continue
		}
		folder = filepath.Join(root, path)
		if _, err := os.Stat(folder); err != nil {
			problems = append(problems, "there is no "+path)
		}
	}
	run := slices.Index(words, "-run")
	if words[0] != "go" || run < 0 || folder == "" || run+1 == len(words) {
		return problems
	}
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	tests := ""
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		tests += strings.Join(regexp.MustCompile(`(?m)^func Test\w+`).FindAllString(string(text), -1), "\n") + "\n"
	}
	for name := range strings.SplitSeq(words[run+1], "|") {
		if !strings.Contains(tests, name) {
			problems = append(problems, "there is no test "+name)
		}
	}
	return problems
}

// TestWrongCommand: what is not there is found.
func TestWrongCommand(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]int{
		"bin/arena match configs/catchcat.yaml --watch | head -1 >none": 0,
		"make build && bin/arena match --jsn configs/none.yaml":         2,
		"arena mtach # match":                             1,
		"go test ./arena/web/... -run 'TestPages|NoSuch'": 1,
	} {
		found := 0
		for _, words := range simpleCommands(line) {
			found += len(wrongCommand(t, root, words))
		}
		if found != want {
			t.Errorf("%s: %d problems, want %d", line, found, want)
		}
	}
}
