package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// maxFile bounds a file that is read: none that a person writes is larger.
const maxFile = 4 << 20

// yamlFile is what most files are, for hints.
const yamlFile = "a YAML file"

// ReadFile reads a file that a command line or another file names, of at most
// 4 MiB. what is the kind of file for hints, such as "a map". The error is an
// *[Error].
func ReadFile(file, what string) ([]byte, error) {
	fail := func(problem, cure string) ([]byte, error) {
		return nil, &Error{File: file, Problem: problem, Cure: cure}
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		abs = file
	}
	f, err := os.Open(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fail("there is no such file (tried "+abs+")", beside(file, "name a file that exists"))
	case errors.Is(err, fs.ErrPermission):
		return fail("the file cannot be read: permission denied (tried "+abs+")", "chmod a+r "+abs)
	case err != nil:
		return fail(cause(err)+" (tried "+abs+")", "name "+what)
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		return fail("this is a folder (tried "+abs+")", "name "+what+" inside it")
	}
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return fail("the file cannot be read: "+cause(err), "try again, or copy it elsewhere")
	}
	if len(text) > maxFile {
		return fail(fmt.Sprintf("the file is larger than %d MiB", maxFile>>20), "name "+what+"; this is none")
	}
	return text, nil
}

// cause strips what the message names already from an error of a file.
func cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return oneLine(err.Error())
}

// beside looks for a file with nearly the same name and says so, or
// otherwise.
func beside(file, otherwise string) string {
	dir, name := filepath.Split(file)
	entries, err := os.ReadDir(filepath.Clean("./" + dir))
	if filepath.IsAbs(dir) {
		entries, err = os.ReadDir(dir)
	}
	if err != nil {
		return otherwise
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if near := Nearest(name, names); near != "" {
		return "did you mean " + dir + near + "?"
	}
	return otherwise
}

// emptyFile is the problem of a file without anything in it; what to write
// depends on what it is to be.
const emptyFile = "the file is empty"

// parse parses the text of one document, a mapping.
func parse(file string, text []byte) (*yaml.Node, error) {
	if err := refuseBytes(file, text); err != nil {
		return nil, err
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var doc, more yaml.Node
	err := decodeNode(dec, &doc)
	if errors.Is(err, io.EOF) || err == nil && isEmpty(&doc) {
		return nil, &Error{File: file, Line: 1, Problem: emptyFile, Cure: "write something into it"}
	}
	if err != nil {
		return nil, diagnose(file, text, err)
	}
	root := doc.Content[0]
	switch err := decodeNode(dec, &more); {
	case err == nil:
		return nil, &Error{File: file, Line: max(1, more.Line), Column: 1, Problem: "a second document begins here", Cure: "keep one document a file: move the rest to a file of its own, or delete the line ---"}
	case !errors.Is(err, io.EOF):
		return nil, diagnose(file, text, err)
	}
	if root.Kind != yaml.MappingNode {
		d := decoder{file: file}
		return nil, d.wantMapping("", root)
	}
	return root, nil
}

// decodeNode decodes the next document. yaml.v3 panics on some texts that
// are no YAML; such a text is refused like any other.
func decodeNode(dec *yaml.Decoder, n *yaml.Node) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("yaml: %v", p)
		}
	}()
	return dec.Decode(n)
}

func isEmpty(doc *yaml.Node) bool {
	return len(doc.Content) == 0 || isNothing(doc.Content[0])
}

// refuseBytes refuses what is no text.
func refuseBytes(file string, text []byte) error {
	if bytes.HasPrefix(text, []byte{0x28, 0xb5, 0x2f, 0xfd}) {
		return &Error{File: file, Problem: "this is a replay, or another compressed file", Cure: "arena replay " + file}
	}
	line, column := 1, 1
	for _, r := range string(text) {
		switch {
		case r == '\n':
			line, column = line+1, 0
		case r == '\ufffd':
			return &Error{File: file, Line: line, Column: column, Problem: "the text is not UTF-8", Cure: "save the file in the encoding UTF-8"}
		case r < ' ' && r != '\t' && r != '\r' || r == 0x7f:
			return &Error{File: file, Line: line, Column: column, Problem: fmt.Sprintf("a control character, %#02x: this is not a text file", r), Cure: "name " + yamlFile}
		}
		column++
	}
	return nil
}

