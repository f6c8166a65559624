package fleet

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// TestSlowDownload: what comes slowly comes, though it takes longer than
// nats.go gives an object by itself, which is 5 s.
func TestSlowDownload(t *testing.T) {
	const parts, pause = 8, 700 * time.Millisecond
	c := lead(t, Options{})
	want := bytes.Repeat([]byte("arena "), 200_000)
	if _, err := c.uploads.store.PutBytes(t.Context(), "slow", want); err != nil {
		t.Fatal(err)
	}
	var got []byte
	d := &downloads{store: c.uploads.store}
	err := d.fetch(t.Context(), "slow", func(r io.Reader) error {
		for range parts {
			time.Sleep(pause)
			part, err := io.ReadAll(io.LimitReader(r, int64(len(want)/parts)+1))
			got = append(got, part...)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d of %d bytes: %v", len(got), len(want), err)
	}
}

// TestStalledDownload: what does not come at all is given up, and so is what the
// organiser ends.
func TestStalledDownload(t *testing.T) {
	c := lead(t, Options{})
	store := c.uploads.store
	if _, err := store.PutBytes(t.Context(), "lost", make([]byte, 1000)); err != nil {
		t.Fatal(err)
	}
	stream, err := c.js.Stream(t.Context(), "OBJ_"+c.names.Files())
	if err != nil {
		t.Fatal(err)
	}
	info, err := store.GetInfo(t.Context(), "lost")
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Purge(t.Context(), jetstream.WithPurgeSubject("$O."+c.names.Files()+".C."+info.NUID)); err != nil {
		t.Fatal(err)
	}
	read := func(r io.Reader) error {
		_, err := io.Copy(io.Discard, r)
		return err
	}
	began := time.Now()
	if err := getObject(t.Context(), store, "lost", 200*time.Millisecond, read); err == nil || time.Since(began) > 3*time.Second {
		t.Errorf("%v after %v", err, time.Since(began))
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := getObject(ended, store, "lost", time.Minute, read); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
