package championship

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"botarena/arena/championship/journal"
	"botarena/arena/championship/pairing"
	"botarena/arena/game"
)

// childFolder names the variable that makes the test's program play a
// championship in a folder, to be killed.
const childFolder = "ARENA_CHAMPIONSHIP_FOLDER"

func killed() *Definition {
	return definition(10, pairing.RoundRobin{Entrants: 10, Boards: pairing.Boards{Count: 4}})
}

// child plays with short batches, so that kills meet every stage of a write.
func child(dir string) int {
	by := bots(4)
	by.Wait = time.Millisecond
	o := Options{Resume: true, Journal: journal.Options{Linger: time.Millisecond}}
	if err := play(journal.Folder(dir), killed(), o, by); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// TestSIGKILL kills a process that plays 360 matches on a real disk, at random
// moments, as often as it takes to the end, and compares with an undisturbed
// run.
func TestSIGKILL(t *testing.T) { testKills(t, 1) }

// testKills plays and kills such championships until there were that many kills.
func testKills(t *testing.T, least int) {
	t.Helper()
	undisturbed := journal.Folder(t.TempDir())
	if err := play(undisturbed, killed(), Options{}, bots(2)); err != nil {
		t.Fatal(err)
	}
	want := outcome(t, undisturbed)
	rnd := game.NewRand(uint64(time.Now().UnixNano()), "kills")
	kills, runs := 0, 0
	for ; kills < least; runs++ {
		if runs > 100+10*least {
			t.Fatalf("only %d kills in %d runs", kills, runs)
		}
		dir := t.TempDir()
		// The time grows, so that a slow machine comes to the end too.
		for most := 150; ; most += most / 4 {
			done, err := runAndKill(dir, time.Duration(10+rnd.IntN(most))*time.Millisecond)
			if err != nil {
				t.Fatal(err)
			}
			if done {
				break
			}
			kills++
		}
		if got := outcome(t, journal.Folder(dir)); got != want {
			t.Fatalf("after %d kills:\n%s\nwant\n%s", kills, got, want)
		}
	}
	t.Logf("%d kills in %d championships", kills, runs)
}

// runAndKill lets a child play for a while. It reports whether it came to the
// end before it was killed.
func runAndKill(dir string, after time.Duration) (done bool, err error) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childFolder+"="+dir)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return false, err
	}
	timer := time.AfterFunc(after, func() { cmd.Process.Kill() })
	err = cmd.Wait()
	if timer.Stop() || err == nil {
		return true, err
	}
	return false, nil
}
