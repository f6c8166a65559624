package submission

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"botarena/arena/config"
	"botarena/arena/submission/store"
	"botarena/arena/submission/unpack"
)

// A folder of a course site is taken, and taken once.
func TestImport(t *testing.T) {
	o := newOffice(t, rules(t))
	dir := t.TempDir()
	for name, text := range map[string]string{
		"0042_Doe_2026-05-31-11-59-30_bot.zip": "a", "0043_Roe_2026-05-31-12-30-00_bot.zip": "b",
		"0042_Doe_2026-05-30-10-00-00_bot.zip": "c", "readme.txt": "", "_.zip": "", "0044_Poe_2026-99-31-11-59-30_bot.zip": "d",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pattern, err := config.ParsePattern(`^(?P<student>\d+)_\w+_(?P<time>[\d-]+)_`)
	if err != nil {
		t.Fatal(err)
	}
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for round := range 2 {
		all, err := o.Import(t.Context(), dir, Import{Pattern: pattern, Zone: zone})
		if err != nil {
			t.Fatal(err)
		}
		taken, again, wrong := 0, 0, 0
		for _, f := range all {
			switch {
			case f.Err != nil:
				wrong++
			case f.Again:
				again++
			default:
				taken++
			}
		}
		if want := [][3]int{{3, 0, 2}, {0, 3, 2}}[round]; [3]int{taken, again, wrong} != want {
			t.Errorf("round %d: %d, %d, %d, want %v: %+v", round, taken, again, wrong, want, all)
		}
	}
	h, err := o.History("0042")
	if err != nil || len(h) != 2 || h[1].At.Format(time.RFC3339) != "2026-05-31T09:59:30Z" {
		t.Errorf("%+v, %v", h, err)
	}
	if _, err := config.ParsePattern(`^\d+`); err == nil {
		t.Error("a pattern without a student is taken")
	}
}

// A second import with other times puts those of the first right, and leaves
// alone what the team handed in itself: another time for that is one more.
func TestImportOtherTimes(t *testing.T) {
	o := newOffice(t, rules(t))
	submit(t, o, "own", []byte("own"), noon.Add(time.Hour))
	dir := t.TempDir()
	for _, name := range []string{"ann.zip", "own.zip"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name[:3]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range []struct {
		at, want time.Time
		again    bool
	}{
		{time.Time{}, time.Time{}, false}, // now, by the file's
		{noon, noon, false},
		{noon, noon, true},
		{time.Time{}, noon, true},
		{noon.Add(-time.Minute), noon.Add(-time.Minute), false},
	} {
		all, err := o.Import(t.Context(), dir, Import{At: c.at})
		if err != nil || len(all) != 2 || all[0].Again != c.again || all[1].Again != (c.again || i == 0) {
			t.Fatalf("%d: %+v, %v", i, all, err)
		}
		h, err := o.History("ann")
		if err != nil || len(h) != 1 || !c.want.IsZero() && !h[0].At.Equal(c.want) || !all[0].HandIn.At.Equal(h[0].At) {
			t.Errorf("%d: %+v, %v", i, h, err)
		}
	}
	if h, err := o.History("own"); err != nil || len(h) != 2 || !h[0].At.Equal(noon.Add(time.Hour)) || !h[1].At.Equal(noon.Add(-time.Minute)) {
		t.Errorf("%+v, %v", h, err)
	}
}

// What lies beside the hand-ins says nothing; what a student meant as one does.
func TestImportPassesOver(t *testing.T) {
	r := rules(t)
	r.Teams = []string{"0042", "0043"}
	o := newOffice(t, r)
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "grades.csv", "README", ".gitignore", "0042_bot.py", "0043_bot.RAR", "0099_bot.tar.gz", "0099.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("module class\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all, err := o.Import(t.Context(), dir, Import{At: noon})
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, f := range all {
		if f.Err == nil || f.HandIn != nil {
			t.Errorf("%s was taken: %+v", f.File, f)
			continue
		}
		left = append(left, f.File)
		if !strings.Contains(f.Err.Error(), "neither a zip nor a folder") {
			t.Errorf("%s: %v", f.File, f.Err)
		}
	}
	if got := strings.Join(left, " "); got != "0042_bot.py 0043_bot.RAR 0099_bot.tar.gz" {
		t.Errorf("left out: %s", got)
	}
}

// A folder that cannot be zipped is left out with a line, soon, and keeps no
// other back.
func TestImportBadFolder(t *testing.T) {
	o := newOffice(t, rules(t))
	dir := t.TempDir()
	for _, d := range []string{"0042_a", "0043_b/" + strings.Repeat("d/", unpack.MostPath), "0044_c"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	bomb := filepath.Join(dir, "0044_c", "zeros")
	if err := errors.Join(os.WriteFile(bomb, nil, 0o644), os.Truncate(bomb, 1<<40)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "0042_a", "bot.py"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	all, err := o.Import(t.Context(), dir, Import{At: noon})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if want := map[string]string{"0042_a": "<nil>", "0043_b": "zip the folder 0043_b: the path of a file in it is longer than 1024 bytes", "0044_c": "zip the folder 0044_c: with zeros its files have more than 67108864 bytes"}[f.File]; fmt.Sprint(f.Err) != want {
			t.Errorf("%s: %v, want %s", f.File, f.Err, want)
		}
	}
	if len(all) != 3 {
		t.Errorf("%d are listed: %+v", len(all), all)
	}
}

// A file that was sent twice, in time and once more when it was late, was in
// time; what was late here was in time where the course site took it.
func TestImportTwice(t *testing.T) {
	r := rules(t)
	r.Policy = store.Policy{Deadline: noon, LateUntil: 72 * time.Hour}
	o := newOffice(t, r)
	submit(t, o, "0043", []byte("late here"), noon.Add(time.Hour))
	dir := t.TempDir()
	for name, text := range map[string]string{
		"0042_2026-05-31-11-00_bot.zip": "the same", "0042_2026-06-01-11-00_bot.zip": "the same", "0043_2026-05-31-11-30_bot.zip": "late here",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pattern, err := config.ParsePattern(`^(?P<student>\d+)_(?P<time>[\d-]+)_`)
	if err != nil {
		t.Fatal(err)
	}
	for round, zone := range []*time.Location{time.UTC, time.UTC, time.FixedZone("", 3600)} {
		all, err := o.Import(t.Context(), dir, Import{Pattern: pattern, Zone: zone})
		if err != nil || len(all) != 3 {
			t.Fatal(all, err)
		}
		for _, f := range all {
			if f.Err != nil || f.Again != (round == 1) {
				t.Errorf("round %d: %+v", round, f)
			}
		}
		for team, minutes := range map[string]int{"0042": -60, "0043": -30} {
			at := time.Date(2026, 5, 31, 12, minutes, 0, 0, zone)
			h, late, err := o.Counts(team)
			if err != nil || h == nil || late != 0 || !h.At.Equal(at) {
				t.Errorf("round %d: of %s counts %+v, late by %v, want that of %v, %v", round, team, h, late, at, err)
			}
			if all, _ := o.History(team); len(all) != 2 {
				t.Errorf("round %d: %s: %+v", round, team, all)
			}
		}
	}
}

// Course sites put the file that was handed in into a folder of its own.
func TestImportZipInFolder(t *testing.T) {
	o := newOffice(t, rules(t))
	dir := t.TempDir()
	text := zipped(t, map[string]string{"bot.py": "print('ready')\n"})
	for name, text := range map[string][]byte{"0042_file_/bot.zip": text, "0043_file_/bot.zip": text, "0043_file_/readme.txt": nil, "__MACOSX/x": nil} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all, err := o.Import(t.Context(), dir, Import{At: noon})
	if err != nil || len(all) != 2 || all[0].Err != nil || all[1].Err != nil {
		t.Fatalf("%+v, %v", all, err)
	}
	if same := [2]bool{all[0].HandIn.Size == int64(len(text)), all[1].HandIn.Size == int64(len(text))}; same != [2]bool{true, false} {
		t.Errorf("the zip itself was handed in: %v, want only of 0042: %+v, %+v", same, all[0].HandIn, all[1].HandIn)
	}
}
