package match

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
	"botarena/arena/player"
	"botarena/arena/record"
	"botarena/sandbox"
)

// TestMain lets the jail begin, and builds the bot of these tests.
func TestMain(m *testing.M) {
	sandbox.Init()
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	os.Unsetenv("PYTHONUNBUFFERED") // it makes bots work that would fail elsewhere
	dir, err := os.MkdirTemp("", "toybot")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	toyBot = filepath.Join(dir, "toybot")
	cmd := exec.Command("go", "build", "-o", toyBot, "./testdata/toybot")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		panic(string(out))
	}
	return m.Run()
}

// toyBot is the path of the bot of these tests: a static program.
var toyBot string

// toySeater seats the bot without a jail.
type toySeater struct {
	kinds  [2]string
	refuse [2]string
}

func (t toySeater) Seat(_ context.Context, _ *Spec, seat int, _ []int) (player.Endpoint, error) {
	switch {
	case t.refuse[seat] == "arena":
		return nil, fmt.Errorf("mount(3): permission denied")
	case t.refuse[seat] != "":
		return nil, &Refusal{t.refuse[seat]}
	}
	return player.StartPlain(toyBot, []string{t.kinds[seat]}, nil)
}
func (toySeater) Layers() []string { return []string{"none"} }

type toyOption func(*toySetup, *record.Terms)

func playToy(t *testing.T, g toy, seater Seater, options ...toyOption) *record.Record {
	t.Helper()
	setup := g.NewSetup().(*toySetup)
	terms := record.Terms{Clock: "wall", Move: record.Duration(300 * time.Millisecond), Start: record.Duration(5 * time.Second)}
	for _, o := range options {
		o(setup, &terms)
	}
	text, err := json.Marshal(setup)
	if err != nil {
		t.Fatal(err)
	}
	spec := Spec{Header: record.Header{
		Version: record.Version, Game: "toy", Setup: text, Seed: 2, Terms: terms,
		Seats: []record.Seat{{Name: "a", Kind: "process"}, {Name: "b", Kind: "process"}},
	}}
	local := &Local{Games: only(g), Seater: seater}
	o, err := One(t.Context(), local, spec, nil)
	if err != nil || o.Err != nil {
		t.Fatal(err, o.Err)
	}
	if err := Verify(g, o.Record); err != nil {
		t.Errorf("verify: %v", err)
	}
	return o.Record
}

func TestWholeMatch(t *testing.T) {
	for _, g := range []toy{{}, {together: true}} {
		rec := playToy(t, g, toySeater{kinds: [2]string{"good", "good"}})
		if rec.Measured.Void != "" {
			t.Fatalf("void: %s", rec.Measured.Void)
		}
		if rec.Result.Moves != 21 {
			t.Errorf("together=%v: %d moves, want 21", g.together, rec.Result.Moves)
		}
		for i, s := range rec.Measured.Seats {
			want := fmt.Sprintf("told: end %s %s\n", rec.Result.Seats[i].Outcome, rec.Result.Reason)
			if s.Log != want {
				t.Errorf("seat %d was told %q, want %q", i, s.Log, want)
			}
			if s.Run.Status != "ok" || s.Run.Killed != "" {
				t.Errorf("seat %d: run %+v", i, s.Run)
			}
			if len(s.Faults) > 0 || s.CPU == 0 || s.Wall == 0 || s.Start == 0 {
				t.Errorf("seat %d: %+v", i, s)
			}
		}
		text, err := rec.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := record.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := Verify(g, again); err != nil {
			t.Errorf("decoded: %v", err)
		}
	}
}

