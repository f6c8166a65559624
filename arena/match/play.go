package match

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
	"botarena/arena/player"
	"botarena/arena/record"
)

// leaveWait is how long the seats have to leave after the end (protocol).
const leaveWait = 200 * time.Millisecond

// Seater brings players to their seats.
type Seater interface {
	// Seat starts the player of one seat for one round, to run on the given
	// cores only (none for any). A *[Refusal] says
	// that the seat's own program could not start; any other error is a fault
	// of the arena or the host, and voids the match.
	Seat(ctx context.Context, spec *Spec, seat int, cores []int) (player.Endpoint, error)
	// Layers names the layers of the jail in force.
	Layers() []string
}

// Refusal says why a seat's own program could not start.
type Refusal struct{ Why string }

func (r *Refusal) Error() string { return r.Why }

// Watcher is told what happens in a match, on the match's own thread: it must
// return at once. The state must not be kept or changed; the answers stay as
// they are, and may be kept.
type Watcher interface {
	Position(round int, s game.State, answers []record.SeatAnswer)
}

// Cue is a Watcher that says when a match begins. Once its seats have been
// started, and before the first request, Ready is called on the match's thread;
// the match goes on when it returns. Its error calls the match off. Seats that
// may not ponder are frozen meanwhile, and no clock runs. missing tells, on that
// thread and whenever it is called, who will not play, in seat order.
type Cue interface {
	Watcher
	Ready(ctx context.Context, missing func() []Missing) error
}

// Missing is a seat that did not start, or that has ended before its match began.
type Missing struct {
	Seat   int
	Fault  game.Fault
	Detail string // in words, as in the faults of a record
}

// Place is where a match is played: one list of cores for each seat. The zero
// value leaves it to the host.
type Place struct {
	Cores [][]int
	// Hurry, where set, makes the calling thread run before others until what it
	// returns is called, when the turns are over. It is called when the first turn
	// has lasted longer than a millisecond or so, or at once where the time for a
	// move or the start is short.
	Hurry func() (calm func())
	// Awake, where set, keeps idle cores from going to sleep until what it
	// returns is called. It is called where the seats have a core each and so
	// wait for one another awake, and called off when turns are slow.
	Awake func() (release func())
}

// apart reports whether no two of the seats share a core.
func (p Place) apart() bool {
	taken := map[int]bool{}
	for _, cores := range p.Cores {
		for _, c := range cores {
			if taken[c] {
				return false
			}
			taken[c] = true
		}
		if len(cores) == 0 {
			return false
		}
	}
	return len(p.Cores) > 0
}

func (p Place) cores(seat int) []int {
	if seat < len(p.Cores) {
		return p.Cores[seat]
	}
	return nil
}

// Play plays one match to its end on the calling goroutine, which should be
// locked to its thread. The error says why there is no record: the Spec is
// not valid, or ctx ended. A match that must not count is a record whose
// Measured.Void says why.
func Play(ctx context.Context, g game.Game, spec *Spec, seater Seater, place Place, watch Watcher) (*record.Record, error) {
	setup, err := game.DecodeSetup(g, spec.Header.Setup)
	if err != nil {
		return nil, err
	}
	p := &play{
		ctx: ctx, info: g.Info(), setup: setup, spec: spec, seater: seater, place: place, watch: watch,
		rec: &record.Record{Header: spec.Header, Measured: newMeasured(spec, seater.Layers())},
	}
	if err := p.rounds(); err != nil {
		return nil, err
	}
	if p.rec.Measured.Void != "" && p.rec.Result == nil {
		p.rec.Result = &game.Result{Reason: "void"}
	}
	p.rec.Measured.Wall = record.Duration(time.Since(p.rec.Measured.Began) - p.waited)
	text, err := p.rec.Game()
	if err != nil {
		return nil, err
	}
	p.rec.Measured.Hash = record.Hash(text)
	return p.rec, nil
}

// cancelFile returns a descriptor that becomes readable when ctx ends.
func cancelFile(ctx context.Context) (fd int, release func(), err error) {
	if ctx.Done() == nil {
		return -1, func() {}, nil
	}
	fd, err = unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return -1, nil, fmt.Errorf("eventfd: %w", err)
	}
	written := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		unix.Write(fd, []byte{1, 0, 0, 0, 0, 0, 0, 0})
		close(written)
	})
	return fd, func() {
		if !stop() {
			<-written
		}
		unix.Close(fd)
	}, nil
}

// play is a match being played.
type play struct {
	ctx    context.Context
	info   game.Info
	setup  game.Setup
	spec   *Spec
	seater Seater
	place  Place
	watch  Watcher
	cancel int
	waited time.Duration // for the cue
	rec    *record.Record
}

func (p *play) terms() *record.Terms { return &p.spec.Header.Terms }

// rounds plays board after board until one decides, or the match is void.
func (p *play) rounds() error {
	cancel, release, err := cancelFile(p.ctx)
	if err != nil {
		p.void(err.Error())
		return nil
	}
	defer release()
	p.cancel = cancel
	for n := range p.setup.Rounds() {
		state, err := StartRound(p.setup, p.spec.Header.Seed, n)
		if err != nil {
			return err
		}
		r := &round{play: p, n: n, state: state}
		if err := r.run(); err != nil {
			return err
		}
		p.rec.Rounds = append(p.rec.Rounds, record.Round{Absent: r.absent, Answers: r.answers, Result: r.state.Result()})
		p.rec.Result = r.state.Result()
		if p.rec.Measured.Void != "" || !p.rec.Result.Again {
			return nil
		}
	}
	return nil
}

// StartRound returns the first position of a round of a match with this seed.
func StartRound(setup game.Setup, seed uint64, round int) (game.State, error) {
	return setup.Start(round, game.RoundRand(seed, round))
}

func (p *play) void(why string) {
	if p.rec.Measured.Void == "" {
		p.rec.Measured.Void = why
	}
}

func newMeasured(spec *Spec, layers []string) *record.Measured {
	m := &record.Measured{Began: time.Now().UTC(), Host: thisHost(), Arena: Version(), Layers: layers}
	m.Seats = make([]record.SeatRun, len(spec.Header.Seats))
	return m
}

// release is the version of a release, set when it is built.
var release string

// Version returns the version of this program: that of a release, or the
// module's with the revision where it is built from a checkout.
func Version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			version += " " + s.Value[:12]
		}
	}
	return version
}

// errVoid stops a round whose match does not count any more.
var errVoid = errors.New("match: void")
