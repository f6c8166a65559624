package abuse

import (
	"slices"
	"testing"
	"time"

	"botarena/sandbox"

	"golang.org/x/sys/unix"
)

// TestQuestions: a bot that keeps the arena busy with questions, which are no
// violations, keeps nobody else from starting.
func TestQuestions(t *testing.T) {
	s := jail(t, sandbox.Options{Cores: oneCore(t)}) // one launcher, one guard
	usual := func() time.Duration {
		var all []time.Duration
		for range 21 {
			t0 := time.Now()
			// It asks for some files itself as it starts.
			p := start(t, s, "processes"+dynamic, sandbox.Command{}, "answer")
			if _, err := unix.Write(p.Stdin(), []byte("x\n")); err != nil {
				t.Fatal(err)
			}
			if got := readFor(t, p.Stdout(), 2, 10*time.Second); got != "x\n" {
				t.Fatalf("it says %q", got)
			}
			all = append(all, time.Since(t0))
			p.Close()
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	usual() // the launchers are made
	alone := usual()
	bot := start(t, s, "processes"+dynamic, sandbox.Command{}, "questions")
	if got := readFor(t, bot.Stdout(), 7, 10*time.Second); got != "asking\n" {
		t.Fatalf("it says %q: %v", got, bot.Violations())
	}
	time.Sleep(500 * time.Millisecond) // it has had its first share
	cpu, err := bot.CPU()
	if err != nil {
		t.Fatal(err)
	}
	t0 := time.Now()
	beside := usual()
	after, err := bot.CPU()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("a bot mostly starts within %v alone, within %v beside one that asks, which used %.1f%% of a core",
		alone.Round(time.Microsecond), beside.Round(time.Microsecond), 100*(after-cpu).Seconds()/time.Since(t0).Seconds())
	if beside > 2*alone+5*time.Millisecond {
		t.Errorf("a bot mostly starts within %v alone, within %v beside one that asks", alone, beside)
	}
	if v := bot.Violations(); v != nil {
		t.Errorf("violations: %v", v)
	}
}
