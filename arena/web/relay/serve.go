package relay

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// name is what a relay's process is called, and how it knows that it is one:
// whatever program has this package, a test's too, can start it.
const name = "arena: relay"

func init() {
	if len(os.Args) == 1 && os.Args[0] == name {
		StandBack()
		serve(3, 4)
		os.Exit(0)
	}
}

// StandBack has every thread of the process run only where none of the arena's
// wants to (sched(7), SCHED_IDLE). Threads made later inherit it. Where it is
// not allowed the process goes on as it is.
func StandBack() {
	tasks, _ := os.ReadDir("/proc/self/task")
	for _, task := range tasks {
		if id, err := strconv.Atoi(task.Name()); err == nil {
			unix.SchedSetAttr(id, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_IDLE}, 0)
		}
	}
}

const (
	// beat is how often a quiet stream says that it is still there, so that
	// proxies and browsers keep it.
	beat = 15 * time.Second
	// breath is how long nothing is done after each write: a bot that wakes
	// meanwhile on the same core waits for one write at most. It is of another
	// group than the relay, and among groups standing back is not heard of from
	// Linux 6.12 on: who runs may have a millisecond or more. A thousand watchers
	// are sent something within a fifth of a second.
	breath = 100 * time.Microsecond
	// writeLimit is how long a watcher may take none of what it is sent before
	// it is dropped.
	writeLimit = 10 * time.Second
)

var (
	stillHere = []byte(": still here\n\n")
	theEnd    = []byte("event: end\ndata: {}\n\n")
)

// channel is what watchers of one thing are sent: all of it, or what counts.
type channel struct {
	events []byte // it only grows, or is replaced
	base   int    // how many bytes came before them
	ended  bool
}

// watcher is one connection. It has no buffer: it is sent the channel's bytes.
type watcher struct {
	number uint64
	fd     int
	on     *channel
	id     int64 // the last event that it had from an earlier connection, -1 for none
	begun  bool
	at     int       // how much of the channel it was sent, or is being sent
	rest   []byte    // what it is being sent
	since  time.Time // when it took something, or began to be sent something
	told   bool      // that it is the end
}

// server is a relay's process.
type server struct {
	control, text int
	channels      map[uint32]*channel
	watchers      []*watcher
	polls         []unix.PollFd // of control and text, and then of the watchers
	in            []byte        // what of a piece has come
	buf           []byte
}

// serve relays what comes through the two descriptors until the first is
// closed at the other end.
func serve(control, text int) {
	unix.SetNonblock(text, true)
	s := &server{control: control, text: text, channels: map[uint32]*channel{}, buf: make([]byte, 256<<10)}
	s.polls = []unix.PollFd{{Fd: int32(control), Events: unix.POLLIN}, {Fd: int32(text), Events: unix.POLLIN}}
	for open := true; open; {
		unix.Poll(s.polls, s.timeout(time.Now()))
		if s.polls[0].Revents != 0 {
			open = s.join()
		}
		if s.polls[1].Revents != 0 || !open {
			s.read()
		}
		now := time.Now()
		for i := len(s.watchers) - 1; i >= 0; i-- {
			w := s.watchers[i]
			gone := s.polls[2+i].Revents&^unix.POLLOUT != 0
			if gone || !w.push(now) {
				s.drop(i)
				continue
			}
			s.polls[2+i].Events = unix.POLLRDHUP
			if len(w.rest) > 0 {
				s.polls[2+i].Events |= unix.POLLOUT
			}
		}
	}
}

// timeout returns how many milliseconds nothing is to be done for, -1 for ever.
func (s *server) timeout(now time.Time) int {
	if len(s.watchers) == 0 {
		return -1
	}
	least := beat
	for _, w := range s.watchers {
		limit := beat
		if len(w.rest) > 0 {
			limit = writeLimit
		}
		least = min(least, limit-now.Sub(w.since))
	}
	return int(max(0, least).Milliseconds()) + 1
}

