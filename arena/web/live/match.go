package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// Drawer turns positions into what the topic says of them.
type Drawer interface {
	// Add returns what to say of a position, as JSON, and which kind of piece
	// it is: the first one of each round comes with nil for answers. It is
	// called on one goroutine.
	Add(s game.State, answers []record.SeatAnswer) (kind string, text []byte, err error)
}

// Match follows a match while it is played. It is the match's Watcher: it
// never makes the match wait.
type Match struct {
	// Topic has a message for the head, each position and the end, as
	// {"kind":KIND,"data":…}, and for a position "turn", the seats that must
	// answer in it, and "step", how many steps led to it. Kinds are head, the
	// Drawer's, ready, go, lost, void and result. The data of ready is a list of
	// [Missing], said again when it changes; that of void is why, or empty where
	// the match was called off.
	Topic *Topic

	spec  match.Spec
	setup game.Setup
	draw  Drawer
	each  func(Position)
	told  func()
	began time.Time

	in    steps
	dozes atomic.Bool   // the follower waits for bell
	bell  chan struct{} // there are steps
	news  chan struct{} // the state has changed
	ended chan *match.Outcome
	done  chan struct{}
	cue   chan struct{} // nil where the match begins by itself
	start sync.Once

	mu      sync.Mutex // guards what follows
	now     Position
	ready   bool
	going   bool
	end     *match.Outcome
	missing []Missing
}

// Position is where a match stands.
type Position struct {
	Round   int
	State   game.State
	Answers []record.SeatAnswer // that led to it; none in the first of a round
	Played  int                 // how many steps, of all rounds, have led to it
}

// Options of [Follow].
type Options struct {
	// Head is what is said first, as JSON.
	Head   []byte
	Drawer Drawer
	// Each, where set, is called with every position before it is published,
	// as soon as it is there. The state must not be kept or changed.
	Each func(Position)
	// OnCue has the match wait, once the seats are taken, until Start is called.
	OnCue bool
	// Told, where set, is called when the State has changed, other than to
	// Ended.
	Told func()
}

// glance is how often the follower looks for what was played while a match is
// quick: a match's thread that woke it every turn would spend more on that than
// on the answers, and what it says is sent less often still.
const glance = 10 * time.Millisecond

// Follow begins to follow a match whose Spec is resolved. [Match.Ended] or
// [Match.Abandon] must be called in the end.
func Follow(g game.Game, spec *match.Spec, o Options) (*Match, error) {
	setup, err := game.DecodeSetup(g, spec.Header.Setup)
	if err != nil {
		return nil, err
	}
	m := &Match{
		Topic: NewTopic(), spec: *spec, setup: setup, draw: o.Drawer, each: o.Each, told: o.Told, began: time.Now(),
		in: newSteps(), bell: make(chan struct{}, 1), news: make(chan struct{}, 1), ended: make(chan *match.Outcome, 1), done: make(chan struct{}),
	}
	if o.OnCue {
		m.cue = make(chan struct{})
	}
	if m.now.State, err = match.StartRound(setup, spec.Header.Seed, 0); err != nil {
		return nil, err
	}
	m.say("head", json.RawMessage(o.Head))
	go m.follow()
	return m, nil
}

// Began returns when it was begun to be followed.
func (m *Match) Began() time.Time { return m.began }

// Position implements match.Watcher.
func (m *Match) Position(round int, _ game.State, answers []record.SeatAnswer) {
	m.in.put(step{round, answers})
	if m.dozes.Load() && m.dozes.CompareAndSwap(true, false) {
		ring(m.bell)
	}
}

// Ended says what came of the match. It must be called after the last
// Position, and waits until all is published.
func (m *Match) Ended(o *match.Outcome) {
	m.ended <- o
	<-m.done
}

// Abandon says that the match was called off.
func (m *Match) Abandon() { m.Ended(nil) }

// Look calls f with where the match stands. The state must not be kept or
// changed.
func (m *Match) Look(f func(Position)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f(m.now)
}

