package check

import (
	"fmt"
	"regexp"
	"strings"

	"botarena/arena/game"
)

// ends look at how a bot ended, the surest first; one hint is enough.
var ends = []func(*clues) string{said, violated, tooMuchMemory, tooLong, damaged, left}

// resolves are the files in which a C library or a runtime looks up a host's name.
var resolves = regexp.MustCompile(`/etc/(host\.conf|hosts|resolv\.conf|nsswitch\.conf|gai\.conf|services|protocols)\b`)

func violated(c *clues) string {
	list := c.run.Run.Violations
	if len(list) == 0 {
		return ""
	}
	_, first, _ := strings.Cut(list[0], ": ") // after the turn
	call := strings.ToLower(first)
	is := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(call, w) {
				return true
			}
		}
		return false
	}
	switch {
	case is("socket", "connect", "bind", "listen", "sendto"), resolves.MatchString(call):
		return "there is no network in the jail: a bot plays by what it is sent alone"
	case is("execve"):
		return "a bot may start no other program: if a script starts the bot, name the bot itself, else do the work in the bot's own process"
	case is("clone", "fork"):
		return "a bot may start no other program: do the work in the bot's own process"
	case is("o_wronly", "o_rdwr", "o_creat", "mkdir", "unlink", "creat", "rename", "link", "chmod", "truncate"):
		return "a bot may write nowhere: log to stderr"
	case is("open"):
		return "a bot may read its own folder only: " + c.beside()
	}
	return "the jail forbids " + first + ": do without it"
}

func tooMuchMemory(c *clues) string {
	if c.report.Fault != game.Memory && !c.run.Run.OOMKilled {
		return ""
	}
	return fmt.Sprintf("it used more than its %d MiB, all its processes together: keep less, or free what is no longer needed", c.terms.Memory>>20)
}

func tooLong(c *clues) string {
	if c.report.Fault != game.LineTooLong {
		return ""
	}
	return "it wrote 64 KiB and no end of an answer was among it: " + c.wanted("end every answer with a newline") + "; " + c.elsewhere()
}

// damaged says what a signal means.
func damaged(c *clues) string {
	switch signal := c.run.Run.Signal; signal {
	case "":
		return ""
	case "SIGSEGV", "SIGBUS":
		return "it read or wrote outside its memory: an index out of range, a null pointer, or more on the stack than fits there (a deep recursion, large arrays); build it with -g -fsanitize=address and check it with --debug: its stderr then names the line"
	case "SIGFPE":
		return "it divided by zero"
	case "SIGABRT":
		if c.run.Log == "" {
			return "it gave itself up (abort) and said nothing of it: write to stderr why, and check again"
		}
		return "it gave itself up (abort, a failed assertion, an exception that nobody caught): the end of its stderr says why"
	case "SIGILL":
		return "it ran an instruction that this processor does not have: build it without -march=native"
	default:
		if c.run.Run.Killed != "" {
			return "" // by the arena
		}
		return "a signal ended it, " + signal + ", that the arena did not send: does it send signals itself?"
	}
}

// left sees a bot that went, or closed its output.
func left(c *clues) string {
	wordless := c.run.Log == ""
	went := c.report.Fault == game.Crash || c.report.Fault == game.DidNotStart
	code, exited := "", false
	if n := len(c.run.Faults); n > 0 {
		_, code, exited = strings.Cut(c.run.Faults[n-1], "left with exit code ")
	}
	switch {
	case c.report.Fault == game.Closed && wordless:
		return "it closed its stdout: leave it open to the end"
	case c.report.Fault == game.Closed:
		return "it closed its stdout, or was about to leave: the end of its stderr says more"
	case !went || !exited:
		return ""
	case code != "0" && wordless:
		return "it gave up with exit code " + code + " and said nothing of it: write to stderr why, and check again"
	case code != "0":
		return "it gave up with exit code " + code + "; the end of its stderr says why"
	case c.report.Fault == game.DidNotStart:
		return "it left before it had started: does it read its input, and is its main function called? Read on until the end message, or the end of the input, comes"
	}
	return "it left before the match was over: answer in a loop until the end message, or the end of the input, comes"
}
