package command

import (
	"os"
	"path/filepath"

	"botarena/arena/check"
	"botarena/arena/match"
	"botarena/arena/record"
)

// checkLevels are the levels of the house bots that arena check plays against.
var checkLevels = []string{"novice", "club"}

// houseFolder is where the house bots lie: beside this program, where make
// build and the releases have them. It may not be there.
func houseFolder() string {
	self, err := os.Executable()
	if err != nil {
		return "bots"
	}
	return filepath.Join(filepath.Dir(self), "bots")
}

// houseOpponents returns the house bots of a game, or nothing where there are
// none.
func houseOpponents(game string) []check.Opponent {
	path := filepath.Join(houseFolder(), game)
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	var found []check.Opponent
	for _, level := range checkLevels {
		found = append(found, check.Opponent{Player: func(int) (record.Seat, match.Source) {
			return record.Seat{Name: "house " + level, Kind: record.KindProcess, Args: []string{"--level", level}}, match.Source{Process: &match.Process{Path: path}}
		}})
	}
	return found
}
