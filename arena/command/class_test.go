package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

// Who hands in first after the championship began is no part of its schedule:
// the error says who it is, and the command line of it works.
func TestClassGrows(t *testing.T) {
	d := newClass(t, "", "gate: 90%")
	d.arena(0, "class", "class.yaml")
	cid := filepath.Join(d.dir, "exported", "cid_x")
	if err := os.CopyFS(cid, os.DirFS(filepath.Join(d.dir, "exported", "bob_x"))); err != nil {
		t.Fatal(err)
	}
	_, errs := d.arena(2, "class", "class.yaml")
	d.wants(errs, `^error: hand-ins/results is of other students, now it is with cid$`, `^hint: arena class class.yaml --results NEW plays`)
	out, _ := d.arena(0, "class", "class.yaml", "--results", "new")
	d.wants(out, `^Cid \(cid\) .* that share$`)
}

// A hand-in that the organiser's machine cannot look at keeps only its own
// student's grade back; the run fails after the others'.
func TestClassFault(t *testing.T) {
	d := newClass(t, "", "gate: 90%")
	d.arena(0, "submissions", "import", "exported", "--pattern", "^(?P<student>ann)")
	originals, err := filepath.Glob(filepath.Join(d.dir, "hand-ins", "originals", "*", "*"))
	if err != nil || len(originals) != 1 {
		t.Fatal(originals, err)
	}
	if err := os.Remove(originals[0]); err != nil {
		t.Fatal(err)
	}
	out, errs := d.arena(1, "class", "class.yaml")
	d.wants(out, `^ann .* the organiser's to cure: `, `^Bob \(bob\) .*valid in `)
	d.wants(errs, `^error: no grade for ann: .*no such file`)
	if strings.Contains(out, "Ann (ann)") {
		t.Errorf("Ann has a grade:\n%s", out)
	}
}

// An import of which nothing is taken fails, and so does, after the grades of
// the others, one that left out a student who has no other hand-in.
func TestClassImport(t *testing.T) {
	d := newClass(t, "", "gate: 90%")
	_, errs := d.arena(1, "submissions", "import", "exported", "--pattern", `^(?P<student>zz\w*)`)
	d.wants(errs, `^0 hand-ins taken, 0 there before, 2 left out`, `^error: nothing of exported was taken`, `^hint: `)
	if err := os.WriteFile(filepath.Join(d.dir, "exported", "cid_x.rar"), []byte("Rar!"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, errs := d.arena(1, "class", "class.yaml")
	d.wants(out, `^Bob \(bob\) .*valid in `, `^Cid .*nothing handed in$`)
	d.wants(errs, `^left out "cid_x.rar": it is neither`, `^error: left out, and graded as who handed in nothing: cid$`, `^hint: `)
}

// Where a student has handed in nothing and a file is nobody's, it may be that
// student's: the ids of a spreadsheet that took the zeros away. It fails after
// the grades.
func TestClassNobodys(t *testing.T) {
	d := newClass(t, "", "gate: 90%")
	if err := os.Rename(filepath.Join(d.dir, "exported", "bob_x"), filepath.Join(d.dir, "exported", "0bob_x")); err != nil {
		t.Fatal(err)
	}
	out, errs := d.arena(1, "class", "class.yaml")
	d.wants(out, `^Ann \(ann\) .*valid in `, `^Bob .*nothing handed in$`)
	d.wants(errs, `^left out "0bob_x": "0bob" is not on the roster`, `^error: left out, and nobody's: 0bob_x; graded as who handed in nothing: bob, cid$`, `^hint: `)
}

// A student's newest file that could not be read is told, though an older one
// counts; one that is no hand-in, beside one that is, is not.
func TestClassOlder(t *testing.T) {
	d := newClass(t, "", "gate: 90%")
	if err := os.WriteFile(filepath.Join(d.dir, "exported", "ann_report.pdf"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	d.arena(0, "class", "class.yaml")
	newest := filepath.Join(d.dir, "exported", "bob_y")
	if err := os.CopyFS(newest, os.DirFS(filepath.Join(d.dir, "exported", "bob_x"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("bot.py", filepath.Join(newest, "link.py")); err != nil {
		t.Fatal(err)
	}
	_, errs := d.arena(1, "class", "class.yaml")
	d.wants(errs, `^left out "bob_y": .*neither file nor folder`, `^error: left out, and graded by an older hand-in: bob$`)
}

// A championship that seats other bots than those of the class grades nobody.
func TestClassOtherBots(t *testing.T) {
	d := newClass(t, "", "gate: 90%")
	d.arena(0, "class", "class.yaml", "--bots-only")
	if err := os.CopyFS(filepath.Join(d.dir, "old"), os.DirFS(filepath.Join(d.dir, "hand-ins", "bots"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.dir, "cup.yaml"), []byte("game: catchcat\nseed: 1\nbots: old\nentrants: all\nbroken: forfeit\ngrade: {gate: 90%}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, errs := d.arena(2, "class", "class.yaml")
	d.wants(errs, `^error: cup.yaml does not seat the bot of ann that lies in hand-ins/bots/ann$`, `^hint: write bots: hand-ins/bots and entrants: all into cup.yaml$`)
	if strings.Contains(out, "nothing handed in") {
		t.Errorf("it was graded: %s", out)
	}
}

// The folder of bots is replaced as a whole, and somebody else's is not: that is
// told before anything is imported or built.
func TestClassForeignFolder(t *testing.T) {
	d := newClass(t, "bots: .\n", "gate: 90%")
	out, errs := d.arena(2, "class", "class.yaml", "--bots-only")
	d.wants(errs, `^error: .* would be replaced by the bots of the class, and holds something else$`, `^hint: name another folder as bots:`)
	if out != "" || strings.Contains(errs, ": built") {
		t.Errorf("before that:\n%s%s", out, errs)
	}
	if _, err := os.Stat(filepath.Join(d.dir, "students.csv")); err != nil {
		t.Error(err)
	}
}

// A championship that is not there is found before bots are built.
func TestClassWithoutCup(t *testing.T) {
	d := newClass(t, "", "gate: 90%")
	_, errs := d.arena(2, "class", "class.yaml", "--bots-only", "--pages", "pages")
	d.wants(errs, `^error: --bots-only plays nothing: `, `^hint: `)
	if err := os.Remove(filepath.Join(d.dir, "cup.yaml")); err != nil {
		t.Fatal(err)
	}
	out, errs := d.arena(2, "class", "class.yaml")
	d.wants(errs, `^error: cup.yaml: there is no such file `)
	if out != "" {
		t.Errorf("before that:\n%s", out)
	}
}
