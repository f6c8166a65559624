// Package kits holds the starter kits: for each game and language a folder
// with a bot in which a contestant writes one function. The files are embedded;
// [Copy] writes a kit to where somebody wants to begin.
package kits

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// What a build leaves in a kit's folder must not be embedded with it: the
// patterns name sources only.
//
//go:embed */*/bot.yaml
//go:embed c/*/*.c c/*/*.h c/*/Makefile
//go:embed cpp/*/*.cpp cpp/*/*.h cpp/*/Makefile
//go:embed go/*/*.go go/*/go.mod.txt
//go:embed java/*/*.java java/*/Makefile
//go:embed javascript/*/*.js javascript/*/package.json
//go:embed python/*/*.py
//go:embed rust/*/*.rs rust/*/Makefile
//go:embed newcomer.md
var files embed.FS

// Kit is one starter kit.
type Kit struct {
	Game     string // as configs name it, such as "catchcat"
	Language string // the folder's name, such as "cpp"
}

// Games lists the games that have kits, and Languages their languages; each
// game has a kit in each.
var (
	Games     = []string{"catchcat", "goldhunter", "papersoccer"}
	Languages = []string{"c", "cpp", "go", "java", "javascript", "python", "rust"}
)

// seats are those of the games, as configs name them.
var seats = map[string][2]string{"catchcat": {"catcher", "cat"}, "goldhunter": {"team0", "team1"}, "papersoccer": {"red", "blue"}}

// Part names the function of a kit that is a contestant's to write, and the
// file in which it stands.
type Part struct{ Function, File string }

// Parts holds them by language.
var Parts = map[string]Part{
	"c":          {"think", "bot.c"},
	"cpp":        {"PlayerDecision::think", "player_decision.cpp"},
	"go":         {"think", "bot.go"},
	"java":       {"step", "TeamClientAi.java"},
	"javascript": {"think", "bot.js"},
	"python":     {"think", "bot.py"},
	"rust":       {"think", "bot.rs"},
}

// List returns all kits by game and then by language.
func List() []Kit {
	var list []Kit
	for _, game := range Games {
		for _, language := range Languages {
			list = append(list, Kit{game, language})
		}
	}
	return list
}

// maxName bounds a bot's name, in characters.
const maxName = 64

// Copy writes the kit of a game in a language to the folder dir, which is made
// unless it is there and empty, and gives the bot its name. It never
// overwrites a file. Errors: an unknown game or language, a name that is
// empty, too long or cannot be printed, a folder that holds something already,
// and those of the file system.
func Copy(dir, game, language, name string) error {
	if !slices.Contains(Games, game) || !slices.Contains(Languages, language) {
		return fmt.Errorf("there is no kit for %q in %q: games are %s; languages are %s", game, language,
			strings.Join(Games, ", "), strings.Join(Languages, ", "))
	}
	if err := checkName(name); err != nil {
		return err
	}
	from := path.Join(language, game)
	entries, err := fs.ReadDir(files, from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	switch there, err := os.ReadDir(dir); {
	case err != nil:
		return err
	case len(there) > 0:
		return fmt.Errorf("the folder %s is not empty: it holds %s", dir, there[0].Name())
	}
	for _, e := range entries {
		text, err := fs.ReadFile(files, path.Join(from, e.Name()))
		if err != nil {
			return err
		}
		if e.Name() == "bot.yaml" {
			if text, err = rename(text, name); err != nil {
				return err
			}
		}
		to := e.Name()
		if to == "go.mod.txt" { // a folder with a go.mod cannot be embedded
			to = "go.mod"
		}
		if err := writeNew(filepath.Join(dir, to), text); err != nil {
			return err
		}
	}
	readme, err := newcomer(dir, game, language, name)
	if err != nil {
		return err
	}
	return writeNew(filepath.Join(dir, "README.md"), readme)
}

// newcomer returns what a contestant has to know of a kit that was copied to
// dir.
func newcomer(dir, game, language, name string) ([]byte, error) {
	text, err := fs.ReadFile(files, "newcomer.md")
	if err != nil {
		return nil, err
	}
	file, err := os.ReadFile(filepath.Join(dir, "bot.yaml"))
	if err != nil {
		return nil, err
	}
	var known struct{ Build string }
	if err := yaml.Unmarshal(file, &known); err != nil {
		return nil, fmt.Errorf("the kit's bot.yaml: %w", err)
	}
	folder, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	build := "there is nothing to build."
	if known.Build != "" {
		build = "`" + known.Build + "`, here and after every change."
	}
	return []byte(strings.NewReplacer(
		"{{NAME}}", name, "{{GAME}}", game, "{{FUNCTION}}", Parts[language].Function, "{{FILE}}", Parts[language].File,
		"{{BUILD}}", build, "{{FOLDER}}", filepath.Base(folder), "{{SEAT}}", seats[game][0], "{{RIVAL}}", seats[game][1],
	).Replace(string(text))), nil
}

func checkName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return errors.New("the bot's name is empty")
	case strings.TrimSpace(name) != name:
		return fmt.Errorf("the bot's name %q begins or ends with a space", name)
	case utf8.RuneCountInString(name) > maxName:
		return fmt.Errorf("the bot's name has more than %d characters", maxName)
	}
	for _, r := range name {
		if !unicode.IsPrint(r) || r == utf8.RuneError {
			return fmt.Errorf("the bot's name %q has a character that cannot be printed", name)
		}
	}
	return nil
}

// rename puts a name into the text of a bot.yaml, quoted where YAML wants it.
func rename(text []byte, name string) ([]byte, error) {
	quoted, err := yaml.Marshal(name)
	if err != nil {
		return nil, fmt.Errorf("the bot's name: %w", err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	for i, line := range lines {
		if bytes.HasPrefix(line, []byte("name: ")) {
			lines[i] = append([]byte("name: "), quoted...)
			return bytes.Join(lines, nil), nil
		}
	}
	return nil, errors.New("the kit's bot.yaml has no name")
}

func writeNew(file string, text []byte) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
