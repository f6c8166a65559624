package catchcat

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"botarena/arena/game"
)

const drawn = `// an example
. . . # .
 . . . . .
. . C # .
 . # . . .
# . . . .
`

func TestParsePosition(t *testing.T) {
	size, p, err := ParsePosition("a.txt", []byte(drawn))
	if err != nil || size != 5 || p.Cat != (RowCol{2, 2}) || len(p.Blocked) != 4 || p.Blocked[2] != (RowCol{3, 1}) {
		t.Fatalf("%d, %+v, %v", size, p, err)
	}
	if got := "// an example\n" + p.Draw(size); got != drawn {
		t.Errorf("drawn again:\n%s", got)
	}
	for text, want := range map[string]string{
		"":                     "0 cats",
		"...\n...\n...":        "0 cats",
		"C..\n..C\n...":        "2 cats",
		"...\n.C.":             "2 rows of 3 cells",
		"...\n\n.C\n...":       "a.txt:3: 2 cells: want 3",
		"...\n.x.\n...":        "a.txt:2: 'x'",
		"...\n.C.\n..\xc3\xbc": "a.txt:3: 4 cells",
	} {
		if _, _, err := ParsePosition("a.txt", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func TestSetupFile(t *testing.T) {
	files := map[string]string{
		"start.txt": strings.ReplaceAll(drawn, "\n", "\r\n"), "even.txt": "....\n.C..\n....\n....", "x.txt": "x", "edge.txt": strings.Replace(drawn, "# . . . .", "# . . . . .", 1),
	}
	read := func(name string) ([]byte, error) {
		text, ok := files[name]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return []byte(text), nil
	}
	s := DefaultSetup()
	s.File = "start.txt"
	if _, err := s.Start(0, game.NewRand(1, "")); err == nil {
		t.Error("a set-up starts without its file")
	}
	if err := s.Resolve(read); err != nil || s.Size != 5 || s.Position == nil || s.File != "" {
		t.Fatalf("%+v, %v", s, err)
	}
	text, err := json.Marshal(s)
	if err != nil || strings.Contains(string(text), "file") {
		t.Errorf("%s, %v", text, err)
	}
	for name, want := range map[string]string{
		"none.txt": "file: ", "even.txt": "size: 4", "x.txt": "x.txt:1: ", "edge.txt": "edge.txt:6: ",
	} {
		s := DefaultSetup()
		s.File = name
		if err := s.Resolve(read); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", name, err, want)
		}
	}
	s.File = "start.txt"
	if err := s.Resolve(read); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file and a position: error %v", err)
	}
}

// FuzzParsePosition: what is read is drawn so that it is read again as the same.
func FuzzParsePosition(f *testing.F) {
	f.Add(drawn)
	f.Add("C")
	f.Add(".#\n#C")
	f.Fuzz(func(t *testing.T, text string) {
		size, p, err := ParsePosition("a.txt", []byte(text))
		if err != nil {
			return
		}
		again, q, err := ParsePosition("a.txt", []byte(p.Draw(size)))
		if err != nil || again != size || q.Draw(size) != p.Draw(size) {
			t.Errorf("%q: %+v; again %d, %+v, %v", text, p, again, q, err)
		}
	})
}
