package check

import (
	"regexp"
	"strconv"
	"strings"
)

// saying is what a runtime says on its way out and what it means.
type saying struct {
	text *regexp.Regexp
	// hint has $1 for the first group of text, $beside for [clues.beside], $memory
	// for the limit in MiB and $line for [unreadable].
	hint string
}

// returned is what the kits say of an answer that is none: the game has got as far
// as that.
var returned = regexp.MustCompile(`((?:think|step)\(\) returned [^\n]+)`)

// sayings are looked for in this order: the particular before the general.
var sayings = []saying{
	{returned, "$1"},
	{regexp.MustCompile(`SemLock|multiprocessing/`), "multiprocessing needs more than the one process that a bot has: use threads, or none"},
	{regexp.MustCompile(`: \d+: (\S+): not found`), "a shell looked for the program $1, and a bot may start no other program: do the work in the bot's own process"},
	{regexp.MustCompile(`ModuleNotFoundError: No module named '([^']+)'`), "there is no package $1 in the jail: do without it, or $beside"},
	{regexp.MustCompile(`Cannot find (?:module|package) '([^']+)'`), "there is no package $1 in the jail: do without it, or $beside"},
	{regexp.MustCompile(`(?:NoClassDefFoundError|ClassNotFoundException): (\S+)`), "the class $1 is missing: put it into the jar, with all that it needs"},
	{regexp.MustCompile(`no main manifest attribute`), "the jar does not say where to begin: write Main-Class into its manifest (jar --create --file bot.jar --main-class Bot *.class)"},
	{regexp.MustCompile(`UnsupportedClassVersionError`), "it was compiled for a newer Java than this host's: compile with javac --release and this host's version"},
	{regexp.MustCompile("version [`'](GLIBC\\S*)' not found"), "it was linked against another C library ($1): link it statically (-static), or build it on this host"},
	{regexp.MustCompile(`error while loading shared libraries: ([^:\s]+)`), "the library $1 is not in the jail: link it statically (-static)"},
	{regexp.MustCompile(`Missing parentheses in call to 'print'|Missing parentheses in call to 'exec'`), "it is written for Python 2 and read by Python 3: write print(…)"},
	{regexp.MustCompile(`Cannot use import statement outside a module`), "to Node it is no module: call the file .mjs, or write require in place of import"},
	{regexp.MustCompile(`require is not defined in ES module scope`), "to Node it is a module: call the file .cjs, or write import in place of require"},
	{regexp.MustCompile(`(?:Syntax|Indentation|Tab)Error`), "$line"},
	{regexp.MustCompile(`Could not reserve enough space|Could not create the Java Virtual Machine|initialization of VM`), "the Java runtime itself did not start: leave its memory flags out; the arena sets them to fit the limit"},
	{regexp.MustCompile(`unable to create native thread|can't start new thread|failed to spawn thread|pthread_create failed|Resource temporarily unavailable`), "it starts more threads than a bot may have at once: more than one or two gain it nothing on its one core"},
	{regexp.MustCompile(`MemoryError|std::bad_alloc|OutOfMemoryError|heap out of memory|out of memory`), "it ran out of memory, of which it has $memory MiB with all that its runtime needs: keep less, or less at once"},
	{regexp.MustCompile(`StackOverflowError|RecursionError|Maximum call stack size`), "its recursion did not end, or goes too deep: look at the function that its stderr names again and again"},
	{regexp.MustCompile(`Read-only file system|EROFS`), "it wants to write a file, and a bot may write none: log to stderr"},
	{regexp.MustCompile(`(?i)(?:No such file or directory|FileNotFoundError|FileNotFoundException|ENOENT)[^\n]*?['"]([^'"\n]+)['"]`), "it needs the file $1, which is not in the jail: $beside"},
	{regexp.MustCompile(`(?:FileNotFoundException|NoSuchFileException): (\S+)`), "it needs the file $1, which is not in the jail: $beside"},
	{regexp.MustCompile(`(?i)No such file or directory|FileNotFoundError|ENOENT`), "it needs a file that is not in the jail: $beside"},
	{regexp.MustCompile(`UnicodeDecodeError|UnicodeEncodeError|MalformedInput`), "it reads or writes text in another encoding: the wire is ASCII, the jail's locale C.UTF-8"},
	{regexp.MustCompile(`EOFError|NoSuchElementException`), "it reads on where nothing more is sent: answer after each request, and leave at the end of the input"},
}

var (
	errorLine = regexp.MustCompile(`(?m)^(?:Syntax|Indentation|Tab)Error: .*$`)
	// sourceLine is how Python and Node name a line of a source.
	sourceLine = regexp.MustCompile(`(?m)^ *File "([^"\n]+)", line (\d+)|^(\S+\.[cm]?js):(\d+)$`)
)

// unreadable says which line of which file the language could not read, and why: of
// all that are named on the way there it is the last one.
func unreadable(text string) string {
	where := errorLine.FindStringIndex(text)
	if where == nil {
		return "the language cannot read one of its lines: its stderr says which"
	}
	lines := sourceLine.FindAllStringSubmatch(text[:where[0]], -1)
	what := strings.TrimSpace(text[where[0]:where[1]])
	if len(lines) == 0 {
		return what
	}
	last := lines[len(lines)-1]
	return last[1] + last[3] + ", line " + last[2] + last[4] + ": " + what
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
			hint := strings.NewReplacer("$beside", c.beside(), "$memory", strconv.FormatInt(c.terms.Memory>>20, 10), "$line", unreadable(text)).Replace(s.hint)
			if len(m) > 1 {
				hint = strings.ReplaceAll(hint, "$1", m[1])
			}
			return hint
		}
	}
	return ""
}
