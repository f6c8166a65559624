package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
)

func watchCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name:  "watch",
		Flags: []cli.Flag{&cli.StringFlag{Name: "every"}},
		Action: func(c *cli.Context) error {
			dir, rest, err := resultsArgument(c, "arena watch results/NAME")
			if err == nil && len(rest) > 0 {
				err = usage("arena watch results/NAME", "arena watch takes one folder, after it stands %q", rest)
			}
			if err != nil {
				return err
			}
			w := &watcher{Streams: s, dir: dir, every: time.Second, terminal: isTerminal(s.Out)}
			if c.IsSet("every") {
				if w.every, err = time.ParseDuration(c.String("every")); err != nil || w.every < 50*time.Millisecond {
					return usage("write a time such as --every 2s", "--every: %q is not a time from 50ms", c.String("every"))
				}
			}
			return w.watch(c.Context)
		},
	}
}

// watcher follows a championship that another arena plays. It reads the
// journal only: what it shows is safe on the disk.
type watcher struct {
	Streams
	dir      string
	every    time.Duration
	terminal bool

	size  int64 // of the journal, when it was read last
	began time.Time
	first int  // matches done then
	drawn bool // the screen has a table
}

// watch shows the table until the championship is at its end or the context
// ends.
func (w *watcher) watch(ctx context.Context) error {
	if w.terminal {
		fmt.Fprint(w.Out, "\x1b[?25l")       // hides the cursor
		defer fmt.Fprint(w.Out, "\x1b[?25h") // and shows it again
	}
	for waiting := false; ; {
		spent := time.Now()
		over, err := w.look()
		if errors.Is(err, championship.ErrNotBegun) || errors.Is(err, fs.ErrNotExist) && dirExists(filepath.Dir(filepath.Clean(w.dir))) {
			if !waiting {
				fmt.Fprintf(w.Err, "waiting for a championship in %s\n", w.dir)
			}
			waiting = true
		} else if err != nil {
			return resultsError(w.dir, err)
		}
		if over {
			return nil
		}
		// A long journal takes its time to be read; the matches need theirs.
		const share = 20
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(max(w.every, share*time.Since(spent))):
		}
	}
}

func dirExists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// look shows what has changed since it looked last. It reports whether the
// championship is at its end.
func (w *watcher) look() (over bool, err error) {
	info, err := os.Stat(filepath.Join(w.dir, journal.Name))
	if err != nil {
		return false, err
	}
	if info.Size() == w.size {
		return false, nil
	}
	book, err := championship.Load(journal.Folder(w.dir))
	if err != nil {
		return false, err
	}
	s, err := book.Standings()
	if err != nil {
		return false, err
	}
	w.size = info.Size()
	if w.began.IsZero() {
		w.began, w.first = time.Now(), s.Done
	}
	if w.terminal && s.Partial {
		return false, w.screen(s, book)
	}
	if !s.Partial {
		if w.drawn {
			fmt.Fprint(w.Out, "\x1b[H\x1b[J")
		}
		return true, writeStandings(w.Out, s, book, w.dir)
	}
	_, err = fmt.Fprintln(w.Out, describeProgress(w.progress(s), s, nil))
	return false, err
}

// progress makes the figures of now from what was seen since watching began.
func (w *watcher) progress(s *championship.Standings) championship.Progress {
	p := championship.Progress{Done: s.Done, Left: s.Total - s.Done, Total: s.Total, Void: len(s.Void)}
	if n := s.Done - w.first; n > 0 {
		p.Rate = float64(n) / time.Since(w.began).Seconds()
		p.Remaining = time.Duration(float64(p.Left) / p.Rate * float64(time.Second))
	}
	return p
}

// screen draws the table, as much of it as the terminal has room for.
func (w *watcher) screen(s *championship.Standings, book *championship.Book) error {
	rows, columns := terminalSize(w.Out)
	w.drawn = true
	var b strings.Builder
	if err := writeStandings(&b, s, book, w.dir); err != nil {
		return err
	}
	lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	if room := rows - 2; len(lines) > room && room > 0 {
		lines = append(lines[:room-1], fmt.Sprintf("… and %d more lines; arena table %s has all", len(lines)-room+1, w.dir))
	}
	lines = append(lines, describeProgress(w.progress(s), nil, nil)+"; Ctrl-C leaves")
	var out strings.Builder
	out.WriteString("\x1b[H")
	for i, l := range lines {
		if i > 0 {
			out.WriteString("\r\n")
		}
		out.WriteString(cut(l, columns) + "\x1b[K")
	}
	out.WriteString("\x1b[J")
	_, err := fmt.Fprint(w.Out, out.String())
	return err
}
