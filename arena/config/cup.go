package config

import (
	"path/filepath"
	"slices"
	"strings"

	"botarena/arena/game"
)

// LoadChampionship reads the file of a class's championship, once the bots of the
// class lie in its folder Bots. file is its path as errors are to have it. What
// grade: late: costs holds from the class's deadline where it gives none. Whatever
// is wrong is an *[Error], as of [LoadTournament].
func (c *Class) LoadChampionship(file string, games []game.Game) (*Tournament, error) {
	return c.championship(file, games, foreseen{})
}

// ForeseeChampionship is [Class.LoadChampionship] before the bots are built: it
// finds all that is wrong whatever they turn out to be. teams are those that will
// have one, nil where that is not known; there are no entrants then.
func (c *Class) ForeseeChampionship(file string, games []game.Game, teams []string) (*Tournament, error) {
	return c.championship(file, games, foreseen{before: true, teams: teams})
}

func (c *Class) championship(file string, games []game.Game, f foreseen) (*Tournament, error) {
	t, err := openTournament(file, games)
	if err != nil {
		return nil, err
	}
	t.class, t.foreseen = c, f
	if played, own := t.file.Game, c.Game.Info().Name; played != own {
		return nil, t.d.failAt("game", "write game: "+own, "game: the championship is of %s, the class of %s", played, own)
	}
	if t.file.Entrants.All && inFolder(t.dir, t.file.Bots) != c.Bots {
		return nil, t.d.failAt("bots", "write bots: "+t.written(c.Bots), "bots: those of the class come to lie in %s, not in %s", t.written(c.Bots), t.written(inFolder(t.dir, t.file.Bots)))
	}
	return t, t.read(games)
}

// written returns a path as the championship's file can have it.
func (t *Tournament) written(path string) string {
	if short, err := filepath.Rel(t.dir, path); err == nil {
		return short
	}
	return path
}

// foreseen are the bots of a class that are still to be built.
type foreseen struct {
	before bool     // they are
	teams  []string // whose they will be; nil where that is not known
}

// unknown reports whether it is not known yet who takes part.
func (f *foreseen) unknown() bool { return f.before && f.teams == nil }

// foresee puts the bots that are still to be built onto the shelf, where that is
// their folder.
func (t *Tournament) foresee() {
	if t.before && inFolder(t.dir, t.file.Bots) == t.class.Bots {
		t.shelf.read = true
		for _, team := range t.teams {
			bot := t.foreseenBot(filepath.Join(t.class.Bots, team))
			t.shelf.bots = append(t.shelf.bots, Listed{Name: bot.Name, Path: bot.Path, Bot: bot})
		}
	}
}

// loadBots is [LoadBots], also of a folder with bots that are still to be built.
func (t *Tournament) loadBots(dir string, games []game.Game) ([]Listed, error) {
	if t.before && dir == t.class.Bots {
		return t.shelf.bots, nil
	}
	return LoadBots(dir, games)
}

// foreseenAt returns a bot that is still to be built, and that a seat names by its
// path; nil where it does not.
func (t *Tournament) foreseenAt(name string) *Bot {
	if !t.before || !strings.Contains(name, "/") {
		return nil
	}
	path := inFolder(t.dir, name)
	rest, err := filepath.Rel(t.class.Bots, path)
	if err != nil || !filepath.IsLocal(rest) {
		return nil
	}
	if team, _, _ := strings.Cut(rest, "/"); slices.Contains(t.teams, team) {
		return t.foreseenBot(path)
	}
	return nil
}

// foreseenBot returns a bot as it may come to lie at a path.
func (t *Tournament) foreseenBot(path string) *Bot {
	bot := executable(path)
	bot.Name, bot.Game = filepath.Base(path), t.class.Game.Info().Name
	return bot
}

// takeDeadline gives a policy by which lateness costs something the class's
// deadline, where it has none of its own.
func (t *Tournament) takeDeadline() error {
	late := &t.file.Grade.Late
	if _, given := t.d.at["grade.late"]; !given || !late.Deadline.IsZero() {
		return nil
	}
	switch {
	case t.class == nil:
		return t.d.failAt("grade.late", "add deadline: 2026-05-31T23:59:00+02:00; arena class takes that of the class", "grade.late: the deadline is missing")
	case t.class.Deadline.IsZero():
		return t.d.failAt("grade.late", "add the line deadline: TIME to the class's file", "grade.late: the class has no deadline")
	}
	late.Deadline.Time = t.class.Deadline
	return nil
}
