package config

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"botarena/arena/config/schematest"
)

// asJSON returns what an editor takes a YAML text for.
func asJSON(t *testing.T, text []byte) any {
	t.Helper()
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	var convert func(n *yaml.Node) any
	convert = func(n *yaml.Node) any {
		switch n.Kind {
		case yaml.DocumentNode:
			return convert(n.Content[0])
		case yaml.SequenceNode:
			list := []any{}
			for _, item := range n.Content {
				list = append(list, convert(item))
			}
			return list
		case yaml.MappingNode:
			object := map[string]any{}
			for i := 0; i < len(n.Content); i += 2 {
				object[n.Content[i].Value] = convert(n.Content[i+1])
			}
			return object
		}
		var value any
		if n.Tag == "!!str" || n.Tag == "!!timestamp" { // editors have no times
			return n.Value
		}
		if err := json.Unmarshal([]byte(n.Value), &value); err != nil {
			t.Fatalf("%q: %v", n.Value, err)
		}
		return value
	}
	return convert(&root)
}

var schemaLine = regexp.MustCompile(`^# yaml-language-server: \$schema=(\S+)\n`)

// TestConfigsSchemas: every YAML file that comes with the arena names its
// schema in its first line, by a path that leads there, and follows it. Kits
// are copied elsewhere, so that their files name none.
func TestConfigsSchemas(t *testing.T) {
	found := map[string]int{}
	for _, root := range []string{"../../configs", "../../bots/kits"} {
		err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(file) != ".yaml" {
				return err
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			kind := "bot"
			if filepath.Base(file) != BotFileName {
				line := schemaLine.FindSubmatch(text)
				if line == nil {
					t.Errorf("%s: the first line names no schema", file)
					return nil
				}
				path := filepath.Join(filepath.Dir(file), string(line[1]))
				kind = strings.TrimSuffix(filepath.Base(path), ".json")
				if there, err := os.ReadFile(path); err != nil || string(there) != string(Schema(kind)) {
					t.Errorf("%s: %s is not the schema %s: %v", file, path, kind, err)
					return nil
				}
			}
			found[kind]++
			if err := schematest.Check(Schema(kind), asJSON(t, text)); err != nil {
				t.Errorf("%s: %v", file, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for kind, least := range map[string]int{"match": 7, "tournament": 4, "class": 1, "bot": 21} {
		if found[kind] < least {
			t.Errorf("%d files of the kind %s were found, want at least %d", found[kind], kind, least)
		}
	}
}

// TestSchemaAndReader: what the strict reader takes apart without an error the
// schema takes too, and what the schema refuses the reader refuses.
func TestSchemaAndReader(t *testing.T) {
	for _, c := range []struct {
		kind, text string
		good       bool
	}{
		{"match", "game: catchcat\nseats: [a, b]\n", true},
		{"match", "game: catchcat\nseats: {cat: {bot: a, args: [--nodes, 2000, true], env: {A: 1}}, catcher: 7}\n", true},
		{"match", "game: catchcat\nseats: [a, {serial: /dev/ttyUSB0, baud: 9600, parity: even, settle: 300ms}]\n", true},
		{"match", "game: catchcat\nseats: [a, b]\nlimits: {move: 1m30s, memory: 1.5GiB, cpu: 0.5, total: 2h}\n", true},
		{"match", "game: catchcat\nseats: [a, b]\nlimits: {cpu: 1GHz}\nseed: 18446744073709551615\n", true},
		{"match", "game: catchcat\nseats: [a, b]\nsetup: {size: 11, position: {cat: [5, 5], blocked: []}}\n", true},
		{"match", "game: papersoccer\nseats: [a, b]\nsetup: {board: {width: 8, height: 10}, starter: red}\n", true},
		{"match", "game: goldhunter\nseats: [a, b]\nsetup: {generate: {symmetry: half-turn, rows: 20}}\n", true},
		{"match", "game: catchcat\nseats: [a, b]\nlimits: {move: 1}\n", false},
		{"match", "game: catchcat\nseats: [a, b]\nlimits: {move: 1 s}\n", false},
		{"match", "game: catchcat\nseats: [a, b]\nlimits: {memory: 512}\n", false},
		{"match", "game: catchcat\nseats: [a, b]\nlimits: {memory: 512Mb}\n", false},
		{"match", "game: catchcat\nseats: [a, b]\nlimits: {cpu: 0}\n", false},
		{"match", "game: catchcat\nseats: [a, b]\nlimits: {cpu: 1ghz}\n", false},
		{"match", "game: catchcat\nseats: [a, b]\nlimit: {cpu: 1}\n", false},
		{"match", "game: catchcat\nseats: [a, {bto: b}]\n", false},
		{"match", "game: catchcat\nseats: [a, {bot: b, args: c}]\n", false},
		{"match", "game: catchcat\nseats: [a, b]\nseed: one\n", false},
		{"match", "game: catchcat\nseats: [a, b]\nsetup: {board: {width: 8}}\n", false},
		{"match", "game: goldhunter\nseats: [a, b]\nsetup: {generate: {row: 20}}\n", false},
		{"tournament", "game: papersoccer\nentrants: all\nformat: swiss\npoints: own\n", true},
		{"tournament", "game: papersoccer\nentrants: [a, {id: x, programs: {red: b, blue: {bot: c}}}]\nformat: {kind: groups, swap: false}\npoints: {win: 3, draw: 0.5}\ngrade: {gate: 90%}\n", true},
		{"tournament", "game: papersoccer\nentrants: all\nsetup: [{halfway: true}, {halfway: false}]\n", true},
		{"tournament", "game: papersoccer\nentrants: all\nsetup: boards.yaml\n", true},
		{"tournament", "game: papersoccer\nentrants: none\n", false},
		{"tournament", "game: papersoccer\nentrants: all\npoints: mine\n", false},
		{"tournament", "game: papersoccer\nentrants: all\npoints: {won: 3}\n", false},
		{"tournament", "game: papersoccer\nentrants: all\nformat: {kind: swiss, round: 3}\n", false},
		{"tournament", "game: papersoccer\nentrants: all\nseats: [a, b]\n", false},
		{"tournament", "game: papersoccer\nentrants: all\ngrade: {gate: most}\n", false},
		{"setups", "game: catchcat\nsetups: [{size: 11}]\n", true},
		{"setups", "game: catchcat\nsetup: [{size: 11}]\n", false},
		{"bot", "name: x\ngame: catchcat\nroles: [cat]\nentry: {cat: bot}\n", true},
		{"bot", "command: [python3, main.py]\nruntime: python\n", true},
		{"bot", "entry: [a]\n", false},
		{"bot", "entyr: a\n", false},
		{"class", "game: catchcat\ndeadline: 2026-05-31T23:59:00\nlate: 72h\nprebuilt: yes\nlimits: {size: 16MiB, files: 10}\n", true},
		{"class", "game: catchcat\nlate: 3d\n", false},
		{"class", "game: catchcat\nimport: {folders: x}\n", false},
		{"grade", "gate: 9/10\nparts: [points, {measure: beat, weight: 2, bots: [a]}]\nlate: {deadline: 2026-05-31T23:59:00+02:00, per_day: 0.5}\n", true},
		{"grade", "gate: 0,9\n", false},
		{"grade", "late: {deadline: 2026-05-31T23:59:00}\n", false},
		{"grade", "steps: [{form: 1}]\n", false},
	} {
		refused := schematest.Check(Schema(c.kind), asJSON(t, []byte(c.text)))
		if (refused == nil) != c.good {
			t.Errorf("%s:\n%s\nthe schema says: %v", c.kind, c.text, refused)
		}
		if err := readAs(c.kind, []byte(c.text)); (err == nil) != c.good {
			t.Errorf("%s:\n%s\nthe reader says: %v", c.kind, c.text, err)
		}
	}
}

// readAs takes a text apart as the file of a kind, its set-up too.
func readAs(kind string, text []byte) error {
	file := reflect.New(reflect.TypeOf(kinds[kind].file))
	d, err := decode("f.yaml", text, file.Interface())
	if err != nil {
		return err
	}
	game, setups := "", []*yaml.Node(nil)
	switch f := file.Interface().(type) {
	case *MatchFile:
		game, setups = f.Game, []*yaml.Node{f.Setup.node}
	case *TournamentFile:
		game, setups = f.Game, f.Setup.nodes
	case *SetupsFile:
		game, setups = f.Game, f.Setups.nodes
	}
	for _, g := range games {
		for _, n := range setups {
			if g.Info().Name == game && n != nil {
				err = errors.Join(err, d.value("setup", n, valueOf(g.NewSetup())))
			}
		}
	}
	return err
}

// TestChoices: the reader takes no value that the schema does not list, and
// none that it lists is unknown to it.
func TestChoices(t *testing.T) {
	dir := folder(t, map[string]string{"a": "", "b": ""})
	for key, values := range map[string][]string{
		"clock": choices["TermsFile.Clock"], "ponder": choices["TermsFile.Ponder"], "jail": choices["TermsFile.Jail"], "on_violation": choices["TermsFile.OnViolation"],
		"broken": choices["TournamentFile.Broken"], "removed": choices["TournamentFile.Removed"],
	} {
		for _, value := range append([]string{"xyz"}, values...) {
			file := filepath.Join(dir, "cup.yaml")
			if err := os.WriteFile(file, []byte("game: papersoccer\nentrants: [./a, ./b]\n"+key+": "+value+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := LoadTournament(file, games); (err == nil) != (value != "xyz") {
				t.Errorf("%s: %s: %v", key, value, err)
			}
		}
	}
}
