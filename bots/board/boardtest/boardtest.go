// Package boardtest plugs simulated boards in for the tests of other packages.
package boardtest

import (
	"context"
	"io"
	"testing"

	"botarena/bots/board/simulated"
	"botarena/bots/house/level"
)

// Plug plugs in a board until the end of the test, and returns its line. A
// board that does not say how it plays plays sensibly. heard, where not nil,
// gets all that the board is sent.
func Plug(t testing.TB, b *simulated.Board, heard io.Writer) *simulated.Pty {
	t.Helper()
	p, err := simulated.OpenPty()
	if err != nil {
		t.Fatal(err)
	}
	if b.Play == nil {
		b.Play = simulated.House(level.Sensible, 1)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx, tee{p, heard}) }()
	t.Cleanup(func() {
		cancel()
		p.Unplug()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return p
}

// tee is a line whose incoming bytes are written down.
type tee struct {
	*simulated.Pty
	heard io.Writer
}

func (l tee) Read(b []byte) (int, error) {
	n, err := l.Pty.Read(b)
	if l.heard != nil {
		l.heard.Write(b[:n])
	}
	return n, err
}
