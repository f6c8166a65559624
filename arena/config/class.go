package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"time"
	_ "time/tzdata" // for hosts that have no time zones of their own

	"botarena/arena/championship/grade"
	"botarena/arena/game"
)

// Class is a class, or a contest with hand-ins, that a file describes. Paths
// are absolute; a zero limit stands for its default.
type Class struct {
	Game      game.Game
	Folder    string
	Roster    []Student      // nil where the file names none
	Deadline  time.Time      // zero for none
	Zone      *time.Location // UTC where the file names none
	Zoned     bool           // the file names it
	Grace     time.Duration
	Late      time.Duration
	Final     bool // the hand-in that the team marked counts
	Languages []string
	Prebuilt  bool
	Limits    HandInLimits
	Names     string
	Check     int

	ImportFolder, Bots, Championship string         // empty where there is none
	Pattern                          *regexp.Regexp // nil for the default
}

// Student is a line of a roster.
type Student struct{ ID, Name string }

// LoadClass reads a class's file. Whatever is wrong with it, or with the
// roster that it names, is an *[Error]. games are the games to choose from;
// languages and codePages are what can be built and read, by the names that
// they have here.
func LoadClass(file string, games []game.Game, languages func(string) string, codePages []string) (*Class, error) {
	text, err := ReadFile(file, yamlFile)
	if err != nil {
		return nil, err
	}
	f := &ClassFile{Folder: "hand-ins", Counts: "last", Prebuilt: "no", Check: 1}
	d, err := decode(file, text, f)
	if err != nil {
		return nil, err
	}
	c := &Class{Grace: time.Duration(f.Grace), Late: time.Duration(f.Late), Limits: f.Limits, Names: f.Names, Check: f.Check}
	if c.Game, err = d.pickGame(f.Game, games); err != nil {
		return nil, err
	}
	if err := f.check(d, codePages); err != nil {
		return nil, err
	}
	c.Final, c.Prebuilt = f.Counts == "final", f.Prebuilt == "yes"
	if err := c.readLanguages(d, f, languages); err != nil {
		return nil, err
	}
	if err := c.readTimes(d, f); err != nil {
		return nil, err
	}
	if err := c.readPattern(d, f.Import.Pattern); err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return nil, &Error{File: file, Problem: "its folder cannot be found: " + err.Error(), Cure: "give the absolute path"}
	}
	c.setPaths(dir, f)
	if f.Roster != "" {
		c.Roster, err = readStudents(d, inFolder(dir, f.Roster))
	}
	return c, err
}

// readLanguages reads the languages that are taken.
func (c *Class) readLanguages(d *decoder, f *ClassFile, named func(string) string) error {
	const cure = "write some of C, C++, Go, Java, JavaScript, Python, Rust"
	if _, given := d.at["languages"]; given && len(f.Languages) == 0 {
		return d.failAt("languages", cure+", or delete the line to take all", "languages: none is taken")
	}
	for i, l := range f.Languages {
		name := named(l)
		if name == "" {
			return d.failAt("languages"+index(i), cure, "languages: hand-ins in %s cannot be built", quote(l))
		}
		if slices.Contains(c.Languages, name) {
			return d.failAt("languages"+index(i), "keep one of the two", "languages: %s is given twice", quote(l))
		}
		c.Languages = append(c.Languages, name)
	}
	return nil
}

// setPaths sets the files and folders, which are relative to that of the file.
func (c *Class) setPaths(dir string, f *ClassFile) {
	c.Folder = inFolder(dir, f.Folder)
	c.Bots = filepath.Join(c.Folder, "bots")
	for _, p := range []struct {
		path string
		into *string
	}{{f.Import.Folder, &c.ImportFolder}, {f.Bots, &c.Bots}, {f.Championship, &c.Championship}} {
		if p.path != "" {
			*p.into = inFolder(dir, p.path)
		}
	}
}

// readPattern reads the pattern of names. Times in them are of the zone, which
// must be said then: that of the deadline alone may be another.
func (c *Class) readPattern(d *decoder, text string) (err error) {
	if _, given := d.at["import.pattern"]; !given {
		return nil
	}
	c.Pattern, err = ParsePattern(text)
	switch {
	case err != nil:
		return d.failAt("import.pattern", `write a regular expression with a group for the id, such as '^(?P<student>\w+)_'`, "import.pattern: %s", err)
	case c.Pattern.SubexpIndex("time") >= 0 && !c.Zoned:
		return d.failAt("import.pattern", "add the line zone: Europe/Berlin, or zone: UTC", "import.pattern: it finds times, and nothing says in which time zone")
	}
	return nil
}

