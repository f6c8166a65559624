package command

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// matchReport is what arena match prints; its JSON form is that of --json.
type matchReport struct {
	Match    string       `json:"match"` // the hash that names it
	Game     string       `json:"game"`
	Seed     uint64       `json:"seed"`
	Reason   string       `json:"reason"`
	Moves    int          `json:"moves"`
	Rounds   int          `json:"rounds"`
	Seats    []seatReport `json:"seats"`
	Terms    record.Terms `json:"terms"`
	Layers   []string     `json:"layers"` // of the jail, in force
	Void     string       `json:"void,omitempty"`
	Attempts int          `json:"attempts"`
	Replays  []string     `json:"replays"` // one for each attempt
	Wall     float64      `json:"wall_ms"`
	Arena    string       `json:"arena"`
	Host     record.Host  `json:"host"`
}

// seatReport is one seat's part of it. Times are in milliseconds.
type seatReport struct {
	Seat     string         `json:"seat"`
	Name     string         `json:"name"`
	Kind     string         `json:"kind"` // process, serial or tcp
	Hash     string         `json:"hash,omitempty"`
	Outcome  game.Outcome   `json:"outcome"`
	Points   int            `json:"points"`
	Counters map[string]int `json:"counters,omitempty"`
	Fault    game.Fault     `json:"fault,omitempty"`
	Answers  int            `json:"answers"`
	Start    float64        `json:"start_ms"`
	CPU      float64        `json:"cpu_ms"`
	Wall     float64        `json:"wall_ms"`
	Wait     float64        `json:"wait_ms"`
	Slowest  float64        `json:"slowest_ms"`
	Memory   int64          `json:"peak_memory"` // bytes
	Run      record.Run     `json:"run"`
	Faults   []string       `json:"faults,omitempty"`
	Notes    []string       `json:"notes,omitempty"`
	Log      string         `json:"log,omitempty"`
	LogEnd   string         `json:"-"`
}

func ms(d record.Duration) float64 {
	return float64(time.Duration(d).Microseconds()) / 1e3
}

func newMatchReport(o *match.Outcome, info game.Info, replays []string) *matchReport {
	rec := o.Record
	m, h := rec.Measured, rec.Header
	r := &matchReport{
		Match: m.Hash, Game: h.Game, Seed: h.Seed, Rounds: len(rec.Rounds), Terms: h.Terms, Layers: m.Layers,
		Void: m.Void, Attempts: o.Attempt, Replays: replays, Wall: ms(m.Wall), Arena: m.Arena, Host: m.Host,
		Reason: rec.Result.Reason, Moves: rec.Result.Moves,
	}
	if r.Layers == nil {
		r.Layers = []string{}
	}
	if r.Replays == nil {
		r.Replays = []string{}
	}
	for i, s := range h.Seats {
		run := m.Seats[i]
		seat := seatReport{
			Seat: info.Seats[i], Name: s.Name, Kind: s.Kind, Hash: s.Hash, Answers: len(run.Turns),
			Start: ms(run.Start), CPU: ms(run.CPU), Wall: ms(run.Wall), Wait: ms(run.Wait), Memory: run.Run.PeakMemory,
			Run: run.Run, Faults: run.Faults, Notes: run.Notes, Log: run.Log, LogEnd: run.LogEnd(),
		}
		for _, t := range run.Turns {
			seat.Slowest = max(seat.Slowest, float64(t.Wall)/1e3)
		}
		if i < len(rec.Result.Seats) { // a void match may have none
			own := rec.Result.Seats[i]
			seat.Outcome, seat.Points, seat.Fault = own.Outcome, own.Points, own.Fault
			for k, v := range own.Counters {
				if seat.Counters == nil {
					seat.Counters = map[string]int{}
				}
				seat.Counters[info.Counters[k].Name] = v
			}
		}
		r.Seats = append(r.Seats, seat)
	}
	return r
}

// verdict says in words how the match ended.
func (r *matchReport) verdict() string {
	end := r.Reason + ", " + count(r.Moves, "move")
	if r.Rounds > 1 {
		end += " on the last of " + count(r.Rounds, "board")
	}
	if r.Void != "" {
		return "void (" + r.Void + ")"
	}
	for _, s := range r.Seats {
		if s.Outcome == game.Win {
			return fmt.Sprintf("%s wins as %s (%s)", s.Name, s.Seat, end)
		}
	}
	return "nobody wins (" + end + ")"
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// mebibytes is an amount of memory; "-" where this host does not measure it.
func mebibytes(bytes int64) string {
	if bytes <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
}

// remarks says in lines what went wrong in a seat.
func (s *seatReport) remarks() []string {
	if len(s.Faults) > 0 {
		lines := s.Faults
		if s.LogEnd != "" && (s.Answers == 0 || s.Fault == game.Crash || s.Fault == game.Closed) { // why it left is most often there
			lines = append(slices.Clip(lines), "stderr ends: "+s.LogEnd)
		}
		return lines
	}
	var lines []string
	if s.Fault != game.NoFault {
		lines = append(lines, string(s.Fault))
		lines = append(lines, s.Notes[:min(len(s.Notes), 3)]...)
	}
	for _, v := range s.Run.Violations {
		lines = append(lines, "tried what the jail forbids: "+v)
	}
	return lines
}

// text prints the report for people.
func (r *matchReport) text(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, seed %d: %s\n", r.Game, r.Seed, r.verdict())
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "seat\tbot\toutcome\tpoints\tanswers\tslowest\tcpu\tmemory")
	for _, s := range r.Seats {
		outcome := string(s.Outcome)
		if outcome == "" {
			outcome = "-"
		}
		cpu := "-"
		if s.Run.Where == "" { // of who sits elsewhere nobody knows it
			cpu = fmt.Sprintf("%.2f ms", s.CPU)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%.2f ms\t%s\t%s\n",
			s.Seat, s.Name, outcome, s.Points, s.Answers, s.Slowest, cpu, mebibytes(s.Memory))
	}
	w.Flush()
	for _, s := range r.Seats {
		for _, line := range s.remarks() {
			fmt.Fprintf(&b, "%s: %s\n", s.Seat, oneLine(line))
		}
	}
	jailed := false
	for _, s := range r.Seats {
		switch s.Kind {
		case record.KindSerial:
			fmt.Fprintf(&b, "%s: a board at %s, outside the jail\n", s.Seat, oneLine(s.Run.Where))
		case record.KindTCP:
			fmt.Fprintf(&b, "%s: a client from %s, outside the jail\n", s.Seat, s.Run.Where)
		default:
			jailed = true
		}
	}
	switch {
	case !jailed:
	case r.Terms.Debug:
		fmt.Fprintln(&b, "played without jail and clock (--debug)")
	default:
		fmt.Fprintf(&b, "jail: %s, %s in force\n", r.Terms.Jail, count(len(r.Layers), "layer"))
	}
	for _, name := range r.Replays {
		fmt.Fprintf(&b, "replay: %s\n", name)
	}
	_, err := io.WriteString(out, b.String())
	return err
}
