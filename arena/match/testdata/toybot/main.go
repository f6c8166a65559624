// Command toybot plays the toy game; kind says what it does wrong, "KIND@N" from its
// N-th turn on.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"
)

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
		case strings.HasPrefix(line, "end"):
			fmt.Fprint(os.Stderr, "told: ", line)
		}
	}
}

func toyFault(kind string) {
	switch kind {
	case "sleep":
		time.Sleep(time.Hour)
	case "spin":
		for {
		}
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
	case "illegal":
		fmt.Println("4")
	case "log":
		fmt.Fprint(os.Stderr, strings.Repeat("debug debug debug\n", 600_000))
	case "pieces":
		fmt.Print("1")
		time.Sleep(20 * time.Millisecond)
		fmt.Print("\n")
	case "last":
		fmt.Print("2")
		os.Exit(0)
	}
}
