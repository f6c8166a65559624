package live

import (
	"context"
	"time"

	"botarena/arena/game"
	"botarena/arena/match"
)

// roll is how often a match that waits for its cue looks who is still there.
const roll = 500 * time.Millisecond

// Missing is the player of a seat who did not start, or has ended before the cue.
type Missing struct {
	Seat   int        `json:"seat"`
	Fault  game.Fault `json:"fault"`
	Detail string     `json:"detail"` // in words
}

// Ready implements match.Cue: a match that begins on cue waits here until Start
// is called or ctx ends. Who is missing meanwhile is said whenever it changes.
func (m *Match) Ready(ctx context.Context, missing func() []match.Missing) error {
	if m.cue == nil {
		return nil
	}
	m.stand(missing())
	again := time.NewTicker(roll)
	defer again.Stop()
	for {
		select {
		case <-m.cue:
			m.mu.Lock()
			m.going = true
			m.mu.Unlock()
			m.say("go", nil)
			m.tell()
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-again.C:
			if now := missing(); len(now) != len(m.Missing()) {
				m.stand(now)
			}
		}
	}
}

// stand says that the match waits for its cue, and without whom.
func (m *Match) stand(missing []match.Missing) {
	said := []Missing{}
	for _, one := range missing {
		said = append(said, Missing(one))
	}
	m.mu.Lock()
	m.ready, m.missing = true, said
	m.mu.Unlock()
	m.say("ready", said)
	m.tell()
}

// Missing returns who will not play, in seat order, of a match that waits for its
// cue. It must not be changed.
func (m *Match) Missing() []Missing {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.missing
}

// tell has the follower say that the state has changed.
func (m *Match) tell() { ring(m.news) }

// ring makes it known to who waits for a bell, or will, that it has rung.
func ring(bell chan<- struct{}) {
	select {
	case bell <- struct{}{}:
	default: // it is known
	}
}

// Start gives the cue. It does nothing where the match began already.
func (m *Match) Start() {
	if m.cue != nil {
		m.start.Do(func() { close(m.cue) })
	}
}

// The states of a match.
const (
	Starting = "starting" // the seats are being taken
	Ready    = "ready"    // it waits for the cue; Missing says who is not there
	Playing  = "playing"
	Ended    = "ended"
)

// State returns which state the match is in.
func (m *Match) State() string {
	if _, over := m.Outcome(); over {
		return Ended
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.going || m.now.Played > 0:
		return Playing
	case m.ready:
		return Ready
	}
	return Starting
}

// Waiting reports whether the match waits for its cue.
func (m *Match) Waiting() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ready && !m.going
}
