package command

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/game"
)

// matchLine is a match of a championship as it is listed; its JSON form is
// that of --matches --json.
type matchLine struct {
	Match    int            `json:"match"`
	Round    string         `json:"round"`
	Board    int            `json:"board"`
	Entrants [2]string      `json:"entrants"` // IDs, by seat
	Hash     string         `json:"hash,omitempty"`
	Walkover bool           `json:"walkover,omitempty"`
	Result   *game.Result   `json:"result,omitempty"` // as played
	Attempt  int            `json:"attempt,omitempty"`
	Began    *time.Time     `json:"began,omitempty"`
	Wall     float64        `json:"wall_ms,omitempty"`
	Void     string         `json:"void,omitempty"` // why it has no result
	Ruling   *rulingInForce `json:"ruling,omitempty"`
	// Removed says what becomes of it as one of the two is removed.
	Removed string `json:"removed,omitempty"`
}

type rulingInForce struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
}

// matchLines lists every match that was played, in the order of the numbers.
func matchLines(dir string) ([]matchLine, *championship.Book, error) {
	byNumber := map[int]*championship.Played{}
	book, err := championship.LoadPlayed(journal.Folder(dir), func(p *championship.Played) error {
		byNumber[p.Number] = p
		return nil
	})
	if err != nil {
		return nil, nil, resultsError(dir, err)
	}
	ids, removed := book.Entrants(), map[int]string{}
	for r := range book.AsPlayed() {
		for _, s := range r.Seats {
			switch id := ids[s.Entrant]; {
			case s.Struck:
				removed[r.Match] = "does not count for " + id
			case s.Given:
				removed[r.Match] = "counts as won by " + id
			}
		}
	}
	var lines []matchLine
	for number := range book.Matches() {
		p, void := byNumber[number], book.Attempts(number)
		if p == nil && len(void) == 0 {
			continue
		}
		var l matchLine
		l.Match = number
		l.Round, l.Board, l.Entrants, _ = book.Match(number)
		if p != nil {
			l.Hash, l.Walkover, l.Result, l.Attempt = p.Hash, p.Walkover, p.Result, p.Attempt
			if !p.Began.IsZero() {
				l.Began, l.Wall = &p.Began, float64(p.Wall.Microseconds())/1e3
			}
		} else {
			l.Void = void[len(void)-1].Why
		}
		if r := book.InForce(number); r != nil {
			l.Ruling = &rulingInForce{r.Number, r.String()}
		}
		l.Removed = removed[number]
		lines = append(lines, l)
	}
	return lines, book, nil
}

// printMatches prints the list of matches.
func printMatches(out io.Writer, dir string, asJSON bool) error {
	lines, book, err := matchLines(dir)
	if err != nil {
		return err
	}
	if asJSON {
		enc := json.NewEncoder(out)
		for _, l := range lines {
			if err := enc.Encode(l); err != nil {
				return err
			}
		}
		return nil
	}
	seats := book.Facts().Seats
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "match\tround\tboard\t%s\t%s\toutcome\tpoints\treason\tmoves\tnote\n", seats[0], seats[1])
	for _, l := range lines {
		row := []string{fmt.Sprint(l.Match), l.Round, fmt.Sprint(l.Board), l.Entrants[0], l.Entrants[1]}
		var notes []string
		if r := l.Result; r != nil && len(r.Seats) == 2 {
			row = append(row, fmt.Sprintf("%s-%s", r.Seats[0].Outcome, r.Seats[1].Outcome), fmt.Sprintf("%d-%d", r.Seats[0].Points, r.Seats[1].Points), r.Reason, fmt.Sprint(r.Moves))
		} else {
			row = append(row, "void", "-", "-", "-")
			notes = append(notes, oneLine(l.Void))
		}
		if l.Walkover {
			notes = append(notes, "not played: a program is missing")
		}
		if l.Ruling != nil {
			notes = append(notes, oneLine(l.Ruling.Text))
		}
		if l.Removed != "" {
			notes = append(notes, l.Removed)
		}
		fmt.Fprintln(w, strings.Join(append(row, dash(strings.Join(notes, "; "))), "\t"))
	}
	return w.Flush()
}
