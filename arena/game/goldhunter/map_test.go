package goldhunter

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"botarena/protocol"
)

const exampleMap = `300 // stages
3 5
1 1 1 0 1
1 1 1 1 1//cells
1 0 1 1 1
2
0 2 1
2 2 1
20
60
1 1 1
0 0 Right // team 0
1 0 Right
2 0 Up
0 4 Left
1 4 Left
2 4 Up
`

func TestReadMap(t *testing.T) {
	m, err := ReadMap("a.map", []byte(exampleMap))
	if err != nil {
		t.Fatal(err)
	}
	rock := make([]bool, 15)
	rock[3], rock[11] = true, true
	want := &Map{
		Stages: 300, Rows: 3, Cols: 5, Rock: rock, Gold: []Deposit{{0, 2, 1}, {2, 2, 1}},
		Bullets: 20, Hidden: 60, Counts: [kinds]int{1, 1, 1},
		Units: [2][]Placement{
			{{0, 0, protocol.Right}, {1, 0, protocol.Right}, {2, 0, protocol.Up}},
			{{0, 4, protocol.Left}, {1, 4, protocol.Left}, {2, 4, protocol.Up}},
		},
	}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("%+v\nwant\n%+v", m, want)
	}
	for _, form := range []string{
		strings.ReplaceAll(exampleMap, "\n", "\r\n"), "\xef\xbb\xbf" + exampleMap,
		strings.TrimRight(exampleMap, "\n"), exampleMap + "// the end", strings.ReplaceAll(exampleMap, " ", "\t"),
	} {
		if again, err := ReadMap("a.map", []byte(form)); err != nil || !reflect.DeepEqual(again, m) {
			t.Errorf("%v for\n%q", err, form)
		}
	}
}

