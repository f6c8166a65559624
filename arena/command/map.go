package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"botarena/arena/config"
	"botarena/arena/game/goldhunter"
	"botarena/protocol"
)

func mapCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "map",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "draw"},
			&cli.BoolFlag{Name: "original"},
			&cli.BoolFlag{Name: "json"},
		},
		Action: func(c *cli.Context) error {
			file, err := oneArgument(c, "a map of Gold Hunter", "arena map configs/maps/yard.map")
			if err != nil {
				return err
			}
			if forms := count(c.NumFlags(), "flag"); c.NumFlags() > 1 {
				return usage("write one of --draw, --original and --json", "arena map prints one form, here are %s", forms)
			}
			m, err := loadMap(file)
			if err != nil {
				return err
			}
			switch {
			case c.Bool("draw"):
				_, err = s.Out.Write(m.Draw())
			case c.Bool("original"):
				_, err = s.Out.Write(m.Format())
			case c.Bool("json"):
				enc := json.NewEncoder(s.Out)
				enc.SetEscapeHTML(false)
				err = enc.Encode(newMapReport(m))
			default:
				err = printMap(s.Out, m)
			}
			return err
		},
	}
}

// loadMap reads a map in either form, which its first line tells.
func loadMap(file string) (*goldhunter.Map, error) {
	text, err := config.ReadFile(file, "a map")
	if err != nil {
		return nil, err
	}
	read, cure := goldhunter.ReadMap, "correct this line; arena help map shows the form"
	if bytes.HasPrefix(text, []byte("goldhunter map")) {
		read, cure = goldhunter.ReadDrawing, "correct the drawing; arena map FILE --draw shows how one looks"
	}
	m, err := read(file, text)
	if err != nil {
		return nil, usage(cure, "%v", err)
	}
	return m, nil
}

// mapReport is what arena map says of a map; its JSON form is that of --json.
type mapReport struct {
	Rows     int      `json:"rows"`
	Cols     int      `json:"columns"`
	Stages   int      `json:"stages"`
	Deposits int      `json:"deposits"`
	Gold     int      `json:"gold"` // all deposits' values together
	Bullets  int      `json:"bullets"`
	Hidden   int      `json:"hidden"`
	Hunters  int      `json:"hunters"` // of each team
	Miners   int      `json:"miners"`
	Spies    int      `json:"spies"`
	Fair     bool     `json:"fair"`
	Symmetry []string `json:"symmetry"` // those that make it fair
	Warnings []string `json:"warnings"`
}

func newMapReport(m *goldhunter.Map) *mapReport {
	r := &mapReport{
		Rows: m.Rows, Cols: m.Cols, Stages: m.Stages, Deposits: len(m.Gold), Gold: m.TotalGold(),
		Bullets: m.Bullets, Hidden: m.Hidden,
		Hunters: m.Counts[protocol.Hunter], Miners: m.Counts[protocol.Miner], Spies: m.Counts[protocol.Spy],
		Symmetry: []string{}, Warnings: append([]string{}, m.Warnings()...),
	}
	for _, y := range []goldhunter.Symmetry{goldhunter.HalfTurn, goldhunter.LeftRight, goldhunter.TopBottom} {
		if m.Symmetric(y) {
			r.Symmetry = append(r.Symmetry, y.String())
		}
	}
	r.Fair = len(r.Symmetry) > 0
	return r
}

// printMap prints what is on a map, whether it is fair, and the board.
func printMap(out io.Writer, m *goldhunter.Map) error {
	r := newMapReport(m)
	var b strings.Builder
	fmt.Fprintf(&b, "%d×%d, %s; each team: %s, %s, %s\n", r.Rows, r.Cols, count(r.Stages, "stage"),
		count(r.Hunters, "hunter"), count(r.Miners, "miner"), plural(r.Spies, "spy", "spies"))
	fmt.Fprintf(&b, "gold: %d in %s; %s a hunter, %s a spy\n", r.Gold, count(r.Deposits, "deposit"),
		count(r.Bullets, "bullet"), count(r.Hidden, "hidden stage"))
	if r.Fair {
		fmt.Fprintf(&b, "fair: symmetric by %s\n", strings.Join(r.Symmetry, ", "))
	}
	for _, w := range r.Warnings {
		fmt.Fprintln(&b, "warning:", w)
	}
	_, board, _ := strings.Cut(string(m.Draw()), "board\n")
	board, _, _ = strings.Cut(board, "end\n")
	b.WriteString(board)
	_, err := io.WriteString(out, b.String())
	return err
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
