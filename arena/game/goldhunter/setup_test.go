package goldhunter

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"botarena/arena/game"
)

func files(name string) ([]byte, error) {
	switch name {
	case "a.map", "b.map":
		return []byte(exampleMap), nil
	case "bad.map":
		return []byte(strings.Replace(exampleMap, "2 0 Up", "2 1 Up", 1)), nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

func setupOf(t *testing.T, text string) *Setup {
	t.Helper()
	s := Game{}.NewSetup().(*Setup)
	dec := yaml.NewDecoder(strings.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSetupErrors(t *testing.T) {
	for _, c := range []struct{ yaml, want string }{
		{"maps: [bad.map]", "bad.map:14: unit at 2 1 is on rock"},
		{"maps: [a.map, none.map]", "maps: open none.map: file does not exist"},
		{"maps: [a.map]\nboards: ['1', '2']", "boards: 2 maps' texts for 1 names in maps"},
		{"boards: ['1 1']", "boards[0]:1: the file ends where the number of columns was expected"},
		{"maps: [a.map]\ngenerate: {rows: 30}", "generate: maps are listed too; keep one of the two"},
		{"generate: {rows: 101}", "generate.rows: 101: want a number from 5 to 100"},
		{"generate: {cols: 4}", "generate.cols: 4: want a number from 5 to 100"},
		{"generate: {rock: 51}", "generate.rock: 51: want a number from 0 to 50"},
		{"generate: {maps: 0}", "generate.maps: 0: want a number from 1 to 100"},
		{"generate: {hunters: 0, miners: 0, spies: 0}", "generate: hunters, miners and spies: 0: want 1 to 42 of them together"},
		{"generate: {symmetry: round}", `generate.symmetry: "round": want half-turn, left-right, top-bottom or any`},
		{"generate: {symmetry: half-turn}", "generate.gold: an odd number needs a middle row for top-bottom"},
		{"stages: 0", "stages: 0: want a number from 1 to 100000"},
		{"bullets: -1", "bullets: -1: want a number from 0 to 1000000"},
		{"retire_after: -1", "retire_after: -1: want a number from 0 to 100000"},
	} {
		err := setupOf(t, c.yaml).Resolve(files)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.yaml, err, c.want)
		}
	}
	if err := setupOf(t, "maps: [none.map]").Resolve(files); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the reason is lost: %v", err)
	}
}

func TestSetupOverridesAndRounds(t *testing.T) {
	s := setupOf(t, "maps: [a.map, b.map]\nstages: 500\nbullets: 0\nhidden: 7\nretire_after: 0")
	if err := s.Resolve(files); err != nil {
		t.Fatal(err)
	}
	if s.Rounds() != 2 || s.MaxTurns() != 500 {
		t.Errorf("%d rounds of %d", s.Rounds(), s.MaxTurns())
	}
	m, err := s.Map(1, nil)
	if err != nil || m.Stages != 500 || m.Bullets != 0 || m.Hidden != 7 {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := s.Start(2, nil); err == nil {
		t.Error("a third round starts")
	}
	if got := s.Warnings(); len(got) != 2 || !strings.HasPrefix(got[0], "a.map: not symmetric") || !strings.HasPrefix(got[1], "b.map: ") {
		t.Errorf("%q", got)
	}
	if got := setupOf(t, "stages: 50").Warnings(); len(got) != 1 || !strings.Contains(got[0], "50 stages") {
		t.Errorf("%q", got)
	}
}

func TestSetupGenerates(t *testing.T) {
	s := setupOf(t, "generate: {rows: 9, maps: 2, stages: 250}\nhidden: 1")
	if err := s.Resolve(files); err != nil {
		t.Fatal(err)
	}
	a, err := s.Map(0, game.NewRand(1, "round 0"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.Map(0, game.NewRand(2, "round 0"))
	if err != nil {
		t.Fatal(err)
	}
	if a.Rows != 9 || a.Cols != 20 || a.Stages != 250 || a.Hidden != 1 || s.Rounds() != 2 || s.MaxTurns() != 250 || reflect.DeepEqual(a, b) {
		t.Errorf("%+v\n%+v", a, b)
	}
}

// Our own maps are without a fault or warning, and written as Format writes
// them but for comments.
func TestMapsOfTheConfigs(t *testing.T) {
	paths, err := filepath.Glob("../../../configs/maps/*.map")
	if err != nil || len(paths) < 3 {
		t.Fatalf("%d maps: %v", len(paths), err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := ReadMap(path, text)
		if err != nil {
			t.Fatal(err)
		}
		if w := m.Warnings(); w != nil {
			t.Errorf("%s: %q", path, w)
		}
	}
}
