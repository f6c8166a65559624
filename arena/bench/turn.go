package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/player"
	"botarena/protocol"
	"botarena/sandbox"
)

// Ratio is one of our figures beside the raw baseline of the same run.
type Ratio struct {
	Ours time.Duration `json:"ours"`
	Raw  time.Duration `json:"raw"`
}

// Of returns ours divided by raw.
func (r Ratio) Of() float64 { return float64(r.Ours) / float64(r.Raw) }

// compare runs ours and raw alternately and returns the medians.
func compare(rounds int, ours, raw func() (time.Duration, error)) (Ratio, error) {
	a, b := make([]time.Duration, rounds), make([]time.Duration, rounds)
	for i := range rounds {
		var err error
		if a[i], err = ours(); err != nil {
			return Ratio{}, err
		}
		if b[i], err = raw(); err != nil {
			return Ratio{}, err
		}
	}
	slices.Sort(a)
	slices.Sort(b)
	return Ratio{Ours: a[rounds/2], Raw: b[rounds/2]}, nil
}

// request is what the trivial bot is asked.
var request = []byte("turn 1\n")

// turns asks a player n times and returns the time of one turn.
func turns(p player.Endpoint, clock player.Clock, idle player.Idle, n int) (time.Duration, error) {
	t := player.NewTable([]player.Endpoint{p}, idle, -1)
	defer t.Close(nil, 200*time.Millisecond)
	take := func(in *protocol.Buffer) ([]byte, error) {
		_, err := in.Line()
		return nil, err
	}
	var ask player.Ask
	asks := []*player.Ask{&ask}
	var began time.Time
	for i := range n + n/10 {
		if i == n/10 { // after a tenth to warm up
			began = time.Now()
		}
		ask = player.Ask{Request: request, Take: take, Clock: clock}
		t.Ask(asks)
		if ask.Err != nil || ask.Fault != "" {
			return 0, fmt.Errorf("turn %d: %s %s %v", i, ask.Fault, ask.Detail, ask.Err)
		}
	}
	return time.Since(began) / time.Duration(n), nil
}

// jailedTurns measures turns as matches have them: in the jail, frozen
// between, with clocks.
func jailedTurns(ctx context.Context, box *sandbox.Sandbox, bot *sandbox.Program, core, n int) (time.Duration, error) {
	p, err := player.Start(ctx, box, &sandbox.Command{Program: bot, CPUs: []int{core}})
	if err != nil {
		return 0, err
	}
	return turns(p, player.Clock{Mode: player.Fair, Limit: time.Second}, player.Frozen, n)
}

// bareTurns measures turns without jail, freezing and CPU clocks.
func bareTurns(path string, n int) (time.Duration, error) {
	p, err := player.StartPlain(path, nil, nil)
	if err != nil {
		return 0, err
	}
	return turns(p, player.Clock{Mode: player.Wall, Limit: time.Second}, player.Pondering, n)
}

// rawTurns is the baseline: the same process on two pipes, one poll, one read
// and one write a turn, and nothing else.
func rawTurns(path string, n int) (time.Duration, error) {
	theirIn, ourOut, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	ourIn, theirOut, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	cmd := exec.Command(path)
	cmd.Stdin, cmd.Stdout = theirIn, theirOut
	err = cmd.Start()
	theirIn.Close()
	theirOut.Close()
	defer ourIn.Close()
	if err != nil {
		ourOut.Close()
		return 0, err
	}
	defer cmd.Wait()
	defer ourOut.Close()
	in, out := int(ourIn.Fd()), int(ourOut.Fd()) // Fd makes them blocking
	fds := []unix.PollFd{{Fd: int32(in), Events: unix.POLLIN}}
	buf := make([]byte, 64)
	var began time.Time
	for i := range n + n/10 {
		if i == n/10 {
			began = time.Now()
		}
		if _, err := unix.Write(out, request); err != nil {
			return 0, err
		}
		for {
			_, err := unix.Poll(fds, 1000)
			if err == nil {
				break
			}
			if err != unix.EINTR {
				return 0, err
			}
		}
		if _, err := unix.Read(in, buf); err != nil {
			return 0, err
		}
	}
	return time.Since(began) / time.Duration(n), nil
}
