package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game/papersoccer"
)

// way is one way to be broken.
type way struct {
	name string
	what string
	// start says that the bot breaks before it is ready, whatever the turn.
	start bool
	// breaks is called with the right answer in place of saying it.
	breaks func(b *breaker, answer []byte) error
}

var ways = []*way{
	{"no-ready", "never says that it is ready", true, silent},
	{"not-ready", "says hello where ready is wanted", true, says("hello\n")},
	{"start-late", "is ready after the time of -for", true, late},
	{"start-exit", "leaves with exit code 3 before it is ready", true, exits(3)},
	{"start-crash", "dies of a signal before it is ready", true, crash},

	{"late", "answers after the time of -for, and plays on", false, late},
	{"silent", "answers no more and sleeps", false, silent},
	{"spin", "answers no more and computes for ever", false, spin},
	{"trickle", "says its answer a byte at a time, each after the time of -for", false, trickle},
	{"pieces", "says its answer a byte at a time, without a wait", false, pieces},

	{"garbage", "answers what is no text", false, says("\xff\x00?! {0 \x1b[31m\n")},
	{"illegal", "answers a well-formed move against the rules", false, illegal},
	{"number", "answers with numbers of another grammar: +1, 1e0", false, numbers},
	{"chatter", "says another line before its answer", false, chatter},
	{"twice", "says its answer twice", false, twice},
	{"crlf", "ends its answer's lines like Windows: nothing is wrong", false, crlf},
	{"blank", "says blank lines before its answer: nothing is wrong", false, blank},
	{"cut", "says its answer without the last line end and leaves", false, cut},
	{"wrong-stage", "closes its orders with another stage's number (Gold Hunter)", false, wrongStage},
	{"malformed", "gives 2,000 orders that are none (Gold Hunter)", false, malformed},

	{"flood", "says lines for ever and reads nothing", false, flood("spam spam spam spam\n")},
	{"long-line", "says a line that never ends", false, flood("xxxxxxxxxxxxxxxxxxxx")},
	{"stderr", "writes 10 MB to stderr before its answer", false, stderr},
	{"close-stdout", "closes its stdout and lives on", false, closeStdout},
	{"close-stdin", "closes its stdin, answers and lives on", false, closeStdin},
	{"stay", "plays rightly and stays when the match is over", false, answers},

	{"exit", "leaves with exit code 3", false, exits(3)},
	{"leave", "leaves with exit code 0", false, exits(0)},
	{"crash", "dies of a signal", false, crash},

	{"memory", "touches as much memory as -mib says, then answers", false, memory},
	{"reserve", "reserves 100 GiB that it never touches, then answers: nothing is wrong", false, reserve},
	{"fork", "starts another process, which sleeps a minute, then answers", false, fork},
	{"orphan", "starts another process, which keeps its stdout open, and leaves", false, orphan},
	{"exec", "becomes another program, /bin/true", false, tries("execve", func() error { return syscall.Exec("/bin/true", []string{"true"}, nil) })},
	{"passwd", "opens /etc/passwd, then answers", false, tries("open", openPasswd)},
	{"create", "makes a file in /tmp and takes it away, then answers", false, tries("create", createFile)},
	{"socket", "opens a socket, then answers", false, tries("socket", openSocket)},
}

// breaker is what an honest bot writes to; it breaks one answer.
type breaker struct {
	out     *os.File
	way     *way
	turn    int
	delay   time.Duration
	mib     int
	game    string
	answers int // said so far, ready included
}

// Write takes one whole answer.
func (b *breaker) Write(answer []byte) (int, error) {
	at := b.turn
	if b.way.start {
		at = 0
	}
	b.answers++
	if b.answers-1 != at {
		return b.out.Write(answer)
	}
	return len(answer), b.way.breaks(b, answer)
}

// skipReady stands for the word ready in a game without it.
func (b *breaker) skipReady() error {
	b.answers++
	if b.way.start {
		return b.way.breaks(b, nil)
	}
	return nil
}

// say writes as it is.
func (b *breaker) say(answer []byte) error {
	_, err := b.out.Write(answer)
	return err
}

func forever() {
	for {
		time.Sleep(time.Hour)
	}
}

func answers(b *breaker, answer []byte) error { return b.say(answer) }

func silent(*breaker, []byte) error {
	forever()
	return nil
}

func spin(*breaker, []byte) error {
	//lint:ignore SA5002 that is what is broken
	for {
	}
}

func late(b *breaker, answer []byte) error {
	time.Sleep(b.delay)
	return b.say(answer)
}

func trickle(b *breaker, answer []byte) error {
	for i := range answer {
		time.Sleep(b.delay)
		if err := b.say(answer[i : i+1]); err != nil {
			return err
		}
	}
	return nil
}

func pieces(b *breaker, answer []byte) error {
	for i := range answer {
		if err := b.say(answer[i : i+1]); err != nil {
			return err
		}
	}
	return nil
}

func says(text string) func(*breaker, []byte) error {
	return func(b *breaker, _ []byte) error { return b.say([]byte(text)) }
}

func illegal(b *breaker, answer []byte) error {
	switch b.game {
	case papersoccer.Name:
		return b.say([]byte("{04040404}\n")) // there and back again
	case goldHunter:
		return b.say(append([]byte("fire 99\nmove 99\n"), answer...))
	}
	word, _, _ := bytes.Cut(answer, []byte{' '})
	return b.say(append(word, " 0 99\n"...))
}

