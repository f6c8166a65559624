package sandbox

import (
	"os"
	"strings"
	"testing"
)

// Each wall holds the others' files back without the rest: what the filter
// names is none of their business.
func TestRuntimeWalls(t *testing.T) {
	for _, without := range [][]string{
		{layerSeccomp},
		{layerSeccomp, layerLandlock},
		{layerSeccomp, layerRoot},
		{layerSeccomp, layerPID},
		{layerSeccomp, layerSeats},
	} {
		t.Run("without "+strings.Join(without, " and "), func(t *testing.T) {
			s := newSandbox(t, Options{Without: without})
			dir := t.TempDir()
			other := source("bot.py", "python3", "python3")(t, t.TempDir())
			secret := write(t, t.TempDir()+"/host.txt", "of the host\n")
			path := source("bot.py", "python3", "python3")(t, dir)
			write(t, dir+"/book.txt", "e2e4\n")
			// Not one in somebody's home, which a seat may not enter where the
			// root does not show it.
			python := "/usr/bin/python3"
			if _, err := os.Stat(python); err != nil {
				missing(t, python+" (package python3)")
			}
			opponent, err := s.Open(other, ProgramOptions{Interpreter: python})
			if err != nil {
				t.Fatal(err)
			}
			defer opponent.Close()
			bot, err := s.Open(path, ProgramOptions{Interpreter: python, Folder: dir})
			if err != nil {
				t.Fatal(err)
			}
			defer bot.Close()
			// Both play, whoever has been first.
			q, err := s.Start(&Command{Program: opponent})
			if err != nil {
				t.Fatal(err)
			}
			defer q.Close()
			if got := say(t, q, "hello"); got != "hello" {
				t.Errorf("the opponent says %q", got)
			}
			p, err := s.Start(&Command{Program: bot})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			for _, own := range []string{"book.txt", "./bot.py", bot.folder(s.report.has(layerRoot)) + "/book.txt"} {
				if got := say(t, p, "read "+own); got != "e2e4" && !strings.HasPrefix(got, "#!") {
					t.Errorf("of its own file %s it reads %q", own, got)
				}
			}
			theirs := opponent.folder(s.report.has(layerRoot))
			for _, line := range []string{
				"read " + theirs + "/bot.py", "list " + theirs, "read ../" + opponent.onShelf + "/bot.py",
				"read /etc/passwd", "read " + secret, "read /proc/1/cmdline", "read /proc/1/environ", "read /proc/meminfo",
				"list /root", "read /proc/self/root/etc/passwd", "read /dev/kmsg", "read /dev/mem",
			} {
				if got := say(t, p, line); !strings.HasPrefix(got, "error") {
					t.Errorf("%s: it gets %q", line, got)
				}
			}
			for _, line := range []string{"list /bots", "list .."} {
				if got := say(t, p, line); !strings.HasPrefix(got, "error") && got != bot.onShelf {
					t.Errorf("%s: it gets %q", line, got)
				}
			}
			// Of processes it sees its own at most.
			processes := 0
			for name := range strings.SplitSeq(say(t, p, "list /proc"), ",") {
				if name[0] >= '0' && name[0] <= '9' {
					processes++
				}
			}
			if processes > 1 && s.report.has(layerRoot) {
				t.Errorf("it sees %d processes", processes)
			}
			if f := finish(t, p); f.Status != StatusOK {
				t.Errorf("%v\n%s", f.Reason(), readAll(t, p.Stderr()))
			}
		})
	}
}
