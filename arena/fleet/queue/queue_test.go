package queue

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"botarena/arena/fleet/join"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(t *testing.T, o ServerOptions) *Server {
	t.Helper()
	if o.Folder == "" {
		o.Folder = t.TempDir()
	}
	s, err := StartServer(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// TestDoors checks who is let in, and that a stranger's server is told apart.
func TestDoors(t *testing.T) {
	s := start(t, ServerOptions{})
	if host := s.Link().Address; !strings.HasPrefix(host, "127.0.0.1:") {
		t.Errorf("it listens at %s without being told to", host)
	}
	w, err := DialWorker(t.Context(), s.Link())
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	wrong := s.Link()
	wrong.Token = strings.Repeat("x", 32)
	var token *TokenError
	if _, err := DialWorker(t.Context(), wrong); !errors.As(err, &token) {
		t.Errorf("a wrong token: %v", err)
	}
	wrong = s.Link()
	wrong.Fingerprint = strings.Repeat("0", 64)
	var stranger *join.StrangerError
	if _, err := DialWorker(t.Context(), wrong); !errors.As(err, &stranger) {
		t.Errorf("a wrong fingerprint: %v", err)
	}
	for what, user := range map[string]string{"no name": "worker", "short name": "worker:x", "unknown role": "admin:0123456789abcdef", "coordinator": "coordinator"} {
		conn, err := nats.Connect("tls://"+s.Link().Address, nats.UserInfo(user, s.Token), nats.Secure(s.Link().TLS()), nats.TLSHandshakeFirst())
		if err == nil {
			conn.Close()
			t.Errorf("%s was let in", what)
		}
	}
	if conn, err := nats.Connect("nats://"+s.Link().Address, nats.UserInfo("worker:0123456789abcdef", s.Token), nats.Timeout(2*time.Second)); err == nil {
		conn.Close()
		t.Error("a connection without TLS was let in")
	}
}

// TestRights tries what a worker and a viewer may do, and what they may not.
func TestRights(t *testing.T) {
	s := start(t, ServerOptions{})
	names := Names(s.Link().Name())
	own, err := s.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	js, err := jetstream.New(own)
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: names.Jobs(), Subjects: []string{names.Job("*")}, Retention: jetstream.WorkQueuePolicy}); err != nil {
		t.Fatal(err)
	}
	for _, bucket := range []string{names.Files(), names.Replays()} {
		if _, err := js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: bucket}); err != nil {
			t.Fatal(err)
		}
	}
	denied := make(chan error, 16)
	w, err := DialWorker(t.Context(), s.Link(), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	refused := func() bool {
		if err := w.FlushTimeout(5 * time.Second); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-denied:
			return errors.Is(err, nats.ErrPermissionViolation)
		case <-time.After(50 * time.Millisecond):
			return false
		}
	}
	for subject, allowed := range map[string]bool{
		names.Beat(w.ID): true, names.Result(w.ID): true, names.Status(): true,
		"$JS.ACK." + names.Jobs() + ".any.1.1.1.1.1": true,
		names.Job("any"): false, names.Result("other"): false, names.Beat("other"): false, names.Control(): false,
		"$JS.API.STREAM.PURGE." + names.Jobs():             false,
		"$JS.API.STREAM.DELETE." + names.Jobs():            false,
		"$JS.API.CONSUMER.CREATE." + names.Jobs() + ".x":   false,
		"$JS.API.STREAM.MSG.GET." + names.Results():        false,
		"$O." + names.Files() + ".C.x":                     false,
		"$JS.API.STREAM.PURGE.OBJ_" + names.Replays():      false,
		"$JS.API.DIRECT.GET.OBJ_" + names.Replays() + ".x": false,
		"_INBOX.somebody.else":                             false,
	} {
		if err := w.Publish(subject, nil); err != nil {
			t.Fatal(err)
		}
		if got := !refused(); got != allowed {
			t.Errorf("a worker may publish to %s: %v, want %v", subject, got, allowed)
		}
	}
	for subject, allowed := range map[string]bool{
		names.Control(): true, names.Job("*"): false, names.Result("*"): false, names.Beat("*"): false, ">": false, "_INBOX.>": false, "$SYS.>": false,
	} {
		if _, err := w.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
		if got := !refused(); got != allowed {
			t.Errorf("a worker may listen to %s: %v, want %v", subject, got, allowed)
		}
	}
	// It can read a file, and cannot put one there.
	files, err := js.ObjectStore(ctx, names.Files())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := files.PutBytes(ctx, "bot", make([]byte, 300<<10)); err != nil {
		t.Fatal(err)
	}
	theirs, err := jetstream.New(w.Conn)
	if err != nil {
		t.Fatal(err)
	}
	readable, err := theirs.ObjectStore(ctx, names.Files())
	if err != nil {
		t.Fatal(err)
	}
	if text, err := readable.GetBytes(ctx, "bot"); err != nil || len(text) != 300<<10 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	replays, err := theirs.ObjectStore(ctx, names.Replays())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := replays.PutBytes(ctx, "replay", make([]byte, 300<<10)); err != nil {
		t.Errorf("a replay: %v", err)
	}
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if _, err := readable.PutBytes(short, "evil", []byte("x")); err == nil {
		t.Error("a worker put a file among the bots")
	}
}

// TestSameAddress checks that the next server of a folder is found where the
// last one was, with the same link.
func TestSameAddress(t *testing.T) {
	dir := t.TempDir()
	first := start(t, ServerOptions{Folder: dir})
	link := first.Link()
	first.Close()
	if kept, err := ReadLink(dir); err != nil || kept != link {
		t.Errorf("%v, %v", kept, err)
	}
	if second := start(t, ServerOptions{Folder: dir}); second.Link() != link {
		t.Errorf("%v, was %v", second.Link(), link)
	}
	if _, err := StartServer(ServerOptions{Folder: t.TempDir(), Listen: link.Address}); err == nil {
		t.Error("two servers have one address")
	}
	if _, err := StartServer(ServerOptions{Folder: t.TempDir(), Listen: "127.0.0.1:99999"}); err == nil {
		t.Error("port 99999")
	}
	if err := os.WriteFile(filepath.Join(dir, "link"), []byte("rubbish"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadLink(dir); err == nil {
		t.Error("rubbish is a link")
	}
}

// TestNobodyThere: who reaches no server is told where and why, and no password
// is in it.
func TestNobodyThere(t *testing.T) {
	l := start(t, ServerOptions{}).Link()
	l.Address = "127.0.0.1:1"
	outside := join.Link{Outside: "nats://u:secret@127.0.0.1:1", Fleet: "0123456789ab"}
	_, own := DialViewer(t.Context(), l)
	_, other := DialViewer(t.Context(), outside)
	s := start(t, ServerOptions{Outside: outside.Outside})
	_, leader := s.Connect(t.Context())
	for _, err := range []error{own, other, leader} {
		if err == nil || !strings.Contains(err.Error(), "127.0.0.1:1: ") || !strings.Contains(err.Error(), "connection refused") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%v", err)
		}
	}
}
