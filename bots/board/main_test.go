package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"botarena/bots/board/simulated"
)

// TestRun: the board prints its line, links to it, plays two matches on it,
// and leaves nothing behind.
func TestRun(t *testing.T) {
	link := filepath.Join(t.TempDir(), "line")
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- run(ctx, []string{"-baud", "0", "-level", "random", "-link", link}, w, io.Discard) }()
	printed, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(link); err != nil || to+"\n" != printed {
		t.Errorf("printed %q, the link leads to %q, %v", printed, to, err)
	}
	line, err := os.OpenFile(link, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	for _, opening := range []string{"w\x08\nl\n\ncr\n", "w\x08\nl\n\ncb\n"} {
		for _, request := range []string{"noise" + opening + "{}\n", "{}\n"} {
			if _, err := line.WriteString(request); err != nil {
				t.Fatal(err)
			}
			answer, err := bufio.NewReader(line).ReadBytes('\n')
			// A second {} is an empty turn of the opponent, which moves nothing.
			if err != nil || !bytes.HasPrefix(answer, []byte("{")) || strings.Trim(string(answer), "{01234567}\n") != "" || len(answer) < len("{0}\n") {
				t.Errorf("%q was answered by %q, %v", request, answer, err)
			}
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(link); !os.IsNotExist(err) {
		t.Errorf("the link is still there: %v", err)
	}
}

func TestArguments(t *testing.T) {
	for _, args := range [][]string{
		{"-level", "best"}, {"-baud", "-1"}, {"-fault", "odd"}, {"line"}, {"-turn", "x"}, {"-link", "/nowhere/at/all"},
	} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}

// TestFaults: each fault does what it says.
func TestFaults(t *testing.T) {
	for fault, want := range map[simulated.Fault]string{
		simulated.Garbage: "\x00\xff\x13Boot", simulated.Chatter: "still here\n", simulated.Noise: "\x11t=3\x13 {", simulated.Invalid: "{9}\n", simulated.Pieces: "{",
	} {
		p, err := simulated.OpenPty()
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		b := &simulated.Board{Play: simulated.House("random", 1), Fault: fault, Turn: 1}
		go func() { done <- b.Run(ctx, p) }()
		line, err := os.OpenFile(p.Path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		line.WriteString("w\x08\nl\n\ncr\n{}\n")
		got := make([]byte, len(want))
		if _, err := io.ReadFull(line, got); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v, want %q", fault, got, err, want)
		}
		cancel()
		p.Unplug()
		if err := <-done; err != nil {
			t.Errorf("%s: %v", fault, err)
		}
		line.Close()
	}
}
