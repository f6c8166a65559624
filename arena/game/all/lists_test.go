package all

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// notAll are files that may list some of the games: each kit's parts are written one by
// one, and a table of packages groups them as it likes.
var notAll = []string{"bots/kits/", ".ci/kits", ".ci/README.md"}

// TestListsOfGames: a line anywhere in the repository that names three games names all.
func TestListsOfGames(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	lists := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && (slices.Contains([]string{"bin", "out", "results", ".git"}, name) || d.Name() == "testdata"):
			return filepath.SkipDir
		case !d.Type().IsRegular() || strings.HasSuffix(name, "_test.go"):
			return nil
		case slices.ContainsFunc(notAll, func(some string) bool { return strings.HasPrefix(name, some) }):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(text), "\n") {
			named, missing := 0, []string(nil)
			words := strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			for _, g := range games {
				if slices.Contains(words, g.Info().Name) {
					named++
				} else {
					missing = append(missing, g.Info().Name)
				}
			}
			if named < 3 {
				continue
			}
			if lists++; len(missing) > 0 {
				t.Errorf("%s:%d lists the games without %s: %s", name, i+1, strings.Join(missing, ", "), strings.TrimSpace(line))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if lists < 10 {
		t.Errorf("%d lists were found: this test looks in the wrong place", lists)
	}
}
