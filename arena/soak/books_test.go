package soak

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/record"
)

// tally counts what came of the matches.
type tally struct {
	matches int
	voids   int            // attempts that did not count
	killed  int            // seats that lost to a kill from outside
	faults  map[string]int // by name
}

// checkBook holds a cup's journal against what was planned, printed and
// expected, and adds up what came of its matches.
func (p *place) checkBook(c *cup, printed string, sum *tally) {
	p.Helper()
	dir := filepath.Join(p.results, c.name)
	numbers := matchLines(p, filepath.Join(dir, journal.Name))
	for number := range c.matches {
		if n := numbers[number]; n != 1 {
			p.Errorf("%s: match %d is in the journal %d times", c.name, number, n)
		}
	}
	if len(numbers) != c.matches {
		p.Errorf("%s: %d matches in the journal, want %d", c.name, len(numbers), c.matches)
	}
	book, err := championship.Load(journal.Folder(dir))
	if err != nil {
		p.Errorf("%s: %v", c.name, err)
		return
	}
	standings, err := book.Standings()
	if err != nil || standings.Partial || standings.Done != c.matches || len(standings.Void) > 0 {
		p.Errorf("%s: %v: %+v", c.name, err, standings)
		return
	}
	if again := p.must("table", dir); again != printed {
		p.Errorf("%s: the championship printed\n%s\nand its folder says\n%s", c.name, printed, again)
	}
	p.checkTable(c, dir, standings)
	for number := range c.matches {
		sum.voids += len(book.Attempts(number))
	}
	p.checkReplays(c, book, dir, sum)
	p.checkFiles(dir)
}

// matchLines counts for each match the lines that say what came of it.
func matchLines(p *place, file string) map[int]int {
	p.Helper()
	f, err := os.Open(file)
	if err != nil {
		p.Fatal(err)
	}
	defer f.Close()
	found := map[int]int{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct{ Match *struct{ Number int } }
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			p.Errorf("%s: %v: %.200s", file, err, lines.Bytes())
		}
		if line.Match != nil {
			found[line.Match.Number]++
		}
	}
	if err := lines.Err(); err != nil {
		p.Error(err)
	}
	return found
}

// checkTable adds the table up again from the matches as arena table lists
// them one by one.
func (p *place) checkTable(c *cup, dir string, standings *championship.Standings) {
	p.Helper()
	won, played := map[string]int{}, map[string]int{}
	list := json.NewDecoder(strings.NewReader(p.must("table", dir, "--matches", "--json")))
	for list.More() {
		var m struct {
			Entrants []string
			Result   struct{ Seats []struct{ Outcome string } }
		}
		if err := list.Decode(&m); err != nil {
			p.Fatalf("%s: %v", c.name, err)
		}
		for seat, id := range m.Entrants {
			played[id]++
			if m.Result.Seats[seat].Outcome == "win" {
				won[id]++
			}
		}
	}
	for _, l := range standings.Lines {
		if l.Wins != won[l.ID] || l.Played != played[l.ID] || l.Played != 2*c.matches/len(c.players) {
			p.Errorf("%s: %s has won %d of %d in the table, %d of %d in the list", c.name, l.ID, l.Wins, l.Played, won[l.ID], played[l.ID])
		}
	}
}

// checkReplays plays every replay again, and holds every fault against what its
// bot is broken for.
func (p *place) checkReplays(c *cup, book *championship.Book, dir string, sum *tally) {
	p.Helper()
	g, err := all.Game(games[c.game].name)
	if err != nil {
		p.Fatal(err)
	}
	packs := &journal.Replays{Disk: journal.Folder(dir)}
	shown := map[string]bool{}
	for number := range c.matches {
		rec, err := book.ReplayFrom(packs, number)
		if err == nil {
			err = match.Verify(g, rec)
		}
		if err != nil {
			p.Errorf("%s: match %d: %v", c.name, number, err)
			continue
		}
		sum.matches++
		for seat, s := range rec.Result.Seats {
			id, report := rec.Header.Seats[seat].Name, strings.Join(rec.Measured.Seats[seat].Faults, "\n")
			sum.faults[string(s.Fault)]++
			allowed := c.allowed(id)
			switch {
			case slices.Contains(allowed, string(s.Fault)):
				shown[id+" "+string(s.Fault)] = true
			case s.Fault == "": // the match was over before its turn came
			case wasKilled(rec, seat):
				sum.killed++
			default:
				p.Errorf("%s: match %d: %s has the fault %q, want one of %q\n%s\n%s", c.name, number, id, s.Fault, allowed, report, timesOf(rec, seat))
			}
		}
	}
	if pairs := len(c.players) * (len(c.players) - 1); c.matches < leastBoards*pairs {
		return
	}
	for _, one := range c.players {
		if !slices.ContainsFunc(c.allowed(one.id), func(fault string) bool { return shown[one.id+" "+fault] }) {
			p.Errorf("%s: %s has shown none of the faults %q in %d matches", c.name, one.id, c.allowed(one.id), 2*c.matches/len(c.players))
		}
	}
}

// leastBoards is on how many boards a pair must have met for every fault to have
// been shown: on some the match is over before its turn.
const leastBoards = 5

// allowed returns the faults that a bot may have.
func (c *cup) allowed(id string) []string {
	for _, one := range c.players {
		if one.id == id {
			return strings.Split(one.faults[c.game], "|")
		}
	}
	return nil
}

// timesOf says where the time of a seat's last turn went.
func timesOf(rec *record.Record, seat int) string {
	run := rec.Measured.Seats[seat]
	text := fmt.Sprintf("against %s, started in %v, the arena's delay %v, ended %q", rec.Header.Seats[1-seat].Name, run.Start, run.Lag, run.Run.Status)
	if n := len(run.Turns); n > 0 {
		text += fmt.Sprintf(", the last turn in µs: %+v", run.Turns[n-1])
	}
	return text
}

// wasKilled reports whether a seat's fault is said to be a kill from outside:
// a signal 9 that neither the arena nor a limit sent. Where it came in the
// middle of an answer, what was there of that is invalid.
func wasKilled(rec *record.Record, seat int) bool {
	run := rec.Measured.Seats[seat].Run
	return run.Signal == "SIGKILL" && run.Killed == "" && !run.OOMKilled &&
		(rec.Result.Seats[seat].Fault == game.Invalid || strings.Contains(strings.Join(rec.Measured.Seats[seat].Faults, "\n"), "SIGKILL"))
}

// checkFiles wants nothing in a folder of results but the results.
func (p *place) checkFiles(dir string) {
	p.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		p.Fatal(err)
	}
	for _, e := range entries {
		pack, _ := filepath.Match("replays-????.pack", e.Name())
		if e.Name() != journal.Name && e.Name() != "lock" && !pack {
			p.Errorf("%s holds %s", dir, e.Name())
		}
	}
}