func TestReadMapRefuses(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"rows over 100", "3 5\n", "101 5\n", `a.map:2: the number of rows: 101 is not between 1 and 100`},
		{"columns over 100", "3 5\n", "3 101\n", `a.map:2: the number of columns: 101 is not between 1 and 100`},
		{"no stages", "300", "0", `a.map:1: the number of stages: 0 is not between 1 and 100000`},
		{"negative", "20\n60", "-1\n60", `a.map:9: the number of bullets per hunter: -1 is not between 0 and 1000000`},
		{"a cell of another kind", "1 0 1 1 1\n", "1 2 1 1 1\n", `a.map:5: cell 2 1 (1 ground, 0 rock): 2 is not between 0 and 1`},
		{"a word for a number", "1 0 1 1 1\n", "1 x 1 1 1\n", `a.map:5: expected cell 2 1 (1 ground, 0 rock), found "x"`},
		{"leading zero", "300", "0300", `a.map:1: expected the number of stages, found "0300"`},
		{"sign", "300", "+300", `a.map:1: expected the number of stages, found "+300"`},
		{"decimal", "300", "3e2", `a.map:1: expected the number of stages, found "3e2"`},
		{"gold on rock", "0 2 1\n", "0 3 1\n", `a.map:7: gold at 0 3 is on rock`},
		{"gold off the map", "0 2 1\n", "3 2 1\n", `a.map:7: gold at 3 2 is off the map of 3 rows and 5 columns`},
		{"gold off the map to the west", "0 2 1\n", "0 -1 1\n", `a.map:7: gold at 0 -1 is off the map of 3 rows and 5 columns`},
		{"worthless gold", "0 2 1\n", "0 2 0\n", `a.map:7: the value of gold 0: 0 is not between 1 and 1000000`},
		{"two deposits in a cell", "2 2 1\n", "0 2 1\n", `a.map:8: a second gold at 0 2`},
		{"a unit on rock", "2 0 Up", "2 1 Up", `a.map:14: unit at 2 1 is on rock`},
		{"a unit off the map", "2 4 Up", "2 5 Up", `a.map:17: unit at 2 5 is off the map of 3 rows and 5 columns`},
		{"two units in a cell", "2 4 Up", "1 4 Up", `a.map:17: a second unit at 1 4`},
		{"units of both teams in a cell", "2 4 Up", "0 0 Up", `a.map:17: a second unit at 0 0`},
		{"no units", "1 1 1\n0 0 R", "0 0 0\n0 0 R", `a.map:11: the teams have no units`},
		{"a wrong facing", "2 4 Up", "2 4 up", `a.map:17: expected the facing of team 1's unit 2, a spy (Up, Right, Down or Left), found "up"`},
		{"a number missing in the middle", "0 2 1\n", "0 2\n", `a.map:9: gold at 2 1 is on rock`},
		{"an extra number", "2 4 Up", "2 4 Up 7", `a.map:17: expected the end of the file after the last unit, found "7"`},
		{"the facing missing", "2 4 Up", "2 4", `a.map:18: the file ends where the facing of team 1's unit 2, a spy was expected`},
		{"a unit missing", "2 4 Up\n", "", `a.map:17: the file ends where the row of team 1's unit 2, a spy was expected`},
		{"nothing", exampleMap, "// nothing\n", `a.map:2: the file ends where the number of stages was expected`},
	} {
		if !strings.Contains(exampleMap, c.old) {
			t.Fatalf("%s: nothing is replaced", c.name)
		}
		_, err := ReadMap("a.map", []byte(strings.Replace(exampleMap, c.old, c.new, 1)))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*Map){
		"101 rows":             func(m *Map) { m.Rows = 101 },
		"cells missing":        func(m *Map) { m.Rock = m.Rock[1:] },
		"stages":               func(m *Map) { m.Stages = maxStages + 1 },
		"a unit too many":      func(m *Map) { m.Units[0] = append(m.Units[0], Placement{1, 1, 0}) },
		"two deposits a cell":  func(m *Map) { m.Gold[1] = m.Gold[0] },
		"a unit on rock":       func(m *Map) { m.Units[1][0] = Placement{0, 3, 0} },
		"worthless gold":       func(m *Map) { m.Gold[0].Value = 0 },
		"no units in any team": func(m *Map) { m.Counts = [kinds]int{}; m.Units = [2][]Placement{} },
	} {
		m, err := ReadMap("a.map", []byte(exampleMap))
		if err != nil {
			t.Fatal(err)
		}
		spoil(m)
		if m.Check() == nil {
			t.Errorf("%s is accepted", name)
		}
		if _, err := NewState(m, 10); err == nil {
			t.Errorf("%s: a match starts", name)
		}
	}
}

func TestMapWarnings(t *testing.T) {
	fair := strings.NewReplacer("1 1 1 0 1", "1 1 1 1 1", "1 0 1 1 1", "1 1 1 1 1").Replace(exampleMap)
	for _, c := range []struct {
		text, old, new string
		want           []string
	}{
		{fair, "", "", nil},
		{exampleMap, "", "", []string{"not symmetric"}},
		{fair, "300", "2002", []string{"2002 stages"}},
		{fair, "300", "199", []string{"199 stages"}},
		{fair, "2 4 Up", "2 4 Down", []string{"not symmetric"}},
		{fair, "0 2 1\n", "0 2 2\n", nil}, // the other deposit is its own mirror image
		{fair, "0 2 1\n", "0 1 1\n", []string{"not symmetric"}},
		{fair, "2\n0 2 1\n2 2 1\n", "0\n", []string{"no gold"}},
	} {
		m, err := ReadMap("a.map", []byte(strings.Replace(c.text, c.old, c.new, 1)))
		if err != nil {
			t.Fatal(err)
		}
		got := m.Warnings()
		if len(got) != len(c.want) {
			t.Errorf("%q for %q: %q, want %q", c.new, c.old, got, c.want)
			continue
		}
		for i := range got {
			if !strings.Contains(got[i], c.want[i]) {
				t.Errorf("%q, want %q", got[i], c.want[i])
			}
		}
	}
}

