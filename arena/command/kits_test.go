package command

import (
	"os"
	"path/filepath"
	"testing"

	"botarena/arena/config"
	"botarena/arena/game/all"
	"botarena/bots/kits"
)

// TestKits: every kit's bot.yaml is one that the arena reads, and names the
// kit's own game. What its build makes is laid there as an empty file.
func TestKits(t *testing.T) {
	for _, k := range kits.List() {
		dir := filepath.Join(t.TempDir(), "kit")
		if err := kits.Copy(dir, k.Game, k.Language, "no"); err != nil {
			t.Fatal(err)
		}
		for _, built := range []string{"bot", "bot.jar"} {
			if err := os.WriteFile(filepath.Join(dir, built), nil, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		b, err := config.LoadBot(dir, all.Games())
		if err != nil {
			t.Errorf("%+v: %v", k, err)
			continue
		}
		if b.Name != "no" || b.Game != k.Game || len(b.Roles) != 2 || b.Process(b.Roles[1]).Folder != dir {
			t.Errorf("%+v: %+v", k, b)
		}
	}
}
