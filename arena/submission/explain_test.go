package submission

import (
	"strings"
	"testing"
)

// What a runtime says of the end is quoted, and not its stack or its version.
func TestComplaint(t *testing.T) {
	for log, want := range map[string]string{
		"":              "",
		"a\nb\n":        "b",
		"Error rate 5%": "Error rate 5%",
		"Traceback (most recent call last):\n  File \"/bot/main.py\", line 1, in <module>\nModuleNotFoundError: No module named 'x'\n":               "ModuleNotFoundError: No module named 'x'",
		"/bot/bot.js:2\n  f()\n  ^\n\nReferenceError: f is not defined\n    at Object.<anonymous> (/bot/bot.js:2:3)\n\nNode.js v20.19.2\n":           "ReferenceError: f is not defined",
		"node:fs:1\nError [ERR_X]: no\n    at f\n\nNode.js v20.19.2\n":                                                                               "Error [ERR_X]: no",
		"Exception in thread \"main\" java.lang.RuntimeException: a\n\tat Main.main(Main.java:3)\nCaused by: java.io.IOException: b\n\t... 1 more\n": "Caused by: java.io.IOException: b",
		"panic: runtime error: index out of range [1] with length 0\n\ngoroutine 1 [running]:\nmain.main()\n":                                        "panic: runtime error: index out of range [1] with length 0",
		"thread 'main' panicked at main.rs:2:5:\nno board\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n":          "thread 'main' panicked at main.rs:2:5: no board",
		"\nthread 'main' (7) panicked at main.rs:2:5:\nno board\n":                                                                                   "thread 'main' (7) panicked at main.rs:2:5: no board",
	} {
		if got := strings.TrimPrefix(complaint(log), "; its log ends: "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
