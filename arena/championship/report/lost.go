package report

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"botarena/arena/championship/grade"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/table"
	"botarena/arena/game"
	"botarena/arena/record"
)

// Match is a match that went wrong for a student: a lost one, or one with an
// own fault.
type Match struct {
	Number  int
	Round   string
	Seat    string // the student's
	Against string // the opponent's name; empty for a match against oneself
	Lost    bool
	Reason  string // how the game ended, in the game's words
	Moves   int
	Points  string
	Fault   game.Fault
	// Faults says what the own program did wrong, a line each, and Log is the
	// end of what it wrote to stderr, where it had a fault.
	Faults []string
	Log    string
	// Ruling is the organiser's decision about the match, or empty.
	Ruling string
	// Replay is the replay's file beside the report, with slashes; NoReplay
	// says why there is none.
	Replay, NoReplay string
}

// Student is one student's report.
type Student struct {
	grade.Grade
	// Matches are those that went wrong, in the order of their numbers.
	Matches []Match
}

// Lost returns how many matches were lost.
func (s *Student) Lost() int {
	n := 0
	for i := range s.Matches {
		if s.Matches[i].Lost {
			n++
		}
	}
	return n
}

// Students returns everybody's report, in the order of the grades.
func (c *Class) Students() []*Student {
	students := make([]*Student, len(c.Grades))
	byID := map[string]*Student{}
	for i := range c.Grades {
		students[i] = &Student{Grade: c.Grades[i]}
		byID[c.Grades[i].Student.ID] = students[i]
	}
	for r := range c.book.Results() {
		for seat := range r.Seats {
			own := &r.Seats[seat]
			s := byID[c.Facts.Entrants[own.Entrant].ID]
			lost := own.Outcome == game.Lose && !r.Self()
			if s != nil && !own.Struck && (lost || own.Fault != game.NoFault) {
				s.Matches = append(s.Matches, c.match(&r, seat))
			}
		}
	}
	return students
}

// match describes a match from a seat.
func (c *Class) match(r *table.Result, seat int) Match {
	own := &r.Seats[seat]
	m := Match{
		Number: r.Match, Seat: c.Facts.Seats[seat], Lost: own.Outcome == game.Lose && !r.Self(), Fault: own.Fault,
		Points: own.Points.String(),
	}
	m.Round, _, _, _ = c.book.Match(r.Match)
	if !r.Self() {
		m.Against = c.Facts.Entrants[r.Seats[1-seat].Entrant].Name
	}
	played, known := c.ends[r.Match]
	m.Reason, m.Moves = played.reason, played.moves
	switch {
	case !known:
		m.Reason, m.NoReplay = "forfeit", "it was not played"
	case played.walkover:
		m.NoReplay = "it was not played: a program is missing"
	}
	if own.Forfeit {
		m.Points = "" // not the game's, and the scheme says what it is worth
	}
	if ruling := c.book.InForce(r.Match); ruling != nil {
		m.Ruling = ruling.String()
	}
	return m
}

// logLines is how many lines of a program's log a report shows: the end of a
// stack trace with what went wrong.
const logLines = 12

// mostFaults is how many lines of faults a report shows of a match.
const mostFaults = 5

// refusedAnswers quotes a seat's answers that were none, where nothing more is
// known of why.
func refusedAnswers(r *record.Record, seat int) []string {
	var lines []string
	for n, round := range r.Rounds {
		answers := 0
		for _, a := range round.Answers {
			if a.Seat != seat {
				continue
			}
			if answers++; a.Fault == game.NoFault {
				continue
			}
			line := fmt.Sprintf("answer %d", answers)
			if len(r.Rounds) > 1 {
				line = fmt.Sprintf("board %d, answer %d", n+1, answers)
			}
			line += ": " + string(a.Fault)
			if len(a.Move) > 0 {
				line += fmt.Sprintf(": %.200q", a.Move)
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// addReplays does what addReplay does for all matches of all students, and
// counts the replays that are damaged or gone.
func (c *Class) addReplays(students []*Student, out Out) (gone int, err error) {
	var all []*Match
	for _, s := range students {
		for i := range s.Matches {
			if m := &s.Matches[i]; m.NoReplay == "" {
				all = append(all, m)
			}
		}
	}
	slices.SortStableFunc(all, func(x, y *Match) int { return x.Number - y.Number })
	from := &journal.Replays{Disk: c.disk}
	for _, m := range all {
		if err := c.addReplay(from, m, out); err != nil {
			return gone, err
		}
		if m.NoReplay != "" {
			gone++
		}
	}
	return gone, nil
}

// addReplay fills in what only the replay tells, and writes it without what
// the other side's program said of itself. A replay that is damaged or gone is
// told in the report; the error is that of out. Without an out nothing is
// written.
func (c *Class) addReplay(from *journal.Replays, m *Match, out Out) error {
	r, err := c.book.ReplayFrom(from, m.Number)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		m.NoReplay = "it is gone"
		return nil
	case err != nil: // without the folder, which is nobody's business
		m.NoReplay = "it is damaged"
		return nil
	}
	seat := slices.Index(c.Facts.Seats, m.Seat)
	if r.Measured == nil || seat >= len(r.Measured.Seats) {
		m.NoReplay = "the replay is not whole"
		return nil
	}
	if own := &r.Measured.Seats[seat]; m.Fault != game.NoFault {
		if m.Faults = own.Faults; len(m.Faults) == 0 {
			m.Faults = refusedAnswers(r, seat)
		}
		if more := len(m.Faults) - mostFaults; more > 0 {
			m.Faults = append(m.Faults[:mostFaults:mostFaults], fmt.Sprintf("and %d more", more))
		}
		m.Log = lastLines(own.Log)
	}
	if out == nil {
		return nil
	}
	for i := range r.Measured.Seats {
		if s := &r.Measured.Seats[i]; i != seat && m.Against != "" {
			s.Log, s.Notes, s.Faults, s.Run.Violations = "", nil, nil, nil
		}
	}
	text, err := r.Encode()
	if err != nil {
		m.NoReplay = err.Error()
		return nil
	}
	m.Replay = fmt.Sprintf("replays/match-%d-%s%s", m.Number, FileName(m.Seat), record.Extension)
	return out(m.Replay, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// lastLines returns the end of a log, without signs that mean something to a
// terminal.
func lastLines(log string) string {
	log = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
			return '\ufffd'
		}
		return r
	}, strings.ReplaceAll(log, "\r\n", "\n"))
	lines := strings.Split(strings.TrimRight(log, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-logLines):], "\n")
}
