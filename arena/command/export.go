package command

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"botarena/arena/championship/journal"
	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/record"
)

func exportCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "export",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "moves"},
			&cli.BoolFlag{Name: "positions"},
			&cli.BoolFlag{Name: "setups"},
			&cli.StringFlag{Name: "replays"},
			&cli.StringFlag{Name: "match"},
			&cli.StringFlag{Name: "turn"},
			&cli.StringFlag{Name: "sqlite"},
			&cli.BoolFlag{Name: "schema"},
		},
		Action: func(c *cli.Context) error {
			if c.IsSet("sqlite") || c.Bool("schema") {
				return exportDatabase(s, c)
			}
			e, err := newExporter(s, c)
			if err != nil {
				return err
			}
			for _, source := range c.Args().Slice() {
				if err := e.from(source); err != nil {
					return err
				}
			}
			return e.end()
		},
	}
}

// exporter turns matches, wherever they are kept, into one form.
type exporter struct {
	Streams
	form  func(m *exported) error
	match int // only this one; -1 for all
	turn  int // of --setups and --positions; -1 for the first, and for all
	out   *bufio.Writer

	replays string
	seen    map[string]bool // set-ups written so far
	game    string          // that they are of
	any     bool            // there was a match
	found   bool            // and, with --turn, something of it to write
	broken  int             // replays that were left out
}

// exported is a match with where it comes from.
type exported struct {
	source string
	number int // in the championship or the list; -1 for a replay's file
	rec    *record.Record
	game   game.Game
}

func newExporter(s Streams, c *cli.Context) (*exporter, error) {
	const example = "arena export results/NAME --moves > moves.jsonl"
	e := &exporter{Streams: s, match: -1, turn: -1, out: bufio.NewWriter(s.Out), replays: c.String("replays"), seen: map[string]bool{}}
	if !c.Args().Present() {
		return nil, usage(example, "arena export needs the folder of a championship's results, replays, or a list of moves")
	}
	forms := 0
	for _, f := range []struct {
		given bool
		form  func(*exported) error
	}{{c.Bool("moves"), e.moves}, {c.Bool("positions"), e.positions}, {c.Bool("setups"), e.setups}, {c.IsSet("replays"), e.writeReplay}} {
		if f.given {
			e.form = f.form
			forms++
		}
	}
	if forms != 1 {
		return nil, usage(example, "say one of --moves, --positions, --setups, --replays DIR and --sqlite FILE")
	}
	for flag, into := range map[string]*int{"match": &e.match, "turn": &e.turn} {
		if !c.IsSet(flag) {
			continue
		}
		n, err := strconv.Atoi(c.String(flag))
		if err != nil || n < 0 {
			return nil, usage("write a whole number", "--%s: %q is none", flag, c.String(flag))
		}
		*into = n
	}
	if e.turn >= 0 && !c.Bool("positions") && !c.Bool("setups") {
		return nil, usage("leave --turn out", "--turn is for --positions and --setups")
	}
	if c.IsSet("replays") {
		return e, checkFolder(e.replays, "replays")
	}
	return e, nil
}

// from exports the matches of one source.
func (e *exporter) from(source string) error {
	info, err := os.Stat(source)
	switch {
	case err == nil && info.IsDir():
		return e.fromResults(source)
	case err == nil && strings.HasSuffix(source, record.Extension):
		if e.match >= 0 {
			return usage("leave --match out", "--match is the number of a match in a championship or a list; %s is one match", source)
		}
		r, err := openReplay(e.Streams, source)
		if err != nil {
			return err
		}
		return e.one(&exported{source: source, number: -1, rec: r.rec, game: r.game})
	case err == nil:
		return e.fromMoves(source)
	}
	return notThere("file", source, err, "name the folder of a championship's results, a replay, or a list of moves")
}

func (e *exporter) fromResults(dir string) error {
	book, err := loadResults(dir)
	if err != nil {
		return err
	}
	lines, _, err := matchLines(dir)
	if err != nil {
		return err
	}
	for _, l := range lines {
		if l.Result == nil || l.Walkover || e.match >= 0 && l.Match != e.match {
			continue
		}
		rec, err := book.Replay(journal.Folder(dir), l.Match)
		if err != nil { // one broken replay does not keep the others back
			e.broken++
			fmt.Fprintf(e.Err, "warning: %s is left out: %s\n", dir, oneLine(err.Error()))
			continue
		}
		g, err := all.Game(rec.Header.Game)
		if err != nil {
			return bad("use the arena that wrote it", "%s: %v", dir, err)
		}
		if err := e.one(&exported{source: dir, number: l.Match, rec: rec, game: g}); err != nil {
			return err
		}
	}
	return nil
}

