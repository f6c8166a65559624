package command

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
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
// is late. The deadline is the class's: the policy has none.
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
			d := newClass(t, "deadline: "+classDeadline+"\n"+c.extra, "late: {per_day: 0.5}")
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
	d.wants(errs, `^error: the deadline of class.yaml is 2026-05-31T23:59:00Z, that of grade: late: in cup.yaml is 2026-05-31T21:59:00Z$`, `^hint: delete that of cup.yaml: the class's holds$`)
	if strings.Contains(errs, "taken") {
		t.Errorf("before that:\n%s", errs)
	}

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
	d.wants(errs, `^error: cup.yaml:3:7: bots: those of the class come to lie in hand-ins/bots, not in old$`, `^hint: write bots: hand-ins/bots$`)
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

// What is wrong whatever the bots turn out to be is told before any is built, and
// before anything is imported where the roster says enough.
func TestClassForesees(t *testing.T) {
	const good = "game: catchcat\nbots: hand-ins/bots\nentrants: all\nbroken: forfeit\n"
	for _, c := range []struct {
		name, cup string
		flags     []string
		imported  bool
		want      []string
	}{
		{"a key at the wrong level", "game: catchcat\nformat: {kind: all, bots: hand-ins/bots}\nentrants: all\n", nil, false, []string{`^error: cup.yaml:2:21: format: unknown key "bots"$`}},
		{"another folder of bots", "game: catchcat\nbots: handins\nentrants: all\n", nil, false, []string{`^error: cup.yaml:2:7: bots: those of the class come to lie in hand-ins/bots, not in handins$`}},
		{"no folder of bots", "game: catchcat\nentrants: all\n", nil, false, []string{`^error: cup.yaml:1: bots: those of the class `, `^hint: write bots: hand-ins/bots$`}},
		{"another game", "game: goldhunter\nbots: hand-ins/bots\nentrants: all\n", nil, false, []string{`^error: cup.yaml:1:7: game: the championship is of goldhunter, the class of catchcat$`}},
		{"a policy", good + "grade: {parts: [pionts]}\n", nil, false, []string{`^error: cup.yaml:5:17: grade.parts\[0\]: `}},
		{"a bot to beat", good + "grade: {parts: [{measure: beat, bots: [zed]}]}\n", nil, false, []string{`^error: .* no entrant is called "zed"$`}},
		{"a deadline", good + "grade: {late: {per_day: 1}}\n", nil, false, []string{`^error: cup.yaml:5:15: grade.late: the class has no deadline$`}},
		{"a hero", good + "format: {kind: gauntlet, hero: zed}\n", nil, false, []string{`^error: .* no entrant has the ID "zed"$`}},
		{"nobody's bot", "game: catchcat\nbots: hand-ins/bots\nentrants: [zed]\n", nil, false, []string{`^error: cup.yaml:3:12: entrants\[0\]: no hand-in will be called "zed", `}},
		{"who did not hand in", "game: catchcat\nbots: hand-ins/bots\nentrants: [ann, bob, cid]\n", nil, true, []string{`^error: cup.yaml:3:22: entrants\[2\]: no hand-in will be called "cid", `}},
		{"who is left out", "game: catchcat\nbots: hand-ins/bots\nentrants: [ann]\n", nil, true, []string{`^error: cup.yaml does not seat the bot of bob that comes to lie in hand-ins/bots/bob$`}},
		{"groups for two", good + "format: {kind: groups, groups: 2}\n", nil, true, []string{`^error: .*format.groups: 2 with 2 entrants$`}},
		{"results", good, []string{"--results", "cup.yaml/x"}, false, []string{`^error: nothing can be written to .*/cup.yaml/x: `, `^hint: .* --results DIR$`}},
		{"pages", good, []string{"--pages", "cup.yaml"}, false, []string{`^error: nothing can be written to .*/cup.yaml: `, `^hint: .* --pages DIR$`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := newClass(t, "", "gate: 90%")
			if strings.Contains(c.cup, "kind: groups") { // with three it could be one of two and one of one
				d.write("students.csv", "id,name\nann,Ann\nbob,Bob\ncid,Cid\ndan,Dan\n")
			}
			d.write("cup.yaml", c.cup)
			out, errs := d.arena(2, append([]string{"class", "class.yaml"}, c.flags...)...)
			d.wants(errs, append(c.want, "^hint: ")...)
			if out != "" || strings.Contains(errs, ": built") || strings.Contains(errs, "taken") != c.imported {
				t.Errorf("imported, want %v:\n%s%s", c.imported, out, errs)
			}
		})
	}
}

// A game whose rules say nothing of grades wants a policy, which is told before
// all is played; and what is legal and probably not meant is warned of.
func TestClassForeseesGrades(t *testing.T) {
	d := newClass(t, "", "gate: 90%")
	d.write("class.yaml", "game: papersoccer\nroster: students.csv\nlanguages: [Rust]\nimport: {folder: exported}\nchampionship: cup.yaml\n")
	d.write("cup.yaml", "game: papersoccer\nbots: hand-ins/bots\nentrants: all\n")
	_, errs := d.arena(2, "class", "class.yaml")
	d.wants(errs, `^error: cup.yaml has no policy for grades, and the rules of papersoccer say nothing of grades$`, `^hint: write grade: `)
	d.write("cup.yaml", "game: papersoccer\nbots: hand-ins/bots\nentrants: [ann, bob]\ngrade: {gate: 90%}\nresults: x\n")
	t.Setenv("PATH", d.dir) // in which there is no compiler
	_, errs = d.arena(2, "class", "class.yaml")
	d.wants(errs, `^warning: without broken: forfeit in cup.yaml, `, `^warning: results: in cup.yaml is not used here: .* hand-ins/results$`, `^warning: this host cannot build Rust: `)
}

// A folder that may not be written into is found before anything is played.
func TestFolderNotOurs(t *testing.T) {
	d := newClass(t, "", "gate: 90%")
	if err := errors.Join(os.Chmod(filepath.Dir(d.dir), 0o755), os.Chmod(d.dir, 0o555)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(d.dir, 0o755) })
	cmd := exec.Command(filepath.Join(binaries, "arena"), "class", "class.yaml", "--results", "x")
	cmd.Dir = d.dir
	if os.Getuid() == 0 { // whom nothing is forbidden
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("%s", out)
	}
	d.wants(string(out), `^error: nothing can be written to .*/x: .*: permission denied$`, `^hint: name another folder with --results DIR$`)
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
