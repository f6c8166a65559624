package sandbox

import (
	"errors"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"botarena/sandbox/seccomp"

	"golang.org/x/sys/unix"
)

// guard answers the notified calls of one launcher's children until its
// listener is stopped. Nothing rests on it but names: what it answers
// "continue" to is held by the other layers.
//
// What it cannot receive it cannot answer, and those who wait would do so for ever:
// its error is the launcher's end (launcher.fail).
//
// It runs before ordinary threads, where the host allows that: on a busy core it
// would wake milliseconds late, in which somebody's turn runs on. So it must not
// wait for one either, neither for a lock nor for Go's scheduler (time.Sleep): on
// a busy host that took up to 180 ms, which the callers lost. What it may be made
// to work is bounded by budgets.
func (s *Sandbox) guard(l *seccomp.Listener) error {
	runtime.LockOSThread() // which ends with this goroutine
	hurry()
	var in inbox
	var late answers
	var unknown strangers
	for {
		now := time.Now()
		until := sooner(late.deliver(l, now), unknown.claim(s, l, &in, now))
		if !in.empty() {
			until = now // what has come in the meantime goes into the inbox first
		}
		n, err := l.Receive(until)
		switch {
		case err == nil:
			if p := s.owner(n); p != nil {
				in.add(p, n)
			} else {
				unknown = append(unknown, stranger{since: time.Now(), call: n})
			}
		case errors.Is(err, io.EOF):
			return nil // stopped
		case !errors.Is(err, os.ErrDeadlineExceeded):
			return err
		case !in.empty():
			p, n := in.next()
			v, wait, err := p.judge(l, n)
			switch {
			case errors.Is(err, seccomp.ErrGone):
			case wait > 0:
				late.add(answer{time.Now().Add(wait), n, v})
			default:
				reply(l, n, v)
			}
		}
	}
}

// hurry gives the calling thread the lowest of the real-time priorities, which the
// threads that it starts do not inherit (sched(7)).
func hurry() error {
	return unix.SchedSetAttr(0, &unix.SchedAttr{
		Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Flags: unix.SCHED_FLAG_RESET_ON_FORK, Priority: 1,
	}, 0)
}

// judge decides one call of the process, and for how long the answer must wait.
func (p *Process) judge(l *seccomp.Listener, n seccomp.Notification) (v seccomp.Verdict, wait time.Duration, err error) {
	began := time.Now()
	cpu0, _ := processCPU(p.pid)
	c, err := l.Decode(n)
	if err != nil {
		return v, 0, err
	}
	work := workOfNotice + time.Duration(c.Reads)*workOfRead + time.Duration(len(c.Path))*workOfByte
	if time.Since(began) > heldUp {
		if cpu, err := processCPU(p.pid); err != nil || cpu-cpu0 > heldUp || p.limits.Cores < 1 {
			work += workHeldUp
		}
	}
	if p.witness.Own == 0 && strings.HasPrefix(c.Path, "/proc/") {
		p.witness.Own = seccomp.OwnNumber(n.TID)
	}
	v = p.quiet.Judge(c, &p.witness)
	if v.Violation {
		p.violated(c.Text)
	}
	return v, p.notices.charge(time.Now(), work, p.burst), nil
}

// quietOf is what programs of a runtime may try without meaning it.
func quietOf(c *Command) seccomp.Quiet {
	if c.Profile == Build {
		return seccomp.QuietBuild()
	}
	switch c.Program.Runtime {
	case Dynamic, Custom:
		return seccomp.QuietDynamic()
	case Python:
		return seccomp.QuietPython()
	case Java:
		return seccomp.QuietJava()
	case Node:
		return seccomp.QuietNode()
	}
	return seccomp.QuietBot()
}

// owner finds the process tree that a notifying thread belongs to: nil if there is
// none that is known.
func (s *Sandbox) owner(n seccomp.Notification) *Process {
	if p := s.running(n.TID); p != nil { // a first thread, as in most calls of a start: /proc need not be read
		return p
	}
	pid, ok := seccomp.Process(n.TID)
	if !ok {
		return nil
	}
	if p := s.running(pid); p != nil {
		return p
	}
	return s.running(sessionOf(pid))
}

// running is the process of that number, nil if there is none. 0 is that of all
// that never started, and the session of what has none here.
func (s *Sandbox) running(pid int) *Process {
	if pid == 0 {
		return nil
	}
	p, _ := s.live.Load(pid)
	found, _ := p.(*Process)
	return found
}

// sessionOf is the session of a process: the id of the main process of its
// tree, as none of its descendants may make another.
func sessionOf(pid int) int {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return -1
	}
	// The name, in brackets, may hold anything.
	f := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
	if len(f) < 4 {
		return -1
	}
	id, err := strconv.Atoi(f[3])
	if err != nil {
		return -1
	}
	return id
}

// maxViolations bounds how many different attempts are kept; all are counted.
const maxViolations = 100

// violated records an attempt and, if that is the rule, ends the tree.
func (p *Process) violated(call string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.denied++
	kill := p.onViolation == Disqualify && !p.ended
	known := false
	for i := range p.violations {
		if v := &p.violations[i]; v.Call == call {
			v.Count++
			known = true
		}
	}
	if !known && len(p.violations) < maxViolations {
		p.violations = append(p.violations, Violation{Call: call, At: time.Since(p.started), Count: 1, Killed: kill && p.cause == NotKilled})
	}
	if kill {
		if p.cause == NotKilled {
			p.cause = KilledViolation
		}
		p.tree.kill()
	}
}
