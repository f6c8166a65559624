package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"botarena/arena/config"
	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/record"
)

func replayCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "replay",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "verify"},
			&cli.StringFlag{Name: "stdin"},
			&cli.StringFlag{Name: "turn"},
			&cli.StringFlag{Name: "round"},
			&cli.BoolFlag{Name: "plain"},
			&cli.BoolFlag{Name: "json"},
			&cli.StringFlag{Name: "html"},
		},
		Action: func(c *cli.Context) error {
			file, err := oneArgument(c, "a replay", "arena replay results/NAME"+record.Extension)
			if err != nil {
				return err
			}
			for _, alone := range [][]string{
				{"verify", "html", "stdin", "turn", "round"}, {"html", "stdin", "turn", "round", "json"}, {"stdin", "turn", "json"},
			} {
				for _, other := range alone[1:] {
					if c.IsSet(alone[0]) && c.IsSet(other) {
						return usage("leave one of the two out", "--%s does not go with --%s", alone[0], other)
					}
				}
			}
			r, err := openReplay(s, file)
			if err != nil {
				return err
			}
			if c.IsSet("html") {
				return r.html(c.String("html"))
			}
			if err := r.selection(c); err != nil {
				return err
			}
			switch {
			case c.Bool("verify"):
				return r.verify(c.Bool("json"))
			case c.IsSet("stdin"):
				return r.sent(c.String("stdin"))
			case c.Bool("json"):
				return r.json()
			case !c.Bool("plain") && r.turn < 0 && isTerminal(s.In) && isTerminal(s.Out):
				return r.step(c.Context)
			}
			return r.plain()
		},
	}
}

// replay is a replay being looked at.
type replay struct {
	Streams
	file string
	rec  *record.Record
	game game.Game
	info game.Info
	// round and turn select what is shown; -1 for all.
	round, turn int
}

func openReplay(s Streams, file string) (*replay, error) {
	rec, err := record.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, unix.ENOTDIR), errors.Is(err, fs.ErrPermission):
		return nil, notThere("file", file, err, "arena match writes them to the folder "+defaultReplays)
	case errors.Is(err, unix.EISDIR):
		return nil, usage("name a file NAME"+record.Extension+" inside it", "%s is a folder", file)
	case err != nil:
		return nil, bad("a replay is a file NAME"+record.Extension+" that arena match wrote; look whether it was copied whole", "%s is not a replay: %v", file, strings.TrimPrefix(err.Error(), file+": "))
	}
	g, err := all.Game(rec.Header.Game)
	if err != nil {
		return nil, bad("use the arena that wrote it", "%s: %v", file, err)
	}
	if want := len(g.Info().Seats); len(rec.Header.Seats) != want {
		return nil, bad("look whether it was copied whole", "%s is damaged: it has %d seats, %s has %d", file, len(rec.Header.Seats), rec.Header.Game, want)
	}
	return &replay{Streams: s, file: file, rec: rec, game: g, info: g.Info(), round: -1, turn: -1}, nil
}

// selection reads --round and --turn.
func (r *replay) selection(c *cli.Context) error {
	if c.IsSet("round") {
		n, err := strconv.Atoi(c.String("round"))
		if err != nil || n < 1 || n > len(r.rec.Rounds) {
			return usage(fmt.Sprintf("write a number from 1 to %d", len(r.rec.Rounds)), "--round: %s has no board %q", r.file, c.String("round"))
		}
		r.round = n - 1
	}
	if c.IsSet("turn") {
		n, err := strconv.Atoi(c.String("turn"))
		if err != nil || n < 0 {
			return usage("write a number; 0 is the first position", "--turn: %q is not a turn", c.String("turn"))
		}
		r.turn = n
		r.round = max(r.round, 0)
	}
	return nil
}

// damaged is the failure for a replay that cannot be played again.
func (r *replay) damaged(err error) error {
	return bad("the file was changed or damaged, or another version of the rules wrote it", "%s does not fit the rules: %v", r.file, err)
}

// verify plays the match again and compares.
func (r *replay) verify(asJSON bool) error {
	if err := match.Verify(r.game, r.rec); err != nil {
		return r.damaged(err)
	}
	text, err := r.rec.Game()
	if err != nil {
		return err
	}
	hash := record.Hash(text)
	answers := 0
	for _, round := range r.rec.Rounds {
		answers += len(round.Answers)
	}
	if asJSON {
		return json.NewEncoder(r.Out).Encode(verifiedReport{true, hash, answers})
	}
	_, err = fmt.Fprintf(r.Out, "verified: %s, %s, match %s\n", r.file, count(answers, "answer"), hash)
	return err
}

// sent writes what a seat was sent, on the selected board or on all.
func (r *replay) sent(seat string) error {
	i := slices.Index(r.info.Seats, seat)
	if n, err := strconv.Atoi(seat); i < 0 && err == nil && n >= 0 && n < len(r.info.Seats) {
		i = n
	}
	if i < 0 {
		cure := "write " + strings.Join(r.info.Seats, " or ")
		if near := config.Nearest(seat, r.info.Seats); near != "" {
			cure = "did you mean " + near + "?"
		}
		return usage(cure, "--stdin: %s has no seat %q", r.info.Name, seat)
	}
	for n := range r.rec.Rounds {
		if r.round >= 0 && n != r.round {
			continue
		}
		text, err := match.Sent(r.game, r.rec, n, i)
		if err != nil {
			return r.damaged(err)
		}
		if _, err := r.Out.Write(text); err != nil {
			return err
		}
	}
	return nil
}