// Outcome returns what came of it; false while it is played.
func (m *Match) Outcome() (*match.Outcome, bool) {
	select {
	case <-m.done:
		return m.end, true
	default:
		return nil, false
	}
}

// follow plays the match again as it comes.
func (m *Match) follow() {
	defer close(m.done)
	defer m.Topic.End()
	err := m.show(nil)
	if err != nil {
		m.lost(err)
	}
	for {
		some := false
		some, err = m.take(err)
		var again <-chan time.Time
		switch {
		case some && m.each != nil:
			continue
		case some:
			again = time.After(glance)
		default:
			m.dozes.Store(true)
			if m.in.any() { // it came before it could know
				m.dozes.Store(false)
				continue
			}
		}
		select {
		case <-again:
		case <-m.bell:
		case <-m.news:
			if m.told != nil {
				m.told()
			}
		case o := <-m.ended:
			m.take(err)
			m.close(o)
			return
		}
	}
}

// close says how it ended.
func (m *Match) close(o *match.Outcome) {
	m.mu.Lock()
	m.end = o
	m.mu.Unlock()
	switch {
	case o == nil || o.Record == nil:
		why := "" // it was called off
		if o != nil && o.Err != nil && !errors.Is(o.Err, context.Canceled) {
			why = o.Err.Error()
		}
		m.say("void", why)
	case o.Void():
		m.say("void", o.Record.Measured.Void)
	default:
		m.say("result", o.Record.Result)
	}
}

// take plays the steps that have come. An error, as from before, ends the
// following, not the match.
func (m *Match) take(err error) (some bool, _ error) {
	for {
		steps := m.in.take()
		if len(steps) == 0 {
			return some, err
		}
		some = true
		if err == nil {
			err = m.play(steps)
		}
	}
}

// play plays steps.
func (m *Match) play(steps []step) error {
	for _, s := range steps {
		if s.round != m.now.Round {
			if err := m.next(s.round); err != nil {
				return m.lost(err)
			}
		}
		given := make([]game.Answer, len(s.answers))
		for i := range s.answers {
			given[i] = s.answers[i].Answer
		}
		m.mu.Lock()
		err := m.now.State.Apply(given)
		m.now.Answers, m.now.Played = s.answers, m.now.Played+1
		m.mu.Unlock()
		if err == nil {
			err = m.show(s.answers)
		}
		if m.now.Played == 1 {
			m.tell()
		}
		if err != nil {
			return m.lost(err)
		}
	}
	return nil
}

// next goes on with another board.
func (m *Match) next(round int) error {
	s, err := match.StartRound(m.setup, m.spec.Header.Seed, round)
	if err != nil {
		return err
	}
	m.mu.Lock()
	m.now.Round, m.now.State, m.now.Answers = round, s, nil
	m.mu.Unlock()
	return m.show(nil)
}

func (m *Match) show(answers []record.SeatAnswer) error {
	if m.each != nil {
		m.each(m.now)
	}
	// A state may use storage of its own to tell what a seat sees.
	m.mu.Lock()
	kind, text, err := m.draw.Add(m.now.State, answers)
	m.mu.Unlock()
	if err != nil {
		return err
	}
	m.publish(message{Kind: kind, Data: json.RawMessage(text), Turn: m.now.State.ToMove(), Step: &m.now.Played})
	return nil
}

func (m *Match) lost(err error) error {
	m.say("lost", err.Error())
	return err
}

// message is what a topic has a line of.
type message struct {
	Kind string `json:"kind"`
	Data any    `json:"data"`
	// Of a position: the seats that must answer in it, and how many steps have
	// led to it.
	Turn []int `json:"turn,omitempty"`
	Step *int  `json:"step,omitempty"`
}

func (m *Match) say(kind string, data any) { m.publish(message{Kind: kind, Data: data}) }

func (m *Match) publish(what message) {
	text, err := json.Marshal(what)
	if err != nil { // of a drawer that is wrong
		text = fmt.Appendf(nil, `{"kind":"lost","data":%q}`, err.Error())
	}
	m.Topic.Publish(text)
}
