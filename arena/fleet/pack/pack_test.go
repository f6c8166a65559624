package pack

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func write(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// TestRoundTrip packs a folder and a file, puts them down elsewhere, and wants
// the same pack of what is there.
func TestRoundTrip(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "bot")
	write(t, filepath.Join(folder, "run.py"), "print(1)\n", 0o755)
	write(t, filepath.Join(folder, "data", "deep", "table.bin"), "\x00\x01", 0o600)
	if err := os.Symlink("run.py", filepath.Join(folder, "alias.py")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{folder, filepath.Join(folder, "run.py")} {
		hash, err := Hash(name)
		if err != nil {
			t.Fatal(err)
		}
		old := time.Unix(1, 0)
		if err := os.Chtimes(filepath.Join(folder, "run.py"), old, old); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Write(&b, name); err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(t.TempDir(), "cache", hash)
		if err := Extract(bytes.NewReader(b.Bytes()), hash, to); err != nil {
			t.Fatal(err)
		}
		again := to
		if name != folder {
			again = filepath.Join(to, "run.py")
		}
		if got, err := Hash(again); err != nil || got != hash {
			t.Errorf("%s: %s, want %s, %v", name, got, hash, err)
		}
		// It is there already.
		if err := Extract(bytes.NewReader(b.Bytes()), hash, to); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(filepath.Join(to, "run.py")); err != nil || info.Mode().Perm() != 0o555 {
			t.Errorf("%v, %v", info, err)
		}
	}
}

// TestRefused checks what does not go into a pack, and that a damaged or an
// evil one leaves nothing.
func TestRefused(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret")
	write(t, outside, "secret", 0o600)
	for what, make := range map[string]func(dir string) error{
		"link outside": func(dir string) error { return os.Symlink(outside, filepath.Join(dir, "x")) },
		"fifo":         func(dir string) error { return unix.Mkfifo(filepath.Join(dir, "x"), 0o600) },
		"big":          func(dir string) error { return os.Truncate(filepath.Join(dir, "main"), maxBytes+1) },
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "main"), "x", 0o700)
		if err := make(dir); err != nil {
			t.Fatal(err)
		}
		if _, err := Hash(dir); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, h := range map[string]*tar.Header{
		"parent":   {Typeflag: tar.TypeReg, Name: "../x", Mode: 0o777, Size: 1},
		"absolute": {Typeflag: tar.TypeReg, Name: "/tmp/x", Mode: 0o777, Size: 1},
		"link":     {Typeflag: tar.TypeSymlink, Name: "x", Linkname: "/etc"},
		"damaged":  {Typeflag: tar.TypeReg, Name: "x", Mode: 0o777, Size: 1},
	} {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		w.Write([]byte("y")[:h.Size])
		w.Close()
		sum := sha256.Sum256(b.Bytes())
		hash := hex.EncodeToString(sum[:])
		if what == "damaged" {
			hash = strings.Repeat("0", 64)
		}
		top := t.TempDir()
		if err := Extract(&b, hash, filepath.Join(top, "new")); err == nil {
			t.Errorf("%s was accepted", what)
		}
		if left, err := os.ReadDir(top); err != nil || len(left) > 0 {
			t.Errorf("%s left %v, %v", what, left, err)
		}
	}
}
