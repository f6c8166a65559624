package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"botarena/arena/game/all"
)

// loadClass loads a class's file beside a roster.
func loadClass(t *testing.T, text, roster string) (*Class, error) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "class.yaml")
	for name, text := range map[string]string{file: text, filepath.Join(dir, "students.csv"): roster} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	language := func(name string) string { return map[string]string{"C": "c", "C++": "cpp"}[name] }
	return LoadClass(file, all.Games(), language, []string{"cp437", "cp850"})
}

func TestLoadClass(t *testing.T) {
	c, err := loadClass(t, `game: catchcat
folder: kept
roster: students.csv
deadline: 2026-05-31T23:59:00
zone: Europe/Berlin
late: 72h
counts: final
languages: [C, C++]
prebuilt: yes
limits: {size: 1MiB, build: 20s}
names: cp850
import: {folder: zips, pattern: '^(?P<student>\d+)_'}
championship: cup.yaml
`, "\ufeffid;name\r\n0042;Ann\r\n007;\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if want := time.Date(2026, 5, 31, 21, 59, 0, 0, time.UTC); !c.Deadline.Equal(want) {
		t.Errorf("deadline %v, want %v", c.Deadline, want)
	}
	if len(c.Roster) != 2 || c.Roster[0] != (Student{"0042", "Ann"}) || c.Roster[1] != (Student{"007", "007"}) {
		t.Errorf("roster %v", c.Roster)
	}
	if filepath.Base(c.Folder) != "kept" || c.Bots != filepath.Join(c.Folder, "bots") || !filepath.IsAbs(c.ImportFolder) || !filepath.IsAbs(c.Championship) {
		t.Errorf("folders %q, %q, %q, %q", c.Folder, c.Bots, c.ImportFolder, c.Championship)
	}
	if !c.Final || !c.Prebuilt || c.Late != 72*time.Hour || strings.Join(c.Languages, " ") != "c cpp" || c.Limits.Size != 1<<20 || c.Check != 1 {
		t.Errorf("%+v", c)
	}
}

func TestClassMistakes(t *testing.T) {
	for _, c := range []struct{ text, roster, want, cure string }{
		{"folder: x\n", "", `key "game" is missing`, ""},
		{"game: catchcat\ndeadlin: x\n", "", `2:1: unknown key "deadlin"`, "did you mean deadline?"},
		{"game: catchcat\ndeadline: 2026-05-31T23:59:00\n", "", "2:11: deadline: \"2026-05-31T23:59:00\" does not say in which time zone", "add the line zone: Europe/Berlin"},
		{"game: catchcat\ndeadline: tomorrow\n", "", "is not a time", "write a time such as"},
		{"game: catchcat\nzone: Europe/Berln\n", "", "no time zone is called", "as in Europe/Berlin"},
		{"game: catchcat\nzone: Local\n", "", "no time zone is called", ""},
		{"game: catchcat\nlate: 24h\n", "", "the deadline is missing", "add the line deadline"},
		{"game: catchcat\ncounts: lst\n", "", "none of its values", "did you mean last?"},
		{"game: catchcat\nlanguages: [COBOL]\n", "", `hand-ins in "COBOL" cannot be built`, "write some of"},
		{"game: catchcat\nlanguages: [C, C++, C]\n", "", `class.yaml:2:21: languages: "C" is given twice`, "keep one of the two"},
		{"game: catchcat\nlanguages: []\n", "", "languages: none is taken", "to take all"},
		{"game: catchcat\nprebuilt: maybe\n", "", "none of its values", "write yes or no"},
		{"game: catchcat\ncheck: 1000\n", "", "1000 is not from 0 to 100", ""},
		{"game: catchcat\nlimits: {every: 0s}\n", "", `limits.every: "0s" is none`, "more than nothing"},
		{"game: catchcat\nlimits: {size: 0B}\n", "", `limits.size: "0B" is none`, "more than nothing"},
		{"game: catchcat\nlimits: {per_day: 0}\n", "", "limits.per_day: 0 is not from 1 to 100000", "from 1 to 100000"},
		{"game: catchcat\nroster: ''\n", "", `roster: "" is no path`, "delete the line"},
		{"game: catchcat\nimport: {folder: ''}\n", "", `import.folder: "" is no path`, "delete the line"},
		{"game: catchcat\ndeadline: 2026-05-31T23:59:00Z\nlate: 3d\n", "", `late: "3d" is not a time: days are written in hours`, "write 72h"},
		{"game: catchcat\ndeadline: 2026-05-31T23:59:00Z\nlate: 1.5 Days\n", "", `late: "1.5 Days" is not a time`, "write 36h"},
		{"game: catchcat\ndeadline: ''\n", "", `deadline: "" is not a time`, ""},
		{"game: catchcat\nzone: ''\n", "", `no time zone is called ""`, ""},
		{"game: catchcat\nimport: {pattern: ''}\n", "", "there is no group", ""},
		{"game: catchcat\nroster: students.csv\n", "id,name,ID\na,b,c\n", `column "id" is there twice`, ""},
		{"game: catchcat\nroster: students.csv\n", "id,name\n", "nobody is on it", ""},
		{"game: catchcat\nimport: {pattern: '('}\n", "", "import.pattern: error parsing", "regular expression"},
		{"game: catchcat\nimport: {pattern: '^\\d+'}\n", "", "there is no group", "(?P<student>"},
		{"game: catchcat\ndeadline: 2026-05-31T23:59:00+02:00\nimport: {pattern: '^(?P<student>\\d+)_(?P<time>\\d+)'}\n", "", "import.pattern: it finds times, and nothing says in which time zone", "add the line zone: Europe/Berlin"},
		{"game: catchcat\nroster: student.csv\n", "id\n", "there is no such file", "students.csv"},
		{"game: catchcat\nroster: students.csv\n", "nr\n1\n", `there is no column "id"`, ""},
		{"game: catchcat\nroster: students.csv\n", "id,name\n1,\"x\n2,b\n3,c\n", "students.csv: line 2: a quotation mark is never closed", "correct the file"},
		{"game: catchcat\nroster: students.csv\n", "id\nab\nAB\n", `the id "AB" is there twice`, ""},
	} {
		_, err := loadClass(t, c.text, c.roster)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(e.Error(), c.want) || !strings.Contains(e.Cure, c.cure) {
			t.Errorf("%q: %v (%s), want %q (%s)", c.text, err, e.Hint(), c.want, c.cure)
		}
	}
}
