package bench

import (
	"bufio"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// burnEnv, where set, makes this program a bot that burns so much CPU time a
// turn.
const burnEnv = "ARENA_BENCH_BURN"

// Init makes this process the burning bot, where it was started as that, and
// does not return then. main calls it before anything else of its own.
func Init() {
	amount, err := time.ParseDuration(os.Getenv(burnEnv))
	if err != nil {
		return
	}
	in := bufio.NewReader(os.Stdin)
	for {
		if _, err := in.ReadString('\n'); err != nil {
			os.Exit(0)
		}
		burn(amount)
		os.Stdout.WriteString("1\n")
	}
}

// burn computes until this process has used so much CPU time.
func burn(amount time.Duration) {
	var ts unix.Timespec
	unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &ts)
	for until := ts.Nano() + int64(amount); ts.Nano() < until; {
		for x := range 1000 {
			_ = x * x
		}
		unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &ts)
	}
}
