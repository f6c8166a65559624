package command

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"botarena/arena/game"
	"botarena/arena/record"
)

// progress shows on a terminal how far a match is, or matches one after the
// other. It is their watcher: being told costs the match two atomic additions.
type progress struct {
	w       io.Writer
	shown   bool
	answers atomic.Int64
	round   atomic.Int64
	quit    chan struct{}
	wg      sync.WaitGroup
}

func newProgress(w io.Writer, shown bool) *progress {
	return &progress{w: w, shown: shown, quit: make(chan struct{})}
}

// Position implements match.Watcher.
func (p *progress) Position(round int, _ game.State, answers []record.SeatAnswer) {
	p.round.Store(int64(round))
	p.answers.Add(int64(len(answers)))
}

// start begins to show; a match that ends at once shows nothing.
func (p *progress) start() {
	if !p.shown {
		return
	}
	p.wg.Go(func() {
		began := time.Now()
		tick := time.NewTicker(250 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-p.quit:
				fmt.Fprint(p.w, "\r\x1b[K")
				return
			case <-tick.C:
				fmt.Fprintf(p.w, "\r\x1b[Kboard %d, %d answers, %.1f s", p.round.Load()+1, p.answers.Load(), time.Since(began).Seconds())
			}
		}
	})
}

func (p *progress) stop() {
	close(p.quit)
	p.wg.Wait()
}
