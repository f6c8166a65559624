package check

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"botarena/arena/game"
)

// hints returns what usually causes what was found, the most certain first.
func (c *clues) hints() []string {
	if c.run == nil {
		if c.cure == "" {
			return nil
		}
		return []string{c.cure}
	}
	groups := [][]func(*clues) string{slices.Concat(ends, talks), {opening}, {idle}, {lineEnds}, {nearLimit}}
	if c.source.Serial != nil {
		groups = nil
		for _, rule := range boardRules {
			groups = append(groups, []func(*clues) string{rule})
		}
	}
	var found []string
	for _, group := range groups {
		for _, rule := range group {
			if hint := rule(c); hint != "" {
				found = append(found, hint)
				break
			}
		}
	}
	if len(found) == 0 && !c.report.Fit {
		found = append(found, "compare what it was sent with what it said in the step that failed")
	}
	return found
}

// talks look at what a bot said and when, the surest first. Where its end has
// a cause, that is behind what it said, too.
var talks = []func(*clues) string{flood, blank, silent, unfinished, tooSlow, notReady, noAnswer, unasked, againstRules}

// timedOut reports whether the bot failed by not answering in time.
func (c *clues) timedOut() bool {
	n := len(c.run.Faults)
	return n > 0 && strings.Contains(c.run.Faults[n-1], "no whole answer within")
}

// wanted says what an answer looks like; of a game that does not tell, what
// is given.
func (c *clues) wanted(otherwise string) string {
	if d, ok := c.talk.Dialogue.(game.Described); ok {
		return d.Form()
	}
	return otherwise
}

// flood sees more than any answer has.
func flood(c *clues) string {
	if c.report.Fit || c.talk.orders > 0 || len(c.talk.heard) < mostHeard || len(bytes.TrimSpace(c.talk.heard)) == 0 {
		return ""
	}
	return "it says more and more without waiting: read a request, say one answer, and then read again; " + c.elsewhere()
}

// blank sees lines with nothing on them.
func blank(c *clues) string {
	if !c.timedOut() || len(c.talk.heard) == 0 || len(bytes.TrimSpace(c.talk.heard)) > 0 {
		return ""
	}
	return "only blank lines came, which are passed over: " + c.wanted("say the answer")
}

// silent sees a bot that says nothing.
func silent(c *clues) string {
	if !c.timedOut() || len(c.talk.heard) > 0 {
		return ""
	}
	if late := bytes.TrimSpace(c.seater.late); len(late) > 0 {
		return fmt.Sprintf("%s came only when the input was closed: either it was not flushed (after each answer write %s), or the bot waits for more lines before it answers, or for the end of its input", quote(late), c.flushed())
	}
	switch {
	case c.computed():
		return ""
	case c.talk.requests > 1:
		return "nothing came and it was not computing, though it had answered before: it waits for a line that is not sent, it sleeps, or on this way through the program no answer is written or flushed (" + c.flushed() + ")"
	}
	return "nothing came and it was not computing: either the answer was not flushed (after each answer write " + c.flushed() + "), or it waits for a line that is not sent, or it sleeps or is still loading"
}

// computed reports whether the bot was busy for most of its last turn, or of
// its start.
func (c *clues) computed() bool {
	if n := len(c.run.Turns); n > 0 {
		t := c.run.Turns[n-1]
		return 2*t.CPU > t.Wall-t.Wait
	}
	return 2*c.run.Run.CPU > c.run.Start
}

// unfinished sees an answer that came without its end.
func unfinished(c *clues) string {
	heard := c.talk.heard
	if !c.timedOut() || len(heard) == 0 {
		return ""
	}
	if c.talk.greets && !bytes.HasSuffix(heard, []byte("\n")) {
		return "the answer did not end: end every line with \\n, and flush"
	}
	return "what came is no whole answer: " + c.wanted("end every answer, and flush") + "; " + c.elsewhere()
}

func tooSlow(c *clues) string {
	if !c.timedOut() || !c.computed() {
		return ""
	}
	if !c.talk.ready {
		return fmt.Sprintf("it computed until the time for its start was over, %v: is there a loop that never ends? If not, do less before it is ready", time.Duration(c.terms.Start))
	}
	if c.talk.requests <= 1 {
		return fmt.Sprintf("it computed until its time was over and had not answered yet: is there a loop that never ends? If not, answer within %v; look at a clock while searching and stop in time", time.Duration(c.terms.Move))
	}
	return fmt.Sprintf("it computed until its time was over: answer within %v; look at a clock while searching and stop in time", time.Duration(c.terms.Move))
}

