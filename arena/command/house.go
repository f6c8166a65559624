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

// houseOpponents returns the house bots of a game: they lie in the folder bots
// beside this program, where make build and the releases have them. Where
// there are none, nothing is returned.
func houseOpponents(game string) []check.Opponent {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	path := filepath.Join(filepath.Dir(self), "bots", game)
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
