package build

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"botarena/sandbox"
)

// own is the folder of a build for what is not the hand-in's: no file of a
// hand-in can be called so, since it would be laid over.
const own = ".arena"

const telemetry = own + "/home/.config/go/telemetry/mode"

// program builds one program in a scratch folder of its own. ok says that it
// was built; otherwise the result says why not.
func (w *work) program(ctx context.Context, q *Program) (ok bool, err error) {
	t := w.toolchain(ctx, q.Language)
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if t == nil || t.Missing != "" {
		missing := "its tools were not looked for"
		if t != nil {
			missing = t.Missing
		}
		return false, &MissingError{languageOf(q.Language).title, missing}
	}
	if !slices.Contains(w.Languages, t.Title) {
		w.Languages, w.Toolchains = append(w.Languages, t.Title), append(w.Toolchains, t.Version)
	}
	if starts := q.Main; starts != "" && starts != "." {
		if q.Role != "" {
			starts = q.Role + ": " + path.Join(q.Dir, starts)
		}
		w.Starts = append(w.Starts, starts)
	}
	shown := slices.Clone(t.shown)
	env := append(slices.Clone(t.env), "HOME=/tmp/"+own+"/home", "TMPDIR=/tmp/"+own+"/tmp")
	copied := ""
	if q.Language == "go" {
		cache, err := w.compiledPackages(ctx, t)
		if err != nil {
			return false, err
		}
		env = append(env, "GOPATH=/tmp/"+own+"/go")
		if strings.HasPrefix(cache, "/tmp/") { // where the jail has the scratch folder
			copied = cache
			cache = "/tmp/" + own + "/gocache"
		} else {
			shown = append(shown, cache)
		}
		env = append(env, "GOCACHE="+cache)
	}
	sc, err := w.box.NewScratch(mostScratch, shown...)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, sc.Close()) }()
	if err := w.fill(sc, t, q); err != nil {
		return false, err
	}
	if copied != "" {
		if err := copyTree(sc.Root(), own+"/gocache", copied); err != nil {
			return false, err
		}
	}
	for _, words := range commands(t, q) {
		if ok, err := w.run(ctx, sc, t, env, words); !ok || err != nil {
			return false, err
		}
	}
	err = w.take(sc, q)
	var wrong *Fault
	if errors.As(err, &wrong) {
		w.fail(wrong.Cure, wrong.Problem)
		return false, nil
	}
	return err == nil, err
}

// fill lays a program's files into the scratch folder: not the sources of
// other roles, nor the arena's own bot.yaml.
func (w *work) fill(sc *sandbox.Scratch, t *Toolchain, q *Program) error {
	root := sc.Root()
	for _, dir := range []string{own + "/home", own + "/tmp"} {
		if err := folders(root, dir, 0o777); err != nil {
			return err
		}
	}
	hasModule := false
	for _, name := range w.plan.Files {
		inside := name
		if q.Dir != "." {
			var is bool
			if inside, is = strings.CutPrefix(name, q.Dir+"/"); !is {
				continue
			}
		}
		l := languageOfFile(inside)
		if l == q.Language && !inPackages(inside) && !slices.Contains(q.Sources, inside) || inside == own || strings.HasPrefix(inside, own+"/") {
			continue
		}
		hasModule = hasModule || inside == "go.mod"
		if err := folders(root, path.Dir(inside), 0o777); err != nil {
			return err
		}
		if err := copyFile(root, inside, w.from, name); err != nil {
			return err
		}
	}
	if q.Language == "go" {
		// Go would start a process to count its own uses.
		if err := folders(root, path.Dir(telemetry), 0o777); err != nil {
			return err
		}
		if err := root.WriteFile(telemetry, []byte("off\n"), 0o644); err != nil {
			return fmt.Errorf("build: %w", err)
		}
	}
	if q.Language == "go" && !hasModule {
		if err := root.WriteFile("go.mod", []byte("module bot\n\ngo "+goLanguage(t.Version)+"\n"), 0o644); err != nil {
			return fmt.Errorf("build: %w", err)
		}
	}
	return nil
}

var goVersion = regexp.MustCompile(`go(1\.[0-9]+)`)

// goLanguage is the language version of "go version go1.26.8 linux/amd64": a
// program without a go.mod may use all of it.
func goLanguage(version string) string {
	if m := goVersion.FindStringSubmatch(version); m != nil {
		return m[1]
	}
	return "1.21"
}

// commands returns the words of a program's command lines, as the toolchain
// publishes them. Names of files begin with ./, so that none is taken for a
// flag; no shell reads them.
func commands(t *Toolchain, q *Program) [][]string {
	var lines [][]string
	for _, line := range t.Lines {
		var words []string
		for word := range strings.FieldsSeq(line) {
			switch word {
			case "FILES":
				for _, s := range q.Sources {
					words = append(words, "./"+s)
				}
			case "MAIN":
				words = append(words, "./"+q.Main)
			case "BOT":
				words = append(words, own+"/bot")
			case "classes":
				words = append(words, classes)
			default:
				words = append(words, word)
			}
		}
		if q.Language == "go" {
			words[len(words)-1] = q.Main
		}
		lines = append(lines, words)
	}
	return lines
}

// tool returns a toolchain's tool.
func (b *Builder) tool(t *Toolchain) (*sandbox.Program, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p := b.programs[t.tool]; p != nil {
		return p, nil
	}
	p, err := b.box.Tool(t.tool)
	var refused *sandbox.ProgramError
	if errors.As(err, &refused) {
		return nil, &MissingError{t.Title, refused.Error()}
	}
	if err == nil {
		b.programs[t.tool] = p
	}
	return p, err
}

// take takes what a build made out of the scratch folder. It fails with a
// *[Fault] where that is nothing, or too much.
func (w *work) take(sc *sandbox.Scratch, q *Program) error {
	root := sc.Root()
	switch q.Language {
	case "javascript":
		return nil
	case "python":
		return w.takeCompiled(root.FS(), sc, q)
	case "java":
		return w.packJar(root, q)
	}
	info, err := root.Lstat(own + "/bot")
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular():
		return errNoProgram
	case err != nil:
		return fmt.Errorf("build: %w", err)
	case info.Size() > w.o.Program:
		return w.tooLarge(info.Size())
	}
	return copyFile(w.to, q.File, root, own+"/bot")
}

var errNoProgram = fault("see what the compiler says", "the build left no program")

func (w *work) tooLarge(size int64) error {
	return fault("make the program smaller: large tables can be computed at the start", "the program has %d MiB; %d MiB are taken", size>>20, w.o.Program>>20)
}

// takeCompiled takes Python's compiled files: the bot starts faster with them.
func (w *work) takeCompiled(files fs.FS, sc *sandbox.Scratch, q *Program) error {
	return fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || path.Ext(name) != ".pyc" || path.Base(path.Dir(name)) != "__pycache__" {
			return err
		}
		if strings.HasPrefix(name, own+"/") {
			return nil
		}
		to := path.Join(q.Dir, name)
		if _, err := w.to.Lstat(to); err == nil {
			return nil // of a module that another role's program has too
		}
		if err := folders(w.to, path.Dir(to), 0o755); err != nil {
			return err
		}
		return copyFile(w.to, to, sc.Root(), name)
	})
}
