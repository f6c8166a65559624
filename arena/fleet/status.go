package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"botarena/arena/fleet/join"
	"botarena/arena/fleet/queue"
)

// Status is how a fleet is.
type Status struct {
	At      time.Time      `json:"at"`
	Run     string         `json:"run"`
	Open    int            `json:"open"` // matches in the queue or in play
	Playing int            `json:"playing"`
	Workers []WorkerStatus `json:"workers"`
	counts
	Refused  []Refusal `json:"refused"`  // the last ones
	Failures []Failure `json:"failures"` // the last ones
}

type counts struct {
	Done       int  `json:"done"`       // matches that count
	Void       int  `json:"void"`       // attempts
	Failed     int  `json:"failed"`     // matches without a record
	Duplicates int  `json:"duplicates"` // results that nobody waited for any more
	Missed     int  `json:"missed"`     // jobs that were lost, and queued again
	Over       bool `json:"over"`
}

// WorkerStatus is what is known of a worker.
type WorkerStatus struct {
	ID      string        `json:"id"`
	Name    string        `json:"name"`
	Machine Machine       `json:"machine"`
	State   string        `json:"state"` // playing, idle, gone or left
	Playing []string      `json:"playing"`
	Played  int           `json:"played"`
	Void    int           `json:"void"`
	Failed  int           `json:"failed"`
	Trouble string        `json:"trouble,omitempty"`
	Counted int           `json:"counted"` // its results that count
	Rate    float64       `json:"rate"`    // of those, a second, since it joined
	Silent  time.Duration `json:"silent"`
}

// Refusal is a machine that was turned away.
type Refusal struct {
	Name   string    `json:"name"`
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// Failure is an attempt at a match that does not count, or a result that was
// not taken.
type Failure struct {
	Match   string    `json:"match"`
	Attempt int       `json:"attempt"`
	Worker  string    `json:"worker"`
	Why     string    `json:"why"`
	At      time.Time `json:"at"`
}

// Status returns how the fleet is now.
func (c *Coordinator) Status() *Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	s := &Status{At: now, Run: c.run, counts: c.counts, Refused: slices.Clone(c.refused), Failures: slices.Clone(c.failed)}
	for id, w := range c.workers {
		ws := WorkerStatus{
			ID: id, Name: w.Name, Machine: w.Machine, State: "idle", Playing: w.Playing,
			Played: w.Played, Void: w.Void, Failed: w.Failed, Trouble: w.Trouble, Counted: w.results,
			Rate: float64(w.results) / max(now.Sub(w.since).Seconds(), 1), Silent: now.Sub(w.last),
		}
		switch {
		case w.left:
			ws.State = "left"
			ws.Rate = float64(w.results) / max(w.last.Sub(w.since).Seconds(), 1)
		case w.gone:
			ws.State = "gone"
		case len(w.Playing) > 0:
			ws.State = "playing"
			s.Playing += len(w.Playing)
		}
		s.Workers = append(s.Workers, ws)
	}
	slices.SortFunc(s.Workers, func(a, b WorkerStatus) int { return strings.Compare(a.Name+a.ID, b.Name+b.ID) })
	if d := c.now; d != nil {
		d.mu.Lock()
		s.Open = len(d.open)
		d.mu.Unlock()
	}
	return s
}

// status answers who asks.
func (c *Coordinator) status(m *nats.Msg) {
	if text, err := json.Marshal(c.Status()); err == nil {
		_ = m.Respond(text) // who asked may be gone
	}
}

// Ask asks a fleet how it is. The errors are those of queue.DialViewer, and
// that nobody leads it now.
func Ask(ctx context.Context, l join.Link) (*Status, error) {
	conn, err := queue.DialViewer(ctx, l)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	m, err := conn.RequestWithContext(ctx, queue.Names(l.Name()).Status(), nil)
	if errors.Is(err, nats.ErrNoResponders) {
		return nil, errors.New("nobody leads this fleet now")
	}
	if err != nil {
		return nil, fmt.Errorf("the fleet does not answer: %w", err)
	}
	s := new(Status)
	return s, json.Unmarshal(m.Data, s)
}

// statusFile keeps the last status of a coordinator that has ended.
const statusFile = "status.json"

func (c *Coordinator) keepStatus() {
	if text, err := json.Marshal(c.Status()); err == nil {
		_ = os.WriteFile(filepath.Join(c.o.Server.Folder, statusFile), text, 0o600) // it is for curiosity only
	}
}

// LastStatus returns how the fleet of a folder was when its coordinator ended.
func LastStatus(folder string) (*Status, error) {
	text, err := os.ReadFile(filepath.Join(folder, statusFile))
	if err != nil {
		return nil, err
	}
	s := new(Status)
	return s, json.Unmarshal(text, s)
}
