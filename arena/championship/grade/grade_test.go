package grade

import (
	"bytes"
	"encoding/json"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"botarena/arena/championship/sheet"
)

func rat(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic(text)
	}
	return r
}

func student(id, points string, valid, played int) Student {
	return Student{ID: id, Name: strings.ToUpper(id), Points: rat(points), Valid: valid, Played: played}
}

// TestSeed follows the rules page of Catch the Cat.
func TestSeed(t *testing.T) {
	absent := Student{ID: "n", Absent: true}
	for _, c := range []struct {
		name     string
		students []Student
		want     string // grades as shown
	}{
		{"linear", []Student{student("a", "1000", 9, 9), student("b", "2000", 9, 9), student("c", "1500", 9, 9)}, "5.0 10.0 7.5"},
		{"rounded half up", []Student{student("a", "0", 9, 9), student("b", "100", 9, 9), student("c", "1", 9, 9), student("d", "3", 9, 9)}, "5.0 10.0 5.1 5.2"},
		{"below the gate", []Student{student("a", "10", 9, 9), student("b", "20", 9, 9), student("c", "999", 4, 9)}, "5.0 10.0 2.2"},
		{"the low do not set the scale", []Student{student("a", "10", 9, 9), student("b", "20", 9, 9), student("c", "1", 8, 9)}, "5.0 10.0 4.4"},
		{"exactly 90 %", []Student{student("a", "10", 10, 10), student("b", "20", 9, 10)}, "5.0 10.0"},
		{"just under 90 %", []Student{student("a", "10", 19, 19), student("b", "20", 17, 19)}, "10.0 4.5"},
		{"all equal", []Student{student("a", "10", 9, 9), student("b", "10", 9, 9)}, "10.0 10.0"},
		{"one passes", []Student{student("a", "10", 9, 9), student("b", "10", 0, 9)}, "10.0 0.0"},
		{"nobody passes", []Student{student("a", "10", 1, 3), student("b", "10", 0, 3)}, "1.7 0.0"},
		{"handed in nothing", []Student{student("a", "10", 9, 9), absent}, "10.0 0.0"},
		{"no match played", []Student{student("a", "0", 0, 0)}, "0.0"},
		{"nobody", nil, ""},
	} {
		grades, err := Compute(c.students, Contest())
		if err != nil {
			t.Fatal(err)
		}
		var shown []string
		for _, g := range grades {
			shown = append(shown, g.Shown)
		}
		if got := strings.Join(shown, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestExact checks that the exact value is there and not a rounded one.
func TestExact(t *testing.T) {
	grades, _ := Compute([]Student{student("a", "0", 9, 9), student("b", "3", 9, 9), student("c", "1", 9, 9), student("d", "0", 1, 7)}, Contest())
	for i, want := range []string{"5", "10", "20/3", "5/7"} {
		if got := grades[i].Exact.RatString(); got != want {
			t.Errorf("%s: %s, want %s", grades[i].Student.ID, got, want)
		}
	}
	if r := grades[3].Student.Points; r.Sign() != 0 {
		t.Errorf("points were changed to %s", r)
	}
}

func TestRound(t *testing.T) {
	for text, want := range map[string]string{"5.05": "5.1", "5.04999": "5.0", "9.95": "10.0", "0": "0.0", "-0.05": "0.0", "-0.06": "-0.1", "20/3": "6.7"} {
		if got := Round(rat(text), 1); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestPolicies checks weights, measures, steps and lateness.
func TestPolicies(t *testing.T) {
	deadline := time.Date(2026, 5, 31, 23, 59, 0, 0, time.UTC)
	base := func() Policy { return Contest() }
	weighed := base()
	weighed.Parts = []Part{{Spread, rat("1"), nil}, {Beat, rat("3"), []string{"easy", "hard"}}}
	curve := base()
	curve.Parts = []Part{{Curve, rat("1"), nil}}
	won := base()
	won.Parts = []Part{{Won, rat("1"), nil}, {Valid, rat("1"), nil}}
	best := base()
	best.Parts = []Part{{Best, rat("1"), nil}}
	steps := base()
	steps.Steps = []Step{{rat("0"), rat("5"), "F"}, {rat("5"), rat("3"), "C"}, {rat("7.5"), rat("1"), "A"}}
	late := base()
	late.Late = Late{Deadline: deadline, PerDay: rat("1/2"), Most: rat("2"), Refuse: 10}

	a, b, c := student("a", "100", 9, 10), student("b", "50", 10, 10), student("c", "0", 10, 10)
	a.Wins, b.Wins = 8, 5
	a.Beaten = func(id string) bool { return true }
	b.Beaten = func(id string) bool { return id == "easy" }
	for _, x := range []struct {
		name   string
		policy Policy
		late   [3]time.Duration
		want   string
	}{
		{"weights", weighed, [3]time.Duration{}, "10 15/2 5"},
		{"curve", curve, [3]time.Duration{}, "10 15/2 5"},
		{"wins and valid", won, [3]time.Duration{}, "37/4 35/4 15/2"},
		{"best", best, [3]time.Duration{}, "10 15/2 5"},
		{"steps", steps, [3]time.Duration{}, "1 1 3"},
		{"in time", late, [3]time.Duration{-time.Hour, 0, 0}, "10 15/2 5"},
		{"days begun", late, [3]time.Duration{1, 24 * time.Hour, 24*time.Hour + 1}, "19/2 7 4"},
		{"at most, and refused", late, [3]time.Duration{9 * 24 * time.Hour, 9*24*time.Hour + 1, 300 * 24 * time.Hour}, "8 0 0"},
	} {
		students := []Student{a, b, c}
		for i := range students {
			if !x.policy.Late.Deadline.IsZero() {
				students[i].Handed = deadline.Add(x.late[i])
			}
		}
		grades, err := Compute(students, x.policy)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		var exact []string
		for _, g := range grades {
			exact = append(exact, g.Exact.RatString())
		}
		if got := strings.Join(exact, " "); got != x.want {
			t.Errorf("%s: %s, want %s", x.name, got, x.want)
		}
	}
}

// TestWonAgainstOthers: who wins all there is to win has the highest grade,
// matches against oneself or not, and with those alone there is nothing to tell.
func TestWonAgainstOthers(t *testing.T) {
	p := Contest()
	p.Parts = []Part{{Measure: Won, Weight: big.NewRat(1, 1)}}
	for i, s := range []Student{{Played: 10, Self: 2, Wins: 8}, {Played: 10, Self: 2, Wins: 4}, {Played: 10, Wins: 5}, {Played: 2, Self: 2}} {
		s.Valid = s.Played
		grades, err := Compute([]Student{s}, p)
		if want := []string{"10.0", "7.5", "7.5", "10.0"}[i]; err != nil || grades[0].Shown != want {
			t.Errorf("%+v: %s, want %s, %v", s, grades[0].Shown, want, err)
		}
	}
}

// TestLateWords: what lateness costs is told as it is, however grades are rounded.
func TestLateWords(t *testing.T) {
	p := Contest()
	p.Decimals = 0
	p.Late = Late{Deadline: time.Unix(0, 0), PerDay: big.NewRat(1, 2)}
	s := student("a", "1", 9, 9)
	s.Handed = time.Unix(1, 0)
	grades, err := Compute([]Student{s}, p)
	if err != nil || grades[0].Why != "valid in 9 of 9 matches, 1 day late: 0.5 off" || grades[0].Shown != "10" {
		t.Errorf("%+v, %v", grades[0], err)
	}
}

// TestLateForNothing: lateness that takes nothing off is not told as an amount of 0.
func TestLateForNothing(t *testing.T) {
	p := Contest()
	p.Late = Late{Deadline: time.Unix(0, 0), Refuse: 7}
	good, none := student("a", "1", 9, 9), student("b", "0", 0, 9)
	good.Handed, none.Handed = time.Unix(1, 0), time.Unix(1, 0)
	grades, err := Compute([]Student{good, none}, p)
	if err != nil || grades[0].Why != "valid in 9 of 9 matches, 1 day late, which costs nothing" || !strings.HasSuffix(grades[1].Why, " × that share, 1 day late") {
		t.Errorf("%q, %q, %v", grades[0].Why, grades[1].Why, err)
	}
}

// TestFew: a scale from the lowest to the highest of few is told; not one that
// compares nobody, nor one on which all are equal.
func TestFew(t *testing.T) {
	two := []Student{student("a", "1", 9, 9), student("b", "2", 9, 9), student("c", "3", 1, 9)}
	four := append([]Student{student("d", "4", 9, 9), student("e", "5", 9, 9)}, two...)
	equal := []Student{student("a", "1", 9, 9), student("b", "1", 9, 9)}
	for _, c := range []struct {
		students []Student
		measure  Measure
		want     int
	}{{two, Spread, 2}, {two, Curve, 2}, {two, Best, 0}, {four, Spread, 0}, {equal, Spread, 0}, {two[:1], Spread, 0}, {nil, Spread, 0}} {
		p := Contest()
		p.Parts = []Part{{Measure: c.measure, Weight: big.NewRat(1, 1)}}
		grades, err := Compute(c.students, p)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Few(grades); got != c.want {
			t.Errorf("%d students by %s: %d are few, want %d", len(c.students), c.measure, got, c.want)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		change func(*Policy)
		want   string
	}{
		{func(p *Policy) { p.Gate = rat("90") }, "gate: 90 is more than 1, which is 100 %: want a share such as 0.9, or a percentage such as 90%"},
		{func(p *Policy) { p.Low = rat("-1") }, "low: -1: want a number from 0"},
		{func(p *Policy) { p.High = rat("4") }, "high: 4 is less than low, 5"},
		{func(p *Policy) { p.Parts = nil }, "parts: there is none: want at least one, such as points"},
		{func(p *Policy) { p.Parts[0].Measure = "point" }, `parts[0]: "point": want points, best, rank, wins, valid or beat`},
		{func(p *Policy) { p.Parts[0].Weight = rat("0") }, "parts[0].weight: this weighs nothing: want a number above 0"},
		{func(p *Policy) { p.Parts[0].Measure = Beat }, "parts[0]: beat names no bots: want the bots to beat, as in {measure: beat, bots: [sensible]}"},
		{func(p *Policy) { p.Steps = []Step{{rat("5"), rat("1"), ""}, {rat("5"), rat("2"), ""}} }, "steps[1].from: 5 comes after 5: want the steps from the lowest up"},
		{func(p *Policy) { p.Steps = []Step{{rat("5"), rat("1"), ""}, {rat("6"), nil, ""}} }, "steps[1]: a number is missing: want from: and grade:"},
		{
			func(p *Policy) {
				p.Steps = []Step{{rat("0"), rat("5"), ""}, {rat("1"), rat("4"), ""}, {rat("2"), rat("4"), ""}, {rat("3"), rat("5"), ""}}
			},
			"steps[3].grade: 5 after 4 turns back: want grades that only rise, or only fall, from step to step",
		},
		{func(p *Policy) { p.Parts = append(p.Parts, p.Parts[0]) }, "parts[1]: points is listed twice: want it once, with a weight"},
		{
			func(p *Policy) {
				p.Parts = []Part{{Beat, rat("1"), []string{"a", "b"}}, {Beat, rat("1"), []string{"a"}}, {Beat, rat("2"), []string{"b", "a"}}}
			},
			"parts[2]: beat is listed twice: want it once, with a weight",
		},
		{
			func(p *Policy) { p.Parts = []Part{{Beat, rat("1"), []string{"a", "b", "a"}}} },
			`parts[0].bots[2]: "a" is listed twice: want each bot once`,
		},
		{func(p *Policy) { p.Late.PerDay = rat("-1") }, "late.per_day: -1: want a number from 0"},
		{func(p *Policy) { p.Decimals = 7 }, "decimals: 7 is not between 0 and 6"},
	} {
		p := Contest()
		c.change(&p)
		if _, err := Compute(nil, p); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestExport(t *testing.T) {
	students := []Student{student("007", "0", 9, 9), student("b", "3", 9, 9), student("c", "1.5", 1, 3), {ID: "d", Name: "=D()", Absent: true}, student("e", "99", 9, 9)}
	students[0].Rank, students[4].Removed = 2, "copied"
	students[2].Note = "does not compile"
	students = append(students, Student{ID: "f", Name: "F", Absent: true, Note: "came too late"})
	students[4].Rulings = []string{"ruling 1: copied, ruling 2"}
	grades, _ := Compute(students, Contest())
	var b bytes.Buffer
	if err := WriteCSV(&b, sheet.Options{Semicolon: true, DecimalComma: true}, "final", grades); err != nil {
		t.Fatal(err)
	}
	want := "id;name;grade;exact;mark;points;rank;matches;valid matches;pv percent;days late;late off;reason;rulings;status\r\n" +
		"007;007;5,0;5;;0;2;9;9;100,00;0;0,00;valid in 9 of 9 matches;;final\r\n" +
		"b;B;10,0;10;;3;-;9;9;100,00;0;0,00;valid in 9 of 9 matches;;final\r\n" +
		"c;C;1,7;5/3;;1,5;-;3;1;33,33;0;0,00;\"valid in only 1 of 3 matches: 5 × that share; does not compile\";;final\r\n" +
		"d;'=D();0,0;0;;0;-;0;0;-;0;0,00;nothing handed in;;final\r\n" +
		"e;E;0,0;0;;99;-;9;9;100,00;0;0,00;removed: copied;ruling 1: copied, ruling 2;final\r\n" +
		"f;F;0,0;0;;0;-;0;0;-;0;0,00;came too late;;final\r\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	text, err := json.Marshal(grades[2])
	if err != nil || string(text) != `{"id":"c","name":"C","grade":"1.7","exact":"5/3","points":"1.5","matches":3,"valid":1,"pv":"1/3","passed":false,"reason":"valid in only 1 of 3 matches: 5 × that share; does not compile"}` {
		t.Errorf("%s, %v", text, err)
	}
}

func TestRoster(t *testing.T) {
	roster, err := ReadRoster(strings.NewReader("\ufeffID;Name;Programs;Handed;Room;Note\r\n007;\"Zoë; Z\";cat catcher;2026-05-31T23:59:00+02:00;5\r\n8;Bo;;;;came too late\r\n"))
	want := []Entry{
		{ID: "007", Name: "Zoë; Z", Programs: []string{"cat", "catcher"}, Handed: time.Date(2026, 5, 31, 21, 59, 0, 0, time.UTC)},
		{ID: "8", Name: "Bo", Note: "came too late"},
	}
	if err == nil {
		roster[0].Handed = roster[0].Handed.UTC()
		roster[1].Programs = nil
	}
	if err != nil || !reflect.DeepEqual(roster, want) {
		t.Errorf("%+v, %v", roster, err)
	}
	for text, want := range map[string]string{
		"id,name\n":                              `there is no column "programs"`,
		"id,name,programs\nA,x,\na ,y,\n":        `student 2 ("y"): the id "a" is there twice`,
		"id,name,programs\n,x,\n":                `student 1 ("x") has no id`,
		"id,name,programs,handed\n1,x,,31/5\n":   `student 1 (1): handed: "31/5": want a time such as 2026-05-31T23:59:00+02:00`,
		"id,name,programs,id\n":                  `column "id" is there twice`,
		"id,name,programs\n1,\"x,cat\n2,y,cat\n": "line 2: a quotation mark is never closed, or one inside a cell is not written twice",
	} {
		if _, err := ReadRoster(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// FuzzReadRoster: whatever a file holds, the roster has an ID for everybody,
// each once, or an error of one line.
func FuzzReadRoster(f *testing.F) {
	f.Add("id,name,programs\n007,\"Zoë; Z\",cat catcher\n")
	f.Add("\ufeffID;Name;Programs;Handed\r\n1;x;cat;2026-05-31T23:59:00+02:00\r\n")
	f.Add("id\tname\tprograms\n=\"007\"\t'=x\t\n")
	f.Fuzz(func(t *testing.T, text string) {
		roster, err := ReadRoster(strings.NewReader(text))
		seen := map[string]bool{}
		for _, e := range roster {
			if e.ID == "" || seen[Fold(e.ID)] {
				t.Errorf("%q: the ID %q", text, e.ID)
			}
			seen[Fold(e.ID)] = true
		}
		if err != nil && (roster != nil || err.Error() == "") {
			t.Errorf("%q: %v and %d students", text, err, len(roster))
		}
	})
}