// mostLines bounds the texts whose faulty line is looked for.
const mostLines = 500

// diagnose turns an error of the parser into one that names the place. The
// parser often blames the line in which the surrounding mapping begins; the
// faulty line is the one after the longest beginning of the text that is
// right by itself.
func diagnose(file string, text []byte, err error) error {
	lines := strings.SplitAfter(string(text), "\n")
	if len(lines) > mostLines {
		return &Error{File: file, Line: reportedLine(err), Problem: "not YAML: " + reason(err), Cure: "correct this line or the one before it"}
	}
	good := len(lines) - 1
	for ; good > 0; good-- {
		if parses(strings.Join(lines[:good], "")) {
			break
		}
	}
	e := &Error{File: file, Line: good + 1}
	line := strings.TrimRight(lines[good], "\r\n")
	body := strings.TrimLeft(line, " \t")
	indent := line[:len(line)-len(body)]
	e.Column = len(indent) + 1
	key, value, missing := missingSpace(body)
	switch open := openMark(line); {
	case strings.Contains(indent, "\t"):
		e.Column = strings.Index(indent, "\t") + 1
		e.Problem = "a tab in the indentation, before " + quote(body)
		e.Cure = "indent with spaces"
	case missing:
		e.Column += len([]rune(key)) + 1
		e.Problem = "no space after the colon in " + quote(body)
		e.Cure = fmt.Sprintf("write %s: %s", key, value)
	case open > 0:
		mark := []rune(line)[open-1]
		e.Column = open
		e.Problem = fmt.Sprintf("%c is never closed in %s", mark, quote(body))
		e.Cure = fmt.Sprintf("close it with %c", closing[mark])
	default:
		e.Problem = fmt.Sprintf("not YAML: %s, at %s", reason(err), quote(body))
		e.Cure = "look at the indentation here and in the line before: keys of one mapping begin in the same column"
	}
	return e
}

func parses(text string) bool {
	dec := yaml.NewDecoder(strings.NewReader(text))
	for {
		var n yaml.Node
		if err := decodeNode(dec, &n); err != nil {
			return errors.Is(err, io.EOF)
		}
	}
}

// reason is the parser's message without its line, which is often wrong.
func reason(err error) string {
	text := strings.TrimPrefix(oneLine(err.Error()), "yaml: ")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if _, after, ok := strings.Cut(rest, ": "); ok {
			return after
		}
	}
	return text
}

func reportedLine(err error) int {
	var line int
	if n, _ := fmt.Sscanf(err.Error(), "yaml: line %d:", &line); n == 1 {
		return max(line, 1)
	}
	return 1
}

// missingSpace recognises "key:value", which YAML takes for one text.
func missingSpace(text string) (key, value string, ok bool) {
	text = strings.TrimPrefix(text, "- ")
	key, value, ok = strings.Cut(text, ":")
	if !ok || key == "" || value == "" || value[0] == ' ' || strings.HasPrefix(value, "//") || strings.HasPrefix(value, `\`) ||
		strings.ContainsFunc(value, unicode.IsControl) { // a cure is one line
		return "", "", false
	}
	for _, r := range key {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return "", "", false
		}
	}
	return key, value, true
}

var closing = map[rune]rune{'[': ']', '{': '}', '"': '"', '\'': '\''}

// openMark returns the column of a bracket or quote that is open at the end
// of a line, the last one, or 0.
func openMark(line string) int {
	var open []int // columns
	runes := []rune(line)
	for i, r := range runes {
		last := rune(0)
		if len(open) > 0 {
			last = runes[open[len(open)-1]-1]
		}
		quoted := last == '"' || last == '\''
		begins := i == 0 || strings.ContainsRune(" \t[{,:-", runes[i-1])
		switch {
		case quoted && r == last && (last == '\'' || runes[i-1] != '\\'):
			open = open[:len(open)-1]
		case quoted:
		case r == '#' && begins:
			return lastOf(open)
		case (r == '"' || r == '\'') && begins, r == '[', r == '{':
			open = append(open, i+1)
		case last != 0 && r == closing[last]:
			open = open[:len(open)-1]
		}
	}
	return lastOf(open)
}

func lastOf(s []int) int {
	if len(s) == 0 {
		return 0
	}
	return s[len(s)-1]
}
