package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// newClass is a class of three with small bots in Python, of whom Cid hands in
// nothing. extra are more lines of its file, late the policy's.
func newClass(t *testing.T, extra, late string) *desktop {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("this machine has no python3")
	}
	return newDesktop(t, map[string]string{
		"class.yaml":            "game: catchcat\nroster: students.csv\nlanguages: [Python]\ncheck: 0\nimport: {folder: exported}\nchampionship: cup.yaml\n" + extra,
		"cup.yaml":              "game: catchcat\nseed: 1\nbots: hand-ins/bots\nentrants: all\nbroken: forfeit\ngrade: {" + late + "}\n",
		"students.csv":          "id,name\nann,Ann\nbob,Bob\ncid,Cid\n",
		"exported/ann_x/bot.py": "print('ready')\n",
		"exported/bob_x/bot.py": "print('ready') # Bob's\n",
	})
}

const classDeadline = "2026-05-31T23:59:00Z"

// handedIn sets when the file of a student was changed, by the deadline.
func (d *desktop) handedIn(student string, after time.Duration) {
	d.Helper()
	at, err := time.Parse(time.RFC3339, classDeadline)
	if err == nil {
		err = os.Chtimes(filepath.Join(d.dir, "exported", student+"_x"), at.Add(after), at.Add(after))
	}
	if err != nil {
		d.Fatal(err)
	}
}

// What is within the grace costs nothing; what is late by less than a second
// is late.
func TestClassGrace(t *testing.T) {
	for _, c := range []struct {
		name, extra string
		after       time.Duration
		late, why   string
	}{
		{"within the grace", "grace: 5m\nlate: 72h\n", 3 * time.Minute, "-", `that share$`},
		{"after the grace", "grace: 5m\nlate: 72h\n", 6 * time.Minute, "6 min 0 s", `, 1 day late: `},
		{"by half a second", "late: 72h\n", 500 * time.Millisecond, `\S.*`, `, 1 day late: `},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newClass(t, "deadline: "+classDeadline+"\n"+c.extra, "late: {deadline: "+classDeadline+", per_day: 0.5}")
			d.handedIn("ann", c.after)
			d.handedIn("bob", -time.Hour)
			out, _ := d.arena(0, "class", "class.yaml")
			d.wants(out, `^ann +1 +`+c.late+` +built `, `^bob +1 +- +built `, `^Ann \(ann\) .*`+c.why)
		})
	}
}

// Two deadlines are refused, and lateness that costs nothing is told.
func TestClassDeadlines(t *testing.T) {
	d := newClass(t, "deadline: "+classDeadline+"\nlate: 72h\n", "late: {deadline: 2026-05-31T23:59:00+02:00, per_day: 0.5}")
	d.handedIn("ann", -time.Hour)
	d.handedIn("bob", -time.Hour)
	_, errs := d.arena(2, "class", "class.yaml")
	d.wants(errs, `^error: the deadline of class.yaml is 2026-05-31T23:59:00Z, that of grade: late: in cup.yaml is 2026-05-31T21:59:00Z$`, `^hint: write the same deadline`)

	d = newClass(t, "deadline: "+classDeadline+"\nlate: 72h\n", "gate: 90%")
	d.handedIn("ann", -time.Hour)
	d.handedIn("bob", -time.Hour)
	_, errs = d.arena(0, "class", "class.yaml")
	d.wants(errs, `^warning: late hand-ins are taken and cost nothing: there is no grade: late: in cup.yaml$`)
}
