// Command toybot plays the toy game; kind says what it does wrong, "KIND@N"
// from its N-th turn on. "tee" copies what it is sent to stderr. "burn:MS" uses so many milliseconds of CPU time a
// turn, "threads:MS" the same on eight threads at once.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

func init() {
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], "leaderless") {
		runtime.LockOSThread() // main runs on the first thread
	}
}

func main() {
	kind := "good"
	if len(os.Args) > 1 {
		kind = os.Args[1]
	}
	kind, from, _ := strings.Cut(kind, "@")
	at := 0
	fmt.Sscan(from, &at)
	if kind == "refuse" {
		fmt.Fprintln(os.Stderr, "cannot load weights.bin")
		os.Exit(1)
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	say := func(text string) { os.Stdout.WriteString(text) }
	for turn := 0; ; {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		if kind == "tee" {
			os.Stderr.WriteString(line)
		}
		switch {
		case line == "start\n" && kind == "chatter":
			say("my bot v3 loaded\n")
		case line == "start\n":
			say("ready\n")
		case strings.HasPrefix(line, "turn"):
			if turn++; turn > at {
				toyFault(kind)
			}
			say("1\n")
		case kind == "tee":
		case strings.HasPrefix(line, "end"):
			fmt.Fprint(os.Stderr, "told: ", line)
		}
	}
}

// burn computes until the calling thread, or the whole process, has used so
// much CPU time.
func burn(clock int32, d time.Duration) {
	var ts unix.Timespec
	unix.ClockGettime(clock, &ts)
	for until := ts.Nano() + int64(d); ts.Nano() < until; {
		for x := range 10_000 {
			_ = x * x
		}
		unix.ClockGettime(clock, &ts)
	}
}

// ponder computes beside the talk from the first turn on.
var ponder = sync.OnceFunc(func() {
	go func() {
		for {
		}
	}()
})

func toyFault(kind string) {
	kind, ms, _ := strings.Cut(kind, ":")
	n, _ := strconv.Atoi(ms)
	amount := time.Duration(n) * time.Millisecond
	switch kind {
	case "burn":
		burn(unix.CLOCK_PROCESS_CPUTIME_ID, amount)
	case "threads":
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				runtime.LockOSThread()
				burn(unix.CLOCK_THREAD_CPUTIME_ID, amount/8)
			})
		}
		wg.Wait()
	case "yield":
		for {
			runtime.Gosched()
			unix.Syscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
		}
	case "flood":
		for {
			os.Stderr.WriteString(strings.Repeat("x", 4096))
		}
	case "drip", "blanks": // each byte wakes the arena
		to, one := os.Stderr, []byte("x")
		if kind == "blanks" {
			to, one = os.Stdout, []byte("\n")
		}
		for {
			to.Write(one)
		}
	case "dribble":
		for range 100 {
			os.Stdout.WriteString("1")
			time.Sleep(20 * time.Millisecond)
		}
	case "ponder":
		ponder()
	case "nap":
		time.Sleep(50 * time.Millisecond)
	case "late":
		time.Sleep(300 * time.Millisecond)
	case "sleep":
		time.Sleep(time.Hour)
	case "spin":
		for {
		}
	case "leaderless": // its first thread ends, and another one computes on
		runtime.GOMAXPROCS(2) // the thread that ends takes one of its processors along
		ponder()
		unix.RawSyscall(unix.SYS_EXIT, 0, 0, 0)
	case "exit":
		os.Exit(7)
	case "segv":
		*(*int)(nil) = 1
	case "close":
		os.Stdout.Close()
	case "long":
		for {
			os.Stdout.WriteString(strings.Repeat("9", 1<<16))
		}
	case "socket":
		unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	case "illegal":
		fmt.Println("4")
	case "log":
		fmt.Fprint(os.Stderr, strings.Repeat("debug debug debug\n", 600_000))
	case "pieces":
		fmt.Print("1")
		time.Sleep(20 * time.Millisecond)
		fmt.Print("\n")
	case "cut":
		fmt.Print("2")
		unix.Kill(os.Getpid(), unix.SIGKILL)
		select {}
	case "last":
		fmt.Print("2")
		os.Exit(0)
	}
}
