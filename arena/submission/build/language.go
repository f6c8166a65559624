package build

import (
	"encoding/json"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// languageOfFile returns a source's language by the end of its name, "" for
// any other file.
func languageOfFile(name string) string {
	ext := path.Ext(name)
	for _, e := range []string{ext, strings.ToLower(ext)} { // .C is C++, .PY Python
		for _, l := range languages {
			if slices.Contains(l.extensions, e) {
				return l.name
			}
		}
	}
	return ""
}

var nicknames = map[string]string{
	"c++": "cpp", "cxx": "cpp", "golang": "go", "js": "javascript", "node": "javascript", "nodejs": "javascript", "node.js": "javascript",
	"py": "python", "python3": "python",
}

// LanguageNamed returns the language that people call so, such as C++ or
// nodejs, by its name here; "" for none.
func LanguageNamed(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	if l, ok := nicknames[text]; ok {
		return l
	}
	if languageOf(text) != nil {
		return text
	}
	return ""
}

// language finds the language of a program: by its source, by what bot.yaml
// says, or by the files that there are. It is "" where there are no sources.
func (f *finder) language(main string, files []string) (string, error) {
	if l := languageOfFile(main); l != "" && slices.Contains(files, main) {
		return l, nil
	}
	if l := LanguageNamed(f.bot.Language); l != "" {
		return l, nil
	}
	found := map[string]string{} // an example of each
	for _, name := range files {
		if l := languageOfFile(name); l != "" && found[l] == "" {
			found[l] = name
		}
	}
	if found["cpp"] != "" {
		delete(found, "c") // is compiled with it
	}
	switch len(found) {
	case 0:
		return "", nil
	case 1:
		for l := range found {
			return l, nil
		}
	}
	var examples []string
	for _, name := range found {
		examples = append(examples, name)
	}
	slices.Sort(examples)
	return "", fault("write language: and entry: into bot.yaml, or leave the other files out", "the hand-in has sources in several languages: %s", strings.Join(examples, ", "))
}

// main finds which source is started, where the language needs one.
func (f *finder) main(q *Program) error {
	given := q.Main != "" && slices.Contains(q.Sources, q.Main)
	switch q.Language {
	case "python":
		return q.pick(given, "main.py", "bot.py", "__main__.py")
	case "javascript":
		names := []string{"main.js", "bot.js", "index.js", "main.mjs", "bot.mjs", "index.mjs"}
		if main := f.packageMain(q.Dir); main != "" {
			names = append([]string{main}, names...)
		}
		return q.pick(given, names...)
	case "rust":
		return q.pick(given, "main.rs", "src/main.rs", "bot.rs")
	case "java":
		return f.javaMain(q, given)
	case "go":
		return f.goMain(q)
	}
	return nil
}

// pick takes the first of the names that is there, or the only source.
func (q *Program) pick(given bool, names ...string) error {
	if given {
		return nil
	}
	for _, name := range names {
		if slices.Contains(q.Sources, name) {
			q.Main = name
			return nil
		}
	}
	if len(q.Sources) == 1 {
		q.Main = q.Sources[0]
		return nil
	}
	return fault("call the one that is started "+names[0]+", at the top, or write entry: FILE into bot.yaml",
		"which file is the program? at the top there is no %s; found %s", names[0], strings.Join(q.Sources[:min(5, len(q.Sources))], ", "))
}

// packageMain returns the main file that a package.json names.
func (f *finder) packageMain(dir string) string {
	text, err := fs.ReadFile(f.src, path.Join(dir, "package.json"))
	if err != nil {
		return ""
	}
	var p struct{ Main string }
	if json.Unmarshal(text, &p) != nil || p.Main == "" {
		return ""
	}
	return path.Clean(p.Main)
}

var (
	javaMainMethod = regexp.MustCompile(`(?m)^[^/*\n]*\bstatic\s+(?:final\s+)?void\s+main\s*\(`)
	javaPackage    = regexp.MustCompile(`(?m)^\s*package\s+([A-Za-z_$][\w$.]*)\s*;`)
	goPackageMain  = regexp.MustCompile(`(?m)^package\s+main\b`)
)

// javaMain finds the class with a main method; Main becomes its full name.
func (f *finder) javaMain(q *Program, given bool) error {
	var found []string
	for _, name := range q.Sources {
		if given && name != q.Main {
			continue
		}
		text, err := fs.ReadFile(f.src, path.Join(q.Dir, name))
		if err != nil {
			return err
		}
		if !javaMainMethod.Match(text) && !given {
			continue
		}
		class := strings.TrimSuffix(path.Base(name), ".java")
		if m := javaPackage.FindSubmatch(text); m != nil {
			class = string(m[1]) + "." + class
		}
		found = append(found, class)
	}
	slices.Sort(found)
	for _, likely := range []string{"Main", "Bot"} {
		if len(found) > 1 && slices.Contains(found, likely) {
			found = []string{likely}
		}
	}
	switch len(found) {
	case 0:
		return fault("write one: public static void main(String[] args)", "no class has a main method")
	case 1:
		q.Main = found[0]
		return nil
	}
	return fault("call the one that is started Main, or write language: Java and entry: FILE.java into bot.yaml", "several classes have a main method: %s", strings.Join(found, ", "))
}

// goMain finds the folder of package main; Main becomes its path.
func (f *finder) goMain(q *Program) error {
	var found []string
	for _, name := range q.Sources {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(f.src, path.Join(q.Dir, name))
		if err != nil {
			return err
		}
		if dir := "./" + path.Dir(name); goPackageMain.Match(text) && !slices.Contains(found, dir) {
			found = append(found, dir)
		}
	}
	switch {
	case len(found) == 0:
		return fault("begin the program's files with package main", "no file is of package main")
	case slices.Contains(found, "./."):
		q.Main = "."
	case len(found) == 1:
		q.Main = found[0]
	default:
		return fault("keep one of them", "several folders hold a package main: %s", strings.Join(found, ", "))
	}
	f.intoModule(q)
	if name := path.Join(q.Dir, "go.mod"); isFolder(f.src, name) {
		return folderFault(name)
	}
	return nil
}

// intoModule makes the folder of the go.mod next above package main the one
// that is built in: what is outside of it is not of the program's module.
func (f *finder) intoModule(q *Program) {
	for dir := path.Clean(q.Main); dir != "."; dir = path.Dir(dir) {
		if !slices.Contains(f.Files, path.Join(q.Dir, dir, "go.mod")) {
			continue
		}
		var sources []string
		for _, name := range q.Sources {
			if inside, is := strings.CutPrefix(name, dir+"/"); is {
				sources = append(sources, inside)
			}
		}
		q.Dir, q.Sources, q.Main = path.Join(q.Dir, dir), sources, "."+strings.TrimPrefix(path.Clean(q.Main), dir)
		return
	}
}

// fileOf returns the path of the program in the bot's folder.
func (f *finder) fileOf(q *Program) string {
	switch q.Language {
	case "python", "javascript":
		return path.Join(q.Dir, q.Main)
	}
	name := "bot"
	if q.Role != "" {
		name = "bot-" + q.Role
	}
	if q.Language == "java" {
		name += ".jar"
	}
	// Nothing that was handed in is written over.
	for slices.Contains(f.Files, name) || f.hasFolder(name) {
		name = "built-" + name
	}
	return name
}