// TestFaults: every kind of failing has a name of its own, whoever it is and
// whoever else fails (catalogue section A).
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		kind   string
		fault  game.Fault
		detail string
	}{
		{"sleep@2", game.Timeout, "0 bytes received"},
		{"spin@2", game.Timeout, "no whole answer"},
		{"exit@2", game.Crash, "exit code 7"},
		{"segv@2", game.Crash, "exit code 2"}, // Go's runtime turns it into an exit
		{"cut@2", game.Crash, "SIGKILL"},
		{"close@2", game.Closed, "closed its output"},
		{"long@2", game.LineTooLong, "64 KiB"},
		{"illegal@2", game.Invalid, `"4"`},
		{"refuse", game.DidNotStart, "weights.bin"},
		{"chatter", game.DidNotStart, "my bot v3 loaded"},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			rec := playToy(t, toy{}, toySeater{kinds: [2]string{c.kind, "good"}})
			if rec.Measured.Void != "" {
				t.Fatalf("void: %s", rec.Measured.Void)
			}
			bad := rec.Result.Seats[0]
			if bad.Fault != c.fault || bad.Outcome != game.Lose || rec.Result.Seats[1].Outcome != game.Win {
				t.Errorf("result %+v, want a loss by %s", rec.Result, c.fault)
			}
			if faults := strings.Join(append(rec.Measured.Seats[0].Faults, rec.Measured.Seats[0].LogEnd()), "\n"); !strings.Contains(faults, c.detail) {
				t.Errorf("faults %q do not say %q", faults, c.detail)
			}
			if log := rec.Measured.Seats[1].Log; !strings.Contains(log, "end win") {
				t.Errorf("the winner was told %q", log)
			}
		})
	}
}

func TestHarmless(t *testing.T) {
	for _, kind := range []string{"log@2", "pieces@2"} {
		rec := playToy(t, toy{together: true}, toySeater{kinds: [2]string{kind, "good"}})
		if len(rec.Measured.Seats[0].Faults) > 0 || rec.Result.Seats[0].Points != 21 {
			t.Errorf("%s: %+v, faults %q", kind, rec.Result, rec.Measured.Seats[0].Faults)
		}
		if n := len(rec.Measured.Seats[0].Log); n > 2*64<<10+100 {
			t.Errorf("%s: %d bytes of log kept", kind, n)
		}
	}
}

// TestGoneStaysAndFails: in a game that goes on, a seat that is gone is never
// asked again, and the other plays on.
func TestGoneStaysAndFails(t *testing.T) {
	for kind, fault := range map[string]game.Fault{"last@4": game.Crash, "cut@4": game.Crash, "exit@4": game.Crash, "refuse": game.DidNotStart, "close@4": game.Closed} {
		rec := playToy(t, toy{together: true}, toySeater{kinds: [2]string{kind, "good"}})
		if rec.Result.Seats[1].Points != 21 {
			t.Errorf("%s: the other seat has %+v", kind, rec.Result.Seats[1])
		}
		last := rec.Rounds[0].Answers[len(rec.Rounds[0].Answers)-2]
		if last.Fault != fault {
			t.Errorf("%s: last answer %+v, want %s", kind, last, fault)
		}
		if kind == "last@4" && rec.Result.Seats[0].Points != 4+2 {
			t.Errorf("the last line without its end was not taken: %+v", rec.Result.Seats[0])
		}
		if kind == "cut@4" && rec.Result.Seats[0].Points != 4 {
			t.Errorf("a line was taken in the middle of which its writer was killed: %+v", rec.Result.Seats[0])
		}
	}
}

func TestBigRequests(t *testing.T) {
	const big = 300_000 // more than a pipe holds
	rec := playToy(t, toy{}, toySeater{kinds: [2]string{"good", "good"}}, func(s *toySetup, _ *record.Terms) { s.Big = big })
	if sent, err := Sent(toy{}, rec, 0, 0); err != nil || len(sent) < big*(len(rec.Rounds[0].Answers)/2) {
		t.Errorf("%d bytes were sent, %v", len(sent), err)
	}
	if rec.Result.Reason != "goal" {
		t.Errorf("result %+v", rec.Result)
	}
}

