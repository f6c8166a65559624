package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"botarena/arena/game"
	"botarena/arena/match"
)

// send returns a result, in the background, until the queue has it. The caller
// holds s.mu.
func (s *shift) send(h *held, o *match.Outcome, why error) {
	h.out = true
	s.sends.Go(func() {
		s.sending <- struct{}{}
		defer func() { <-s.sending }()
		s.deliver(h, o, why)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.drop(h)
	})
}

// lastWait is how long results may take to be returned when the shift ends.
const lastWait = 5 * time.Second

func (s *shift) deliver(h *held, o *match.Outcome, why error) {
	var data []byte
	if o != nil && o.Record != nil {
		m := o.Record.Measured
		if m.Host.Name == "" {
			m.Host = s.Machine.Host
		}
		m.Host.Speed = s.Machine.Host.Speed
		if o.Void() && o.Record.Result == nil {
			o.Record.Result = &game.Result{Reason: "void"} // as match.Play has it: a record has an end
		}
		text, err := o.Record.Encode()
		if err != nil {
			why = err
		} else {
			data = s.zip.EncodeAll(text, nil)
		}
	}
	var ended time.Time
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		s.mu.Lock()
		run, attempt := h.Run, h.Attempt // a resumed coordinator may have taken the match over
		s.mu.Unlock()
		// The queue drops what we send twice for want of an answer, but not what
		// comes of a job that was queued again.
		id := fmt.Sprintf("%s.%s.%s.%d.%d", s.conn.ID, run, h.Key, attempt, place(h.message()))
		err := s.publish(h.Key, run, attempt, id, data, why)
		if err == nil {
			_ = h.message().Ack()
			return
		}
		if s.over.Load() {
			if ended.IsZero() {
				ended = time.Now()
			}
			if time.Since(ended) > lastWait {
				return
			}
		}
		time.Sleep(wait)
	}
}

// place returns where in the stream a message is.
func place(m jetstream.Msg) uint64 {
	meta, err := m.Metadata()
	if err != nil {
		return 0
	}
	return meta.Sequence.Stream
}

// slowestLink is the bytes a second that a worker's link has at least.
const slowestLink = 64 << 10

// publish puts a result into the queue, and its record into the store of
// replays where that is large.
func (s *shift) publish(key, run string, attempt int, id string, data []byte, why error) error {
	// A replay may be of many megabytes, and the link slow.
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second+time.Duration(len(data)/slowestLink)*time.Second)
	defer cancel()
	text, replay, refused := "", "", ""
	if why != nil {
		text, data = why.Error(), nil
	}
	var r refusal
	if errors.As(why, &r) {
		refused = strconv.Itoa(r.lost)
	}
	if len(data) > largeRecord {
		sum := sha256.Sum256(data)
		replay = hex.EncodeToString(sum[:])
		if err := s.leave(ctx, replay, data); err != nil {
			return err
		}
		data = nil
	}
	m := newMessage(s.names.Result(s.conn.ID), data,
		headKey, key, headRun, run, headAttempt, strconv.Itoa(attempt), headError, oneLine(text), headReplay, replay, headRefused, refused)
	_, err := s.js.PublishMsg(ctx, m, jetstream.WithMsgID(id))
	return err
}

// leave puts a record into the store of replays, unless a try before this one
// has: the client would have the old one purged, which is not a worker's to
// ask, and wait for the answer for as long as ctx goes on.
func (s *shift) leave(ctx context.Context, name string, data []byte) error {
	_, err := s.replays.GetInfo(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		_, err = s.replays.PutBytes(ctx, name, data)
	}
	return err
}
