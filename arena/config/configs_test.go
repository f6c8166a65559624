package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestConfigs loads the matches, championships and classes that come with the
// arena, beside bots of the house that stand there as empty files.
func TestConfigs(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "configs"), os.DirFS("../../configs")); err != nil {
		t.Fatal(err)
	}
	bots := filepath.Join(dir, "bin/bots")
	if err := os.MkdirAll(bots, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if err := os.WriteFile(filepath.Join(bots, g.Info().Name), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "configs/*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	demo, championships := map[string]bool{}, map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "-championship.yaml") {
			c, err := LoadTournament(file, games)
			if err != nil {
				t.Error(err)
				continue
			}
			championships[c.Definition.Info.Name] = c.Seeded
			for _, w := range c.Warnings {
				t.Errorf("%s: %s", file, w)
			}
			continue
		}
		if filepath.Base(file) == "class.yaml" {
			if _, err := LoadClass(file, games, strings.ToLower, []string{"cp850"}); err != nil {
				t.Error(err)
			}
			continue
		}
		m, err := LoadMatch(file, games)
		if err != nil {
			t.Error(err)
			continue
		}
		demo[strings.TrimSuffix(filepath.Base(file), ".yaml")] = m.Seeded
		for _, w := range m.Warnings {
			t.Errorf("%s: %s", file, w)
		}
	}
	for _, g := range games {
		if !demo[g.Info().Name] {
			t.Errorf("there is no demo of %s with a seed: configs/%[1]s.yaml", g.Info().Name)
		}
		if !championships[g.Info().Name] {
			t.Errorf("there is no championship of %s with a seed: configs/%[1]s-championship.yaml", g.Info().Name)
		}
	}
}
