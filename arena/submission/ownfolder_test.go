package submission

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestOwnFolder: a folder of bots is ours by its mark, or where nothing lies in
// it but bots called like the class's teams, as an arena without marks laid it.
func TestOwnFolder(t *testing.T) {
	r := rules(t)
	r.Teams = []string{"ann", "bob"}
	o := newOffice(t, r)
	for name, c := range map[string]struct {
		files map[string]string
		own   bool
	}{
		"nothing":           {nil, true},
		"the mark":          {map[string]string{ownMark: "", "x": ""}, true},
		"bots of teams":     {map[string]string{"ann/bot.yaml": "name: ann\n", "ann/bot.py": "", "bob/bot.yaml": "entry: bot\nname: bob\n"}, true},
		"a file besides":    {map[string]string{"ann/bot.yaml": "name: ann\n", "notes.txt": ""}, false},
		"a folder besides":  {map[string]string{"ann/bot.yaml": "name: ann\n", "bob/notes.txt": ""}, false},
		"nobody's bot":      {map[string]string{"ann/bot.yaml": "name: ann\n", "random/bot.yaml": "name: random\n"}, false},
		"by another's hand": {map[string]string{"ann/bot.yaml": "name: Gold Eater\n"}, false},
		"no bot":            {map[string]string{"ann/bot.yaml": "\x00"}, false},
	} {
		dir := t.TempDir()
		for file, text := range c.files {
			path := filepath.Join(dir, file)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		err := o.CheckBotsFolder(dir)
		var foreign *ForeignFolderError
		if c.own && err != nil || !c.own && !errors.As(err, &foreign) {
			t.Errorf("%s: %v, want it to be ours: %v", name, err, c.own)
		}
	}
	if err := o.CheckBotsFolder(filepath.Join(t.TempDir(), "new")); err != nil {
		t.Error(err)
	}
}
