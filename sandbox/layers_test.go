package sandbox

import (
	"fmt"
	"os"
	"regexp"
	"testing"
)

// The manual has a line for each layer, and tells the same promise; the pages of the
// project that tell how many there are tell it right.
func TestLayersInWords(t *testing.T) {
	page := func(path string) string {
		t.Helper()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	manual := page("doc.go")
	for _, l := range knownLayers {
		line := regexp.MustCompile(`(?m)^//\t` + l.Name + ` +(\w+)`).FindStringSubmatch(manual)
		if line == nil || line[1] != l.Promise {
			t.Errorf("doc.go has no line for %s, which holds %s: %q", l.Name, l.Promise, line)
		}
	}
	all := regexp.MustCompile(fmt.Sprintf(`\b%d( of [0-9]+)? layers`, len(knownLayers)))
	for _, path := range []string{"README.md", "../README.md", "../arena/fleet/README.md"} {
		if !all.MatchString(page(path)) {
			t.Errorf("%s does not say that there are %d layers", path, len(knownLayers))
		}
	}
}
