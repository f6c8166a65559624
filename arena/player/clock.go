package player

import (
	"time"

	"golang.org/x/sys/unix"
)

const (
	// capFactor times the limit is the most wall time of a turn under the mode
	// fair, and under the mode cpu the most less its waiting time; what is kept
	// waiting for capFactor times that is no longer judged (ruling).
	capFactor = 3
	// readWaitingAfter is how long a turn lasts before its waiting time is read: the
	// reading costs more than a short turn (measured).
	readWaitingAfter = 20 * time.Millisecond
	// readWaitingBelow is the limit below which waiting time is read from a turn's
	// start: there the first 20 ms are too large a part of it to be left out.
	readWaitingBelow = 200 * time.Millisecond
	// maxLag is the arena's own delay from which a loss on time is in doubt (ruling).
	maxLag = 20 * time.Millisecond
)

func (c Clock) limit() time.Duration { return c.Limit + c.Grace }

// chargesCPU reports whether a seat's CPU and waiting time count against the limit.
func (m Mode) chargesCPU() bool { return m != Wall && m != Off }

// readsWaitingAtOnce reports whether waiting time is read from the turn's begin on.
func (c Clock) readsWaitingAtOnce() bool {
	return c.Mode.chargesCPU() && (c.Summed || c.limit() < readWaitingBelow)
}

// firstLook returns when a turn's clock is looked at for the first time, zero for
// never.
func (a *Ask) firstLook() time.Time {
	switch {
	case a.Clock.Mode == Off:
		return time.Time{}
	case a.Clock.Mode.chargesCPU() && !a.countsWaiting:
		return a.began.Add(readWaitingAfter)
	}
	return a.began.Add(a.Clock.limit())
}

// over says whether the turn's time is used up at the moment now, and if so
// why that is in doubt; otherwise it sets the time of the next look.
func (a *Ask) over(s *seat, now time.Time) (over bool, doubt string) {
	wire := a.wireTime(s)
	wall := now.Sub(a.began) - wire
	limit := a.Clock.limit()
	if !a.Clock.Mode.chargesCPU() {
		a.nextLook = a.began.Add(wire + limit)
		return wall >= limit, a.lagDoubt()
	}
	if !a.countsWaiting {
		a.startWaiting(s)
		if wall < limit {
			a.nextLook = a.began.Add(wire + limit)
			return false, ""
		}
	}
	cpu, waiting := a.cpuTime(s), a.waitingTime(s)
	a.Times.Waiting, a.waitingAt = waiting, now
	most := limit // of wall time less waiting time
	if a.Clock.Mode == CPU {
		most *= capFactor
	}
	switch {
	case cpu > limit: // however late that is seen
		return true, ""
	case cpu == limit || wall-waiting >= most:
		return true, a.lagDoubt()
	case wall >= capFactor*most:
		return true, "the host was too busy: " + waiting.String() + " of " + wall.String() + " were spent waiting for a CPU"
	}
	left := min(limit-cpu, most-(wall-waiting), capFactor*most-wall)
	a.nextLook = now.Add(max(left, 200*time.Microsecond))
	return false, ""
}

func (a *Ask) lagDoubt() string {
	if a.Times.Lag > maxLag {
		return "the arena itself was " + a.Times.Lag.String() + " late"
	}
	return ""
}

// noteLook notes when the seat was looked at, and what it had computed by then:
// in a quick turn too little to be worth the reading.
func (a *Ask) noteLook(s *seat, now time.Time) {
	a.lookedAt = now
	if now.Sub(a.began) > quickTurn {
		if cpu, ok := s.ep.CPU(); ok {
			a.cpuAtLook = cpu
		}
	}
}

// notItsDoing returns how much of a delay of the asking thread, which is over now, was
// not the seat's doing. What its threads computed since it was last looked at cannot
// have been the host's fault: no bot gains time, or puts its own losses in doubt, by
// keeping the core busy.
func (a *Ask) notItsDoing(s *seat, now time.Time, delay time.Duration) time.Duration {
	if cpu, ok := s.ep.CPU(); ok {
		delay = min(delay, now.Sub(a.lookedAt)-(cpu-a.cpuAtLook))
	}
	return max(0, delay)
}

// cpuTime returns what the seat has computed in this turn, and before at its expense.
func (a *Ask) cpuTime(s *seat) time.Duration {
	cpu, ok := s.ep.CPU()
	if !ok {
		return 0
	}
	return cpu - a.cpuStart
}

// countPonder notes what a seat that runs has computed since its last turn.
func (t *Table) countPonder(a *Ask, s *seat) {
	more := s.readCPU()
	if t.idle == FrozenSoon {
		s.overrun += more
	} else {
		a.Times.Ponder = more
	}
}

// startWaiting begins to count the turn's waiting time.
func (a *Ask) startWaiting(s *seat) {
	a.countsWaiting, a.ownStart = true, threadCPU()
	a.waitingStart, a.waitingKnown = s.ep.Waiting()
}

// waitingTime returns how long the seat waited for the host in this turn. The
// asking thread's own work is taken out, on whatever core it was done: a bot
// can make it work, and shall not earn time by that. Nor shall it by what is
// not known at one end of the turn: it is 0 then.
func (a *Ask) waitingTime(s *seat) time.Duration {
	if !a.waitingKnown {
		return 0
	}
	waiting, ok := s.ep.Waiting()
	if !ok {
		return 0
	}
	return max(0, waiting-a.waitingStart-(threadCPU()-a.ownStart))
}

// wireTime returns how long the turn's bytes were on the wire, where that
// takes time: it is not charged to the seat. Of what it said only the answer
// counts, and not what came outside: nobody gains time by talking on.
func (a *Ask) wireTime(s *seat) time.Duration {
	return time.Duration(a.sent+a.offered) * s.byteTime
}

// threadCPU returns the CPU time of the calling thread.
func threadCPU() time.Duration {
	var ts unix.Timespec
	// Cannot fail: the clock exists and ts is ours.
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts)
	return time.Duration(ts.Nano())
}