func TestNoHandshake(t *testing.T) {
	rec := playToy(t, toy{}, toySeater{kinds: [2]string{"good", "good"}}, func(s *toySetup, _ *record.Terms) { s.Bare = true })
	if sent, err := Sent(toy{}, rec, 0, 0); err != nil || !bytes.HasPrefix(sent, []byte("hello\nturn ")) {
		t.Errorf("sent %.40q, %v", sent, err)
	}
	if rec.Result.Reason != "goal" {
		t.Errorf("result %+v", rec.Result)
	}
}

func TestRounds(t *testing.T) {
	rec := playToy(t, toy{}, toySeater{kinds: [2]string{"good", "good"}}, func(s *toySetup, _ *record.Terms) { s.Boards, s.Even = 3, true })
	if len(rec.Rounds) != 3 || !rec.Rounds[1].Result.Again || rec.Result.Again {
		t.Errorf("%d rounds, result %+v", len(rec.Rounds), rec.Result)
	}
}

func TestAwaiter(t *testing.T) {
	rec := playToy(t, toy{}, toySeater{kinds: [2]string{"good", "refuse"}}, func(s *toySetup, _ *record.Terms) { s.Await = true })
	if rec.Result.Reason != string(game.DidNotStart) || rec.Result.Moves != 0 || len(rec.Rounds[0].Answers) != 0 {
		t.Errorf("result %+v after %d answers", rec.Result, len(rec.Rounds[0].Answers))
	}
}

func TestRefusedAndArenaFault(t *testing.T) {
	rec := playToy(t, toy{}, toySeater{refuse: [2]string{"", "built for aarch64"}})
	if f := rec.Result.Seats[1]; f.Fault != game.DidNotStart {
		t.Errorf("%+v", f)
	}
	var attempts int
	local := &Local{Games: only(toy{}), Seater: toySeater{refuse: [2]string{"arena", ""}}}
	spec := Spec{Header: record.Header{Version: 1, Game: "toy", Setup: []byte("{}"), Seats: make([]record.Seat, 2)}}
	o, err := One(t.Context(), local, spec, func(Outcome) { attempts++ })
	if err != nil || !o.Void() || attempts != Attempts || !o.Final {
		t.Errorf("%v: attempts %d, outcome %+v", err, attempts, o)
	}
	if !strings.Contains(o.Record.Measured.Void, "mount(3)") {
		t.Errorf("void because of %q", o.Record.Measured.Void)
	}
}

// TestNoDescriptorsLeft: a match for which this process has no descriptor left
// is void and played again, as after any fault of the host; its record has no
// rounds, and is a record.
func TestNoDescriptorsLeft(t *testing.T) {
	var had unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &had); err != nil {
		t.Fatal(err)
	}
	var attempts int
	local := &Local{Games: only(toy{}), Seater: toySeater{kinds: [2]string{"good", "good"}}, Cores: []int{0}}
	spec := Spec{Header: record.Header{Version: 1, Game: "toy", Setup: []byte("{}"), Seats: make([]record.Seat, 2)}}
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Max: had.Max}); err != nil {
		t.Fatal(err)
	}
	o, err := One(t.Context(), local, spec, func(Outcome) { attempts++ })
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &had); err != nil {
		t.Fatal(err)
	}
	if err != nil || !o.Void() || attempts != Attempts || !o.Final {
		t.Fatalf("%v: attempts %d, outcome %+v", err, attempts, o)
	}
	if !strings.Contains(o.Record.Measured.Void, unix.EMFILE.Error()) || o.Record.Result.Reason != "void" {
		t.Errorf("void because of %q, result %+v", o.Record.Measured.Void, o.Record.Result)
	}
	text, err := o.Record.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if rec, err := record.Decode(text); err != nil || Verify(toy{}, rec) != nil {
		t.Errorf("read again: %v; %v", err, Verify(toy{}, rec))
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	local := &Local{Games: only(toy{}), Seater: toySeater{kinds: [2]string{"sleep", "sleep"}}}
	spec := Spec{Header: record.Header{Version: 1, Game: "toy", Setup: []byte("{}"), Seats: make([]record.Seat, 2), Terms: record.Terms{Clock: "off"}}}
	time.AfterFunc(100*time.Millisecond, cancel)
	began := time.Now()
	o, err := One(ctx, local, spec, nil)
	if err != context.Canceled || o.Err != context.Canceled {
		t.Errorf("errors %v and %v, want context.Canceled", err, o.Err)
	}
	if took := time.Since(began); took > time.Second {
		t.Errorf("took %v", took)
	}
}

