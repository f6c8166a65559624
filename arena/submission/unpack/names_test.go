package unpack

import (
	"archive/zip"
	"errors"
	"io/fs"
	"os"
	"testing"
)

// FuzzNames packs fuzzed names honestly: whatever a name is, the file lies
// inside, or the archive is refused.
func FuzzNames(f *testing.F) {
	for _, name := range []string{"bot.py", "../x", "/x", `..\x`, "C:x", "a/./b", "a//b", "b\x94t", "\u202e", ".", "x/..", "é", "e\u0301"} {
		f.Add(name, "bot.c")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a) > 1<<15 || len(b) > 1<<15 || len(a) > 0 && a[len(a)-1] == '/' || len(b) > 0 && b[len(b)-1] == '/' {
			t.Skip("a folder, or longer than a header can say")
		}
		c, dir, err := unpacked(t, pack(t, packed{name: a, text: "1", raw: func(*zip.FileHeader) {}}, packed{name: b, text: "2", raw: func(*zip.FileHeader) {}}), Limits{})
		var r *Refusal
		if errors.As(err, &r) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range c.Files {
			if !fs.ValidPath(file.Name) {
				t.Errorf("%q", file.Name)
			}
			if _, err := fs.Stat(os.DirFS(dir), file.Name); err != nil {
				t.Error(err)
			}
		}
	})
}