func TestSymmetries(t *testing.T) {
	for _, c := range []struct {
		board string
		want  [symmetries]bool // half turn, left-right, top-bottom
	}{
		{"H> .  h<\n.  $1 .", [symmetries]bool{false, true, false}},
		{"H> .  .\n.  ## .\n.  .  h<", [symmetries]bool{true, false, false}},
		{"Hv ##\n.  $2\nh^ ##", [symmetries]bool{false, false, true}},
		{"H> M> m< h<", [symmetries]bool{true, true, false}},
		{"H> M> h< m<", [symmetries]bool{}},
		{"H> .  h>", [symmetries]bool{}},
		{"H> $1 h<", [symmetries]bool{true, true, false}}, // each team is its own mirror image top to bottom
		{"Hv\nh^", [symmetries]bool{true, false, true}},
	} {
		s := drawnRows(c.board)
		r := drawingReader{m: new(Map)}
		for _, row := range s {
			if err := r.row(row); err != nil {
				t.Fatal(err)
			}
		}
		m := r.m
		for k := range m.Counts {
			m.Counts[k] = len(r.units[0][k])
			for team := range m.Units {
				m.Units[team] = append(m.Units[team], r.units[team][k]...)
			}
		}
		for y := range Symmetry(symmetries) {
			if got := m.Symmetric(y); got != c.want[y] {
				t.Errorf("%s: %v is %v\n%s", c.board, y, got, m.Draw())
			}
		}
	}
}

func TestMapForms(t *testing.T) {
	m, err := ReadMap("a.map", []byte(exampleMap))
	if err != nil {
		t.Fatal(err)
	}
	// What a drawing has no room for: ids against the reading order, and gold
	// under a unit and of great value.
	m.Counts, m.Gold = [kinds]int{2, 1, 0}, []Deposit{{2, 2, 12}, {0, 0, 3}, {0, 2, 4}}
	m.Units[0][0], m.Units[0][1] = m.Units[0][1], m.Units[0][0]
	const want = `goldhunter map
stages 300
bullets 20
hidden 60
board
H> .  $4 ## h<
H> .  .  .  h<
M^ ## .  .  m^
end
gold 2 2 12
gold 0 0 3
order $ 2 2 0 0 0 2
order H 1 0 0 0
`
	if got := string(m.Draw()); got != want {
		t.Errorf("drawn:\n%swant\n%s", got, want)
	}
	again, err := ReadDrawing("a.txt", []byte(want))
	if err != nil || !reflect.DeepEqual(again, m) {
		t.Errorf("%v\n%+v\nwant\n%+v", err, again, m)
	}
	again, err = ReadMap("a.map", m.Format())
	if err != nil || !reflect.DeepEqual(again, m) {
		t.Errorf("%v\n%+v\nwant\n%+v", err, again, m)
	}
}

