package outfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestWrite replaces a file whole, makes its folder, and leaves it as it was,
// and nothing beside it, where the writing fails.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	file := filepath.Join(dir, "f")
	say := func(text string, err error) func(io.Writer) error {
		return func(w io.Writer) error {
			_, wrong := io.WriteString(w, text)
			return errors.Join(wrong, err)
		}
	}
	broken := errors.New("broken")
	for _, c := range []struct {
		text string
		err  error
		want string
	}{{"first", nil, "first"}, {"half", broken, "first"}, {"2", nil, "2"}} {
		if err := Write(file, say(c.text, c.err)); !errors.Is(err, c.err) {
			t.Errorf("%q: error %v, want %v", c.text, err, c.err)
		}
		got, err := os.ReadFile(file)
		entries, _ := os.ReadDir(dir)
		info, statErr := os.Stat(file)
		if err != nil || statErr != nil || string(got) != c.want || len(entries) != 1 || info.Mode() != 0o644 {
			t.Errorf("after %q: %q, %v, %d files", c.text, got, err, len(entries))
		}
	}
	secret := filepath.Join(dir, "hidden", "s")
	if err := WriteSecret(secret, []byte("key")); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{secret: 0o600, filepath.Dir(secret): 0o700 | os.ModeDir} {
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	if err := Write(dir, say("x", nil)); err == nil {
		t.Error("a folder was written to")
	}
	if err := Write(os.DevNull, say("x", nil)); err != nil {
		t.Errorf("a device: %v", err)
	}
}
