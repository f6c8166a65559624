package web

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"botarena/arena/championship/pairing"
)

func TestRoundName(t *testing.T) {
	for _, c := range []struct{ lang, name, want string }{
		{"en", "round 2", "round <bdi>2</bdi>"},
		{"pt", "round 2", "rodada <bdi>2</bdi>"},
		{"fa", "round 2", "دور <bdi>2</bdi>"},
		{"pt", "board 3", "tabuleiro <bdi>3</bdi>"},
		{"pt", "groups, round 1", "grupos, rodada <bdi>1</bdi>"},
		{"pt", "semi-finals", "semifinais"},
		{"fa", "final", "فینال"},
		{"pt", "round <b>", "<bdi>round &lt;b&gt;</bdi>"},
		{"pt", "", "<bdi></bdi>"},
	} {
		for _, l := range languages {
			if l.Code != c.lang {
				continue
			}
			if got := string(page{Lang: l}.Round(c.name)); got != c.want {
				t.Errorf("%s: %q is %q, want %q", c.lang, c.name, got, c.want)
			}
		}
	}
}

// TestEveryRoundHasAWord reads the names out of the pairings' sources and has
// one format make one, so that a new name cannot stay English unseen.
func TestEveryRoundHasAWord(t *testing.T) {
	round, ok := pairing.All{Entrants: 2, Boards: 1}.Next(nothingPlayed{})
	if !ok || !roundNumber.MatchString(round.Name) {
		t.Errorf("the first round is called %q, %v", round.Name, ok)
	}
	files, err := filepath.Glob("../championship/pairing/*.go")
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`Round\{Name: fmt\.Sprintf\("([^"]*) %d"|names := map\[int\]string\{(.*)\}|\bName = "([^"]*)"`)
	found := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range name.FindAllStringSubmatch(string(text), -1) {
			found[m[1]+m[3]] = true
			for _, quoted := range regexp.MustCompile(`"([^"]*)"`).FindAllStringSubmatch(m[2], -1) {
				found[quoted[1]] = true
			}
		}
	}
	delete(found, "")
	for n := range found {
		if roundKeys[n] == "" {
			t.Errorf("a round called %q has no text", n)
		}
	}
	if len(found) < 6 {
		t.Errorf("only %v were found", found)
	}
}

// nothingPlayed is the past of a championship that begins.
type nothingPlayed struct{ pairing.Past }

func (nothingPlayed) Rounds() []pairing.Round { return nil }
