package soak

import (
	"bufio"
	"io"
	"math/rand/v2"
	"net/url"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// running is an arena that plays or serves. It ends by itself or by a signal.
type running struct {
	cmd   *exec.Cmd
	page  *url.URL      // its pages, with the token; nil if it ended before it had any
	ended chan struct{} // closed at its end
	stays chan struct{} // closed when it has played all and only its pages stay
	out   strings.Builder
	errs  strings.Builder
}

// start starts an arena that prints the address of its pages first, on stdout
// or stderr.
func (p *place) start(onStdout bool, args ...string) *running {
	p.Helper()
	r := &running{cmd: p.command(args...), ended: make(chan struct{}), stays: make(chan struct{})}
	stdout, err := r.cmd.StdoutPipe()
	if err != nil {
		p.Fatal(err)
	}
	stderr, err := r.cmd.StderrPipe()
	if err != nil {
		p.Fatal(err)
	}
	if err := r.cmd.Start(); err != nil {
		p.Fatal(err)
	}
	address := make(chan *url.URL, 1)
	outRead := make(chan struct{})
	go func() {
		defer close(outRead)
		r.copy(&r.out, stdout, address, onStdout)
	}()
	go func() {
		r.copy(&r.errs, stderr, address, !onStdout)
		<-outRead
		r.cmd.Wait() // its exit code is looked at by who waits for ended
		close(r.ended)
	}()
	select {
	case r.page = <-address:
	case <-r.ended:
	}
	return r
}

// copy keeps what is said; the first line may be the address of the pages.
func (r *running) copy(to *strings.Builder, from io.Reader, address chan<- *url.URL, first bool) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		line := lines.Text()
		if first {
			if u, err := url.Parse(line); err == nil && u.Host != "" {
				first = false
				address <- u
				continue
			}
		}
		if strings.HasPrefix(line, "The pages stay") {
			close(r.stays)
		}
		to.WriteString(line + "\n")
	}
}

// stop sends a signal and returns the exit code; -1 after SIGKILL.
func (r *running) stop(signal syscall.Signal) int {
	r.cmd.Process.Signal(signal) // it may have ended by itself
	<-r.ended
	return r.cmd.ProcessState.ExitCode()
}

// disturbances counts what the soak does to the arenas.
type disturbances struct {
	kills, interrupts, bots atomic.Int64
}

// play plays a cup to its end, however often its arena is killed, and returns
// the table that was printed.
func (p *place) play(c *cup, s *soak) string {
	p.Helper()
	args := []string{"tournament", c.write(p, s.seed), "--results", p.results + "/" + c.name, "--resume", "--retry-void", "--quiet", "--watch", "127.0.0.1:0"}
	runs := 0
	for ; runs < 1000; runs++ {
		r := p.start(false, args...)
		s.plays(c, r)
		var kill <-chan time.Time
		if c.kill {
			// The time grows with what was killed, so that a slow host comes to the end, too.
			kill = time.After(time.Duration(50+rand.IntN(3000+200*runs)) * time.Millisecond)
		}
		select {
		case <-kill:
			if signal := []syscall.Signal{syscall.SIGKILL, syscall.SIGINT}[rand.IntN(2)]; signal == syscall.SIGKILL {
				s.did.kills.Add(1)
				r.stop(signal)
			} else {
				s.did.interrupts.Add(1)
				// 0 where it came after the last match.
				if code := r.stop(signal); code > 1 || code == 1 && !strings.Contains(r.errs.String(), "error: interrupted") {
					p.Errorf("%s: Ctrl-C: exit code %d\n%s", c.name, code, r.errs.String())
				}
			}
		case <-r.ended: // a void match keeps it from its end
			if !strings.Contains(r.errs.String(), "came out void and nobody has decided") {
				p.Fatalf("%s: it ended by itself: %v\n%s", c.name, r.cmd.ProcessState, r.errs.String())
			}
		case <-r.stays:
			if code := r.stop(syscall.SIGINT); code != 0 {
				p.Errorf("%s: exit code %d in the end\n%s", c.name, code, r.errs.String())
			}
			s.plays(nil, nil)
			return r.out.String()
		}
	}
	p.Fatalf("%s is not at its end after %d runs", c.name, runs)
	return ""
}
