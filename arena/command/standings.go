package command

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"botarena/arena/championship"
	"botarena/arena/championship/table"
)

// writeStandings prints a table for people, with all that must be said beside
// it. Results is the folder, for the lines that say what to do.
func writeStandings(w io.Writer, s *championship.Standings, b *championship.Book, results string) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s, %s, %s\n", s.Name, s.Game, s.Format, howFar(s))
	writeLines(&out, s)
	fmt.Fprintf(&out, "ranked by %s\n", strings.Join(s.Chain, ", "))
	if len(s.Chain) > 0 && s.Chain[0] == "place in the knock-out" {
		fmt.Fprintln(&out, "who is out in the same round of the knock-out shares a rank")
	}
	if slices.ContainsFunc(s.Lines, func(l table.Line) bool { return l.Self > 0 }) {
		fmt.Fprintln(&out, "matches against oneself are among the matches, points and valid ones; nobody wins them")
	}
	writeFailing(&out, b)
	for _, c := range s.Changes {
		what := "what was played before counts"
		if c.Redo {
			what = "what was played before was played again"
		}
		fmt.Fprintf(&out, "changed under way: %s; %s\n", c, what)
	}
	for _, r := range s.Rulings {
		undone := ""
		if b.Undone(r.Number) {
			undone = " [undone]"
		}
		fmt.Fprintf(&out, "%s%s\n", oneLine(r.String()), undone)
	}
	writeVoid(&out, s, b, results)
	_, err := io.WriteString(w, out.String())
	return err
}

// howFar says how much of a championship a table is of.
func howFar(s *championship.Standings) string {
	if s.Partial {
		return fmt.Sprintf("PARTIAL: %d of %s", s.Done, countMatches(s.Total))
	}
	if s.Done < s.Total { // void, or of an entrant that was removed
		return fmt.Sprintf("%d of %s", s.Done, countMatches(s.Total))
	}
	return countMatches(s.Done)
}

func countMatches(n int) string {
	if n == 1 {
		return "1 match"
	}
	return fmt.Sprintf("%d matches", n)
}

// writeLines prints the table itself. What there is nothing of is "-".
func writeLines(out io.Writer, s *championship.Standings) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	header := []string{"rank", "entrant", "points", "matches", "won", "drawn", "lost", "valid"}
	for _, seat := range s.Seats {
		header = append(header, seat+" w-d-l")
	}
	header = append(header, s.Counters...)
	fmt.Fprintln(w, strings.Join(append(header, "decided by"), "\t"))
	for i := range s.Lines {
		l := &s.Lines[i]
		rank := fmt.Sprint(l.Rank)
		if l.Removed != "" {
			rank = "out"
		}
		row := []string{rank, named(l.ID, l.Name)}
		if l.Played == 0 && l.Byes == 0 {
			for len(row) < len(header)+1 {
				row = append(row, "-")
			}
			if l.Removed != "" {
				row[len(row)-1] = "removed: " + oneLine(l.Removed)
			}
			fmt.Fprintln(w, strings.Join(row, "\t"))
			continue
		}
		row = append(row, l.Points.String(), fmt.Sprint(l.Played), fmt.Sprint(l.Wins), fmt.Sprint(l.Draws), fmt.Sprint(l.Losses), share(l.Valid, l.Played))
		for seat := range s.Seats {
			row = append(row, wdl(l.Seats[seat]))
		}
		for _, n := range l.Counters {
			row = append(row, fmt.Sprint(n))
		}
		why := l.Broke
		if l.Removed != "" {
			why = "removed: " + oneLine(l.Removed)
		}
		fmt.Fprintln(w, strings.Join(append(row, dash(why)), "\t"))
	}
	w.Flush()
}

// named shows an entrant: the ID too where the name is another one.
func named(id, name string) string {
	if id == name {
		return name
	}
	return fmt.Sprintf("%s (%s)", name, id)
}

// share is a percentage, "-" of nothing.
func share(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%d%%", 100*part/whole)
}

func wdl(r table.WDL) string {
	if r == (table.WDL{}) {
		return "-"
	}
	return fmt.Sprintf("%d-%d-%d", r.Wins, r.Draws, r.Losses)
}

// writeFailing names the entrants whose programs never worked: the table has a line
// of them as of any that loses.
func writeFailing(out io.Writer, b *championship.Book) {
	var absent, failed []string
	for _, f := range b.Failing() {
		name := oneLine(named(f.ID, f.Name))
		if f.NeverStarted() {
			absent = append(absent, name)
			continue
		}
		var faults []string
		for _, fault := range f.Faults {
			faults = append(faults, string(fault))
		}
		failed = append(failed, fmt.Sprintf("%s (%s)", name, strings.Join(faults, ", ")))
	}
	if absent != nil {
		fmt.Fprintf(out, "never started: %s\n", strings.Join(absent, ", "))
	}
	if failed != nil {
		fmt.Fprintf(out, "failed whenever the other did not: %s\n", strings.Join(failed, ", "))
	}
}

// writeVoid lists the matches that came out void, and how to decide them.
func writeVoid(out io.Writer, s *championship.Standings, b *championship.Book, results string) {
	for _, v := range s.Undecided {
		fmt.Fprintf(out, "void: %s: %s\n", describeMatch(s, b, v.Number), oneLine(v.Why))
	}
	if len(s.Undecided) > 0 {
		v := s.Undecided[0]
		fmt.Fprintf(out, "decide: arena tournament CONFIG --resume --retry-void plays them again, or\n"+
			"        arena rule %s void %d (or forfeit, result) --reason TEXT\n", results, v.Number)
	}
}

// describeMatch names a match of the schedule: "match 7 (round 2, board 1): ann
// as catcher, bob as cat".
func describeMatch(s *championship.Standings, b *championship.Book, number int) string {
	round, board, entrants, ok := b.Match(number)
	if !ok {
		return fmt.Sprintf("match %d", number)
	}
	return fmt.Sprintf("match %d (%s, board %d): %s as %s, %s as %s", number, round, board+1, entrants[0], s.Seats[0], entrants[1], s.Seats[1])
}

// writeRatings prints the ratings for people.
func writeRatings(out io.Writer, r *championship.Ratings) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "entrant\tElo\t95 % interval\tmatches\tnote")
	for _, p := range r.Players {
		elo, interval, note := "-", "-", "-"
		if p.Elo != nil {
			elo, interval = fmt.Sprintf("%.0f", p.Elo.Elo), fmt.Sprintf("%.0f to %.0f", p.Elo.Low, p.Elo.High)
		}
		if p.Bounded {
			note = "the results alone give it no bound"
		}
		if r.Islands > 1 {
			note = strings.TrimPrefix(fmt.Sprintf("%s; island %d", note, p.Island), "-; ")
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\n", named(p.ID, p.Name), elo, interval, p.Matches, note)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if r.Islands > 1 {
		fmt.Fprintf(out, "%d groups never met: ratings of different islands cannot be compared\n", r.Islands)
	}
	if a := r.Advantage; a != nil {
		fmt.Fprintf(out, "the side that starts is worth %.0f Elo (%.0f to %.0f)\n", a.Elo, a.Low, a.High)
	}
	return nil
}

func countEntrants(n int) string {
	if n == 1 {
		return "1 entrant"
	}
	return fmt.Sprintf("%d entrants", n)
}
