package web

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"botarena/arena/championship/table"
	"botarena/arena/game/all"
)

// TestEveryRankHasAWord: whatever can rank entrants, in every game, is said in
// every language.
func TestEveryRankHasAWord(t *testing.T) {
	source, err := os.ReadFile("../championship/standings.go")
	if err != nil {
		t.Fatal(err)
	}
	place := regexp.MustCompile(`\[\]string\{"([^"]*)"\}, t\.Chain`).FindSubmatch(source)
	if place == nil {
		t.Fatal("what a knock-out ranks by was not found")
	}
	sentences := map[string]bool{string(place[1]): true}
	for _, g := range all.Games() {
		breaks := []string{table.Direct, table.Wins, table.Buchholz}
		for _, c := range g.Info().Counters {
			breaks = append(breaks, c.Name)
		}
		made, err := table.Make(nil, func(func(table.Result) bool) {}, table.Options{Counters: g.Info().Counters, TieBreaks: breaks})
		if err != nil {
			t.Fatal(err)
		}
		for _, sentence := range made.Chain {
			sentences[sentence] = true
		}
	}
	if len(sentences) < 8 {
		t.Errorf("only %v were found", sentences)
	}
	for sentence := range sentences {
		for _, l := range languages {
			said := string(page{Lang: l}.Ranks(sentence))
			if said == "<bdi>"+sentence+"</bdi>" || l.Code != "en" && (strings.Contains(said, "first") || said == string(page{Lang: languages[0]}.Ranks(sentence))) {
				t.Errorf("%s: %q is said as %q", l.Name, sentence, said)
			}
		}
	}
}
