package command

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"botarena/arena/championship"
)

// tournamentProgress shows how far a championship is, or a comparison: one line
// that changes on a terminal, a line now and then elsewhere.
type tournamentProgress struct {
	w        io.Writer
	shown    bool
	terminal bool
	quit     chan struct{}
	wg       sync.WaitGroup
	mu       sync.Mutex // guards w
}

// How often progress is shown. Making a table takes time that the matches
// would have: never more than a hundredth of it.
const (
	progressTerminal = 500 * time.Millisecond
	progressPlain    = 10 * time.Second
	progressShare    = 100
)

// newTournamentProgress returns what shows progress on w, in plain lines where
// the line at the bottom of the terminal is needed for questions.
func newTournamentProgress(w io.Writer, shown, plain bool) *tournamentProgress {
	return &tournamentProgress{w: w, shown: shown, terminal: !plain && isTerminal(w), quit: make(chan struct{})}
}

// start begins to show what text says.
func (p *tournamentProgress) start(text func() string) {
	if !p.shown {
		return
	}
	every := progressPlain
	if p.terminal {
		every = progressTerminal
	}
	p.wg.Go(func() {
		timer := time.NewTimer(every)
		defer timer.Stop()
		for {
			select {
			case <-p.quit:
				return
			case <-timer.C:
			}
			began := time.Now()
			p.show(text())
			timer.Reset(max(every, progressShare*time.Since(began)))
		}
	})
}

// stop ends the showing and takes the changing line away.
func (p *tournamentProgress) stop() {
	close(p.quit)
	p.wg.Wait()
	if p.shown && p.terminal {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

func (p *tournamentProgress) show(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.terminal {
		fmt.Fprintln(p.w, line)
		return
	}
	_, columns := terminalSize(p.w)
	fmt.Fprint(p.w, "\r\x1b[K", cut(line, columns-1))
}

// say prints a line that stays.
func (p *tournamentProgress) say(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	fmt.Fprintln(p.w, line)
}

// cut shortens a line to a number of characters.
func cut(line string, most int) string {
	if runes := []rune(line); len(runes) > most && most > 0 {
		return string(runes[:most-1]) + "…"
	}
	return line
}

// progressLine says how far a championship is and who leads.
func progressLine(run *championship.Run) string {
	p := run.Progress()
	var s *championship.Standings
	var err error
	run.View(func(b *championship.Book) { s, err = b.Standings() })
	return describeProgress(p, s, err)
}

// leaders is how many of the best are named.
const leaders = 3

func describeProgress(p championship.Progress, s *championship.Standings, err error) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %s, %d left", p.Done, countMatches(p.Total), p.Left)
	if p.Void > 0 {
		fmt.Fprintf(&b, ", %d void", p.Void)
	}
	if p.Rate > 0 {
		fmt.Fprintf(&b, ", %.1f a second", p.Rate)
	}
	if p.Remaining > 0 {
		fmt.Fprintf(&b, ", %s to go", roughly(p.Remaining))
	}
	if err != nil || s == nil || s.Done == 0 {
		return b.String()
	}
	b.WriteString("; leading:")
	for i, l := range s.Lines {
		if i == leaders || l.Removed != "" {
			break
		}
		fmt.Fprintf(&b, " %d. %s %s", l.Rank, l.Name, l.Points)
	}
	return b.String()
}

// roughly writes a time as people say it.
func roughly(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()+0.5))
	case d < time.Hour:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%d days %d h", int(d.Hours())/24, int(d.Hours())%24)
}
