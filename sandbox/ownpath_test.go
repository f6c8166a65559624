package sandbox

import (
	"strings"
	"testing"
)

// TestOwnPaths: what a program says of its own files is told as they are called in
// its folder, and nothing else is changed.
func TestOwnPaths(t *testing.T) {
	dir := botsFolder + "/" + strings.Repeat("4a", 32)
	for in, want := range map[string]string{
		`File "` + dir + `/main.py", line 5; ` + dir + "/lib/x.py:3": `File "main.py", line 5; lib/x.py:3`,
		"cannot list " + dir + ": denied":                            "cannot list .: denied",
		"/bots/tom/main.py, /bots, bots/":                            "/bots/tom/main.py, /bots, bots/",
		"":                                                           "",
	} {
		if got := OwnPaths(in); got != want {
			t.Errorf("%q is told as %q, want %q", in, got, want)
		}
	}
}