// join takes in the watchers that wait; false when the arena has closed.
func (s *server) join() bool {
	packet, rights := make([]byte, joinSize), make([]byte, unix.CmsgSpace(4))
	for {
		n, oob, _, _, err := unix.Recvmsg(s.control, packet, rights, unix.MSG_DONTWAIT)
		switch {
		case err == unix.EAGAIN || err == unix.EINTR:
			return true
		case err != nil || n != joinSize:
			return false
		}
		w := &watcher{number: order.Uint64(packet), fd: -1, id: int64(order.Uint64(packet[12:])), since: time.Now()}
		if messages, err := unix.ParseSocketControlMessage(rights[:oob]); err == nil && len(messages) == 1 {
			if fds, err := unix.ParseUnixRights(&messages[0]); err == nil {
				w.fd = fds[0]
			}
		}
		if w.fd < 0 || unix.SetNonblock(w.fd, true) != nil { // there are too many open
			s.left(w)
			continue
		}
		w.on = s.channel(order.Uint32(packet[8:]))
		s.watchers = append(s.watchers, w)
		s.polls = append(s.polls, unix.PollFd{Fd: int32(w.fd), Events: unix.POLLRDHUP})
	}
}

func (s *server) channel(number uint32) *channel {
	if s.channels[number] == nil {
		s.channels[number] = &channel{}
	}
	return s.channels[number]
}

// read takes all that has come of pieces.
func (s *server) read() {
	for {
		n, err := unix.Read(s.text, s.buf)
		if err == unix.EINTR {
			continue
		}
		if n <= 0 {
			break
		}
		s.in = append(s.in, s.buf[:n]...)
	}
	for {
		number, how, events, rest, ok := cutPiece(s.in)
		if !ok {
			break
		}
		s.in = rest
		if how&Forget != 0 {
			delete(s.channels, number)
			continue
		}
		s.channel(number).add(how, events)
	}
	if len(s.in) == 0 {
		s.in = nil // it may have been a large one
	}
}

func (c *channel) add(how How, events []byte) {
	if how&Replace != 0 && len(events) > 0 {
		c.base, c.events = c.base+len(c.events), nil
	}
	c.events = append(c.events, events...)
	c.ended = c.ended || how&Ended != 0
}

// after returns where the events after the one with this id begin, 0 where it
// is not there.
func (c *channel) after(id int64) int {
	mark := fmt.Appendf(nil, "\n\nid: %d\n", id)
	from := 0
	if !bytes.HasPrefix(c.events, mark[2:]) {
		if from = bytes.Index(c.events, mark); from < 0 {
			return 0
		}
		from += 2
	}
	return from + bytes.Index(c.events[from:], mark[:2]) + 2
}

// push sends a watcher what is new, as far as it takes it without waiting;
// false when it is to be let go.
func (w *watcher) push(now time.Time) bool {
	for {
		if len(w.rest) == 0 && !w.next(now) {
			return !w.told
		}
		n, err := unix.Write(w.fd, w.rest)
		rest := unix.NsecToTimespec(int64(breath))
		unix.Nanosleep(&rest, nil) // Go's own wakes some threads
		switch {
		case err == unix.EINTR:
		case err == unix.EAGAIN:
			return now.Sub(w.since) < writeLimit
		case err != nil:
			return false
		default:
			w.rest, w.since = w.rest[n:], now
		}
	}
}

// next finds what a watcher is sent next; false where there is nothing.
func (w *watcher) next(now time.Time) bool {
	c := w.on
	if !w.begun && len(c.events) > 0 {
		w.begun, w.at = true, c.base+c.after(w.id)
	}
	switch at := max(0, w.at-c.base); {
	case at < len(c.events):
		w.rest, w.at = c.events[at:len(c.events):len(c.events)], c.base+len(c.events)
	case c.ended && !w.told:
		w.rest, w.told = theEnd, true
	case now.Sub(w.since) >= beat && !w.told:
		w.rest = stillHere
	default:
		return false
	}
	w.since = now
	return true
}

// drop closes a watcher's connection and says so.
func (s *server) drop(i int) {
	w := s.watchers[i]
	s.watchers, s.polls = slices.Delete(s.watchers, i, i+1), slices.Delete(s.polls, 2+i, 3+i)
	unix.Close(w.fd)
	s.left(w)
}

// left waits where the arena is behind: it is always about to read.
func (s *server) left(w *watcher) {
	unix.Write(s.control, order.AppendUint64(nil, w.number))
}