// ParsePattern reads a regular expression for the names of hand-ins: its group
// student is the id, its group time, if there is one, the time.
func ParsePattern(text string) (*regexp.Regexp, error) {
	p, err := regexp.Compile(text)
	if err == nil && p.SubexpIndex("student") < 0 {
		err = errors.New("there is no group (?P<student>…)")
	}
	return p, err
}

// check checks what the struct's types leave open.
func (f *ClassFile) check(d *decoder, codePages []string) error {
	for _, c := range []struct {
		path, value string
		choices     []string
	}{
		{"counts", f.Counts, []string{"last", "final"}},
		{"prebuilt", f.Prebuilt, []string{"yes", "no"}},
		{"names", f.Names, codePages},
	} {
		if _, given := d.at[c.path]; given && !slices.Contains(c.choices, c.value) {
			return d.failAt(c.path, pick(c.value, c.choices), "%s: %s is none of its values", c.path, quote(c.value))
		}
	}
	if err := f.checkLimits(d); err != nil {
		return err
	}
	return d.checkPaths(map[string]string{
		"folder": f.Folder, "roster": f.Roster, "bots": f.Bots, "championship": f.Championship, "import.folder": f.Import.Folder,
	})
}

// checkLimits refuses limits of nothing: who leaves one out gets the default.
func (f *ClassFile) checkLimits(d *decoder) error {
	const most = 100_000
	l := f.Limits
	for _, c := range []struct {
		path         string
		value        int64
		least, bound int64
	}{
		{"check", int64(f.Check), 0, 100},
		{"limits.size", int64(l.Size), 1, math.MaxInt64},
		{"limits.unpacked", int64(l.Unpacked), 1, math.MaxInt64},
		{"limits.files", int64(l.Files), 1, most},
		{"limits.per_day", int64(l.PerDay), 1, most},
		{"limits.every", int64(l.Every), 1, math.MaxInt64},
		{"limits.build", int64(l.Build), 1, math.MaxInt64},
		{"limits.memory", int64(l.Memory), 1, math.MaxInt64},
	} {
		_, given := d.at[c.path]
		switch {
		case !given || c.value >= c.least && c.value <= c.bound:
		case c.bound == math.MaxInt64:
			return d.failAt(c.path, "write more than nothing, or delete the line to take the default", "%s: %s is none", c.path, quote(d.texts[c.path]))
		default:
			return d.failAt(c.path, fmt.Sprintf("write a number from %d to %d", c.least, c.bound), "%s: %d is not from %d to %d", c.path, c.value, c.least, c.bound)
		}
	}
	return nil
}

// readTimes reads the zone and the deadline.
func (c *Class) readTimes(d *decoder, f *ClassFile) (err error) {
	c.Zone = time.UTC
	_, c.Zoned = d.at["zone"]
	_, ends := d.at["deadline"]
	if c.Zoned {
		// Local would be another zone on another machine.
		if c.Zone, err = time.LoadLocation(f.Zone); err != nil || f.Zone == "Local" || f.Zone == "" {
			return d.failAt("zone", "write its name as in Europe/Berlin, or UTC", "zone: no time zone is called %s", quote(f.Zone))
		}
	}
	for _, key := range []string{"grace", "late"} {
		if _, given := d.at[key]; given && !ends {
			return d.failAt(key, "add the line deadline: TIME", "%s: the deadline is missing that it begins at", key)
		}
	}
	if !ends {
		return nil
	}
	if c.Deadline, err = time.Parse(time.RFC3339, f.Deadline); err == nil {
		return nil
	}
	for _, form := range zoneless {
		at, err := time.ParseInLocation(form, f.Deadline, c.Zone)
		if err != nil {
			continue
		}
		if !c.Zoned {
			return d.failAt("deadline", "add the line zone: Europe/Berlin, or write the zone behind the time, as +02:00 or Z", "deadline: %s does not say in which time zone", quote(f.Deadline))
		}
		c.Deadline = at
		return nil
	}
	return d.failAt("deadline", "write a time such as 2026-05-31T23:59:00", "deadline: %s is not a time", quote(f.Deadline))
}

// readStudents reads a roster.
func readStudents(d *decoder, path string) ([]Student, error) {
	text, err := ReadFile(path, "a CSV file with the columns id and name")
	var unread *Error
	if errors.As(err, &unread) {
		return nil, d.failAt("roster", unread.Cure, "roster: %s: %s", path, unread.Problem)
	}
	list, err := grade.ReadStudents(bytes.NewReader(text))
	if err == nil && len(list) == 0 {
		err = errors.New("nobody is on it")
	}
	if err != nil {
		return nil, d.failAt("roster", "correct the file; its columns are id and name", "roster: %s: %v", path, err)
	}
	var students []Student
	for _, s := range list {
		students = append(students, Student{s.ID, cmp.Or(s.Name, s.ID)})
	}
	return students, nil
}
