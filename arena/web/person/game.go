package person

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/arena/web/live"
)

// Drawing returns how the positions of a match are told to a page.
type Drawing func(g game.Game, h *record.Header) (head []byte, d live.Drawer, err error)

// Game is a match of a person against a bot. Its methods may be called by
// several goroutines.
type Game struct {
	info game.Game
	seat int
	bots match.Seater
	draw Drawing
	spec match.Spec
	over func(*match.Outcome) // called when a match has come to its end

	control sync.Mutex // held while a match is begun or called off
	closed  bool       // guarded by control

	mu   sync.Mutex // guards what follows
	run  *run
	runs int
	used time.Time // when the person last did something
}

// run is one match; taking back begins another.
type run struct {
	number int
	chair  *Chair
	match  *live.Match
	cancel context.CancelFunc
	done   chan struct{}

	mu       sync.Mutex
	voice    Voice               // of this round
	said     int                 // the number of the position that a move was said in, and 1
	played   []record.SeatAnswer // of this round
	script   []record.SeatAnswer // what is to be led through; nil when that is done
	diverged bool
}

// Play begins a game. The Spec has a person, and no program, in the given
// seat. over, where set, is told of every match that has a record. Close must
// be called in the end.
func Play(g game.Game, spec match.Spec, seat int, bots match.Seater, draw Drawing, over func(*match.Outcome)) (*Game, error) {
	p := &Game{info: g, seat: seat, bots: bots, draw: draw, spec: spec, over: over, used: time.Now()}
	p.control.Lock()
	defer p.control.Unlock()
	return p, p.begin(nil)
}

// begin starts a match and leads it through script. The control lock is held.
func (p *Game) begin(script []record.SeatAnswer) error {
	spec := p.spec
	spec.Header.Seats = slices.Clone(spec.Header.Seats)
	head, drawer, err := p.draw(p.info, &spec.Header)
	if err != nil {
		return err
	}
	if len(script) == 0 {
		script = nil
	}
	r := &run{chair: new(Chair), script: script, done: make(chan struct{})}
	r.match, err = live.Follow(p.info, &spec, live.Options{Head: head, Drawer: drawer, Each: func(at live.Position) { r.lead(at, p.seat) }})
	if err != nil {
		return err
	}
	// The first position can be seen before lead is called with it.
	r.match.Look(func(at live.Position) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.voice, err = VoiceOf(at.State, p.seat)
	})
	if err != nil {
		r.match.Abandon()
		return err
	}
	p.mu.Lock()
	p.runs++
	r.number = p.runs
	p.run = r
	p.mu.Unlock()
	var ctx context.Context
	ctx, r.cancel = context.WithCancel(context.Background())
	games := func(string) (game.Game, error) { return p.info, nil }
	local := &match.Local{
		Games: games, Seater: &Seater{Bots: p.bots, Games: games, Chair: r.chair},
		Parallel: unpinned, Watch: func(*match.Spec) match.Watcher { return r.match },
	}
	go func() {
		defer close(r.done)
		// A void match is not played again by itself: somebody sits there.
		o, _ := match.One(ctx, local, spec, func(match.Outcome) { r.cancel() })
		r.match.Ended(&o)
		if p.over != nil && o.Record != nil {
			p.over(&o)
		}
	}()
	return nil
}

// unpinned is so many matches at once that none gets a core of its own: most
// of the time they wait for people.
const unpinned = 1 << 10

// lead plays what stays after moves were taken back.
func (r *run) lead(at live.Position, seat int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if at.Answers == nil {
		r.played = nil
		if voice, err := VoiceOf(at.State, seat); err == nil { // as it was when the match began
			r.voice = voice
		}
	}
	r.played = append(r.played, at.Answers...)
	n := len(r.played)
	if n > len(r.script) || !slices.EqualFunc(r.played, r.script[:n], same) {
		r.diverged = r.diverged || n <= len(r.script)
		r.script = nil
		return
	}
	for i, mover := range at.State.ToMove() {
		if mover != seat {
			continue
		}
		if n+i >= len(r.script) { // from here on the person plays
			r.script = nil
			return
		}
		text, err := r.voice(nil, at.State, r.script[n+i].Move)
		if err == nil {
			err = r.chair.Say(text)
		}
		if err != nil {
			r.script = nil
			return
		}
		r.said = at.Played + 1
	}
}

// says reserves the turn in a position for a move; false where it was said
// already, or is led.
func (r *run) says(position int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.said > position || r.script != nil {
		return false
	}
	r.said = position + 1
	return true
}

func same(a, b record.SeatAnswer) bool {
	return a.Seat == b.Seat && a.Fault == b.Fault && bytes.Equal(a.Move, b.Move)
}

// Now returns the match that is being played and its number: a greater one
// than before means that the game was begun anew.
func (p *Game) Now() (*live.Match, int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.run.match, p.run.number
}

// Diverged reports whether the bot played otherwise when it was led through
// what stayed after moves were taken back.
func (p *Game) Diverged() bool {
	r := p.current()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.diverged
}

// Used returns when the person last did something.
func (p *Game) Used() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.used
}

func (p *Game) current() *run {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.run
}

// act is current for what the person does.
func (p *Game) act() *run {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used = time.Now()
	return p.run
}

// Move plays the person's move, in the notation of records, in the position
// that so many steps have led to, so that a second click is no second move.
// The errors are ErrAway where it is not the person's turn there, and
// *game.IllegalMove; neither costs anything.
func (p *Game) Move(position int, move []byte) error {
	p.control.Lock()
	defer p.control.Unlock()
	r := p.act()
	var text []byte
	var err error
	r.match.Look(func(at live.Position) {
		if at.Played != position {
			err = ErrAway
			return
		}
		if err = check(at.State, p.seat, move); err != nil {
			return
		}
		text, err = r.words()(nil, at.State, move)
		if err == nil && !r.says(at.Played) {
			err = ErrAway
		}
	})
	if err != nil {
		return err
	}
	return r.chair.Say(text)
}

// words returns the voice of this round.
func (r *run) words() Voice {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.voice
}

// GiveUp loses the match for the person.
func (p *Game) GiveUp() error { return p.act().chair.GiveUp() }

// ErrNothing says that there is no move to take back.
var ErrNothing = errors.New("person: no move of yours can be taken back")

// Back takes back the person's last move and what came after it. The errors
// are ErrNothing, and ErrAway once the game is closed.
func (p *Game) Back() error {
	p.control.Lock()
	defer p.control.Unlock()
	if p.closed {
		return ErrAway
	}
	r := p.act()
	script, err := r.before(p.seat)
	if err != nil {
		return err
	}
	r.cancel()
	<-r.done
	return p.begin(script)
}

// before returns what was played before the seat's last move. Of answers that
// were given at once all are taken back.
func (r *run) before(seat int) ([]record.SeatAnswer, error) {
	if o, over := r.match.Outcome(); over && (o == nil || o.Record == nil) {
		return nil, fmt.Errorf("%w: the match was called off", ErrNothing)
	}
	var round int
	r.match.Look(func(at live.Position) { round = at.Round })
	if round > 0 {
		return nil, fmt.Errorf("%w: another board was begun", ErrNothing)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for n := len(r.played) - 1; n >= 0; n-- {
		if a := r.played[n]; a.Seat == seat && a.Fault == game.NoFault {
			return slices.Clone(r.played[:n]), nil
		}
	}
	return nil, ErrNothing
}

// Close calls off what is being played and waits for its end.
func (p *Game) Close() {
	p.control.Lock()
	defer p.control.Unlock()
	p.closed = true
	r := p.current()
	r.cancel()
	<-r.done
}