func (e *exporter) one(m *exported) error {
	e.any = true
	return e.form(m)
}

func (e *exporter) end() error {
	if !e.any && e.broken == 0 {
		return bad("arena table RESULTS --matches lists what was played", "there is no such match")
	}
	if e.any && !e.found && e.turn >= 0 {
		return usage("write a smaller number", "--turn: no match comes to %d turns", e.turn)
	}
	if len(e.seen) > 0 {
		fmt.Fprint(e.out, "\n]}\n")
	}
	if err := e.out.Flush(); err != nil {
		return err
	}
	if e.broken > 0 {
		return bad("the warnings say which; the others are exported", "left out %s that cannot be read", count(e.broken, "replay"))
	}
	return nil
}

func (e *exporter) encode(value any) error {
	e.found = true
	enc := json.NewEncoder(e.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}

// writeReplay writes a match as a replay of its own.
func (e *exporter) writeReplay(m *exported) error {
	if m.rec.Result == nil {
		return bad("complete the list", "%s, match %d: the game is not over after the last move", m.source, m.number)
	}
	name, err := m.rec.WriteFile(e.replays)
	if err != nil {
		return bad("name another folder with --replays DIR", "%v", err)
	}
	e.found = true
	_, err = fmt.Fprintln(e.out, name)
	return err
}

// positionLine is one position; its JSON form is a line of --positions.
type positionLine struct {
	Source string   `json:"source"`
	Match  *int     `json:"match,omitempty"`
	Game   string   `json:"game"`
	Round  int      `json:"round"` // from 0
	Turn   int      `json:"turn"`  // 0 is the first position of the board
	ToMove []string `json:"to_move"`
	Board  string   `json:"board"`
	// Answers are what was answered in it.
	Answers []moveEntry  `json:"answers"`
	Result  *game.Result `json:"result"` // of the match
}

// positions writes the positions of a match, each with what was answered in it.
func (e *exporter) positions(m *exported) error {
	seats := m.game.Info().Seats
	var last *positionLine
	turn := 0
	var failed error
	flush := func(answers []record.SeatAnswer) bool {
		if last == nil {
			return true
		}
		last.Answers = entries(seats, answers)
		failed = e.encode(last)
		last = nil
		return failed == nil
	}
	err := match.Replay(m.game, m.rec, func(round int, s game.State, answers []record.SeatAnswer) bool {
		if !flush(answers) {
			return false
		}
		if turn++; answers == nil {
			turn = 0
		}
		if e.turn >= 0 && turn != e.turn {
			return true
		}
		last = &positionLine{
			Source: m.source, Match: m.numbered(), Game: m.rec.Header.Game, Round: round, Turn: turn, ToMove: []string{}, Board: s.String(), Result: m.rec.Result,
		}
		for _, seat := range s.ToMove() {
			last.ToMove = append(last.ToMove, seats[seat])
		}
		return true
	})
	if failed == nil && err == nil {
		flush(nil)
	}
	if failed != nil {
		return failed
	}
	return m.fault(err)
}

func (m *exported) numbered() *int {
	if m.number < 0 {
		return nil
	}
	return &m.number
}

// fault is the failure for a match that does not fit the rules; one that says
// what is wrong by itself stays.
func (m *exported) fault(err error) error {
	var own *failure
	if err == nil || errors.As(err, &own) {
		return err
	}
	where := m.source
	if m.number >= 0 {
		where = fmt.Sprintf("%s, match %d", m.source, m.number)
	}
	return bad("the file was changed or damaged, or another version of the rules wrote it", "%s does not fit the rules: %v", where, err)
}

// setups writes the positions that matches began with, or were at after a
// number of turns, as set-ups that a championship's config can name: each once.
func (e *exporter) setups(m *exported) error {
	setup, err := fixedSetup(m, max(0, e.turn))
	if err != nil {
		return m.fault(err)
	}
	if setup == nil {
		return nil // the game was over by then
	}
	text, err := json.Marshal(setup)
	if err != nil {
		return err
	}
	if e.seen[string(text)] {
		return nil
	}
	if e.found && m.rec.Header.Game != e.game {
		return usage("export the matches of each game by themselves", "%s is of %s, what came before it is of %s: a file of set-ups is for one game", m.source, m.rec.Header.Game, e.game)
	}
	e.found, e.game = true, m.rec.Header.Game
	begin := ",\n"
	if len(e.seen) == 0 {
		begin = "{\"game\": " + strconv.Quote(m.rec.Header.Game) + ", \"setups\": [\n"
	}
	e.seen[string(text)] = true
	_, err = fmt.Fprintf(e.out, "%s  %s", begin, bytes.TrimSpace(text))
	return err
}
