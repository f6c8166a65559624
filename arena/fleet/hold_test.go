package fleet

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"botarena/arena/match"
)

// delivery is a message that holds a job and hears what is said of it.
type delivery struct {
	jetstream.Msg
	data         []byte
	acked, naked bool
}

func (d *delivery) Data() []byte { return d.data }
func (d *delivery) Ack() error   { d.acked = true; return nil }
func (d *delivery) Nak() error   { d.naked = true; return nil }
func (d *delivery) Metadata() (*jetstream.MsgMetadata, error) {
	return &jetstream.MsgMetadata{NumDelivered: 1}, nil
}

// deliver hands a job to a shift.
func deliver(t *testing.T, s *shift, j job) (*delivery, *held) {
	t.Helper()
	text, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	d := &delivery{data: text}
	return d, s.hold(d)
}

// TestHold: what another delivery of a match does to the one that is in play.
func TestHold(t *testing.T) {
	for name, c := range map[string]struct {
		run     string
		attempt int
		alone   bool
		adopted bool // the match in play counts for it
		acked   bool // nobody wants it
		next    bool // it is played when the one in play is over
	}{
		"again":                       {run: "a", attempt: 2, alone: true, adopted: true},
		"resumed":                     {run: "b", attempt: 1, adopted: true},
		"resumed, void there":         {run: "b", attempt: 2, alone: true, next: true},
		"void elsewhere":              {run: "a", attempt: 3, alone: true, next: true},
		"its acknowledgement is lost": {run: "a", attempt: 1, acked: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := &shift{held: map[string]*held{}, called: map[string]bool{}}
			_, first := deliver(t, s, job{Key: "k", Run: "a", Attempt: 2, Alone: true})
			second, h := deliver(t, s, job{Key: "k", Run: c.run, Attempt: c.attempt, Alone: c.alone})
			if h != nil || second.acked != c.acked {
				t.Fatalf("to be played at once: %v; acknowledged: %v", h != nil, second.acked)
			}
			if adopted := first.message() == jetstream.Msg(second); adopted != c.adopted || adopted && (first.Run != c.run || first.Attempt != c.attempt) {
				t.Errorf("adopted: %v; %+v", adopted, first.job)
			}
			if !c.next {
				return
			}
			p := &turn{places: make(chan struct{}, 1), out: 1}
			p.ctx, p.cancel = context.WithCancel(t.Context())
			defer p.cancel()
			p.places <- struct{}{}
			s.outcome(p, &match.Outcome{Spec: match.Spec{ID: "k"}})
			if first.out || len(s.next) != 1 || s.held["k"] != s.next[0] || s.next[0].Run != c.run || s.next[0].Attempt != c.attempt {
				t.Errorf("returned: %v; next: %v", first.out, s.next)
			}
		})
	}
}
