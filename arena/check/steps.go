package check

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// clues are what is known of the last match of a role.
type clues struct {
	terms   record.Terms
	source  match.Source
	dialect string
	seater  *seater
	cure    string // for a program that cannot be opened
	run     *record.SeatRun
	talk    *talk
	report  *RoleReport
}

// steps returns the steps of the talk up to the one that failed; all but the
// last two where none did.
func (c *clues) steps() []Step {
	list := []Step{{Name: "program", OK: true, Detail: "can be run"}}
	if c.source.Serial != nil {
		list[0] = Step{Name: "line", OK: true, Detail: c.run.Run.Where}
	}
	fail := func(name string) []Step {
		s := Step{Name: name, Detail: "the rules put it out: " + string(c.report.Fault), Sent: quote(c.talk.sent), Received: quote(c.talk.heard)}
		switch n := len(c.run.Faults); {
		case n > 1:
			s.Detail = fmt.Sprintf("%s, and %d times more up to answer %d", c.run.Faults[0], n-1, c.talk.requests)
		case n > 0:
			s.Detail = c.run.Faults[0]
		case c.report.Fault == game.Invalid && c.talk.orders > 0:
			s.Detail = fmt.Sprintf("answer %d: invalid: %d lines so far were no orders, and the rules put it out", c.talk.requests, c.talk.orders)
		case len(c.run.Run.Violations) > 0:
			s.Detail = "tried what the jail forbids: " + strings.Join(c.run.Run.Violations, ", ")
		}
		s.Detail = strings.TrimSuffix(s.Detail, match.FlushHint) // the hints say more
		if !c.talk.greets && c.talk.requests == 1 {              // it has to have read both
			s.Sent = quote(append(bytes.Clone(c.talk.opening), c.talk.sent...))
		}
		if s.Received == "" {
			s.Received = "nothing"
		}
		return append(list, s)
	}
	switch {
	case !c.talk.ready:
		return fail("start")
	case c.talk.waits:
		list = append(list, Step{Name: "start", OK: true, Detail: fmt.Sprintf("ready after %v", time.Duration(c.run.Start).Round(time.Microsecond))})
	case c.source.Serial != nil:
		list = append(list, Step{Name: "start", OK: true, Detail: "the opening is sent; nothing answers it"})
	default: // there is no handshake
		list = append(list, Step{Name: "start", OK: true, Detail: fmt.Sprintf("has read its opening after %v", time.Duration(c.run.Start).Round(time.Microsecond))})
	}
	if !c.report.Fit && (c.talk.requests <= 1 || len(c.run.Faults) > 0 && strings.HasPrefix(c.run.Faults[0], "answer 1:")) {
		return fail("first answer")
	}
	if n := len(c.run.Turns); n > 0 {
		list = append(list, Step{Name: "first answer", OK: true, Detail: fmt.Sprintf("after %v", time.Duration(c.run.Turns[0].Wall)*time.Microsecond)})
	}
	if !c.report.Fit {
		return fail("match")
	}
	return list
}

// end returns the step after the match.
func (c *clues) end() Step {
	s := Step{Name: "end", OK: true, Detail: "left by itself"}
	if code := c.run.Run.ExitCode; code != 0 {
		s.Detail = fmt.Sprintf("left by itself, with exit code %d; that is no fault, since the match was over", code)
	}
	if c.source.Serial != nil {
		s.Detail = "nothing is sent: the wire of a board has no closing message"
	} else if c.stayed() {
		s.Detail = "still there after the end, and ended; that is no fault"
	}
	return s
}

// stayed reports whether the bot had to be ended after its match.
func (c *clues) stayed() bool { return c.run != nil && c.run.Run.Killed != "" }

// quote quotes the beginning of what was sent or received.
func quote(b []byte) string {
	const most = 200
	if len(b) == 0 {
		return ""
	}
	if len(b) > most {
		return fmt.Sprintf("%q … (%d bytes)", b[:most], len(b))
	}
	return fmt.Sprintf("%q", b)
}
