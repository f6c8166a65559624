package check

import (
	"bytes"
	"fmt"
	"regexp"
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
	var found []string
	list := rules
	if c.source.Serial != nil {
		list = boardRules
	}
	for _, rule := range list {
		if hint := rule(c); hint != "" {
			found = append(found, hint)
		}
	}
	return found
}

// rules are looked at in this order; each returns a hint, or nothing. The
// runtime's own words come first: they name the cause.
var rules = []func(*clues) string{
	said, violated, tooMuchMemory, notFlushed, noLineEnd, tooSlow, notReady, debugText, againstRules, left, damaged, unasked, lineEnds, nearLimit,
}

// saying is what a runtime says on its way out and what it means.
type saying struct {
	text *regexp.Regexp
	hint string // $1 is the first group of text
}

var sayings = []saying{
	{regexp.MustCompile(`ModuleNotFoundError: No module named '([^']+)'`), "the package $1 is not in the jail: put its files into the bot's folder beside a bot.yaml, or do without it"},
	{regexp.MustCompile(`Cannot find (?:module|package) '([^']+)'`), "the package $1 is not in the jail: put its files into the bot's folder beside a bot.yaml, or do without it"},
	{regexp.MustCompile(`(?:NoClassDefFoundError|ClassNotFoundException): (\S+)`), "the class $1 is missing: put it into the jar, with all that it needs"},
	{regexp.MustCompile(`no main manifest attribute`), "the jar does not say where to begin: write Main-Class into its manifest (jar --main-class)"},
	{regexp.MustCompile(`UnsupportedClassVersionError`), "it was compiled for a newer Java than this host's: compile with javac --release and this host's version"},
	{regexp.MustCompile("version [`'](GLIBC\\S*)' not found"), "it was linked against another C library ($1): link it statically (-static), or build it on this host"},
	{regexp.MustCompile(`error while loading shared libraries: ([^:\s]+)`), "the library $1 is not in the jail: link it statically (-static), or lay it into the bot's folder"},
	{regexp.MustCompile(`SyntaxError`), "this is not the runtime that the program is written for: its version reads the program as a syntax error; test with the host's, or name another with command: in bot.yaml"},
	{regexp.MustCompile(`Could not reserve enough space|Could not create the Java Virtual Machine|initialization of VM`), "the Java runtime itself did not start: leave its memory flags out; the arena sets them to fit the limit"},
	{regexp.MustCompile(`MemoryError|std::bad_alloc|OutOfMemoryError|heap out of memory|out of memory`), "it ran out of memory: keep less, or less at once"},
	{regexp.MustCompile(`(?i)(?:No such file or directory|FileNotFoundError|FileNotFoundException|ENOENT)[^\n]*?['"]([^'"\n]+)['"]`), "it needs the file $1: lay it into the bot's folder beside a bot.yaml and open it by a relative path"},
	{regexp.MustCompile(`(?i)No such file or directory|FileNotFoundException|FileNotFoundError|ENOENT`), "it needs a file that is not in the jail: lay it into the bot's folder beside a bot.yaml and open it by a relative path"},
	{regexp.MustCompile(`UnicodeDecodeError|UnicodeEncodeError|MalformedInput`), "it reads or writes text in another encoding: the wire is ASCII, the jail's locale C.UTF-8"},
	{regexp.MustCompile(`EOFError|NoSuchElementException`), "it reads more lines than it is sent: read up to the end line of each message, and leave at the end of the input"},
}

// said reads the bot's stderr, and its stdout where it did not start: some
// runtimes complain there.
func said(c *clues) string {
	if c.report.Fit {
		return ""
	}
	text := c.run.Log
	if !c.talk.ready {
		text += "\n" + string(c.talk.heard)
	}
	for _, s := range sayings {
		if m := s.text.FindStringSubmatch(text); m != nil {
			hint := s.hint
			if len(m) > 1 {
				hint = strings.ReplaceAll(hint, "$1", m[1])
			}
			return hint
		}
	}
	return ""
}

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
	case is("socket", "connect", "bind", "listen", "sendto"):
		return "there is no network in the jail: a bot plays by what it is sent alone"
	case is("clone", "fork", "execve"):
		return "a bot may start no other program: do the work in the bot's own process"
	case is("open", "mkdir", "unlink", "creat", "rename", "link", "chmod"):
		return "a bot may read its own folder only and write nowhere: lay what it needs beside a bot.yaml, open it by a relative path, and log to stderr"
	}
	return "the jail forbids " + first + ": do without it"
}

func tooMuchMemory(c *clues) string {
	if c.report.Fault != game.Memory && !c.run.Run.OOMKilled {
		return ""
	}
	return fmt.Sprintf("it used more than its %d MiB, all its processes together: keep less, or free what is no longer needed", c.terms.Memory>>20)
}

// timedOut reports whether the bot failed by not answering in time.
func (c *clues) timedOut() bool {
	n := len(c.run.Faults)
	return n > 0 && strings.Contains(c.run.Faults[n-1], "no whole answer within")
}

// flush is how each language flushes its stdout.
var flush = map[string]string{
	"python": "print(…, flush=True)", "java": "System.out.flush()", "node": "process.stdout.write and no buffer of one's own",
}

