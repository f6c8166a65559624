package build

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"botarena/arena/config"
	"botarena/arena/game"
)

// Plan is what a hand-in is found to be.
type Plan struct {
	Programs []Program // one, or one for each role
	// Prebuilt says that the programs are there already.
	Prebuilt bool
	// Files are all files of the hand-in.
	Files []string

	game string
	bot  config.BotFile // what its bot.yaml says, but for the program
}

// Program is a program of a hand-in. Paths have slashes.
type Program struct {
	Role     string   // "" for all
	Dir      string   // the folder it is built in, "." for the top
	Language string   // "" for a program that is there already
	Sources  []string // relative to Dir
	Main     string   // the source that is started; relative to Dir
	File     string   // the program's file in the bot's folder
}

// Fault says what is wrong with a hand-in: the student's to cure.
type Fault struct{ Problem, Cure string }

func (f *Fault) Error() string { return f.Problem }

// Hint returns the cure.
func (f *Fault) Hint() string { return f.Cure }

func fault(cure, problem string, args ...any) error {
	return &Fault{fmt.Sprintf(problem, args...), cure}
}

// Find looks at a hand-in's files. The error is a *[Fault], or one of reading
// the files.
func Find(src fs.FS, o Options) (*Plan, error) {
	o = o.withDefaults()
	p := &Plan{}
	err := fs.WalkDir(src, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			p.Files = append(p.Files, name)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look at the hand-in: %w", err)
	}
	if err := p.readBotFile(src, o); err != nil {
		return nil, err
	}
	f := finder{Plan: p, src: src, o: o}
	if err := f.programs(); err != nil {
		return nil, err
	}
	for _, q := range p.Programs {
		if q.Language != "" && !slices.Contains(o.Languages, q.Language) {
			return nil, fault("write it in "+list(titles(o.Languages)), "%s is not taken here", languageOf(q.Language).title)
		}
	}
	return p, nil
}

// readBotFile reads the hand-in's bot.yaml, if there is one.
func (p *Plan) readBotFile(src fs.FS, o Options) error {
	var games []game.Game
	if o.Game != nil {
		games = []game.Game{o.Game}
		p.game = o.Game.Info().Name
	}
	if isFolder(src, config.BotFileName) {
		return folderFault(config.BotFileName)
	}
	text, err := fs.ReadFile(src, config.BotFileName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look at the hand-in: %w", err)
	}
	bot, err := config.ReadBotFile(config.BotFileName, text, games)
	var wrong *config.Error
	if errors.As(err, &wrong) {
		return &Fault{wrong.Error(), wrong.Cure}
	}
	if err != nil {
		return err
	}
	p.bot = *bot
	if p.game == "" {
		p.game = bot.Game
	}
	return p.takeCommand()
}

// takeCommand makes an entry of a command. Which interpreter runs it is the
// arena's business: one is asked outside of the jail where its libraries are.
func (p *Plan) takeCommand() error {
	words := p.bot.Command
	if len(words) == 0 {
		return nil
	}
	if !slices.Contains(p.Files, path.Clean(words[0])) && len(words) > 1 {
		if !slices.Contains([]string{"python3", "python", "node", "java"}, words[0]) {
			return fault("write entry: FILE, the program's file, and args: for its arguments", "bot.yaml: command: %q is not a program of the hand-in, nor one that runs hand-ins", words[0])
		}
		words = words[1:]
		if len(words) > 1 && words[0] == "-jar" {
			words = words[1:]
		}
	}
	p.bot.Entry = config.Entry{All: words[0]}
	p.bot.Args = slices.Concat(words[1:], p.bot.Args)
	p.bot.Command = nil
	return nil
}

// finder finds the programs of a plan.
type finder struct {
	*Plan
	src fs.FS
	o   Options
}

// programs finds one program for all roles, or one for each: as bot.yaml says,
// or as folders or files are called like the game's seats.
func (f *finder) programs() error {
	mains := f.bot.Entry.ByRole
	if len(mains) == 0 && f.bot.Entry.All == "" {
		mains = f.rolesByName()
	}
	if len(mains) == 0 {
		q, err := f.program("", ".", f.bot.Entry.All, nil)
		f.Programs = []Program{q}
		return err
	}
	roles := make([]string, 0, len(mains))
	for role := range mains {
		roles = append(roles, role)
	}
	slices.Sort(roles)
	f.bot.Roles = roles
	for _, role := range roles {
		main, dir := mains[role], "."
		var others []string
		for other, m := range mains {
			if other != role {
				others = append(others, stem(m))
			}
		}
		if top, rest, inside := strings.Cut(main, "/"); inside && f.hasFolder(top) && !slices.ContainsFunc(others, func(o string) bool { return strings.HasPrefix(o, top+"/") }) {
			dir, main, others = top, rest, nil
		}
		q, err := f.program(role, dir, main, others)
		if err != nil {
			return err
		}
		f.Programs = append(f.Programs, q)
	}
	return nil
}