// unasked sees answers that were there before they were asked for.
func unasked(c *clues) string {
	// With one answer more, there already or when the match was over, it was
	// ahead of the requests.
	more := slices.Concat(c.talk.heard[c.talk.taken:], c.seater.late)
	ahead := c.report.Fault == game.Invalid && len(bytes.TrimSpace(more)) > 0
	if c.run.Early+c.seater.early == 0 && !ahead {
		return ""
	}
	return "it says more answers than it is asked for, and each counts as its next one: say one answer for each request"
}

// notReady sees a first line that is not the one wanted.
func notReady(c *clues) string {
	if c.talk.ready || len(c.talk.heard) == 0 || c.timedOut() {
		return ""
	}
	want := "what the protocol has for its start"
	if g, ok := c.talk.Dialogue.(game.Greeter); ok {
		want = "the line " + string(firstLine(g.Greeting(nil)))
	}
	return fmt.Sprintf("the first thing it says must be %s, once it has read the header, and it said %s; %s", want, quote(firstLine(c.talk.heard)), c.elsewhere())
}

func firstLine(b []byte) []byte {
	line, _, _ := bytes.Cut(bytes.TrimLeft(b, "\r\n"), []byte("\n"))
	return line
}

// noAnswer sees what is not of the wire's grammar.
func noAnswer(c *clues) string {
	var what string
	switch {
	case c.talk.refused: // the step quotes it
	case c.note("malformed") != "":
		what = "some of what it said is no order (" + c.note("malformed") + "): "
	case c.note("outside the braces") != "":
		what = "some of what it said is no answer (" + c.note("outside the braces") + "): "
	default:
		return ""
	}
	return what + c.wanted("see the game's page for what an answer is") + "; " + c.elsewhere()
}

// note returns the first note with a text in it, or "".
func (c *clues) note(text string) string {
	for _, n := range c.report.Notes {
		if strings.Contains(n, text) {
			return n
		}
	}
	return ""
}

// againstRules sees an answer that was understood and is not allowed.
func againstRules(c *clues) string {
	if c.report.Fault != game.Invalid || c.talk.refused || !c.talk.ready || len(c.run.Faults) == 0 {
		return ""
	}
	return "the answer is well written, and the rules refuse it for what the step says: is the bot's board the arena's, counted from 0, with every move so far noted, its own included?"
}

// opening sees a bot that lost its place in an opening in which a number is
// a newline.
func opening(c *clues) string {
	lost := c.report.Fault == game.Timeout || c.report.Fault == game.Crash
	if !lost || returned.MatchString(c.run.Log) || c.talk.requests > 1 || len(c.talk.heard) > 0 || !bytes.Contains(c.talk.opening, []byte("\n\n")) {
		return ""
	}
	return fmt.Sprintf("if it did not get past the opening, %s: a number in it is itself the newline byte, so read it byte by byte and not by lines", quote(c.talk.opening))
}

// idle sees orders for units that are not there.
func idle(c *clues) string {
	if n := c.note("units that the team does not have"); n != "" {
		return "orders for units that are not there do nothing (" + n + "): take the IDs from the stage's unit lines"
	}
	return ""
}

func lineEnds(c *clues) string {
	if c.report.Fit && c.talk.crlf {
		return "its lines end in CR LF, as on Windows; that is accepted"
	}
	return ""
}

// nearLimit warns a fit bot whose times leave no room for a busier host.
func nearLimit(c *clues) string {
	if !c.report.Fit {
		return ""
	}
	limit := func(d time.Duration) float64 { return float64(d.Milliseconds()) }
	switch {
	case c.report.Slowest > 0.8*limit(time.Duration(c.terms.Move)):
		return fmt.Sprintf("its slowest answer took %.0f ms of %v: leave more room", c.report.Slowest, time.Duration(c.terms.Move))
	case c.report.Start > 0.5*limit(time.Duration(c.terms.Start)):
		return fmt.Sprintf("its start took %.0f ms of %v: do less before ready", c.report.Start, time.Duration(c.terms.Start))
	case c.report.Memory > c.terms.Memory/10*9:
		return "it comes near its memory limit: keep less"
	}
	return ""
}
