package main

import (
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers says which packages of ours a package may import directly. A line
// begins with a package, with PATH/* for all directly below a path, or with
// PATH/... for a whole tree, whose packages may import each other. The most
// particular line counts.
var layers = map[string][]string{
	"sandbox/...":             {},
	"protocol/...":            {},
	"arena/game":              {"protocol"},
	"arena/game/*":            {"arena/game", "protocol"},
	"arena/game/gametest":     {"arena/game", "protocol"},
	"arena/game/all":          {"arena/game", "arena/game/*"},
	"arena/record":            {"arena/game"},
	"arena/player":            {"arena/game", "arena/record", "protocol", "sandbox"},
	"arena/match":             {"arena/game", "arena/player", "arena/record", "protocol", "sandbox"},
	"arena/championship/...":  {"arena/championship/...", "arena/game", "arena/match", "arena/record"},
	"arena/config":            {"arena/championship/...", "arena/game", "arena/match", "arena/record"},
	"arena/config/schematest": {},
	"arena/check":             {"arena/game", "arena/match", "arena/player", "arena/record", "protocol", "sandbox"},
	"arena/web/...":           {"arena/web/...", "arena/championship/...", "arena/config", "arena/game/...", "arena/match", "arena/player", "arena/record", "protocol"},
	"arena/web/handin":        {},
	"arena/web/board":         {"arena/game", "arena/game/*", "arena/match", "arena/record", "protocol"},
	"arena/submission/page":   {"arena/submission/...", "arena/web/handin"},
	"arena/submission/...":    {"arena/submission/...", "arena/check", "arena/config", "arena/game", "arena/match", "arena/record", "sandbox"},
	"arena/command":           {"arena/...", "bots/kits", "protocol", "sandbox"},
	"arena/fleet/...":         {"arena/championship/outfile", "arena/game", "arena/match", "arena/record", "sandbox"},
	"arena/soak":              {},
	"arena/bench":             {"arena/player", "protocol", "sandbox", "sandbox/tinyelf"},
	"arena":                   {"arena/command", "arena/bench", "sandbox"},
	"bots/...":                {"protocol", "arena/game", "arena/game/*"},
}

// TestLayers holds every import of ours against the layers.
func TestLayers(t *testing.T) {
	for _, v := range violations(imports(t)) {
		t.Error(v)
	}
}

// TestViolations shows that the layers stop what they are there to stop.
func TestViolations(t *testing.T) {
	for _, c := range []struct {
		name, imports string
		allowed       bool
	}{
		{"sandbox/cgroup", "sandbox/seccomp", true},
		{"sandbox", "protocol", false},
		{"protocol", "arena/game", false},
		{"arena/game/catchcat", "protocol", true},
		{"arena/game/catchcat", "arena/game/goldhunter", false},
		{"arena/game/all", "arena/game/goldhunter", true},
		{"arena/game/catchcat", "sandbox", false},
		{"arena/record", "arena/match", false},
		{"arena/match", "arena/config", false},
		{"arena/config", "arena/command", false},
		{"arena/match", "arena/command", false},
		{"arena/command", "arena/match", true},
		{"bots/house/catchcat", "arena/match", false},
		{"arena/submission/page", "arena/web/handin", true},
		{"arena/submission/page", "arena/web", false},
		{"arena/web", "arena/submission", false},
		{"arena/unheard", "protocol", false},
	} {
		found := violations(map[string][]string{c.name: {c.imports}})
		if allowed := len(found) == 0; allowed != c.allowed {
			t.Errorf("%s imports %s: %q", c.name, c.imports, found)
		}
	}
}

func violations(imports map[string][]string) []string {
	var found []string
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		rule, allowed := ruleFor(name)
		if rule == "" {
			found = append(found, name+" has no place among the layers: give it one in this test")
			continue
		}
		for _, i := range imports[name] {
			own := strings.HasSuffix(rule, "/...") && covers(rule, i)
			if !own && !slices.ContainsFunc(allowed, func(a string) bool { return covers(a, i) }) {
				found = append(found, fmt.Sprintf("%s imports %s: its layer may import only %q", name, i, allowed))
			}
		}
	}
	return found
}

// imports lists the packages of this module with those that each imports
// directly, without the module's name.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	const module = "botarena/"
	out, err := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	found := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		name, ours := strings.CutPrefix(words[0], module)
		if !ours {
			continue
		}
		found[name] = nil
		for _, w := range words[1:] {
			if i, ours := strings.CutPrefix(w, module); ours {
				found[name] = append(found[name], i)
			}
		}
	}
	if len(found) < 8 {
		t.Fatalf("only %d packages were found", len(found))
	}
	return found
}

// ruleFor returns the most particular rule for a package.
func ruleFor(name string) (rule string, allowed []string) {
	for r, a := range layers {
		if covers(r, name) && (rule == "" || particular(r) > particular(rule)) {
			rule, allowed = r, a
		}
	}
	return rule, allowed
}

// particular orders rules: a package before one level of them before a tree.
func particular(rule string) int {
	const kind = 1000 // longer than any path
	switch {
	case strings.HasSuffix(rule, "/..."):
		return len(rule)
	case strings.HasSuffix(rule, "/*"):
		return kind + len(rule)
	}
	return 2*kind + len(rule)
}

// covers reports whether a rule names a package.
func covers(rule, name string) bool {
	if tree, ok := strings.CutSuffix(rule, "/..."); ok {
		return name == tree || strings.HasPrefix(name, tree+"/")
	}
	if level, ok := strings.CutSuffix(rule, "/*"); ok {
		rest, below := strings.CutPrefix(name, level+"/")
		return below && !strings.Contains(rest, "/")
	}
	return rule == name
}