// rolesByName recognises a program for each seat: the folders cat and catcher,
// or the files cat.c and catcher.c.
func (f *finder) rolesByName() map[string]string {
	if f.o.Game == nil {
		return nil
	}
	seats := f.o.Game.Info().Seats
	byFolder, byFile := map[string]string{}, map[string]string{}
	for _, seat := range seats {
		if f.hasFolder(seat) {
			byFolder[seat] = seat + "/"
		}
		for _, name := range f.Files {
			if stem(name) == seat && languageOfFile(name) != "" {
				byFile[seat] = name
			}
		}
	}
	switch {
	case len(seats) > 1 && len(byFolder) == len(seats):
		return byFolder
	case len(seats) > 1 && len(byFile) == len(seats):
		return byFile
	}
	return nil
}

// isFolder reports whether a folder has the name of a file.
func isFolder(src fs.FS, name string) bool {
	info, err := fs.Stat(src, name)
	return err == nil && info.IsDir()
}

func folderFault(name string) error {
	return fault("call the folder otherwise", "%s is a folder, and should be a file", name)
}

func (f *finder) hasFolder(name string) bool {
	return slices.ContainsFunc(f.Files, func(file string) bool { return strings.HasPrefix(file, name+"/") })
}

// program finds the program in a folder. main is its file where that is
// known; others are the stems of files that belong to other roles.
func (f *finder) program(role, dir, main string, others []string) (Program, error) {
	q := Program{Role: role, Dir: dir, Main: main}
	if main != "" {
		q.Main = path.Clean(main)
	}
	var files []string // of the folder
	for _, name := range f.Files {
		if dir != "." {
			inside := strings.HasPrefix(name, dir+"/")
			if !inside {
				continue
			}
			name = strings.TrimPrefix(name, dir+"/")
		}
		if slices.Contains(others, stem(name)) || inPackages(name) {
			continue
		}
		files = append(files, name)
	}
	var err error
	if q.Language, err = f.language(q.Main, files); err != nil {
		return q, err
	}
	if q.Language == "" {
		return q, f.prebuilt(&q, files)
	}
	for _, name := range files {
		if l := languageOfFile(name); l == q.Language || l == "c" && q.Language == "cpp" {
			q.Sources = append(q.Sources, name)
		}
	}
	if len(q.Sources) == 0 {
		return q, fault("hand in the sources; correct language: in bot.yaml if it says the wrong one", "the hand-in holds no file of %s", languageOf(q.Language).title)
	}
	if err := f.main(&q); err != nil {
		return q, err
	}
	q.File = f.fileOf(&q)
	return q, nil
}

// inPackages reports whether a file is of a library that was handed in with
// the program.
func inPackages(name string) bool {
	for p := range strings.SplitSeq(name, "/") {
		if p == "node_modules" || p == "vendor" || p == "site-packages" {
			return true
		}
	}
	return false
}

// prebuilt takes a program without sources.
func (f *finder) prebuilt(q *Program, files []string) error {
	if q.Main == "" {
		for _, name := range []string{"bot", "bot.jar"} {
			if slices.Contains(files, name) {
				q.Main = name
			}
		}
	}
	if q.Main == "" || !slices.Contains(files, q.Main) {
		shown := files[:min(len(files), 5)]
		return fault("hand in sources in "+list(titles(f.o.Languages)), "no program was found; the hand-in holds %s", strings.Join(shown, ", "))
	}
	if !f.o.Prebuilt {
		return fault("hand in the sources", "%s is no source, and programs that are built already are not taken here", q.Main)
	}
	f.Prebuilt, q.File = true, path.Join(q.Dir, q.Main)
	return nil
}

func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

func titles(names []string) (t []string) {
	for _, n := range names {
		if l := languageOf(n); l != nil {
			t = append(t, l.title)
		}
	}
	return t
}

// list joins names as people do.
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