func numbers(b *breaker, answer []byte) error {
	switch b.game {
	case papersoccer.Name:
		return b.say([]byte("{+1}\n"))
	case goldHunter:
		return b.say(append([]byte("move +0\nmove 00\nmove 1e0\n"), answer...))
	}
	word, _, _ := bytes.Cut(answer, []byte{' '})
	return b.say(append(word, " +1 1e0\n"...))
}

func chatter(b *breaker, answer []byte) error {
	return b.say(append([]byte("thinking hard, depth 7\n"), answer...))
}

func twice(b *breaker, answer []byte) error { return b.say(append(bytes.Clone(answer), answer...)) }

func crlf(b *breaker, answer []byte) error {
	return b.say(bytes.ReplaceAll(answer, []byte("\n"), []byte("\r\n")))
}

func blank(b *breaker, answer []byte) error { return b.say(append([]byte("\n \n\r\n"), answer...)) }

func cut(b *breaker, answer []byte) error {
	if err := b.say(bytes.TrimSuffix(answer, []byte("\n"))); err != nil {
		return err
	}
	os.Exit(0)
	return nil
}

func wrongStage(b *breaker, answer []byte) error {
	if b.game != goldHunter {
		return fmt.Errorf("%s has no stages", b.game)
	}
	at := bytes.LastIndexByte(bytes.TrimSpace(answer), ' ') + 1
	n, err := strconv.Atoi(string(bytes.TrimSpace(answer[at:])))
	if err != nil {
		return err
	}
	return b.say(fmt.Appendf(bytes.Clone(answer[:at]), "%d\n", n+1))
}

func malformed(b *breaker, answer []byte) error {
	if b.game != goldHunter {
		return fmt.Errorf("%s has no orders", b.game)
	}
	return b.say(append(bytes.Repeat([]byte("jump 0\n"), 2000), answer...))
}

func flood(text string) func(*breaker, []byte) error {
	return func(b *breaker, _ []byte) error {
		block := bytes.Repeat([]byte(text), 512)
		for {
			if err := b.say(block); err != nil {
				return err
			}
		}
	}
}

func stderr(b *breaker, answer []byte) error {
	line := append(bytes.Repeat([]byte("log "), 249), "end\n"...)
	for range 10_000_000 / len(line) {
		if _, err := os.Stderr.Write(line); err != nil {
			return err
		}
	}
	return b.say(answer)
}

func closeStdout(b *breaker, _ []byte) error {
	if err := b.out.Close(); err != nil {
		return err
	}
	forever()
	return nil
}

func closeStdin(b *breaker, answer []byte) error {
	if err := os.Stdin.Close(); err != nil {
		return err
	}
	if err := b.say(answer); err != nil {
		return err
	}
	forever()
	return nil
}

func exits(code int) func(*breaker, []byte) error {
	return func(*breaker, []byte) error {
		os.Exit(code)
		return nil
	}
}

// crash dies of SIGABRT, as a crash of Go's runtime does when it is told so.
func crash(*breaker, []byte) error {
	debug.SetTraceback("crash")
	go func() { panic("broken on purpose") }() // nobody can recover this one
	forever()
	return nil
}

// memory has the kernel touch the pages, which takes a fraction of the time: a
// bot is to meet its memory limit before its time limit.
func memory(b *breaker, answer []byte) error {
	for range b.mib {
		_, err := unix.Mmap(-1, 0, 1<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_POPULATE)
		if err != nil {
			return b.report("mmap", err, answer)
		}
	}
	return b.say(answer)
}

func reserve(b *breaker, answer []byte) error {
	_, err := unix.Mmap(-1, 0, 100<<30, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
	return b.report("mmap", err, answer)
}

// report answers; what was tried and failed is said in the log.
func (b *breaker) report(what string, err error, answer []byte) error {
	if err != nil {
		fmt.Fprintf(os.Stderr, "broken: %s: %v\n", what, err)
	}
	return b.say(answer)
}

func tries(what string, try func() error) func(*breaker, []byte) error {
	return func(b *breaker, answer []byte) error { return b.report(what, try(), answer) }
}

func openPasswd() error {
	f, err := os.Open("/etc/passwd")
	if err != nil {
		return err
	}
	return f.Close()
}

func createFile() error {
	f, err := os.CreateTemp("/tmp", "broken")
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}

func openSocket() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	return unix.Close(fd)
}

func fork(b *breaker, answer []byte) error { return b.report("fork", sleeper(), answer) }

func orphan(b *breaker, answer []byte) error {
	err := sleeper()
	if err != nil {
		return b.report("fork", err, answer)
	}
	os.Exit(0)
	return nil
}

// sleeper starts a process that sleeps for a minute with our descriptors open.
// It does not run another program, which a jail has none of: the child is this
// process, in which nothing but raw system calls may be made.
func sleeper() error {
	minute := unix.Timespec{Sec: 60}
	child, errno := rawFork(&minute)
	if errno != 0 {
		return errno
	}
	if child <= 0 {
		return fmt.Errorf("no process came of it: %d", child)
	}
	return nil
}
