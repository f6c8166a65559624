package match

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestCleanName(t *testing.T) {
	for name, want := range map[string]string{
		"Jangjooyane gharn 17":   "Jangjooyane gharn 17",
		" \ta\u202eb\x00 c ":     "a b c",
		"\n":                     "",
		"تیم ما":                 "تیم ما",
		strings.Repeat("x", 100): strings.Repeat("x", 64),
		"\xff\xfe":               "\ufffd\ufffd",
	} {
		if got := cleanName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// FuzzCleanName: whatever a client calls itself, a report can print it.
func FuzzCleanName(f *testing.F) {
	f.Add("TiZii")
	f.Add(" \u202e\x00")
	f.Fuzz(func(t *testing.T, name string) {
		got := cleanName(name)
		odd := func(r rune) bool { return !unicode.IsPrint(r) }
		if !utf8.ValidString(got) || strings.ContainsFunc(got, odd) || got != strings.TrimSpace(got) || utf8.RuneCountInString(got) > mostClientName {
			t.Errorf("%q became %q", name, got)
		}
		if again := cleanName(got); again != got {
			t.Errorf("%q became %q, and that %q", name, got, again)
		}
	})
}
