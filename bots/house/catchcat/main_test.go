package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
	"botarena/arena/game/catchcat"
	"botarena/protocol"
)

// TestMatchOverTheWire plays whole matches with both roles, byte for byte as
// the arena does, on boards of several sizes.
func TestMatchOverTheWire(t *testing.T) {
	levels := []string{"random", "sensible", "novice", "club", "master"}
	for i, level := range levels {
		for _, size := range []int{5, 11, 25} {
			setup := catchcat.DefaultSetup()
			setup.Size = size
			setup.Blocked.Max = size
			args := []string{"-level", level, "-time", "0", "-seed", "3"}
			if i > 1 {
				args = append(args, "-nodes", "300")
			}
			playMatch(t, setup, uint64(i*100+size), [2][]string{args, args})
		}
	}
}

// player is a bot on two pipes.
type player struct {
	talk    game.Dialogue
	in      protocol.Buffer
	toBot   io.WriteCloser
	fromBot io.Reader
	done    chan error
	slowest time.Duration
}

func startPlayer(t *testing.T, setup *catchcat.Setup, seat int, args []string) *player {
	t.Helper()
	talk, err := setup.Dialogue(seat, "")
	if err != nil {
		t.Fatal(err)
	}
	botIn, toBot := io.Pipe()
	fromBot, botOut := io.Pipe()
	p := &player{talk: talk, toBot: toBot, fromBot: fromBot, done: make(chan error, 1)}
	go func() {
		err := run(args, botIn, botOut, io.Discard)
		botIn.CloseWithError(err)
		botOut.CloseWithError(err)
		p.done <- err
	}()
	return p
}

// read waits for more of what the bot says.
func (p *player) read(t *testing.T) {
	t.Helper()
	n, err := p.fromBot.Read(p.in.Space())
	if err != nil {
		t.Fatal(err)
	}
	p.in.Added(n)
}

func (p *player) greet(t *testing.T, s game.State) {
	t.Helper()
	out, done, err := p.talk.Handshake(nil, &p.in, s)
	if _, err := p.toBot.Write(out); err != nil {
		t.Fatal(err)
	}
	for !done && err == nil {
		p.read(t)
		_, done, err = p.talk.Handshake(nil, &p.in, s)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (p *player) ask(t *testing.T, s game.State) game.Answer {
	t.Helper()
	began := cpuTime(t)
	if _, err := p.toBot.Write(p.talk.Request(nil, s)); err != nil {
		t.Fatal(err)
	}
	a, err := p.talk.Answer(&p.in)
	for err == protocol.ErrMore {
		p.read(t)
		a, err = p.talk.Answer(&p.in)
	}
	if err != nil {
		t.Fatal(err)
	}
	p.slowest = max(p.slowest, cpuTime(t)-began)
	return a
}

// playMatch plays a match and returns how much processor time each took at most
// for a move.
func playMatch(t *testing.T, setup *catchcat.Setup, seed uint64, args [2][]string) (slowest [2]time.Duration) {
	t.Helper()
	s, err := setup.Start(0, game.NewRand(seed, "start"))
	if err != nil {
		t.Fatal(err)
	}
	var players [2]*player
	for seat := range players {
		players[seat] = startPlayer(t, setup, seat, args[seat])
		players[seat].greet(t, s)
	}
	for s.Result() == nil {
		a := players[s.ToMove()[0]].ask(t, s)
		if err := s.Apply([]game.Answer{a}); err != nil {
			t.Fatalf("%q: %v", args, err)
		}
	}
	if r := s.Result(); r.Reason != "caught" && r.Reason != "escaped" {
		t.Fatalf("%q: %+v\n%s", args, r, s)
	}
	for seat, p := range players {
		if _, err := p.toBot.Write(p.talk.End(nil, s.Result())); err != nil {
			t.Fatal(err)
		}
		if err := <-p.done; err != nil {
			t.Errorf("%q: %v", args[seat], err)
		}
		slowest[seat] = p.slowest
	}
	return slowest
}

// TestMasterWithinItsLimits: at most 300 ms a move and 256 MiB, on the
// contest's board and on the largest.
func TestMasterWithinItsLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: a match of masters takes some seconds")
	}
	const limit = 300 * time.Millisecond
	for _, size := range []int{11, 25} {
		setup := catchcat.DefaultSetup()
		setup.Size = size
		setup.Position = &catchcat.Position{Cat: catchcat.RowCol{size / 2, size / 2}}
		slowest := playMatch(t, setup, 1, [2][]string{{"-level", "master"}, {"-level", "master"}})
		t.Logf("%d×%d: catcher %v, cat %v", size, size, slowest[0], slowest[1])
		if max(slowest[0], slowest[1]) > limit {
			t.Errorf("%d×%d: moves took up to %v, want at most %v", size, size, slowest, limit)
		}
	}
	// Two bots and the test itself are in this process.
	if peak := peakMemory(t); peak > 256<<20 {
		t.Errorf("two masters used %d MiB, want at most 256", peak>>20)
	}
}

// cpuTime returns the processor time of this process, in which one bot thinks
// at a time: unlike the clock's it does not depend on who else is running.
func cpuTime(t *testing.T) time.Duration {
	t.Helper()
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &ts); err != nil {
		t.Fatal(err)
	}
	return time.Duration(ts.Nano())
}

// peakMemory returns the most memory that this process has had, in bytes.
func peakMemory(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kib, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				t.Fatal(err)
			}
			return kib << 10
		}
	}
	t.Fatal("/proc/self/status has no VmHWM")
	return 0
}

func TestFlags(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-level grandmaster", "level"},
		{"-nodes 0 -time 0", "neither"},
		{"more", "unexpected"},
		{"-nodes x", "invalid value"},
	} {
		var out bytes.Buffer
		err := run(strings.Fields(c.args), strings.NewReader(""), &out, io.Discard)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.args, err, c.want)
		}
	}
}

func TestBadInput(t *testing.T) {
	for _, in := range []string{"", "hello, bot\n", "catchcat 1\nrole dog\n", "catchcat 1\nrole cat\nboard 11 11\n"} {
		if err := run(nil, strings.NewReader(in), io.Discard, io.Discard); err == nil {
			t.Errorf("%q was taken", in)
		}
	}
	large := fmt.Sprintf("catchcat 1\nrole cat\nboard %d %d\ncat 5 5\nstart\nblock 0 0\nend lose invalid 1\n", 27, 27)
	if err := run(nil, strings.NewReader(large), io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), "27×27") {
		t.Errorf("a board that is too large: error %v", err)
	}
}
