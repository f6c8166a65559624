// Package all lists the games of the arena.
package all

import (
	"fmt"
	"slices"
	"strings"

	"botarena/arena/game"
	"botarena/arena/game/catchcat"
	"botarena/arena/game/goldhunter"
	"botarena/arena/game/papersoccer"
)

var games = []game.Game{catchcat.Game{}, goldhunter.Game{}, papersoccer.Game{}}

// Games returns every game, in the order of their names.
func Games() []game.Game { return slices.Clone(games) }

// Names returns the games' names in order.
func Names() []string {
	names := make([]string, len(games))
	for i, g := range games {
		names[i] = g.Info().Name
	}
	return names
}

// Game returns the game of a name, as [game.Info] has it. The error lists the
// names that there are.
func Game(name string) (game.Game, error) {
	for _, g := range games {
		if g.Info().Name == name {
			return g, nil
		}
	}
	return nil, fmt.Errorf("no game is named %q: there are %s", name, strings.Join(Names(), ", "))
}
