package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"botarena/arena/config"
	"botarena/sandbox"
)

// Builder builds hand-ins in one jail. Its methods may be called from several
// goroutines.
type Builder struct {
	box   *sandbox.Sandbox
	cache string

	goOnce  sync.Mutex
	goCache string // the folder of compiled packages; "" until it is made

	mu       sync.Mutex
	tools    map[string]*Toolchain
	programs map[string]*sandbox.Program
}

// NewBuilder returns a builder with these toolchains of the host. cache is a
// folder for what is compiled of the toolchains themselves, once: Go's own
// packages. The jail stays the caller's.
func NewBuilder(box *sandbox.Sandbox, tools []*Toolchain, cache string) (*Builder, error) {
	abs, err := filepath.Abs(cache)
	if err != nil {
		return nil, fmt.Errorf("the folder for compiled packages: %w", err)
	}
	b := &Builder{box: box, tools: map[string]*Toolchain{}, cache: abs, programs: map[string]*sandbox.Program{}}
	for _, t := range tools {
		b.tools[t.Language] = t
	}
	return b, nil
}

// Key changes with whatever changes a build beside the sources: the
// toolchains, their command lines, and the options.
func (b *Builder) Key(o Options) string {
	o = o.withDefaults()
	var k strings.Builder
	fmt.Fprintln(&k, o.Name, o.Prebuilt, o.CPU, o.Memory, o.Program, o.Languages)
	if o.Game != nil {
		fmt.Fprintln(&k, o.Game.Info().Name)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, l := range languages {
		if t := b.tools[l.name]; t != nil {
			fmt.Fprintln(&k, l.name, t.Key())
		}
	}
	return k.String()
}

// toolchain returns a language's toolchain, or nil. One whose tool did not
// answer in time is asked for again.
func (b *Builder) toolchain(ctx context.Context, language string) *Toolchain {
	b.mu.Lock()
	t := b.tools[language]
	b.mu.Unlock()
	if t == nil || !t.unanswered {
		return t
	}
	t = languageOf(language).toolchain(ctx)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tools[language] = t
	return t
}

// Build builds the hand-in in the folder src into the folder into, which must
// be there and be empty. It fails with a *[MissingError] where a compiler is
// missing, and with the jail's errors; all that is wrong with the sources is
// in the result.
func (b *Builder) Build(ctx context.Context, src, into string, o Options) (*Result, error) {
	o = o.withDefaults()
	from, err := os.OpenRoot(src)
	if err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	defer from.Close()
	to, err := os.OpenRoot(into)
	if err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	defer to.Close()
	r := &Result{}
	plan, err := Find(from.FS(), o)
	var wrong *Fault
	if errors.As(err, &wrong) {
		return r.fail(wrong.Cure, wrong.Problem), nil
	}
	if err != nil {
		return nil, err
	}
	w := &work{Builder: b, Result: r, plan: plan, from: from, to: to, o: o}
	for i := range plan.Programs {
		if plan.Programs[i].Language == "" {
			continue
		}
		if ok, err := w.program(ctx, &plan.Programs[i]); !ok || err != nil {
			return r, err
		}
	}
	if err := w.lay(); err != nil {
		return nil, err
	}
	r.OK, r.Lasting = true, true
	return r, nil
}

// work is one build.
type work struct {
	*Builder
	*Result
	plan     *Plan
	from, to *os.Root
	o        Options
	out      output
}

// lay copies what the bot may read beside its program, and writes its bot.yaml.
func (w *work) lay() error {
	compiled := map[string]bool{}
	for _, p := range w.plan.Programs {
		switch p.Language {
		case "", "python", "javascript":
		default:
			compiled[p.Language] = true
		}
	}
	for _, name := range w.plan.Files {
		l := languageOfFile(name)
		if name == config.BotFileName || compiled[l] || l == "c" && compiled["cpp"] {
			continue
		}
		if err := folders(w.to, path.Dir(name), 0o755); err != nil {
			return err
		}
		if err := copyFile(w.to, name, w.from, name); err != nil {
			return err
		}
	}
	return w.writeBotFile()
}

// botFile is the bot.yaml of a bot that was built.
type botFile struct {
	Name     string            `yaml:"name,omitempty"`
	Game     string            `yaml:"game,omitempty"`
	Roles    []string          `yaml:"roles,omitempty"`
	Language string            `yaml:"language,omitempty"`
	Author   string            `yaml:"author,omitempty"`
	Entry    any               `yaml:"entry"`
	Args     []string          `yaml:"args,omitempty"`
	Env      map[string]string `yaml:"env,omitempty"`
	Dialect  string            `yaml:"dialect,omitempty"`
}

func (w *work) writeBotFile() error {
	p := w.plan
	f := botFile{
		Name: w.o.Name, Game: p.game, Roles: p.bot.Roles, Language: strings.Join(w.Languages, ", "), Author: p.bot.Author,
		Args: p.bot.Args, Env: p.bot.Env, Dialect: p.bot.Dialect,
	}
	if f.Name == "" {
		f.Name = p.bot.Name
	}
	byRole := map[string]string{}
	for _, q := range p.Programs {
		f.Entry = q.File
		if q.Role != "" {
			byRole[q.Role] = q.File
		}
	}
	if len(byRole) > 0 {
		f.Entry = byRole
	}
	text, err := yaml.Marshal(f)
	if err != nil {
		return fmt.Errorf("write %s: %w", config.BotFileName, err)
	}
	if err := w.to.WriteFile(config.BotFileName, text, 0o644); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	return nil
}

// copyFile copies a regular file from one root to another. Its folder must be
// there, and it must not.
func copyFile(to *os.Root, as string, from *os.Root, name string) error {
	info, err := from.Lstat(name)
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("build: %s is no file", name)
	}
	in, err := from.Open(name)
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	defer in.Close()
	mode := fs.FileMode(0o644)
	if info.Mode()&0o111 != 0 {
		mode = 0o755
	}
	out, err := to.OpenFile(as, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Chmod(mode), out.Close())
}

// folders makes a folder and those around it.
func folders(root *os.Root, dir string, mode fs.FileMode) error {
	if dir == "." {
		return nil
	}
	if _, err := root.Lstat(dir); err == nil {
		return nil
	}
	if err := folders(root, path.Dir(dir), mode); err != nil {
		return err
	}
	if err := root.Mkdir(dir, mode); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	if err := root.Chmod(dir, mode); err != nil { // whatever the umask is
		return fmt.Errorf("build: %w", err)
	}
	return nil
}

// copyTree copies the regular files of a folder of the host's own.
func copyTree(to *os.Root, as, from string) error {
	root, err := os.OpenRoot(from)
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("build: %w", err)
		case d.IsDir():
			return folders(to, path.Join(as, name), 0o777)
		case d.Type().IsRegular():
			return copyFile(to, path.Join(as, name), root, name)
		}
		return nil
	})
}
