package command

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"botarena/arena/game"
	"botarena/arena/record"
)

// showWhile shows on a terminal, until the function that it returns is called,
// what text says and how long it takes. What is done at once shows nothing.
func showWhile(w io.Writer, shown bool, text func() string) (stop func()) {
	if !shown || !isTerminal(w) {
		return func() {}
	}
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		began := time.Now()
		tick := time.NewTicker(250 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				fmt.Fprint(w, "\r\x1b[K")
				return
			case <-tick.C:
				fmt.Fprintf(w, "\r\x1b[K%s, %.1f s", text(), time.Since(began).Seconds())
			}
		}
	}()
	return func() {
		close(quit)
		<-done
	}
}

// progress counts how far a match is, or matches one after the other. It is
// their watcher: being told costs the match two atomic additions.
type progress struct{ answers, round atomic.Int64 }

// Position implements match.Watcher.
func (p *progress) Position(round int, _ game.State, answers []record.SeatAnswer) {
	p.round.Store(int64(round))
	p.answers.Add(int64(len(answers)))
}

func (p *progress) text() string {
	return fmt.Sprintf("board %d, %d answers", p.round.Load()+1, p.answers.Load())
}
