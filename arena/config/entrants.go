package config

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"botarena/arena/championship"
	"botarena/arena/championship/grade"
	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// findEntrants finds everybody who takes part, in the order of their IDs.
func (t *Tournament) findEntrants(games []game.Game) error {
	if _, given := t.d.at["entrants"]; !given {
		return t.d.failAt("entrants", "write entrants: all, for every bot of the folder of bots, or a list", `key "entrants" is missing`)
	}
	if t.unknown() {
		return nil
	}
	t.foresee()
	var err error
	if t.file.Entrants.All {
		err = t.allBots(games)
	} else {
		err = t.listed(games)
	}
	if err != nil {
		return err
	}
	if err := t.refuseEqual(); err != nil {
		return err
	}
	slices.SortStableFunc(t.entrants, func(a, b entrant) int { return strings.Compare(a.ID, b.ID) })
	for _, e := range t.entrants {
		t.Definition.Entrants = append(t.Definition.Entrants, e.Entrant)
	}
	return nil
}

// allBots makes an entrant of every bot of the folder of bots.
func (t *Tournament) allBots(games []game.Game) error {
	info := t.Definition.Info
	dir := inFolder(t.dir, t.file.Bots)
	bots, err := t.loadBots(dir, games)
	var e *Error
	if errors.As(err, &e) {
		return t.d.failAt("bots", e.Cure, "bots: %s", e.Problem)
	}
	var broken []Listed
	others := 0
	for _, l := range bots {
		if l.Bot != nil && l.Bot.Game != "" && l.Bot.Game != info.Name {
			others++
			continue
		}
		en := entrant{Entrant: championship.Entrant{ID: l.Name, Name: l.Name}, path: "entrants", paths: [2]string{"entrants", "entrants"}}
		if l.Bot == nil {
			if !t.Forfeit {
				broken = append(broken, l)
				continue
			}
			t.Warnings = append(t.Warnings, fmt.Sprintf("entrant %s loses all its matches: %s", quote(l.Name), oneLine(l.Err.Error())))
			// It is seated like any other, and does not start.
			en.unread = true
			en.Programs[0] = &championship.Program{Seat: record.Seat{Kind: record.KindProcess}, Source: match.Source{Process: &match.Process{Path: l.Path}}}
			en.Programs[1] = en.Programs[0]
			t.entrants = append(t.entrants, en)
			continue
		}
		for seat, role := range info.Seats {
			if len(l.Bot.Roles) == 0 || slices.Contains(l.Bot.Roles, role) {
				en.Programs[seat] = t.program(&Seat{}, l.Bot, role)
			}
		}
		t.add(en)
	}
	if broken != nil {
		return t.brokenBots(broken)
	}
	if others > 0 && len(t.entrants) == 0 {
		return t.d.failAt("game", "write the game of the bots, or name another folder after bots:", "game: no bot in %s plays %s", dir, info.Name)
	}
	return nil
}

// brokenBots is the error for the bots of the folder that cannot be read.
func (t *Tournament) brokenBots(bots []Listed) error {
	if len(bots) > 1 {
		var problems []string
		for _, l := range bots {
			problems = append(problems, oneLine(l.Err.Error()))
		}
		return t.BrokenError(problems)
	}
	l := bots[0]
	const other = "or write broken: forfeit, and it loses its matches"
	var e *Error
	if !errors.As(l.Err, &e) {
		return t.d.failAt("entrants", "repair it, "+other, "entrants: %s: %s", l.Path, l.Err)
	}
	broken := *e
	broken.Cure += "; " + other
	return &broken
}

// add adds an entrant and warns where it has no program for a seat.
func (t *Tournament) add(e entrant) {
	for seat, role := range t.Definition.Info.Seats {
		if e.Programs[seat] == nil {
			t.Warnings = append(t.Warnings, fmt.Sprintf("entrant %s has no program for the seat %s and loses its matches there", quote(e.ID), role))
		}
	}
	t.entrants = append(t.entrants, e)
}

// listed makes the entrants that the file lists.
func (t *Tournament) listed(games []game.Game) error {
	for i := range t.file.Entrants.List {
		f := &t.file.Entrants.List[i]
		path := "entrants" + index(i)
		e := entrant{path: path}
		var err error
		if len(f.Programs) > 0 {
			err = t.byRole(&e, f, games)
		} else {
			err = t.oneBot(&e, f, games)
		}
		if err != nil {
			return err
		}
		e.ID, e.Name = cmp.Or(f.ID, e.ID), cmp.Or(f.Name, f.ID, e.Name)
		for _, c := range [][2]string{{"id", e.ID}, {"name", e.Name}} {
			if why := badName(c[1]); why != "" {
				return t.d.failAt(join(path, c[0]), fmt.Sprintf("write %s: and 1 to %d characters that can be printed", c[0], mostName), "%s: %s %s %s", path, c[0], quote(c[1]), why)
			}
		}
		t.add(e)
	}
	return nil
}

// oneBot finds the bot that plays in all seats, or in those of its roles.
func (t *Tournament) oneBot(e *entrant, f *EntrantFile, games []game.Game) error {
	info := t.Definition.Info
	if f.Serial != "" || f.TCP != "" {
		p, err := t.board(e.path, &f.Seat)
		e.Programs, e.ID, e.Name = [2]*championship.Program{p, p}, f.Name, f.Name
		return err
	}
	bot, err := t.findBot(e.path, &f.Seat, games)
	if err != nil {
		return err
	}
	var problem, cure string
	for seat, role := range info.Seats {
		e.paths[seat] = join(e.path, "bot")
		var why string
		if why, cure = bot.Plays(info.Name, role); why != "" {
			problem = why
			continue
		}
		e.Programs[seat] = t.program(&f.Seat, bot, role)
	}
	if e.Programs == [2]*championship.Program{} {
		return t.d.failAt(join(e.path, "bot"), cure, "%s: %s", e.path, problem)
	}
	e.ID, e.Name = bot.Name, bot.Name
	return nil
}

