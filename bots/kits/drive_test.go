package kits_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/protocol"
)

// patience is how long a kit may take for anything. It finds kits that hang;
// time limits are for tests in the jail.
const patience = 20 * time.Second

// process is a kit that runs, on plain pipes and without a jail.
type process struct {
	cmd    *exec.Cmd
	in     *os.File
	out    *os.File
	stderr log
	buf    protocol.Buffer
}

// log collects what a process writes while others look at it.
type log struct {
	mu   sync.Mutex
	text []byte
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	return len(p), nil
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}

// start starts a program in an environment without what helps by chance, such
// as PYTHONUNBUFFERED and a locale.
func start(argv []string) (*process, error) {
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirIn.Close()
	out, theirOut, err := os.Pipe()
	if err != nil {
		in.Close()
		return nil, err
	}
	defer theirOut.Close()
	p := &process{cmd: exec.Command(argv[0], argv[1:]...), in: in, out: out}
	p.cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=/nonexistent"}
	p.cmd.Dir = "/"
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirIn, theirOut, &p.stderr
	p.cmd.WaitDelay = time.Second
	if err := p.cmd.Start(); err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	return p, nil
}

// freeze stops a process between its turns, as the arena does, and thaw lets
// it go on.
func (p *process) freeze() error { return p.cmd.Process.Signal(syscall.SIGSTOP) }
func (p *process) thaw() error   { return p.cmd.Process.Signal(syscall.SIGCONT) }

// send writes without a risk of waiting for ever.
func (p *process) send(text []byte) error {
	if err := p.in.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	_, err := p.in.Write(text)
	return err
}

// fill reads once what the program has said.
func (p *process) fill() error {
	if err := p.out.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	n, err := p.out.Read(p.buf.Space())
	p.buf.Added(n)
	if err != nil {
		return fmt.Errorf("reading its answer: %w; its stderr: %q", err, p.stderr.String())
	}
	return nil
}

// leave closes the program's input and checks that it goes by itself, without
// another word.
func (p *process) leave() error {
	p.in.Close()
	var rest []byte
	for {
		err := p.fill()
		rest = append(rest, p.buf.Bytes()...)
		p.buf.Discard(len(p.buf.Bytes()))
		if err != nil {
			break
		}
	}
	p.out.Close()
	gone := time.AfterFunc(patience, func() { p.cmd.Process.Kill() })
	err := p.cmd.Wait()
	gone.Stop()
	switch {
	case err != nil:
		return fmt.Errorf("after the end: %w; its stderr: %q", err, p.stderr.String())
	case len(rest) > 0 && string(rest) != "\n": // Paper Soccer's answers end before their newline
		return fmt.Errorf("it said after the end: %q", rest)
	case unexpected(p.stderr.String()) != "":
		return fmt.Errorf("it wrote to stderr: %q", p.stderr.String())
	}
	return nil
}

// unexpected returns the first line of a kit's stderr that is not the name of
// the team, which the kits for Gold Hunter in Java tell.
func unexpected(stderr string) string {
	for line := range strings.Lines(stderr) {
		if !strings.HasPrefix(line, "team ") {
			return line
		}
	}
	return ""
}

// kill ends a program whose test has failed.
func (p *process) kill() {
	p.cmd.Process.Kill()
	p.in.Close()
	p.out.Close()
	p.cmd.Wait()
}

// seat is one seat of a match: a process, or nil for random moves.
type seat struct {
	*process
	dialogue game.Dialogue
}

// match plays one match; seats[i] is the command of a kit, or nil for a mover
// that draws from the seed. Anything but valid moves from a kit is an error.
func match(setup game.Setup, seed uint64, seats [2][]string) (_ *game.Result, err error) {
	s, err := setup.Start(0, game.NewRand(seed, "start"))
	if err != nil {
		return nil, err
	}
	var at [2]seat
	defer func() {
		for i := range at {
			if at[i].process != nil && err != nil {
				at[i].kill()
			}
		}
	}()
	for i, argv := range seats {
		if argv == nil {
			continue
		}
		if at[i].dialogue, err = setup.Dialogue(i, ""); err != nil {
			return nil, err
		}
		if at[i].process, err = start(argv); err != nil {
			return nil, err
		}
		if err = at[i].handshake(s); err != nil {
			return nil, fmt.Errorf("seat %d: handshake: %w", i, err)
		}
	}
	rnd := game.NewRand(seed, "random moves")
	for turn := 0; len(s.ToMove()) > 0; turn++ {
		if turn > setup.MaxTurns() {
			return nil, fmt.Errorf("more turns than the longest match has, %d", setup.MaxTurns())
		}
		if err = play(s, &at, rnd); err != nil {
			return nil, fmt.Errorf("turn %d: %w; the position:\n%s", turn, err, s)
		}
	}
	for i := range at {
		if at[i].process == nil {
			continue
		}
		if err = errors.Join(at[i].thaw(), at[i].send(at[i].dialogue.End(nil, s.Result()))); err == nil {
			err = at[i].leave()
		}
		if err != nil {
			return nil, fmt.Errorf("seat %d: %w", i, err)
		}
		at[i].process = nil
	}
	return s.Result(), nil
}

// play asks all who must answer and applies what they say.
func play(s game.State, at *[2]seat, rnd *game.Rand) error {
	for _, i := range s.ToMove() {
		if at[i].process != nil {
			if err := errors.Join(at[i].send(at[i].dialogue.Request(nil, s)), at[i].thaw()); err != nil {
				return fmt.Errorf("seat %d: asking: %w", i, err)
			}
		}
	}
	var answers []game.Answer
	for _, i := range s.ToMove() {
		if at[i].process == nil {
			answers = append(answers, game.Answer{Move: s.RandomMove(nil, i, rnd)})
			continue
		}
		a, err := at[i].answer()
		if err == nil {
			err = at[i].freeze()
		}
		switch {
		case err != nil:
			return fmt.Errorf("seat %d: %w", i, err)
		case a.Fault != "" || a.Malformed > 0:
			return fmt.Errorf("seat %d: fault %q, %d malformed: %q", i, a.Fault, a.Malformed, a.Move)
		}
		if notes := at[i].dialogue.Notes(); len(notes) > 0 {
			return fmt.Errorf("seat %d: to be reported: %q", i, notes)
		}
		answers = append(answers, a)
	}
	return s.Apply(answers)
}

func (t *seat) handshake(s game.State) error {
	for {
		out, done, err := t.dialogue.Handshake(nil, &t.buf, s)
		if err != nil {
			return err
		}
		if err := t.send(out); err != nil {
			return err
		}
		if done {
			return nil
		}
		if err := t.fill(); err != nil {
			return err
		}
	}
}

func (t *seat) answer() (game.Answer, error) {
	for {
		a, err := t.dialogue.Answer(&t.buf)
		if err == nil {
			a.Move = bytes.Clone(a.Move)
		}
		if !errors.Is(err, protocol.ErrMore) {
			return a, err
		}
		if err := t.fill(); err != nil {
			return a, err
		}
	}
}

func TestUnexpectedStderrIsSeen(t *testing.T) {
	for in, want := range map[string]string{
		"":                      "",
		"team A\n":              "",
		"team A\nException x\n": "Exception x\n",
		"Picked up options":     "Picked up options",
	} {
		if got := unexpected(in); got != want {
			t.Errorf("unexpected(%q) = %q, want %q", in, got, want)
		}
	}
}
