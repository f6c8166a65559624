package config

import (
	"errors"
	"math/big"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"botarena/arena/championship/grade"
)

const wholeGrade = `
gate: 75%
low: 4
high: 9.5
below: 13/3
parts:
  - points
  - {measure: beat, weight: 2.5, bots: [sensible, "007"]}
  - {measure: rank, weight: 1}
steps:
  - {from: 0, grade: 5, mark: no}
  - {from: 4, grade: 3.7}
late: {deadline: 2026-05-31T23:59:00+02:00, per_day: 0.5, most: 2, refuse: 7}
decimals: 2
`

func TestLoadGrade(t *testing.T) {
	dir := folder(t, map[string]string{"policy.yaml": wholeGrade})
	g, err := LoadGrade(filepath.Join(dir, "policy.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	p := g.Policy
	if want := time.Date(2026, 5, 31, 21, 59, 0, 0, time.UTC); !p.Late.Deadline.Equal(want) {
		t.Errorf("deadline %s", p.Late.Deadline)
	}
	p.Late.Deadline = time.Time{}
	want := grade.Policy{
		Gate: big.NewRat(3, 4), Low: big.NewRat(4, 1), High: big.NewRat(19, 2), Below: big.NewRat(13, 3),
		Parts: []grade.Part{
			{Measure: grade.Spread, Weight: big.NewRat(1, 1)},
			{Measure: grade.Beat, Weight: big.NewRat(5, 2), Bots: []string{"sensible", "007"}},
			{Measure: grade.Curve, Weight: big.NewRat(1, 1)},
		},
		Steps: []grade.Step{
			{From: new(big.Rat), Grade: big.NewRat(5, 1), Mark: "no"},
			{From: big.NewRat(4, 1), Grade: big.NewRat(37, 10)},
		},
		Late:     grade.Late{PerDay: big.NewRat(1, 2), Most: big.NewRat(2, 1), Refuse: 7},
		Decimals: 2,
	}
	if got, want := words(p), words(want); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if err := g.CheckBots([]string{"sensible", "007", "x"}); err != nil {
		t.Error(err)
	}
	checkError(t, g.CheckBots([]string{"sensibly", "007"}), `policy.yaml:8:41: parts[1].bots[0]: no entrant is called "sensible"`, "did you mean sensibly?")
}

// words writes a policy with its fractions.
func words(p grade.Policy) string {
	var b strings.Builder
	for _, r := range []*big.Rat{p.Gate, p.Low, p.High, p.Below, p.Late.PerDay, p.Late.Most} {
		b.WriteString(r.RatString() + " ")
	}
	for _, x := range p.Parts {
		b.WriteString(string(x.Measure) + " " + x.Weight.RatString() + " " + strings.Join(x.Bots, "+") + "; ")
	}
	for _, x := range p.Steps {
		b.WriteString(x.From.RatString() + " " + x.Grade.RatString() + " " + x.Mark + "; ")
	}
	return b.String() + index(p.Late.Refuse) + index(p.Decimals)
}

// TestGradeDefaults: what a policy leaves out is the contest's.
func TestGradeDefaults(t *testing.T) {
	for _, text := range []string{"gate: 0.9\n", "gate: 90%\n", "decimals: 1\n", "parts: [points]\n", "low: 5\nhigh: 10.0\nbelow: 5\n", "game: catchcat\nentrants: all\ngrade: {gate: 0.9}\n"} {
		g, err := readGrade("p.yaml", []byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got := g.Policy
		if want := grade.Contest(); got.Gate.Cmp(want.Gate) != 0 || got.Low.Cmp(want.Low) != 0 || got.High.Cmp(want.High) != 0 ||
			got.Below.Cmp(want.Below) != 0 || len(got.Parts) != 1 || got.Parts[0].Measure != grade.Spread || got.Decimals != 1 || !reflect.DeepEqual(got.Late, want.Late) {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// TestBelowBySteps: what comes to the same step, or to a lower one, is no more.
func TestBelowBySteps(t *testing.T) {
	for _, text := range []string{
		"low: 1\nhigh: 10\nsteps: [{from: 0, grade: 5}, {from: 5, grade: 4}]\n",
		"low: 1\nhigh: 10\nsteps: [{from: 3, grade: 5}, {from: 4.5, grade: 4}]\n",
		"low: 0\nhigh: 10\nsteps: [{from: 4, grade: 5}]\n",
		"low: 4\nhigh: 10\nsteps: [{from: 0, grade: 5}, {from: 4, grade: 3}]\n",
		"low: 0\nhigh: 10\nbelow: 0\n",
	} {
		if _, err := readGrade("p.yaml", []byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func checkError(t *testing.T, err error, problem, cure string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || !strings.HasSuffix(e.Error(), problem) || e.Cure != cure {
		t.Errorf("%v\nhint: %s; want\n%s\nhint: %s", err, cureOf(err), problem, cure)
	}
}

func cureOf(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Cure
	}
	return "-"
}

func TestGradeErrors(t *testing.T) {
	for _, c := range []struct{ text, problem, cure string }{
		{"", "p.yaml:1: the file is empty", "write a policy, such as gate: 90%"},
		{"game: catchcat\nseats: [a, b]\n", "p.yaml:1:7: this is a match or a championship without a policy for grades", "add grade: and below it, indented, a policy such as gate: 90%"},
		{"game: catchcat\nfoo: [1]\ngrade: {gate: 2}\n", "p.yaml:3:15: grade.gate: 2 is more than 1, which is 100 %: want a share such as 0.9, or a percentage such as 90%", "write a share such as 0.9, or a percentage such as 90%"},
		{"game: catchcat\ngrade: {gate: 1, parts: [x]}\n", `p.yaml:2:26: grade.parts[0]: "x": want points, best, rank, wins, valid or beat`, "write points, best, rank, wins, valid or beat"},
		{"gaet: 1\n", `p.yaml:1:1: unknown key "gaet"`, "did you mean gate?"},
		{"gate: 90\n", "p.yaml:1:7: gate: 90 is more than 1, which is 100 %: want a share such as 0.9, or a percentage such as 90%", "write a share such as 0.9, or a percentage such as 90%"},
		{"gate: 0,9\n", `p.yaml:1:7: gate: expected a number, found "0,9"`, "write 0.9"},
		{"gate: 1e3\n", `p.yaml:1:7: gate: expected a number, found "1e3"`, "write a number such as 0.9, 90% or 9/10"},
		{"gate: 1/0\n", `p.yaml:1:7: gate: expected a number, found "1/0"`, "write a number such as 0.9, 90% or 9/10"},
		{"gate: -1\n", "p.yaml:1:7: gate: -1: want a number from 0", "write a number from 0"},
		{"low: 1\nhigh: 6\n", "p.yaml:1:6: low: below the gate, 9/10, a grade comes near 5 times that; the lowest above it is 1", "write below: 10/9, or less"},
		{"below: 6\n", "p.yaml:1:8: below: below the gate, 9/10, a grade comes near 6 times that; the lowest above it is 5", "write below: 50/9, or less"},
		{"low: 0\nhigh: 5\n", "p.yaml:1:6: low: below the gate, 9/10, a grade comes near 5 times that; the lowest above it is 0", "write below: 0"},
		{"low: 1\nhigh: 6\nsteps: [{from: 0, grade: 5}, {from: 1, grade: 4}, {from: 3, grade: 3}, {from: 4, grade: 2}]\n", "p.yaml:1:6: low: below the gate, 9/10, a grade comes near 5 times that, over the step from 3; the lowest above it is 1", "write below: 10/3, or less"},
		{"low: 7\nhigh: 6\n", "p.yaml:2:7: high: 6 is less than low, 7", "correct the value, or delete it to take the default"},
		{"parts: []\n", "p.yaml:1:8: parts: there is none: want at least one, such as points", "write at least one, such as points"},
		{"parts: points\n", `p.yaml:1:8: parts: expected a list, found "points"`, "write parts: [points]"},
		{"parts: points, wins\n", `p.yaml:1:8: parts: expected a list, found "points, wins"`, "write parts: [points, wins]"},
		{"parts: [point]\n", `p.yaml:1:9: parts[0]: "point": want points, best, rank, wins, valid or beat`, "write points, best, rank, wins, valid or beat"},
		{"parts:\n- beat\n", "p.yaml:2:3: parts[0]: beat names no bots: want the bots to beat, as in {measure: beat, bots: [sensible]}", "write the bots to beat, as in {measure: beat, bots: [sensible]}"},
		{"parts:\n- {measure: rank, bots: [a]}\n", "p.yaml:2:25: parts[0]: only the measure beat has bots", "write measure: beat, or delete bots"},
		{"parts:\n- {measure: rank, weight: 0}\n", "p.yaml:2:27: parts[0].weight: this weighs nothing: want a number above 0", "write a number above 0"},
		{"steps:\n- {from: 5, grade: 1}\n- {from: 5, grade: 2}\n", "p.yaml:3:10: steps[1].from: 5 comes after 5: want the steps from the lowest up", "write the steps from the lowest up"},
		{"steps:\n- {from: 5}\n", "p.yaml:2:3: steps[0]: a number is missing: want from: and grade:", "write from: and grade:"},
		{"steps: [{from: 1, grade: 5}, {from: 2, grade: 4}, {from: 3, grade: 5}]\n", "p.yaml:1:68: steps[2].grade: 5 after 4 turns back: want grades that only rise, or only fall, from step to step", "write grades that only rise, or only fall, from step to step"},
		{"parts: [points, wins, points]\n", "p.yaml:1:23: parts[2]: points is listed twice: want it once, with a weight", "write it once, with a weight"},
		{"parts:\n- {measure: beat, bots: [a, b]}\n- {measure: beat, weight: 2, bots: [b, a]}\n", "p.yaml:3:3: parts[1]: beat is listed twice: want it once, with a weight", "write it once, with a weight"},
		{"parts: [{measure: beat, bots: [a, b, a]}]\n", `p.yaml:1:38: parts[0].bots[2]: "a" is listed twice: want each bot once`, "write each bot once"},
		{"late: {per_day: 1}\n", "p.yaml:1:7: late: the deadline is missing", "add deadline: 2026-05-31T23:59:00+02:00"},
		{"late: {deadline: 2026-05-31}\n", `p.yaml:1:18: late.deadline: "2026-05-31" is not a time with its zone`, "write the zone too: 2026-05-31T00:00:00+02:00, or Z for UTC"},
		{"late: {deadline: soon}\n", `p.yaml:1:18: late.deadline: "soon" is not a time with its zone`, "write a time such as 2026-05-31T23:59:00+02:00"},
		{"late: {deadline: 2026-05-31T23:59:00Z, refuse: -1}\n", "p.yaml:1:48: late.refuse: -1 is less than 1", "write a number of days from 1, or delete it to refuse nothing"},
		{"late: {deadline: 2026-05-31T23:59:00Z, refuse: 0}\n", "p.yaml:1:48: late.refuse: 0 is less than 1", "write a number of days from 1, or delete it to refuse nothing"},
		{"late: {deadline: 2026-05-31T23:59:00Z, most: 2}\n", "p.yaml:1:46: late.most: nothing is taken off of which that would be the most", "add per_day: and a number, or delete it"},
		{"late: {deadline: 2026-05-31T23:59:00Z, per_day: -1}\n", "p.yaml:1:49: late.per_day: -1: want a number from 0", "write a number from 0"},
		{"decimals: 7\n", "p.yaml:1:11: decimals: 7 is not between 0 and 6", "correct the value, or delete it to take the default"},
		{"decimals: 1.5\n", `p.yaml:1:11: decimals: expected a whole number, found "1.5"`, "write a number in decimal, such as 7"},
	} {
		_, err := readGrade("p.yaml", []byte(c.text))
		checkError(t, err, c.problem, c.cure)
	}
}

// FuzzGrade: every text is a policy that grades, or an error with a cure.
func FuzzGrade(f *testing.F) {
	f.Add([]byte(wholeGrade))
	f.Add([]byte("gate: 1/3\nparts: [best, wins, valid, {measure: beat, bots: [a]}]\n"))
	f.Add([]byte("late: {deadline: 2026-05-31T23:59:00Z}\n"))
	students := []grade.Student{
		{ID: "a", Points: big.NewRat(3, 1), Played: 3, Valid: 3},
		{ID: "b", Absent: true},
		{ID: "c", Points: big.NewRat(1, 2), Played: 3, Valid: 2, Handed: time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)},
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		g, err := readGrade("p.yaml", text)
		if curable(t, err); err != nil {
			return
		}
		grades, err := grade.Compute(students, g.Policy)
		if err != nil || len(grades) != 3 {
			t.Errorf("%v", err)
		}
	})
}
