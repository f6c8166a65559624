// Arena starts bots as jailed processes, referees matches between them, and
// shows what happened.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"botarena/arena/command"
	"botarena/sandbox"
)

func main() {
	sandbox.Init() // does not return in the jail's own processes
	os.Exit(run())
}

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second Ctrl-C ends the program at once.
	defer context.AfterFunc(ctx, stop)()
	return command.Main(ctx, os.Args, command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
}
