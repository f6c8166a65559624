package live

import "context"

// Ready implements match.Cue: a match that begins on cue waits here, with
// everybody ready, until Start is called or ctx ends.
func (m *Match) Ready(ctx context.Context) error {
	if m.cue == nil {
		return nil
	}
	m.set(&m.ready, "ready")
	select {
	case <-m.cue:
	case <-ctx.Done():
		return ctx.Err()
	}
	m.set(&m.going, "go")
	return nil
}

// set notes a change of the state and says it, without making the match wait.
func (m *Match) set(flag *bool, kind string) {
	m.mu.Lock()
	*flag = true
	m.mu.Unlock()
	m.say(kind, nil)
	m.tell()
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
	Ready    = "ready"    // everybody is ready and waits for the cue
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

// Waiting reports whether everybody is ready and waits for the cue.
func (m *Match) Waiting() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ready && !m.going
}