// caller calls a match off after its tenth turn.
type caller struct {
	off   func()
	turns int
}

func (c *caller) Position(int, game.State, []record.SeatAnswer) {
	if c.turns++; c.turns == 10 {
		c.off()
	}
}

// TestCancelQuick: a match that is called off ends with the turn, however quick
// its turns are.
func TestCancelQuick(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := &caller{off: cancel}
	spec := Spec{Header: record.Header{
		Version: 1, Game: "toy", Setup: []byte(`{"goal":1000}`), Seats: make([]record.Seat, 2), Terms: record.Terms{Clock: "wall", Move: 1e9, Start: 10e9},
	}}
	rec, err := Play(ctx, toy{}, &spec, toySeater{kinds: [2]string{"good", "good"}}, Place{}, c)
	if rec != nil || err != context.Canceled || c.turns != 10 {
		t.Errorf("record %+v, error %v after %d turns", rec, err, c.turns)
	}
}

// waitingSeater seats a bot, and waits for another player that never comes.
type waitingSeater struct {
	toySeater
	left *leaving
}

type leaving struct {
	player.Endpoint
	closed bool
}

func (l *leaving) Close(why game.Fault) record.Run {
	l.closed = true
	return l.Endpoint.Close(why)
}

func (w waitingSeater) Seat(ctx context.Context, spec *Spec, seat int, cores []int) (player.Endpoint, error) {
	if seat == 1 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	p, err := w.toySeater.Seat(ctx, spec, seat, cores)
	w.left.Endpoint = p
	return w.left, err
}

// TestCancelWhileSeating: a match that is called off while a player is waited
// for is not void, and who is there already is sent away.
func TestCancelWhileSeating(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	w := waitingSeater{toySeater{kinds: [2]string{"good", "good"}}, new(leaving)}
	spec := Spec{Header: record.Header{Version: 1, Game: "toy", Setup: []byte("{}"), Seats: make([]record.Seat, 2)}}
	rec, err := Play(ctx, toy{}, &spec, w, Place{}, nil)
	if rec != nil || err != context.Canceled || !w.left.closed {
		t.Errorf("record %+v, error %v, the first seat closed %v", rec, err, w.left.closed)
	}
}

// hastySeater seats a program that is ready before it is asked, and reads
// nothing.
type hastySeater struct{ toySeater }

func (h hastySeater) Seat(ctx context.Context, spec *Spec, seat int, cores []int) (player.Endpoint, error) {
	if seat == 1 {
		return h.toySeater.Seat(ctx, spec, seat, cores)
	}
	p, err := player.StartPlain("/bin/sh", []string{"-c", "echo ready; exec sleep 60"}, nil)
	if err == nil {
		fds := []unix.PollFd{{Fd: int32(p.Files().Out), Events: unix.POLLIN}}
		_, err = unix.Poll(fds, 10_000)
	}
	return p, err
}

// TestReadyAtOnce: a seat that said that it is ready has started, whether it
// said so before or after it was asked.
func TestReadyAtOnce(t *testing.T) {
	rec := playToy(t, toy{}, hastySeater{toySeater{kinds: [2]string{"", "good"}}}, func(_ *toySetup, terms *record.Terms) {
		terms.Start = record.Duration(2 * time.Second)
	})
	if s := rec.Measured.Seats[0]; time.Duration(s.Start) > time.Second || rec.Result.Seats[0].Fault != game.Timeout {
		t.Errorf("started after %v, result %+v", s.Start, rec.Result)
	}
}
