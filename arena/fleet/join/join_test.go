package join

import (
	"crypto/tls"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLink(t *testing.T) {
	id, err := LoadOrCreate(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"127.0.0.1:4222", "[::1]:7", "host.example:65535"} {
		want := id.Link(address)
		if got, err := Parse(" " + want.String() + "\n"); err != nil || got != want {
			t.Errorf("%v, %v; want %v", got, err, want)
		}
	}
	for _, text := range []string{"nats://u:p@h:4222/#0123456789ab", "tls://h/#0123456789ab"} {
		if l, err := Parse(text); err != nil || l.String() != text || l.Name() != "0123456789ab" {
			t.Errorf("%q: %v, %v", text, l, err)
		}
	}
	whole := id.Link("10.0.0.1:4222").String()
	for text, want := range map[string]string{
		"":                                        "begins with",
		"nats://10.0.0.1:4222/#a+b":               "no name",
		"http://10.0.0.1:4222/#a+b":               "begins with",
		"arena://10.0.0.1/#" + id.Token + "+":     "no HOST:PORT",
		"arena://10.0.0.1:4222":                   "cut off",
		"arena://10.0.0.1:4222/#short+00":         "cut off",
		whole[:len(whole)-2]:                      "not complete",
		strings.Replace(whole, "/#", "/x#", 1):    "more in it",
		strings.Replace(whole, "10.", "u@10.", 1): "more in it",
		"arena://%zz/#" + id.Token:                "not a link",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), id.Token) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestIdentity checks that it stays the same, is its owner's alone, and that a
// damaged one is told by its file.
func TestIdentity(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "fleet")
	one, err := LoadOrCreate(dir)
	if err != nil {
		t.Fatal(err)
	}
	two, err := LoadOrCreate(dir)
	if err != nil || one.Link("h:1") != two.Link("h:1") {
		t.Fatalf("%v and %v, %v", one.Link("h:1"), two.Link("h:1"), err)
	}
	name := filepath.Join(dir, identityFile)
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := os.WriteFile(name, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadOrCreate(dir); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("damaged: %v", err)
	}
}

// TestPinned checks that a client talks to the server of its link only.
func TestPinned(t *testing.T) {
	own, err := LoadOrCreate(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	other, err := LoadOrCreate(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, server := range []*Identity{own, other} {
		l, err := tls.Listen("tcp", "127.0.0.1:0", server.ServerTLS())
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			if c, err := l.Accept(); err == nil {
				c.(*tls.Conn).Handshake()
				c.Close()
			}
		}()
		c, err := tls.Dial("tcp", l.Addr().String(), own.Link("h:1").TLS())
		if err == nil {
			c.Close()
		}
		<-done
		l.Close()
		var stranger *StrangerError
		if server == own && err != nil || server == other && !errors.As(err, &stranger) {
			t.Errorf("own %v: %v", server == own, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("arena://10.0.0.1:4222/#0123456789abcdef+" + strings.Repeat("0f", 32))
	f.Add("arena://[::1]:1/#+")
	f.Add("arena://[fe80::1%25eth0]:4222/#0123456789abcdef+" + strings.Repeat("0f", 32))
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(l.String()); err != nil || again != l {
			t.Fatalf("%q: %v, %v", l.String(), again, err)
		}
	})
}
