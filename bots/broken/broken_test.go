package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// The test binary is the bot when it is told so: what breaks a process must
// break one of its own.
func TestMain(m *testing.M) {
	if os.Getenv("BROKEN_BOT") != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// conversations hold what each game's arena says before each answer, the end
// last, and what an honest bot answers.
var conversations = map[string]struct{ asks, answers []string }{
	"catchcat": {
		[]string{"catchcat 1\nrole catcher\nboard 7 7\ncat 3 3\nblocked 3 2\nstart\n", "go\n", "move 3 4\n", "end lose escaped 4\n"},
		[]string{"ready\n", "block 2 3\n", "block 3 3\n"},
	},
	"goldhunter": {
		[]string{
			"goldhunter 1\nteam 0\nboard 3 3\nunits 1 0 0\nbullets 2\nhidden 0\nstages 200\nstart\n",
			"stage 1\nscore 0 0\nunit 0 hunter 0 0 right 2\nsee 0 0 ...\ngo\n",
			"stage 2\nscore 0 0\nunit 0 hunter 0 1 right 2\nsee 0 0 ...\ngo\n",
			"end draw draw 0 0\n",
		},
		[]string{"ready\n", "move 0\ndone 1\n", "move 0\ndone 2\n"},
	},
	"papersoccer": {
		[]string{"w\x08\nl\x0a\ncr\n", "{}\n", "{1}\n", ""},
		[]string{"", "{0}\n", "{0}\n"},
	},
}

// How a bot is after all that was said to it.
const (
	leaves = "exit status 0"
	lives  = "lives on"
)

// outcomes say, for each way and game, what the bot says in all (what it begins
// with, where it never stops) and how it ends. $1 and $2 stand for the honest answers, $r for ready.
var outcomes = []struct {
	args  string
	games string // all where empty
	says  string
	ends  string
}{
	{"no-ready", "", "", lives},
	{"not-ready", "catchcat goldhunter", "hello\n$1$2", leaves},
	{"not-ready", "papersoccer", "hello\n$1$2", leaves},
	{"-for 10ms start-late", "", "$r$1$2", leaves},
	{"start-exit", "", "", "exit status 3"},
	{"start-crash", "", "", "signal: aborted"},
	{"-for 10ms late", "", "$r$1$2", leaves},
	{"-turn 2 silent", "", "$r$1", lives},
	{"spin", "", "$r", lives},
	{"-for 1ms trickle", "", "$r$1$2", leaves},
	{"pieces", "", "$r$1$2", leaves},
	{"garbage", "", "$r\xff\x00?! {0 \x1b[31m\n$2", leaves},
	{"illegal", "catchcat", "$rblock 0 99\n$2", leaves},
	{"illegal", "goldhunter", "$rfire 99\nmove 99\n$1$2", leaves},
	{"illegal", "papersoccer", "$r{04040404}\n$2", leaves},
	{"number", "catchcat", "$rblock +1 1e0\n$2", leaves},
	{"number", "goldhunter", "$rmove +0\nmove 00\nmove 1e0\n$1$2", leaves},
	{"number", "papersoccer", "$r{+1}\n$2", leaves},
	{"-turn 2 chatter", "", "$r$1thinking hard, depth 7\n$2", leaves},
	{"twice", "", "$r$1$1$2", leaves},
	{"crlf", "catchcat", "$rblock 2 3\r\n$2", leaves},
	{"crlf", "goldhunter", "$rmove 0\r\ndone 1\r\n$2", leaves},
	{"crlf", "papersoccer", "$r{0}\r\n$2", leaves},
	{"blank", "", "$r\n \n\r\n$1$2", leaves},
	{"cut", "catchcat", "$rblock 2 3", leaves},
	{"cut", "goldhunter", "$rmove 0\ndone 1", leaves},
	{"cut", "papersoccer", "$r{0}", leaves},
	{"wrong-stage", "goldhunter", "$rmove 0\ndone 2\n$2", leaves},
	{"wrong-stage", "catchcat papersoccer", "$r", "exit status 1"},
	{"malformed", "goldhunter", "$r" + strings.Repeat("jump 0\n", 2000) + "$1$2", leaves},
	{"malformed", "catchcat papersoccer", "$r", "exit status 1"},
	{"flood", "", "$r" + strings.Repeat("spam spam spam spam\n", 4000), lives},
	{"long-line", "", "$r" + strings.Repeat("x", 80_000), lives},
	{"stderr", "", "$r$1$2", leaves},
	{"close-stdout", "", "$r", lives},
	{"close-stdin", "", "$r$1", lives},
	{"stay", "", "$r$1$2", lives},
	{"exit", "", "$r", "exit status 3"},
	{"-turn 2 leave", "", "$r$1", leaves},
	{"crash", "", "$r", "signal: aborted"},
	{"-mib 64 memory", "", "$r$1$2", leaves},
	{"reserve", "", "$r$1$2", leaves},
	{"fork", "", "$r$1$2", leaves},
	{"orphan", "", "$r", leaves},
	{"exec", "", "$r", leaves},
	{"passwd", "", "$r$1$2", leaves},
	{"create", "", "$r$1$2", leaves},
	{"socket", "", "$r$1$2", leaves},
}

// TestWays breaks a bot in every way and looks at what it says and how it ends.
func TestWays(t *testing.T) {
	tested := make(map[string]bool)
	for _, o := range outcomes {
		tested[o.args[strings.LastIndexByte(o.args, ' ')+1:]] = true
		for game, c := range conversations {
			if o.games != "" && !strings.Contains(o.games, game) {
				continue
			}
			t.Run(game+"/"+o.args, func(t *testing.T) {
				t.Parallel()
				want := strings.NewReplacer("$r", c.answers[0], "$1", c.answers[1], "$2", c.answers[2]).Replace(o.says)
				said, ends, log := talk(t, strings.Fields(o.args), c.asks, c.answers, want, o.ends)
				if len(want) > 60_000 {
					said = said[:min(len(said), len(want))]
				}
				if said != want {
					t.Errorf("it said %.300q, want %.300q; its log: %.300s", said, want, log)
				}
				if ends != o.ends {
					t.Errorf("its end: %s, want %s; its log: %.300s", ends, o.ends, log)
				}
			})
		}
	}
	for _, w := range ways {
		if !tested[w.name] {
			t.Errorf("the way %s is not tested", w.name)
		}
	}
}

// talk holds a conversation with a bot and returns what it said and how it
// ended. It says the next thing when the answer is there, or after a while.
func talk(t *testing.T, args, asks, answers []string, want, ends string) (said, end, log string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = []string{"BROKEN_BOT=1", "GORACE=atexit_sleep_ms=0"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.WaitDelay = 100 * time.Millisecond
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	cmd.Stdout = theirs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	defer unix.Kill(-cmd.Process.Pid, unix.SIGKILL) // with what it has started
	var text []byte
	read := func(upTo int, patience time.Duration) {
		out.SetReadDeadline(time.Now().Add(patience))
		for len(text) < upTo {
			var block [32 << 10]byte
			n, err := out.Read(block[:])
			text = append(text, block[:n]...)
			if err != nil {
				return
			}
		}
	}
	// What is expected is waited for; that nothing more comes shows after a while.
	const patience, while = 20 * time.Second, 200 * time.Millisecond
	for i, ask := range asks {
		if _, err := in.Write([]byte(ask)); err != nil && !errors.Is(err, unix.EPIPE) {
			t.Fatal(err)
		}
		if i == len(asks)-1 {
			break
		}
		so := 0
		for _, a := range answers[:i+1] {
			so += len(a)
		}
		read(min(so, len(want)), patience)
	}
	in.Close()
	read(len(want), patience)
	read(len(want)+1, while)
	wait := patience
	if ends == lives {
		wait = while
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		end = leaves
		if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
			end = err.Error()
		}
	case <-time.After(wait):
		end = lives
		cmd.Process.Kill()
		<-done
	}
	end = strings.TrimSuffix(end, " (core dumped)")
	return string(text), end, stderr.String()
}

func TestReadmeListsAllWays(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range ways {
		if row := fmt.Sprintf("| `%s` | %s |", w.name, w.what); !strings.Contains(string(text), row) {
			t.Errorf("README.md has no row that begins %s", row)
		}
	}
}

func TestForkLeavesAProcess(t *testing.T) {
	for _, way := range []string{"fork", "orphan"} {
		c := conversations["papersoccer"]
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(self, way)
		cmd.Env = []string{"BROKEN_BOT=1", "GORACE=atexit_sleep_ms=0"}
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		cmd.Stdin = strings.NewReader(strings.Join(c.asks, ""))
		cmd.Stdout = nil
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		// The bot is gone and its group is not.
		if err := unix.Kill(-cmd.Process.Pid, unix.SIGKILL); err != nil {
			t.Errorf("%s left no process: %v", way, err)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"nonsense", `no way to be broken is called "nonsense"`},
		{"-turn 0 late", "turns count from 1"},
		{"late early", "one way to be broken, not 2"},
		{"-wat late", "not defined"},
		{"", "help requested"},
	} {
		var out bytes.Buffer
		_, err := parse(strings.Fields(c.args), &out)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want …%s…", c.args, err, c.want)
		}
	}
}
