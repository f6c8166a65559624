package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"botarena/arena/game"
)

// DefaultBots is the folder of bots where nothing else is said.
const DefaultBots = "bots"

// Listed is something in a folder of bots.
type Listed struct {
	Name string // the bot's, or of its file or folder where it cannot be read
	Path string // absolute
	Bot  *Bot   // nil where Err says why
	Err  error  // an *[Error]
}

// LoadBots lists the bots of a folder by their names: executables, scripts
// and folders. What is hidden or no program is left out. Two bots of one name
// are both wrong. An *[Error] says that the folder cannot be read, or is a bot
// itself: what lies in it are parts of that.
func LoadBots(dir string, games []game.Game) ([]Listed, error) {
	if isBotFolder(dir) {
		return nil, &Error{
			File: dir, Problem: "this is a bot itself, since it has a " + BotFileName,
			Cure: "name the folder that it is in; if this is to be a folder of bots, take the " + BotFileName + " away",
		}
	}
	return listBots(dir, games)
}

func listBots(dir string, games []game.Game) ([]Listed, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, &Error{File: dir, Problem: oneLine(err.Error()), Cure: "give the absolute path"}
	}
	entries, err := os.ReadDir(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &Error{File: dir, Problem: "there is no such folder (tried " + abs + ")", Cure: beside(dir, "name a folder of bots")}
	case errors.Is(err, syscall.ENOTDIR):
		return nil, &Error{File: dir, Problem: "this is not a folder (tried " + abs + ")", Cure: "name the folder that it is in"}
	case err != nil:
		return nil, &Error{File: dir, Problem: "the folder cannot be read: " + cause(err), Cure: "name a folder of bots"}
	}
	var all []Listed
	for _, e := range entries {
		path := filepath.Join(abs, e.Name())
		if strings.HasPrefix(e.Name(), ".") || !isCandidate(path) {
			continue
		}
		l := Listed{Name: e.Name(), Path: path}
		if !e.IsDir() {
			l.Name = strings.TrimSuffix(l.Name, filepath.Ext(l.Name))
		}
		if l.Bot, l.Err = LoadBot(filepath.Join(dir, e.Name()), games); l.Bot != nil {
			l.Name = l.Bot.Name
		}
		if l.Err != nil {
			l.Bot = nil
		}
		all = append(all, l)
	}
	slices.SortStableFunc(all, func(a, b Listed) int { return strings.Compare(a.Name, b.Name) })
	for i := range all {
		for k := range all {
			if i != k && all[i].Name == all[k].Name && all[i].Err == nil {
				cure := "rename one of the two"
				if f := all[i].Bot.File; f != nil && f.Name != "" { // which the folder's name does not change
					cure = "write another name: into " + filepath.Join(all[i].Path, BotFileName)
				}
				all[i].Bot, all[i].Err = nil, &Error{File: all[i].Path, Problem: fmt.Sprintf("%s is called %s too", all[k].Path, quote(all[i].Name)), Cure: cure}
			}
		}
	}
	return all, nil
}

// isCandidate reports whether a file of a bots' folder is there to be played:
// a folder, an executable, or something that its beginning or its name's end
// shows to be a program, also one for another system.
func isCandidate(path string) bool {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return true // a link to nowhere: it is told
	case info.IsDir():
		return true
	case !info.Mode().IsRegular():
		return false
	case info.Mode()&0o111 != 0:
		return true
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".py", ".jar", ".js", ".mjs", ".cjs", ".exe":
		return true
	}
	head := beginning(path)
	return bytes.HasPrefix(head, []byte("#!")) || bytes.HasPrefix(head, elf)
}

// elf is how programs of Linux begin.
var elf = []byte("\x7fELF")

// beginning returns the first bytes of a file that shows what it is; nothing
// where it cannot be read.
func beginning(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, len(elf))
	n, _ := io.ReadFull(f, head)
	return head[:n]
}

// shelf is a folder of bots that are looked for by their names. It is read
// once.
type shelf struct {
	name string // as the config has it
	bots []Listed
	read bool
}

// find looks for a bot by its name, or its file's, in the folder dir. It
// returns nothing where no bot is called so.
func (s *shelf) find(dir, name string, games []game.Game) (*Listed, error) {
	if !s.read {
		// What was looked for is reported, not the folder.
		s.bots, _ = listBots(dir, games)
		s.read = true
	}
	all := s.bots
	var found []*Listed
	for i := range all {
		if all[i].Name == name {
			found = append(found, &all[i])
		}
	}
	if len(found) > 1 {
		return nil, &missingBot{
			problem: fmt.Sprintf("two bots are called %s: %s and %s", quote(name), found[0].Path, found[1].Path),
			cure:    "rename one of the two, or write the path of the one meant",
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	for i := range all {
		if l := &all[i]; filepath.Base(l.Path) == name {
			l.Bot, l.Err = LoadBot(l.Path, games) // its file's name is its own
			return l, nil
		}
	}
	return nil, nil
}
