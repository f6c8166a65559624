package config

import (
	"os"
	"path/filepath"
	"strings"

	"botarena/arena/game"
)

// FindBot returns the bot that a command line names as configs do: by a path
// with a slash in it, or by its name in the folder of bots dir. A file or a
// folder here is found too where no bot is called so. The error is an *[Error].
func FindBot(text, dir string, games []game.Game) (*Bot, error) {
	if strings.Contains(text, "/") {
		return LoadBot(text, games)
	}
	listed, err := new(shelf).find(dir, text, games)
	switch {
	case err != nil:
		return nil, &Error{File: text, Problem: err.Error(), Cure: "write the path of the one meant"}
	case listed != nil:
		return listed.Bot, listed.Err
	}
	if _, err := os.Stat(text); err == nil {
		return LoadBot("./"+text, games)
	}
	cure := "write its path, such as ./" + text + "; arena bots " + dir + " lists a folder"
	if all, err := LoadBots(dir, games); err == nil {
		var names []string
		for i := range all {
			names = append(names, all[i].Name)
		}
		if near := Nearest(text, names); near != "" {
			cure = "did you mean " + near + "?"
		}
	}
	abs, err := filepath.Abs(text)
	if err != nil {
		abs = text
	}
	return nil, &Error{File: text, Problem: "no bot is called so in the folder " + dir + ", and there is no file " + abs, Cure: cure}
}