// verifiedReport is the JSON form of what arena replay --verify prints.
type verifiedReport struct {
	Verified bool   `json:"verified"`
	Match    string `json:"match"` // the hash that names it
	Answers  int    `json:"answers"`
}

// resultOnly is the last line of arena replay --json.
type resultOnly struct {
	Result *game.Result `json:"result"`
}

// position is one position of a replay, as it is shown.
type position struct {
	Round   int            `json:"round"` // from 1
	Turn    int            `json:"turn"`  // 0 is the first position of the board
	Answers []answerReport `json:"answers,omitempty"`
	Board   string         `json:"board"`
}

type answerReport struct {
	Seat  string     `json:"seat"`
	Name  string     `json:"name"`
	Move  string     `json:"move"`
	Fault game.Fault `json:"fault,omitempty"`
}

// positions calls show with the selected positions until it returns an error.
func (r *replay) positions(show func(p position) error) error {
	turn, found := 0, false
	var shown error
	err := match.Replay(r.game, r.rec, func(round int, s game.State, answers []record.SeatAnswer) bool {
		if turn++; answers == nil {
			turn = 0
		}
		if r.round >= 0 && round != r.round || r.turn >= 0 && turn != r.turn {
			return r.round < 0 || round <= r.round
		}
		found = true
		shown = show(position{Round: round + 1, Turn: turn, Answers: r.answers(answers), Board: s.String()})
		return shown == nil
	})
	switch {
	case shown != nil:
		return shown
	case err != nil:
		return r.damaged(err)
	case !found:
		return usage("arena replay "+r.file+" --plain prints all", "board %d of %s has no turn %d", r.round+1, r.file, r.turn)
	}
	return nil
}

func (r *replay) answers(answers []record.SeatAnswer) []answerReport {
	var reports []answerReport
	for _, a := range answers {
		reports = append(reports, answerReport{r.info.Seats[a.Seat], r.rec.Header.Seats[a.Seat].Name, string(a.Move), a.Fault})
	}
	return reports
}

// title says in one line where in the match a position is.
func (r *replay) title(p position) string {
	var b strings.Builder
	if len(r.rec.Rounds) > 1 {
		fmt.Fprintf(&b, "board %d, ", p.Round)
	}
	if p.Turn == 0 {
		b.WriteString("start")
	} else {
		fmt.Fprintf(&b, "turn %d", p.Turn)
	}
	for _, a := range p.Answers {
		fmt.Fprintf(&b, "; %s (%s) %s", a.Seat, a.Name, readable(a.Move))
		if a.Fault != game.NoFault {
			fmt.Fprintf(&b, " [%s]", a.Fault)
		}
	}
	return b.String()
}

// readable shows a move as it is where it is plain text, and quoted
// otherwise: a bot must not write to the user's terminal.
func readable(move string) string {
	const most = 200
	if len(move) > most {
		return strconv.QuoteToGraphic(move[:most]) + "…"
	}
	for _, r := range move {
		if !strconv.IsGraphic(r) || r == '\ufffd' {
			return strconv.QuoteToGraphic(move)
		}
	}
	if move == "" {
		return `""`
	}
	return move
}

// heading says what match it is, and ending how it ended.
func (r *replay) heading() string {
	var seats []string
	for i, s := range r.rec.Header.Seats {
		seats = append(seats, fmt.Sprintf("%s (%s)", s.Name, r.info.Seats[i]))
	}
	return fmt.Sprintf("%s, seed %d: %s", r.rec.Header.Game, r.rec.Header.Seed, strings.Join(seats, " against "))
}

func (r *replay) ending() string {
	o := match.Outcome{Record: r.rec, Attempt: 1}
	if r.rec.Measured == nil {
		return "result: " + r.rec.Result.Reason
	}
	return newMatchReport(&o, r.info, nil).verdict()
}

// plain prints the selected positions.
func (r *replay) plain() error {
	if r.turn < 0 {
		if _, err := fmt.Fprintln(r.Out, r.heading()); err != nil {
			return err
		}
	}
	err := r.positions(func(p position) error {
		_, err := fmt.Fprintf(r.Out, "\n%s\n%s", r.title(p), p.Board)
		return err
	})
	if err != nil || r.turn >= 0 {
		return err
	}
	_, err = fmt.Fprintf(r.Out, "\n%s\n", r.ending())
	return err
}

// json prints the selected positions and the result, a line each.
func (r *replay) json() error {
	enc := json.NewEncoder(r.Out)
	enc.SetEscapeHTML(false)
	if err := r.positions(func(p position) error { return enc.Encode(p) }); err != nil || r.turn >= 0 {
		return err
	}
	return enc.Encode(resultOnly{r.rec.Result})
}
