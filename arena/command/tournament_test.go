package command

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"botarena/arena/championship/journal"
)

// cup makes a folder with a championship of bots that all play the same way,
// and returns the config's path.
func cup(t testing.TB, entrants int) string {
	t.Helper()
	dir := t.TempDir()
	var b strings.Builder
	b.WriteString("game: catchcat\nseed: 5\nentrants:\n")
	for i := range entrants {
		mode := "plays"
		if i%4 == 3 {
			mode = "loses"
		}
		fmt.Fprintf(&b, "  - {id: e%02d, bot: %s, args: [%s]}\n", i, filepath.Join(binaries, "bot"), mode)
	}
	file := filepath.Join(dir, "cup.yaml")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// run runs the program and returns what it wrote and its exit code.
func run(t testing.TB, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command(filepath.Join(binaries, "arena"), args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// must is run for what must end well.
func must(t testing.TB, args ...string) string {
	t.Helper()
	out, errs, code := run(t, args...)
	if code != 0 {
		t.Fatalf("arena %q: exit code %d\n%s", args, code, errs)
	}
	return out
}

// gameParts returns all that must not depend on how a championship came to its
// end: the moves and results of every match, and the table.
func gameParts(t testing.TB, results string) string {
	t.Helper()
	moves := must(t, "export", results, "--moves")
	if moves == "" {
		t.Fatal("no moves")
	}
	return moves + must(t, "table", results, "--matches") + must(t, "table", results)
}

// TestTournamentParallel: the same config, seed and deterministic bots give the
// same game parts, whatever the number of matches at once.
func TestTournamentParallel(t *testing.T) {
	file := cup(t, 5)
	want := ""
	for _, parallel := range []string{"1", "2", "7"} {
		results := filepath.Join(t.TempDir(), "results")
		must(t, "tournament", file, "--results", results, "--parallel", parallel)
		got := gameParts(t, results)
		if want == "" {
			want = got
		}
		if got != want {
			t.Fatalf("with %s at once:\n%s\nwith one:\n%s", parallel, got, want)
		}
	}
}

// TestTournamentKilled kills the arena again and again, by SIGKILL and SIGINT
// in turn, resumes it, and compares with a run that nobody disturbed (F089,
// F090, F119). The end of the journal is torn off once as well.
func TestTournamentKilled(t *testing.T) {
	file := cup(t, 16)
	undisturbed := filepath.Join(t.TempDir(), "undisturbed")
	table := must(t, "tournament", file, "--results", undisturbed)
	want := gameParts(t, undisturbed)

	results := filepath.Join(t.TempDir(), "results")
	kills, interrupts := 0, 0
	for round := 0; ; round++ {
		if round > 60 {
			t.Fatalf("not at its end after %d kills and %d interruptions", kills, interrupts)
		}
		signal := []os.Signal{syscall.SIGKILL, syscall.SIGINT}[round%2]
		out, errs, code := runUntil(t, results, 1+round%2, signal, "tournament", file, "--results", results, "--resume")
		if code == 0 {
			if out != table {
				t.Fatalf("after %d kills and %d interruptions the table is\n%s\nwant\n%s", kills, interrupts, out, table)
			}
			break
		}
		switch {
		case signal == syscall.SIGKILL:
			kills++
		case code != 1 || !strings.Contains(out, "PARTIAL") || !strings.Contains(errs, "error: interrupted: ") ||
			!strings.HasSuffix(errs, fmt.Sprintf("hint: arena tournament %s --results %s --resume goes on\n", file, results)):
			t.Fatalf("Ctrl-C: exit code %d\n%s\n%s", code, out, errs)
		default:
			interrupts++
		}
		if kills == 2 && signal == syscall.SIGKILL {
			tearOff(t, filepath.Join(results, journal.Name), 5)
		}
	}
	if kills < 2 || interrupts < 1 {
		t.Fatalf("only %d kills and %d interruptions", kills, interrupts)
	}
	if got := gameParts(t, results); got != want {
		t.Fatalf("after %d kills and %d interruptions:\n%s\nwant\n%s", kills, interrupts, got, want)
	}
	t.Logf("%d kills, %d interruptions", kills, interrupts)
}

// runUntil runs the program and sends it a signal when its journal has grown
// by so many batches.
func runUntil(t *testing.T, results string, batches int, signal os.Signal, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	count := func() int {
		text, err := os.ReadFile(filepath.Join(results, journal.Name))
		if err != nil {
			return 0
		}
		return bytes.Count(text, []byte(`{"batch":`))
	}
	before := count()
	var out, errs bytes.Buffer
	cmd := exec.Command(filepath.Join(binaries, "arena"), args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	stuck := time.AfterFunc(2*time.Minute, func() { cmd.Process.Signal(syscall.SIGQUIT) })
	defer stuck.Stop()
	for sent := false; ; {
		select {
		case <-ended:
			if !stuck.Stop() {
				t.Fatalf("it did not end:\n%s", errs.String())
			}
			return out.String(), errs.String(), cmd.ProcessState.ExitCode()
		case <-tick.C:
			if !sent && count() >= before+batches {
				sent = true
				cmd.Process.Signal(signal)
			}
		}
	}
}

// tearOff cuts the last bytes of a file off, as a crash does.
func tearOff(t *testing.T, file string, n int64) {
	t.Helper()
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, info.Size()-n); err != nil {
		t.Fatal(err)
	}
}
