package person

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/player"
	"botarena/arena/record"
)

// Unhurried is the limit of an answer where a person may take all the time
// there is: the longest that a config allows.
const Unhurried = record.Duration(24 * time.Hour)

// ErrAway says that nobody sits there now: the match has not begun, or is over.
var ErrAway = errors.New("person: the match is not waiting for anybody")

// Chair is a person's place at a match. Its methods may be called by several
// goroutines.
type Chair struct {
	mu     sync.Mutex
	now    *sitting
	queued []byte // said before the match had its seats
}

// Say answers for the person, in the words of the game's wire. What is said
// while the seats are being taken is heard when they are.
func (c *Chair) Say(text []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now == nil {
		c.queued = append(c.queued, text...)
		return nil
	}
	if c.now.mouth == nil {
		return ErrAway
	}
	// The pipe takes far more than an answer; a match that does not read is over.
	c.now.mouth.SetWriteDeadline(time.Now().Add(time.Second))
	_, err := c.now.mouth.Write(text)
	return err
}

// GiveUp has the person leave the match, which loses it.
func (c *Chair) GiveUp() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now == nil || c.now.mouth == nil {
		return ErrAway
	}
	err := c.now.mouth.Close()
	c.now.mouth = nil
	return err
}

// sit returns the endpoint for one round, with what is said at once.
func (c *Chair) sit(greeting []byte) (player.Endpoint, error) {
	var to, from [2]int
	if err := unix.Pipe2(to[:], unix.O_CLOEXEC|unix.O_NONBLOCK); err != nil {
		return nil, err
	}
	if err := unix.Pipe2(from[:], unix.O_CLOEXEC|unix.O_NONBLOCK); err != nil {
		unix.Close(to[0])
		unix.Close(to[1])
		return nil, err
	}
	s := &sitting{
		files: player.Files{In: to[1], Out: from[0], Log: -1, End: -1},
		ear:   os.NewFile(uintptr(to[0]), "requests"), mouth: os.NewFile(uintptr(from[1]), "answers"),
		chair: c, began: time.Now(), heard: make(chan struct{}),
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, err := s.mouth.Write(append(greeting, c.queued...)); err != nil {
		s.leave()
		s.ear.Close()
		return nil, err
	}
	c.now, c.queued = s, nil
	// What is asked is seen in the page, which shows the position.
	go func() {
		defer close(s.heard)
		io.Copy(io.Discard, s.ear)
	}()
	return s, nil
}

// sitting is a person in a round. The chair's lock guards mouth.
type sitting struct {
	files      player.Files
	ear, mouth *os.File
	chair      *Chair
	began      time.Time
	heard      chan struct{} // closed when nothing listens any more
}

var _ player.Endpoint = (*sitting)(nil)

func (s *sitting) Files() player.Files            { return s.files }
func (s *sitting) Freeze() error                  { return errors.ErrUnsupported }
func (s *sitting) Thaw() error                    { return nil }
func (s *sitting) CPU() (time.Duration, bool)     { return 0, false }
func (s *sitting) Waiting() (time.Duration, bool) { return 0, false }

// Ended is asked when no answer can come: the person has given up.
func (s *sitting) Ended(time.Duration) (player.End, bool) {
	s.chair.mu.Lock()
	defer s.chair.mu.Unlock()
	return player.End{Fault: game.Crash, Detail: "gave up"}, s.mouth == nil
}

// CloseInput implements player.InputCloser.
func (s *sitting) CloseInput() {
	if s.files.In >= 0 {
		unix.Close(s.files.In)
		s.files.In = -1
	}
}

func (s *sitting) Close(game.Fault) record.Run {
	s.chair.mu.Lock()
	if s.chair.now == s {
		s.chair.now = nil
	}
	s.leave()
	s.chair.mu.Unlock()
	<-s.heard
	s.ear.Close()
	return record.Run{Status: "ok", Wall: record.Duration(time.Since(s.began))}
}

func (s *sitting) leave() {
	s.CloseInput()
	unix.Close(s.files.Out)
	if s.mouth != nil {
		s.mouth.Close()
		s.mouth = nil
	}
}

// Seater seats a person where a Spec has one, and bots elsewhere.
type Seater struct {
	Bots  match.Seater
	Games func(name string) (game.Game, error)
	Chair *Chair
}

var _ match.Seater = (*Seater)(nil)

// Seat implements match.Seater.
func (s *Seater) Seat(ctx context.Context, spec *match.Spec, seat int, cores []int) (player.Endpoint, error) {
	if spec.Header.Seats[seat].Kind != record.KindPerson {
		return s.Bots.Seat(ctx, spec, seat, cores)
	}
	g, err := s.Games(spec.Header.Game)
	if err != nil {
		return nil, err
	}
	setup, err := game.DecodeSetup(g, spec.Header.Setup)
	if err != nil {
		return nil, err
	}
	d, err := setup.Dialogue(seat, spec.Header.Seats[seat].Dialect)
	if err != nil {
		return nil, err
	}
	var greeting []byte
	if greeter, ok := d.(game.Greeter); ok {
		greeting = greeter.Greeting(nil)
	}
	return s.Chair.sit(greeting)
}

// Layers implements match.Seater.
func (s *Seater) Layers() []string { return s.Bots.Layers() }
