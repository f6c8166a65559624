package match

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/arena/player"
	"botarena/arena/record"
)

// faultCase makes a program of the catalogue's stand-ins ready to run and
// returns its path: scripts as they are, sources compiled.
func faultCase(t *testing.T, name string) string {
	t.Helper()
	shared := os.Getenv("ARENA_SHARED")
	if shared == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("ARENA_SHARED is not set: CI runs the catalogue's programs")
		}
		t.Skip("the catalogue's programs are not here: ARENA_SHARED is not set")
	}
	path := filepath.Join(shared, "faults", "cases", name)
	if !strings.HasSuffix(name, ".c") {
		return path
	}
	out := filepath.Join(t.TempDir(), "case")
	if text, err := exec.Command("gcc", "-O1", "-static", "-o", out, path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return out
}

// caseSeater seats a program of the catalogue on the left, without a jail, and
// the good bot on the right.
type caseSeater struct{ path string }

func (c caseSeater) Seat(_ context.Context, _ *Spec, seat int, _ []int) (player.Endpoint, error) {
	if seat == 0 {
		return player.StartPlain(c.path, nil, nil)
	}
	return player.StartPlain(toyBot, []string{"good"}, nil)
}
func (caseSeater) Layers() []string { return nil }

// TestCatalogueTalk runs the stand-ins of the catalogue's section A and holds
// what the arena makes of each against the right outcome there. They answer
// "0" to every line, so the game has no handshake; those of a bot that starts
// wrongly are tested with one.
func TestCatalogueTalk(t *testing.T) {
	const clean = "" // no fault at all
	for _, c := range []struct {
		name      string
		fault     game.Fault
		says      string // in the report of its faults
		handshake bool
	}{
		{name: "F001.c", fault: game.Timeout, says: "0 bytes received; did the program flush its output?"},
		{name: "F001.py", fault: game.Timeout, says: "did the program flush"},
		{name: "F002.py", fault: game.Invalid, says: "my bot v3 loaded"},
		{name: "F002.py", fault: game.DidNotStart, says: "my bot v3 loaded", handshake: true},
		{name: "F003.sh", fault: clean},
		{name: "F004.sh", fault: clean},
		{name: "F006.py", fault: game.Invalid, says: `"12"`},
		{name: "F007.py", fault: game.LineTooLong, says: "64 KiB"},
		{name: "F008.py", fault: clean}, // its lines are answers, as many as are asked for
		{name: "F009.py", fault: clean},
		{name: "F010.py", fault: clean},
		{name: "F011.py", fault: game.Invalid, says: `"hello 0"`},
		{name: "F013.py", fault: game.Invalid, says: `"reply-to-1"`},
		{name: "F015.sh", fault: game.Crash, says: "left with exit code 0"},
		{name: "F016.c", fault: game.Crash, says: "SIGSEGV"},
		{name: "F017.py", fault: game.Closed, says: "closed its output"},
		{name: "F018.sh", fault: game.Crash, says: "left with exit code 0"},
		{name: "F020.py", fault: game.Timeout, says: "no whole answer"},
		{name: "F026.py", fault: game.Invalid, says: `"-0"`},
		{name: "F028.py", fault: game.Invalid, says: `"name champion"`},
		{name: "F029.py", fault: game.Timeout, says: "0 bytes"}, // 1.5 s without a handshake are its first move's
		{name: "F030.py", fault: clean},
		{name: "F060.sh", fault: game.Timeout, says: "0 bytes"},
		{name: "F074.py", fault: game.Crash, says: "exit code 1"},
		{name: "F074.py", fault: game.DidNotStart, says: "cannot load weights.bin", handshake: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			rec := playToy(t, toy{}, caseSeater{faultCase(t, c.name)}, func(s *toySetup, terms *record.Terms) {
				s.Silent = !c.handshake
				s.Goal = 8
				terms.Move = record.Duration(time.Second)
			})
			if rec.Measured.Void != "" {
				t.Fatalf("void: %s", rec.Measured.Void)
			}
			seat := rec.Result.Seats[0]
			faults := strings.Join(rec.Measured.Seats[0].Faults, "\n") + "\n" + rec.Measured.Seats[0].LogEnd()
			if seat.Fault != c.fault || !strings.Contains(faults, c.says) {
				t.Errorf("fault %q, want %q; the report says %q, want %q", seat.Fault, c.fault, faults, c.says)
			}
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("the match took %v", took)
			}
			if other := rec.Result.Seats[1]; c.fault != clean && other.Outcome != game.Win {
				t.Errorf("the other seat: %+v", other)
			}
			if log := rec.Measured.Seats[0].Log; len(log) > 2*64<<10+100 {
				t.Errorf("%d bytes of stderr kept", len(log))
			}
		})
	}
}

// TestLateAnswer: in a game that goes on after a time-out, the late line is
// what answers the next request; a game whose wire numbers its stages drops
// it there (F013).
func TestLateAnswer(t *testing.T) {
	rec := playToy(t, toy{together: true}, toySeater{kinds: [2]string{"late@2", "good"}}, func(s *toySetup, terms *record.Terms) {
		s.Goal = 6
		terms.Move = record.Duration(200 * time.Millisecond)
	})
	var faults []game.Fault
	for _, a := range ofSeat(rec.Rounds[0].Answers, 0) {
		faults = append(faults, a.Fault)
	}
	if faults[2] != game.Timeout || faults[0] != game.NoFault || rec.Result.Seats[1].Points != 6 {
		t.Errorf("answers %q, result %+v", faults, rec.Result)
	}
}
