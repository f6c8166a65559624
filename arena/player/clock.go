package player

import (
	"time"

	"golang.org/x/sys/unix"
)

// countPonder sees what a seat that runs has computed since its last turn.
func (t *Table) countPonder(a *Ask, s *seat) {
	before := s.cpu
	s.readCPU()
	if t.idle == FrozenSoon {
		s.overrun += s.cpu - before
		return
	}
	a.Times.Ponder = s.cpu - before
}

// firstCheck returns when a turn is looked at for the first time.
func (a *Ask) firstCheck() time.Time {
	switch {
	case a.Clock.Mode == Off:
		return time.Time{}
	case a.Clock.Mode != Wall && !a.waits:
		return a.began.Add(waitAfter)
	}
	return a.began.Add(a.Clock.limit())
}

// wireTime returns how long the turn's bytes were on the wire, where that
// takes time: it is not charged to the seat. Of what it said only the answer
// counts, and not what came outside: nobody gains time by talking on.
func (a *Ask) wireTime(s *seat) time.Duration {
	return time.Duration(a.sent+a.heard) * s.byteTime
}

// notItsDoing returns how much of a delay of the asking thread, which is over now, was
// not the seat's doing. What its threads computed since it was last looked at cannot
// have been the host's fault: no bot gains time, or puts its own losses in doubt, by
// keeping the core busy.
func (a *Ask) notItsDoing(s *seat, now time.Time, delay time.Duration) time.Duration {
	if cpu, ok := s.ep.CPU(); ok {
		delay = min(delay, now.Sub(a.wokeAt)-(cpu-a.cpuAt))
	}
	return max(0, delay)
}

// woke notes when the seat was looked at, and what it had computed by then:
// in a quick turn too little to be worth the reading.
func (a *Ask) woke(s *seat, now time.Time) {
	a.wokeAt = now
	if now.Sub(a.began) > quick {
		if cpu, ok := s.ep.CPU(); ok {
			a.cpuAt = cpu
		}
	}
}

// over says whether the turn's time is used up at the moment now, and if so
// why that is in doubt; otherwise it sets the time of the next look.
func (a *Ask) over(s *seat, now time.Time) (over bool, doubt string) {
	wire := a.wireTime(s)
	wall := now.Sub(a.began) - wire
	limit := a.Clock.limit()
	if a.Clock.Mode == Wall {
		a.check = a.began.Add(wire + limit)
		return wall >= limit, a.lagged()
	}
	if !a.waits {
		a.startWaiting(s)
		if wall < limit {
			a.check = a.began.Add(wire + limit)
			return false, ""
		}
	}
	cpu, wait := a.cpuTime(s), a.waitTime(s)
	a.Times.Waiting, a.judged = wait, now
	most := limit // of wall time less waiting time
	if a.Clock.Mode == CPU {
		most *= capFactor
	}
	switch {
	case cpu > limit:
		return true, ""
	case cpu == limit || wall-wait >= most:
		return true, a.lagged()
	case wall >= capFactor*most:
		return true, "the host was too busy: " + wait.String() + " of " + wall.String() + " were spent waiting for a CPU"
	}
	left := min(limit-cpu, most-(wall-wait), capFactor*most-wall)
	a.check = now.Add(max(left, 200*time.Microsecond))
	return false, ""
}

func (a *Ask) lagged() string {
	if a.Times.Lag > maxLag {
		return "the arena itself was " + a.Times.Lag.String() + " late"
	}
	return ""
}

func (a *Ask) cpuTime(s *seat) time.Duration {
	cpu, ok := s.ep.CPU()
	if !ok {
		return 0
	}
	return cpu - a.cpu0
}

// startWaiting begins to count the turn's waiting time.
func (a *Ask) startWaiting(s *seat) {
	a.waits, a.own0 = true, threadCPU()
	a.wait0, a.waitOK = s.ep.Waiting()
}

// waitTime returns how long the seat waited for the host in this turn. The
// asking thread's own work is taken out, on whatever core it was done: a bot
// can make it work, and shall not earn time by that. Nor shall it by what is
// not known at one end of the turn: it is 0 then.
func (a *Ask) waitTime(s *seat) time.Duration {
	if !a.waitOK {
		return 0
	}
	wait, ok := s.ep.Waiting()
	if !ok {
		return 0
	}
	return max(0, wait-a.wait0-(threadCPU()-a.own0))
}

// threadCPU returns the CPU time of the calling thread.
func threadCPU() time.Duration {
	var ts unix.Timespec
	// Cannot fail: the clock exists and ts is ours.
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts)
	return time.Duration(ts.Nano())
}
