package seccomp

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// chain is the layout that Compile does not use: one comparison after the
// other. It is here to be measured against.
func chain(p Policy, a *Arch) (*Program, error) {
	prog := code{op(opLoad, dataArch, 0, 0), op(opJeq, a.audit, 1, 0), op(opRet, uint32(p.Foreign), 0, 0), op(opLoad, dataNr, 0, 0)}
	rules := p.byCall()
	for nr, call := range a.calls {
		body, err := p.body(rules[call])
		if err != nil {
			return nil, err
		}
		if !slices.Equal(body, ret(p.Default)) {
			prog = append(prog, op(opJeq, uint32(nr), 0, len(body)))
			prog = append(prog, body...)
		}
	}
	return newProgram(p, append(prog, ret(p.Default)...))
}

// loads loads a filter again and again, each time on a thread that then ends,
// and times nothing but the system call.
func loads(b *testing.B, prog *Program) {
	var sum time.Duration
	least := time.Hour
	for range b.N {
		end := make(chan error)
		go func() {
			runtime.LockOSThread()
			unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
			start := time.Now()
			_, err := Load(prog, 0)
			took := time.Since(start)
			sum += took
			least = min(least, took)
			end <- err
		}()
		if err := <-end; err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(sum.Nanoseconds())/float64(b.N), "ns/load")
	b.ReportMetric(float64(least.Nanoseconds()), "min-ns/load")
	b.ReportMetric(float64(prog.Len()), "insns")
}

func BenchmarkLoad(b *testing.B) {
	for _, c := range []struct {
		name string
		p    Policy
		make func(Policy, *Arch) (*Program, error)
	}{
		{"own-signals", OwnSignals(), Compile},
		{"bot", Inherited(Bot(), testKey, 900), Compile},
		{"bot-chain", Inherited(Bot(), testKey, 900), chain},
	} {
		b.Run(c.name, func(b *testing.B) {
			prog, err := c.make(c.p, Native())
			if err != nil {
				b.Fatal(err)
			}
			loads(b, prog)
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		if _, err := Compile(Bot(), Native()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCall is the price of the filter for a call: one that the kernel
// lets pass without asking it, one that it asks for, one that is refused, and
// one that is notified, decoded, judged and answered.
func BenchmarkCall(b *testing.B) {
	b.Run("unfiltered", func(b *testing.B) {
		for b.Loop() {
			unix.Getppid()
		}
	})
	for _, c := range []struct {
		name string
		call func()
	}{
		{"allowed", func() { unix.Getppid() }},
		{"by-argument", func() { unix.FcntlInt(0, unix.F_GETFD, 0) }},
		{"refused", func() { unix.Mlockall(0) }},
		{"notified", func() { unix.Open("/etc/localtime", unix.O_RDONLY, 0) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			prog, err := Compile(Bot(), Native())
			if err != nil {
				b.Fatal(err)
			}
			var wg sync.WaitGroup
			defer wg.Wait()
			type loaded struct {
				fd  int
				err error
			}
			ready, start := make(chan loaded), make(chan struct{})
			wg.Go(func() {
				runtime.LockOSThread()
				unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
				fd, err := Load(prog, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER|unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV)
				ready <- loaded{fd, err}
				<-start
				if err == nil {
					for b.Loop() {
						c.call()
					}
				}
				start <- struct{}{}
			})
			got := <-ready
			if got.err != nil {
				b.Fatal(got.err)
			}
			l, err := NewListener(got.fd)
			if err != nil {
				b.Fatal(err)
			}
			wg.Go(func() {
				for {
					n, err := l.Receive(time.Time{})
					if err != nil {
						if err != io.EOF {
							b.Error(err)
						}
						return
					}
					if call, err := l.Decode(n); err == nil {
						l.Refuse(n, deny(n, call).Answer)
					}
				}
			})
			start <- struct{}{}
			<-start
			l.Stop()
		})
	}
}

// Example prints the rules of a policy, as the documentation shows them.
func ExamplePolicy() {
	for _, r := range OwnSignals().Rules {
		fmt.Printf("%-6v %s: %s\n", r.Do, strings.Join(strings.Fields(r.Calls), " "), r.Why)
	}
	// Output:
	// allow  tgkill: its own threads
	// ESRCH  tgkill: Go's interrupts, sent to an opponent, would slow it down
}
