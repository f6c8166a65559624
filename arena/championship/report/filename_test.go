package report

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestFileName(t *testing.T) {
	for id, want := range map[string]string{
		"007": "007", "ann_b-2.x": "ann_b-2.x", "": "~", ".": "~2e", "..": "~2e~2e", "../../etc/passwd": "~2e.~2f..~2fetc~2fpasswd",
		"-rf": "~2drf", "a.": "a~2e", "a b": "a~20b", "a~b": "a~7eb", "Zoë": "Zo~c3~ab", "a\nb": "a~0ab", `c:\x`: "c~3a~5cx",
		"CON": "~43ON", "nul.txt": "~6eul.txt", "com1": "~63om1", "con1": "con1", "<script>": "~3cscript~3e", "a\x00": "a~00",
	} {
		if got := FileName(id); got != want {
			t.Errorf("%q: %s, want %s", id, got, want)
		}
	}
	long := strings.Repeat("é", 200)
	if a, b := FileName(long), FileName(long+"x"); len(a) != longestName || a == b {
		t.Errorf("%s, %s", a, b)
	}
}

var safe = regexp.MustCompile(`^[A-Za-z0-9_~][A-Za-z0-9_.~-]*$`)

// FuzzFileName: every name is safe, and two IDs never share one.
func FuzzFileName(f *testing.F) {
	f.Add("../x", "..")
	f.Add("~2e", ".")
	f.Add("con", "~63on")
	f.Add(strings.Repeat("é", 99), strings.Repeat("é", 98))
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := FileName(a), FileName(b)
		if !safe.MatchString(x) || len(x) > longestName || !filepath.IsLocal(x) || strings.HasSuffix(x, ".") {
			t.Errorf("%q: %s", a, x)
		}
		if (x == y) != (a == b) {
			t.Errorf("%q and %q: %s and %s", a, b, x, y)
		}
	})
}