func TestReadDrawingRefuses(t *testing.T) {
	const good = "goldhunter map\nstages 300\nbullets 20\nhidden 60\nboard\nH> .  ## h<\n.  $1 .  .\nend\n"
	if _, err := ReadDrawing("a.txt", []byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"goldhunter map", "map", `a.txt:1: expected "goldhunter map"`},
		{"stages 300", "stages many", `a.txt:2: expected a number, found "many"`},
		{"stages 300", "stages", `a.txt:2: expected stages NUMBER`},
		{"stages 300\n", "", `a.txt:7: stages: 0 is not between`},
		{"stages 300", "stage 300", `a.txt:2: unexpected "stage"`},
		{"## h<", "#  h<", "a.txt:6: cell 0 2: expected"},
		{"## h<", "##.h<", "a.txt:6: cell 0 2: expected two characters and a blank"},
		{"## h<", "## x<", "a.txt:6: cell 0 3: expected"},
		{".  $1 .  .\n", ".  $1\n", "a.txt:7: 2 cells in this row, 4 in the first"},
		{"$1", "$0", "a.txt:7: cell 1 1: expected"},
		{"h<", "m<", "a.txt:8: team 0 has 1 hunter units, team 1 has 0"},
		{"end\n", "", "a.txt:7: expected a board and its end"},
		{"end\n", "end\nboard\n", `a.txt:9: unexpected "board"`},
		{"end\n", "end\ngold 1 1 2\n", "a.txt:9: a second gold at 1 1"},
		{"end\n", "end\ngold 0 2 2\n", "a.txt:9: gold at 0 2 is on rock"},
		{"end\n", "end\ngold 0 2\n", "a.txt:9: expected gold ROW COL VALUE"},
		{"end\n", "end\norder H 0 1\n", "a.txt:9: order H: nothing of its kind at 0 1"},
		{"end\n", "end\norder H 0 0 0 0\n", "a.txt:9: order H: 2 places listed, 1 on the board"},
		{"end\n", "end\norder X 0 0\n", "a.txt:9: order: expected one of"},
		{"end\n", "end\norder H 0 0\norder H 0 0\n", "a.txt:10: order: expected one of"},
		{"end\n", "end\norder H 0\n", "a.txt:9: expected order LETTER"},
	} {
		if !strings.Contains(good, c.old) {
			t.Fatalf("%q is not replaced", c.old)
		}
		_, err := ReadDrawing("a.txt", []byte(strings.Replace(good, c.old, c.new, 1)))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q for %q: %v\nwant %s", c.new, c.old, err, c.want)
		}
	}
}

// Maps of the original contest, which are not ours to copy.
func TestOriginalMaps(t *testing.T) {
	for _, name := range []string{"gold_hunter.map.org", "gold_hunter.map.comment"} {
		path := filepath.Join(vectors(t), "goldhunter", name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := ReadMap(name, text)
		if err != nil {
			t.Fatal(err)
		}
		if m.Stages != 2002 || m.Rows != 12 || m.Cols != 20 || len(m.Gold) != 4 || m.Counts != [kinds]int{2, 5, 1} ||
			m.Units[1][7] != (Placement{9, 14, protocol.Up}) {
			t.Errorf("%s: %+v", name, m)
		}
		again, err := ReadMap(name, m.Format())
		if err != nil || !reflect.DeepEqual(again, m) {
			t.Errorf("%s written and read: %v", name, err)
		}
	}
}

// vectors returns the folder of the test data that is not in the repository.
func vectors(t *testing.T) string {
	t.Helper()
	shared := os.Getenv("ARENA_SHARED")
	if shared == "" {
		const missing = "ARENA_SHARED is not set: the original maps and traffic are not here"
		if os.Getenv("CI") == "true" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	return filepath.Join(shared, "vectors")
}

func FuzzReadMap(f *testing.F) {
	f.Add(exampleMap)
	f.Add("1 1 1 1 0 0 0 0 0 0")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ReadMap("a.map", []byte(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "a.map:") {
				t.Errorf("an error without a line: %v", err)
			}
			return
		}
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		again, err := ReadMap("b.map", m.Format())
		if err != nil || !reflect.DeepEqual(again, m) {
			t.Fatalf("written and read: %v", err)
		}
		again, err = ReadDrawing("b.txt", m.Draw())
		if err != nil || !reflect.DeepEqual(again, m) {
			t.Fatalf("drawn and read: %v\n%s", err, m.Draw())
		}
		if _, err := NewState(m, 0); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzReadDrawing(f *testing.F) {
	m, err := ReadMap("a.map", []byte(exampleMap))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(m.Draw()))
	f.Add("goldhunter map\nboard\nH> h<\nend\ngold 0 0 1\norder H 0 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ReadDrawing("a.txt", []byte(text))
		if err != nil {
			return
		}
		again, err := ReadDrawing("b.txt", m.Draw())
		if err != nil || !reflect.DeepEqual(again, m) {
			t.Fatalf("drawn and read: %v", err)
		}
	})
}
