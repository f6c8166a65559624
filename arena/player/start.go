package player

import (
	"time"

	"golang.org/x/sys/unix"
)

// AwaitRead waits until a seat has read all that it was sent, or has ended,
// or the limit is over. It is how the start of a seat without a handshake is
// seen; the first turn's clock starts then (ruling). Of a line that goes both
// ways, serial or TCP, only this end can be seen: there it waits until all is
// sent. Where an endpoint cannot tell, it returns at once.
func (t *Table) AwaitRead(seat int, limit time.Duration) time.Duration {
	s := t.seats[seat]
	began := time.Now()
	t.thaw(s)
	defer s.readCPU()
	defer t.freeze(s)
	queue := uint(unix.TIOCINQ)
	if s.files.isLine() {
		queue = unix.TIOCOUTQ
	}
	// The pipe tells no event when it becomes empty: look again and again,
	// often at first, at most a thousand times a second later.
	for pause := 20 * time.Microsecond; ; pause = min(2*pause, time.Millisecond) {
		s.write()
		unread, err := unix.IoctlGetInt(s.files.In, queue)
		read := len(s.unsent) == 0 && (err != nil || unread == 0)
		if read || s.files.In < 0 || s.gone != nil || time.Since(began) >= limit {
			return time.Since(began)
		}
		t.polls, t.owners = t.polls[:0], t.owners[:0]
		t.add(t.cancel, unix.POLLIN, -1, fdCancel, true)
		t.add(s.files.End, unix.POLLIN, seat, fdEnd, true)
		t.add(s.files.Log, unix.POLLIN, seat, fdLog, true)
		if !t.pollFor(pause) {
			continue
		}
		for i, p := range t.polls {
			switch {
			case p.Revents == 0:
			case t.owners[i].what == fdLog:
				t.drain(s)
			default:
				return time.Since(began)
			}
		}
	}
}
