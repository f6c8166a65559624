package config

import (
	"errors"
	"strings"
	"testing"
)

// TestOtherCommandsFile: a file of another command is told from a slip.
func TestOtherCommandsFile(t *testing.T) {
	for _, c := range []struct {
		kind, text, problem, cure string
	}{
		{"match", "roster: x\n", `unknown key "roster": it is one of a file for arena class`, "arena class f.yaml takes it, if it is one"},
		{"match", "entrants: all\n", "it is one of a file for arena tournament", "arena tournament f.yaml takes it"},
		{"tournament", "seats: [a, b]\n", "it is one of a file for arena match", "arena match f.yaml takes it"},
		{"class", "seed: 1\n", "it is one of a file for arena match or arena tournament", "arena match f.yaml or arena tournament f.yaml takes it"},
		{"match", "seets: [a, b]\n", `unknown key "seets"`, "did you mean seats?"},
		{"bot", "seats: [a, b]\n", `unknown key "seats"`, "the keys here are name"},
		{"grade", "roster: x\n", `unknown key "roster"`, "the keys here are gate"},
	} {
		var e *Error
		if err := readAs(c.kind, []byte(c.text)); !errors.As(err, &e) || !strings.Contains(e.Problem, c.problem) || !strings.Contains(e.Cure, c.cure) {
			t.Errorf("%s, %q: %v, want %q and %q", c.kind, c.text, err, c.problem, c.cure)
			if e != nil {
				t.Logf("cure %q", e.Cure)
			}
		}
	}
}
