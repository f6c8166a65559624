package live

import "context"

// Ready implements match.Cue: a match that begins on cue waits here, with
// everybody ready, until Start is called or ctx ends.
func (m *Match) Ready(ctx context.Context) error {
	if m.cue == nil {
		return nil
	}
	m.mu.Lock()
	m.ready = true
	m.mu.Unlock()
	m.say("ready", nil)
	select {
	case <-m.cue:
	case <-ctx.Done():
		return ctx.Err()
	}
	m.mu.Lock()
	m.going = true
	m.mu.Unlock()
	m.say("go", nil)
	return nil
}

// Start gives the cue. It does nothing where the match began already.
func (m *Match) Start() {
	if m.cue != nil {
		m.start.Do(func() { close(m.cue) })
	}
}

// Waiting reports whether everybody is ready and waits for the cue.
func (m *Match) Waiting() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ready && !m.going
}
