package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"testing"
	"time"

	"botarena/arena/championship/simulated"
	"botarena/arena/fleet/join"
	"botarena/arena/fleet/queue"
	"botarena/arena/game"
	"botarena/arena/match"
)

// The test binary is a worker, or a coordinator, when these are set.
const (
	childLink   = "ARENA_FLEET_TEST_LINK"
	childCache  = "ARENA_FLEET_TEST_CACHE"
	childFolder = "ARENA_FLEET_TEST_FOLDER"
)

// chaotic plays matches that take a while, some of them void at first.
func chaotic() *simulated.Dispatcher {
	d := simulation()
	d.Wait = 4 * time.Millisecond
	d.Void = func(s *match.Spec, attempt int) string {
		if s.Header.Seed%97 == 3 {
			return "the host slept"
		}
		return ""
	}
	return d
}

// childWorker works until it is told that it is over, or killed.
func childWorker(text string) int {
	l, err := join.Parse(text)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	w := Worker{
		Link: l, Name: fmt.Sprintf("child %d", os.Getpid()), Machine: machine(), Player: chaotic(),
		Folder: os.Getenv(childCache), Beat: 200 * time.Millisecond,
	}
	if err := w.Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "worker:", err)
		return 1
	}
	return 0
}

// child is a worker in a process of its own. Command, where given, goes before
// the test binary.
type child struct {
	cmd   *exec.Cmd
	ended chan struct{}
}

func startChild(t testing.TB, l join.Link, cache string, command ...string) *child {
	t.Helper()
	words := append(command, os.Args[0])
	c := &child{cmd: exec.Command(words[0], words[1:]...), ended: make(chan struct{})}
	c.cmd.Env = append(os.Environ(), childLink+"="+l.String(), childCache+"="+cache)
	c.cmd.Stderr = os.Stderr
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(c.ended)
		c.cmd.Wait()
	}()
	return c
}

func (c *child) kill() {
	c.cmd.Process.Signal(syscall.SIGCONT)
	c.cmd.Process.Kill()
	<-c.ended
}

// disturb does to workers what may happen to machines, at random, until ctx
// ends, so often at most: one is killed, one is frozen for a while, one is ended with a word, and
// the server is restarted.
func disturb(t testing.TB, ctx context.Context, s *queue.Server, cache string, pause time.Duration, most int) (done map[string]int) {
	rnd := game.NewRand(uint64(time.Now().UnixNano()), "chaos")
	children := make([]*child, 3)
	for i := range children {
		children[i] = startChild(t, s.Link(), cache)
	}
	var frozen sync.WaitGroup
	defer func() {
		frozen.Wait()
		for _, c := range children {
			c.kill()
		}
	}()
	done = map[string]int{}
	for n := 0; sleep(ctx, pause/2+time.Duration(rnd.IntN(int(pause)))); n++ {
		if n >= most {
			continue
		}
		i := rnd.IntN(len(children))
		c := children[i]
		switch rnd.IntN(4) {
		case 0:
			done["killed"]++
			c.kill()
			children[i] = startChild(t, s.Link(), cache)
		case 1:
			done["frozen"]++
			c.cmd.Process.Signal(syscall.SIGSTOP)
			frozen.Go(func() {
				sleep(ctx, 2500*time.Millisecond) // longer than AckWait
				c.cmd.Process.Signal(syscall.SIGCONT)
			})
		case 2:
			done["ended"]++
			c.cmd.Process.Signal(syscall.SIGCONT)
			c.cmd.Process.Signal(syscall.SIGTERM)
			<-c.ended
			children[i] = startChild(t, s.Link(), cache)
		case 3:
			done["server restarted"]++
			if err := s.Restart(); err != nil {
				t.Error(err)
				return done
			}
		}
	}
	return done
}

// TestDisturbed wants the results of one machine from workers that are killed,
// frozen and ended at random, with a server that is restarted.
func TestDisturbed(t *testing.T) { disturbed(t, 800, 500*time.Millisecond, 15) }

func disturbed(t *testing.T, n int, pause time.Duration, most int) {
	sources := bots(t)
	plain := chaotic()
	plain.Wait = 0
	want := play(t, t.Context(), plain, specs(sources, n))
	c := lead(t, Options{Tell: func(string) {}})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan map[string]int, 1)
	go func() { done <- disturb(t, ctx, c.Server(), t.TempDir(), pause, most) }()
	got := play(t, t.Context(), c, specs(sources, n))
	cancel()
	what := <-done
	compare(t, got, want)
	s := c.Status()
	t.Logf("%v; %d duplicates dropped, %d missing jobs queued again", what, s.Duplicates, s.Missed)
	if len(what) == 0 {
		t.Error("it was over before anything happened")
	}
}
