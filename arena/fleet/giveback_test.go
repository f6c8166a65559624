package fleet

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"botarena/arena/fleet/queue"
	"botarena/arena/match"
)

// player is a Dispatcher.
type player func(ctx context.Context, specs iter.Seq[match.Spec]) error

func (p player) Dispatch(ctx context.Context, specs iter.Seq[match.Spec], _ func(match.Outcome)) error {
	return p(ctx, specs)
}

// TestDrawnNotBegun: a match that is drawn when all is called off, and is not
// begun any more, is held no longer. Else it would be taken for one in play when
// it is ordered again.
func TestDrawnNotBegun(t *testing.T) {
	for name, c := range map[string]struct {
		calledOff    string
		acked, naked bool
	}{"its run": {"a", true, false}, "another run": {"b", false, true}} {
		t.Run(name, func(t *testing.T) {
			s := &shift{held: map[string]*held{}, called: map[string]bool{}, sending: make(chan struct{}, maxSending), files: &downloads{}}
			message, h := deliver(t, s, job{Key: "k", Run: "a", Attempt: 1})
			s.next = []*held{h}
			s.Player = player(func(ctx context.Context, specs iter.Seq[match.Spec]) error {
				for range specs {
					s.control(&nats.Msg{Data: []byte(`{"called_off":"` + c.calledOff + `"}`)})
					break // there is no place for it
				}
				return ctx.Err()
			})
			s.turn(t.Context())
			if len(s.held) > 0 || message.acked != c.acked || message.naked != c.naked {
				t.Errorf("held: %v; acknowledged: %v, given back: %v", s.held, message.acked, message.naked)
			}
		})
	}
}

// TestCalledOffBeforeDrawn: what was fetched and is called off is not played.
func TestCalledOffBeforeDrawn(t *testing.T) {
	// With no room for results nothing more is fetched.
	s := &shift{held: map[string]*held{}, called: map[string]bool{}, sending: make(chan struct{}), files: &downloads{}}
	message, h := deliver(t, s, job{Key: "k", Run: "a", Attempt: 1})
	s.next = []*held{h}
	s.control(&nats.Msg{Data: []byte(`{"called_off":"a"}`)})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	p := &turn{places: make(chan struct{}, 1), ctx: ctx, cancel: cancel}
	if spec, ok := s.draw(p); ok || len(s.held) > 0 || !message.acked {
		t.Errorf("drawn: %v %v; held: %v; acknowledged: %v", ok, spec, s.held, message.acked)
	}
}

// TestReturnAgain: a large result of which the record was left, and no more, is
// returned by the next try. A worker may not purge what it has left.
func TestReturnAgain(t *testing.T) {
	c := lead(t, Options{})
	conn, err := queue.DialWorker(t.Context(), c.Link())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn.Conn)
	if err != nil {
		t.Fatal(err)
	}
	replays, err := js.ObjectStore(t.Context(), c.names.Replays())
	if err != nil {
		t.Fatal(err)
	}
	s := &shift{conn: conn, js: js, names: c.names, replays: replays}
	data := make([]byte, 2*largeRecord)
	rand.Read(data)
	sum := sha256.Sum256(data)
	if _, err := replays.PutBytes(t.Context(), hex.EncodeToString(sum[:]), data); err != nil {
		t.Fatal(err)
	}
	if err := s.publish("key", "run", 1, "message", data, nil); err != nil {
		t.Errorf("the second try: %v", err)
	}
}