// byRole finds the programs that an entrant gives for each seat.
func (t *Tournament) byRole(e *entrant, f *EntrantFile, games []game.Game) error {
	info := t.Definition.Info
	for _, key := range fieldsOf(valueOf(f).Type()).keys {
		at := join(e.path, key)
		if _, given := t.d.at[at]; given && !slices.Contains([]string{"id", "name", "programs"}, key) {
			return t.d.failAt(at, "delete it, or write it under each seat of programs:", "%s: both %s and programs are given", e.path, key)
		}
	}
	for _, role := range slices.Sorted(maps.Keys(f.Programs)) {
		if !slices.Contains(info.Seats, role) {
			return t.d.failAt(join(join(e.path, "programs"), role), pick(role, info.Seats), "%s: %s has no seat %s", e.path, info.Name, quote(role))
		}
	}
	for seat, role := range info.Seats {
		s, given := f.Programs[role]
		if !given {
			continue
		}
		path := join(join(e.path, "programs"), role)
		if s.Serial != "" || s.TCP != "" {
			var err error
			if e.Programs[seat], err = t.board(path, &s); err != nil {
				return err
			}
			continue
		}
		bot, err := t.findBot(path, &s, games)
		if err != nil {
			return err
		}
		e.paths[seat] = join(path, "bot")
		if problem, cure := bot.Plays(info.Name, role); problem != "" {
			return t.d.failAt(e.paths[seat], cure, "%s: %s", path, problem)
		}
		e.Programs[seat] = t.program(&s, bot, role)
	}
	e.ID, e.Name = f.Name, f.Name
	return nil
}

// board returns what an entrant plays with whose board is at a serial line.
func (t *Tournament) board(path string, s *Seat) (*championship.Program, error) {
	if err := t.d.checkSeat(s, path, t.Definition.Info); err != nil {
		return nil, err
	}
	source, seat := s.elsewhere(t.dir)
	if source.Serial == nil {
		return nil, t.d.failAt(join(path, "tcp"), "write bot: or serial:; arena match plays clients", "%s: clients that connect cannot be told which of many matches they are in", path)
	}
	t.Serial = true
	return &championship.Program{Seat: seat, Source: source}, nil
}

// findBot finds the bot of a seat that stands at a path of the file.
func (t *Tournament) findBot(path string, s *Seat, games []game.Game) (*Bot, error) {
	if err := t.d.checkSeat(s, path, t.Definition.Info); err != nil {
		return nil, err
	}
	if bot := t.foreseenAt(s.Bot); bot != nil {
		return bot, nil
	}
	bot, err := findBot(t.dir, &t.shelf, s.Bot, games)
	var missing *missingBot
	switch {
	case errors.As(err, &missing) && t.before && !strings.Contains(s.Bot, "/"):
		return nil, t.d.failAt(join(path, "bot"), "write the id of one who hands in, or entrants: all", "%s: no hand-in will be called %s, and there is no such program", path, quote(s.Bot))
	case errors.As(err, &missing):
		return nil, t.d.failAt(join(path, "bot"), missing.cure, "%s: %s", path, missing.problem)
	}
	return bot, err
}

// program returns what an entrant plays with in a seat.
func (t *Tournament) program(s *Seat, bot *Bot, role string) *championship.Program {
	process := bot.Process(role)
	if s.Runtime != "" {
		process.Runtime = s.Runtime
	}
	return &championship.Program{Seat: s.record(0, bot), Source: match.Source{Process: process}}
}

// refuseEqual refuses entrants that people would take for the same, and names
// the place.
func (t *Tournament) refuseEqual() error {
	seen := map[string]*entrant{}
	for i := range t.entrants {
		e := &t.entrants[i]
		for _, c := range [][2]string{{"id", e.ID}, {"name", e.Name}} {
			key := c[0] + " " + grade.Fold(c[1])
			if other := seen[key]; other != nil {
				return t.d.failAt(join(e.path, c[0]), fmt.Sprintf("write %s: and another one under %s", c[0], e.path), "%s: the %s %s is that of another entrant, %s", e.path, c[0], quote(c[1]), quote(other.ID))
			}
			seen[key] = e
		}
	}
	return nil
}

// Unread reports whether an entrant, an index of Definition.Entrants, has a bot
// that could not be read. A warning says so, and that it loses all its matches.
func (t *Tournament) Unread(entrant int) bool { return t.entrants[entrant].unread }

// ProgramError returns the error for something wrong with an entrant's program
// for a seat, entrant being an index of Definition.Entrants.
func (t *Tournament) ProgramError(entrant, seat int, problem, cure string) error {
	e := &t.entrants[entrant]
	return t.d.failAt(e.paths[seat], cure+"; or write broken: forfeit, and it loses its matches", "entrant %s: %s", quote(e.ID), problem)
}

// BrokenError returns the error for several entrants that cannot play, each with
// the reason.
func (t *Tournament) BrokenError(problems []string) error {
	return t.d.failAt("entrants", "repair them, or write broken: forfeit, and they lose their matches",
		"entrants: %d cannot play: %s", len(problems), strings.Join(problems, "; "))
}