func notFlushed(c *clues) string {
	if !c.timedOut() || len(c.talk.heard) > 0 {
		return ""
	}
	how := flush[c.runtime()]
	if how == "" {
		how = "fflush(stdout) in C, std::endl or std::cout.flush() in C++, stdout().flush() in Rust, Flush of a bufio.Writer in Go"
	}
	if late := bytes.TrimSpace(c.seater.late); len(late) > 0 {
		return fmt.Sprintf("the answer was not flushed: %s came only when the input was closed; after each answer write %s", quote(late), how)
	}
	if c.computed() {
		return ""
	}
	return "nothing came and it was not computing: either the answer was not flushed (after each answer write " + how + "), or it waits for a line that is not sent"
}

// computed reports whether the bot was busy for most of its last turn.
func (c *clues) computed() bool {
	if n := len(c.run.Turns); n > 0 && c.talk.ready {
		t := c.run.Turns[n-1]
		return 2*t.CPU > t.Wall-t.Wait
	}
	return false
}

func (c *clues) runtime() string {
	if p := c.source.Process; p != nil {
		switch {
		case p.Runtime != "":
			return p.Runtime
		case strings.HasSuffix(p.Path, ".py"):
			return "python"
		case strings.HasSuffix(p.Path, ".jar"):
			return "java"
		case strings.HasSuffix(p.Path, "js"):
			return "node"
		}
	}
	return ""
}

// noLineEnd sees an answer that came without its end.
func noLineEnd(c *clues) string {
	heard := c.talk.heard
	if !c.timedOut() || len(heard) == 0 || bytes.HasSuffix(heard, []byte("\n")) {
		return ""
	}
	if bytes.Contains(c.talk.sent, []byte("{")) && !bytes.Contains(c.talk.sent, []byte("\"")) {
		return "the answer did not end: a turn ends with }"
	}
	return "the answer did not end: end every line with \\n, and flush"
}

func tooSlow(c *clues) string {
	if !c.timedOut() || !c.talk.ready || !c.computed() {
		return ""
	}
	return fmt.Sprintf("it computed until its time was over: answer within %v; look at a clock while searching and stop in time", time.Duration(c.terms.Move))
}

// notReady sees a first line that is not the one wanted.
func notReady(c *clues) string {
	if c.talk.ready || len(c.talk.heard) == 0 || c.timedOut() {
		return ""
	}
	return fmt.Sprintf("the first thing it says must be the line ready, after it has read the header; it said %s: write all other text to stderr", quote(firstLine(c.talk.heard)))
}

func firstLine(b []byte) []byte {
	line, _, _ := bytes.Cut(b, []byte("\n"))
	return line
}

// debugText sees what is not of the wire's grammar.
func debugText(c *clues) string {
	const cure = "only answers may go to stdout; write debug text to stderr (file=sys.stderr in Python, System.err, std::cerr, console.error)"
	for _, n := range c.report.Notes {
		if strings.Contains(n, "outside the braces") || strings.Contains(n, "malformed") {
			return "text that is no answer came on stdout (" + n + "): " + cure
		}
	}
	if !c.talk.refused {
		return ""
	}
	return fmt.Sprintf("%s is not an answer of the protocol: either it is debug text, and %s; or the answer is misspelt", quote(firstLine(c.talk.heard)), cure)
}

// againstRules sees an answer that was understood and is not allowed.
func againstRules(c *clues) string {
	if c.report.Fault != game.Invalid || c.talk.refused || !c.talk.ready || len(c.run.Faults) == 0 {
		return ""
	}
	return "the answer is well written and against the rules: update the board by every move that is sent, the bot's own included, and look at the position with arena replay"
}

// left sees a bot that went, or closed its output.
func left(c *clues) string {
	switch {
	case c.report.Fault == game.Closed:
		return "it closed its stdout: leave it open to the end"
	case c.report.Fault != game.Crash && c.report.Fault != game.DidNotStart:
		return ""
	case c.run.Run.Status == "exited" && c.run.Log == "":
		return fmt.Sprintf("it gave up with exit code %d and said nothing of it: write to stderr why, and check again", c.run.Run.ExitCode)
	case c.run.Run.Status == "exited":
		return fmt.Sprintf("it gave up with exit code %d; the end of its stderr says why", c.run.Run.ExitCode)
	case c.run.Run.Status != "ok" || c.run.Run.Killed != "" || c.report.Fault != game.Crash:
		return ""
	}
	return "it left before the match was over: answer in a loop until the end message, or the end of the input, comes"
}

// damaged says what a signal means.
func damaged(c *clues) string {
	switch c.run.Run.Signal {
	case "SIGSEGV", "SIGBUS":
		return "it read or wrote outside its memory: an index out of range, a null pointer, or a recursion too deep (build with -g -fsanitize=address and feed it arena replay --stdin)"
	case "SIGFPE":
		return "it divided by zero"
	case "SIGABRT":
		return "it gave itself up (abort, a failed assertion, an exception that nobody caught): its stderr says why"
	case "SIGILL":
		return "it ran an instruction that this processor does not have: build it without -march=native"
	}
	return ""
}

func unasked(c *clues) string {
	if c.run.Early == 0 {
		return ""
	}
	return fmt.Sprintf("%d answers came before they were asked for: say one answer for each request", c.run.Early)
}

func lineEnds(c *clues) string {
	if c.talk.crlf {
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
