package fleet

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"botarena/arena/championship/simulated"
	"botarena/arena/fleet/join"
	"botarena/arena/match"
)

// The test binary is a worker, a coordinator or a NATS server when one of the
// first three is set.
const (
	childLink    = "ARENA_FLEET_TEST_LINK"    // worker: of its fleet
	childContest = "ARENA_FLEET_TEST_CONTEST" // coordinator: its contest
	childServer  = "ARENA_FLEET_TEST_SERVER"  // server: its address

	childFolder = "ARENA_FLEET_TEST_FOLDER" // worker's bots, server's streams
	childWait   = "ARENA_FLEET_TEST_WAIT"   // worker: how long a match takes, some of them void
)

// childMain is what the test binary does as a child; false where it is none.
func childMain() (code int, is bool) {
	for name, run := range map[string]func(string) error{childLink: runWorker, childContest: runCoordinator, childServer: runServer} {
		if text := os.Getenv(name); text != "" {
			if err := run(text); err != nil {
				fmt.Fprintln(os.Stderr, name, err)
				return 1, true
			}
			return 0, true
		}
	}
	return 0, false
}

// runWorker works until it is told that it is over, or killed.
func runWorker(text string) error {
	l, err := join.Parse(text)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	player := chaotic()
	if text := os.Getenv(childWait); text != "" {
		if player.Wait, err = time.ParseDuration(text); err != nil {
			return err
		}
		player.Void = voidByChance
	}
	w := Worker{
		Link: l, Name: fmt.Sprintf("child %d", os.Getpid()), Machine: machine(), Player: player,
		Folder: os.Getenv(childFolder), Beat: 200 * time.Millisecond,
	}
	if err := w.Run(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// chaotic plays matches that take a while, some of them always void.
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

// voidByChance makes some matches void, so few that none is so to its last
// attempt.
func voidByChance(*match.Spec, int) string {
	if rand.IntN(500) == 0 {
		return "the host slept"
	}
	return ""
}

// child is the test binary in a process of its own.
type child struct {
	cmd   *exec.Cmd
	ended chan struct{} // closed then; after that err is set
	err   error
}

// startChild starts one with more in its environment, by a command where that
// is given.
func startChild(t testing.TB, env []string, command ...string) *child {
	t.Helper()
	words := append(command, os.Args[0])
	c := &child{cmd: exec.Command(words[0], words[1:]...), ended: make(chan struct{})}
	c.cmd.Env = append(os.Environ(), env...)
	c.cmd.Stderr = os.Stderr
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(c.ended)
		c.err = c.cmd.Wait()
	}()
	return c
}

func startWorker(t testing.TB, l join.Link, folder, wait string, command ...string) *child {
	t.Helper()
	return startChild(t, []string{childLink + "=" + l.String(), childFolder + "=" + folder, childWait + "=" + wait}, command...)
}

func (c *child) signal(s os.Signal) { c.cmd.Process.Signal(s) }

// kill ends it as a power cut does, and waits for it.
func (c *child) kill() {
	c.signal(os.Kill)
	<-c.ended
}

// runServer is a NATS server that stands by itself, whose user is that of
// outsideURL.
func runServer(address string) error {
	ns, err := natsServer(address, os.Getenv(childFolder))
	if err != nil {
		return err
	}
	ns.WaitForShutdown()
	return nil
}

// natsServer starts a server with JetStream and one user.
func natsServer(address, folder string) (*server.Server, error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return nil, err
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	ns, err := server.NewServer(&server.Options{
		Host: host, Port: port, JetStream: true, StoreDir: folder, NoSigs: true, NoLog: true,
		Username: "arena", Password: "secret",
	})
	if err != nil {
		return nil, err
	}
	ns.Start()
	if !ns.ReadyForConnections(20 * time.Second) {
		return nil, errors.New("the NATS server does not start")
	}
	return ns, nil
}

func outsideURL(address string) string { return "nats://arena:secret@" + address }
