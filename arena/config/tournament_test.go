package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"botarena/arena/championship/pairing"
	"botarena/arena/championship/table"
	"botarena/arena/game"
)

// tournament loads a championship beside bots a, b, c and d.
func tournament(t testing.TB, text string) (*Tournament, error) {
	t.Helper()
	files := map[string]string{"t.yaml": text}
	for _, bot := range []string{"d", "b", "a", "c"} {
		files["bots/"+bot] = "#!/bin/sh\n"
	}
	return LoadTournament(filepath.Join(folder(t, files), "t.yaml"), games)
}

const wholeTournament = `
game: catchcat
name: Spring 2027
seed: 7
setup: [{size: 9}, {size: 11}]
boards: 4
format: {kind: groups, groups: 2, advance: 1, knock_out_boards: 3, third_place: true, swap: false}
entrants:
  - {id: "010", name: no, programs: {cat: {bot: b, args: [x]}, catcher: ./bots/a}}
  - d
  - {id: c, bot: c}
  - {id: half, name: Half, programs: {cat: a}}
points: {win: 3, draw: 1, lose: 0, bye: 1.5}
tie_breaks: [wins, direct]
removed: keep
remove_for: [crash, violation]
broken: forfeit
limits: {move: 500ms, memory: 64MiB}
clock: cpu
parallel: 2
one_class: true
results: out
grade: {gate: 80%}
`

func TestLoadTournament(t *testing.T) {
	c, err := tournament(t, wholeTournament)
	if err != nil {
		t.Fatal(err)
	}
	c.SetSeed(c.Definition.Seed)
	d := c.Definition
	if d.Name != "Spring 2027" || d.Seed != 7 || !c.Seeded || !c.Forfeit || c.Parallel != 2 || !c.OneClass || len(d.Setups) != 2 || filepath.Base(c.Results) != "out" {
		t.Errorf("%+v", c)
	}
	if d.Terms.Clock != "cpu" || d.Terms.Memory != 64<<20 || d.Terms.Jail != "standard" {
		t.Errorf("terms %+v", d.Terms)
	}
	want := table.Options{
		Scheme:    table.Scheme{Win: 3000, Draw: 1000, Bye: 1500},
		TieBreaks: []string{"wins", "direct"}, Removal: table.Keep,
	}
	if d.Table.Counters = nil; !reflect.DeepEqual(d.Table, want) {
		t.Errorf("table %+v, want %+v", d.Table, want)
	}
	if !reflect.DeepEqual(d.RemoveFor, []game.Fault{game.Crash, game.Violation}) {
		t.Errorf("remove for %q", d.RemoveFor)
	}
	f := d.Format.(pairing.Groups)
	if f.Count != 2 || f.Advance != 1 || f.Boards != (pairing.Boards{Count: 4, OneSided: true}) || f.KnockOut.Count != 3 || !f.ThirdGame || f.Skip || len(f.Order) != 4 {
		t.Errorf("format %+v", f)
	}
	var got []string
	for _, e := range d.Entrants {
		text := e.ID + "/" + e.Name
		for _, p := range e.Programs {
			if p == nil {
				text += " -"
				continue
			}
			text += fmt.Sprint(" ", filepath.Base(p.Source.Process.Path), p.Seat.Args)
		}
		got = append(got, text)
	}
	if want := []string{"010/no a[] b[x]", "c/c c[] c[]", "d/d d[] d[]", "half/Half - a[]"}; !reflect.DeepEqual(got, want) {
		t.Errorf("entrants %q, want %q", got, want)
	}
	if len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0], `"half" has no program for the seat catcher`) {
		t.Errorf("warnings %q", c.Warnings)
	}
	if d.Grade == nil || d.Grade.Gate.RatString() != "4/5" || d.Grade.Decimals != 1 {
		t.Errorf("grade %+v", d.Grade)
	}
	if err := d.Check(); err != nil {
		t.Error(err)
	}
}

// TestTournamentDefaults holds what each game's seed says.
func TestTournamentDefaults(t *testing.T) {
	half := table.Scheme{Win: 1000, Draw: 500, Bye: 1000}
	for _, c := range []struct {
		text      string
		format    pairing.Format
		scheme    table.Scheme
		removeFor []game.Fault
	}{
		{"game: catchcat", pairing.All{Entrants: 4, Boards: 1}, table.Scheme{Own: true, ForfeitWin: table.Whole(500), Bye: table.Whole(500)}, nil},
		{"game: catchcat\nsetup: {size: 25}", pairing.All{Entrants: 4, Boards: 1}, table.Scheme{Own: true, ForfeitWin: table.Whole(2516), Bye: table.Whole(2516)}, nil},
		{"game: goldhunter", pairing.RoundRobin{Entrants: 4, Boards: pairing.Boards{Count: 1}}, half, []game.Fault{game.Violation}},
		{"game: papersoccer\nboards: 3", pairing.RoundRobin{Entrants: 4, Boards: pairing.Boards{Count: 3}}, half, nil},
		{"game: papersoccer\nformat: swiss", pairing.Swiss{Order: pairing.Draw(5, 4), Count: 2, Boards: pairing.Boards{Count: 1}}, half, nil},
		{"game: papersoccer\nformat: {kind: gauntlet, hero: c}", pairing.Gauntlet{Entrants: 4, Hero: 2, Boards: pairing.Boards{Count: 1}}, half, nil},
		{"game: papersoccer\nformat: knock-out", pairing.Groups{Order: pairing.Draw(5, 4), Count: 1, Advance: 4, Boards: pairing.Boards{Count: 1}, KnockOut: pairing.Boards{Count: 1}, Skip: true}, half, nil},
	} {
		got, err := tournament(t, c.text+"\nentrants: all\n")
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		got.SetSeed(5)
		d := got.Definition
		if !reflect.DeepEqual(d.Format, c.format) || d.Table.Scheme != c.scheme || !reflect.DeepEqual(d.RemoveFor, c.removeFor) || d.Name != "t" || got.Seeded || d.Grade != nil {
			t.Errorf("%s: %+v, want %+v; %+v, want %+v; %v", c.text, d.Format, c.format, d.Table.Scheme, c.scheme, d.RemoveFor)
		}
		if want := DefaultTerms(d.Info); d.Terms != want {
			t.Errorf("%s: terms %+v, want %+v", c.text, d.Terms, want)
		}
		if len(d.Entrants) != 4 || d.Entrants[0].ID != "a" || d.Entrants[3].ID != "d" {
			t.Errorf("%s: entrants %+v", c.text, d.Entrants)
		}
		if err := d.Check(); err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
	}
}

// TestTournamentSlips holds where each slip is found and what is to be done:
// an unknown format among them (F080), and names that people take for the
// same (F091).
func TestTournamentSlips(t *testing.T) {
	const all = "game: catchcat\nentrants: all\n"
	for _, c := range []struct{ text, want, cure string }{
		{"entrants: all\n", `t.yaml:1: key "game" is missing`, "write game: catchcat"},
		{"game: catchcat\n", `t.yaml:1: key "entrants" is missing`, "entrants: all"},
		{all + "format: swis\n", `t.yaml:3:9: format: no format is called "swis"`, "did you mean swiss?"},
		{"game: catchcat\nseats: [a, b]\n", `t.yaml:2:1: unknown key "seats": it is one of a file for arena match`, "arena match "},
		{all + "mode: gauntlet\n", `t.yaml:3:1: unknown key "mode"`, "the keys here are game"},
		{all + "format: Round-Robin\n", `t.yaml:3:9: format: no format is called "Round-Robin"`, "did you mean round-robin?"},
		{all + "format: gauntlet\n", `t.yaml:3:9: format: key "hero" is missing`, "hero: ID"},
		{all + "format: {kind: gauntlet, hero: e}\n", `t.yaml:3:32: format.hero: no entrant has the ID "e"`, ""},
		{all + "format: {kind: all, swap: true}\n", `t.yaml:3:27: format: all has no key "swap"`, "delete it"},
		{all + "format: {kind: swiss, rounds: 4}\n", `t.yaml:3:31: format.rounds: 4 with 4 entrants`, "from 1 to 3"},
		{all + "format: {kind: groups, groups: 3}\n", `t.yaml:3:32: format.groups: 3 with 4 entrants`, "from 1 to 2"},
		{all + "boards: 0\n", `t.yaml:3:9: boards: 0 is not between 1 and 10000`, ""},
		{all + "setup: [{size: 9}, {size: 10}]\n", `t.yaml:3:27: setup[1]: size: 10: want an odd number`, "write an odd number"},
		{all + "setup: [{}, {}]\nboards: 1\n", `t.yaml:4:9: boards: with 1 of them`, "boards: 2"},
		{all + "setup: [{size: 11}, {size: 25}]\n", `t.yaml:3:21: setup[1]: its matches are worth 2516 points, those of setup[0] 500`, ""},
		{all + "points: {win: 3, draw: 1}\n", `t.yaml:3:9: points: key "lose" is missing`, ""},
		{all + "points: {win: 0.0001, draw: 1, lose: 0}\n", `t.yaml:3:15: points.win: "0.0001" is not a number of points`, ""},
		{all + "points: {win: 1, draw: 2, lose: 3}\n", `t.yaml:3:9: points: a win is worth 1, a draw 2 and a loss 3`, "from the most to the least"},
		{all + "points: {win: 1, draw: 1, lose: 1}\n", `points: a win is worth 1, a draw 1 and a loss 1`, ""},
		{all + "points: {win: 1, draw: 0, lose: 0, bye: 2}\n", `t.yaml:3:41: points.bye: 2 is more than a win`, ""},
		{all + "setup: ''\n", `t.yaml:3:8: setup: "" names no file`, ""},
		{all + "points: seed\n", `t.yaml:3:9: points: "seed" is neither own nor keys`, "points: own"},
		{"game: goldhunter\nentrants: all\npoints: own\n", `t.yaml:3:9: points: Gold Hunter gives no points for a match in which a program is missing`, "points: {win: 1"},
		{all + "tie_breaks: [gold]\n", `t.yaml:3:14: tie_breaks[0]: "gold": want `, "write direct"},
		{all + "remove_for: [crash, timeout, crash]\n", `t.yaml:3:30: remove_for: "crash" is given twice`, "keep one of the two"},
		{all + "removed: delete\n", `t.yaml:3:10: removed: "delete": want strike`, "write strike"},
		{all + "remove_for: [crsh]\n", `t.yaml:3:14: remove_for[0]: no fault is called "crsh"`, "did you mean crash?"},
		{all + "remove_for: [too-much-output]\n", `no fault is called "too-much-output"`, ""}, // no match can have it
		{all + "broken: maybe\n", `t.yaml:3:9: broken: "maybe" is none of`, ""},
		{all + "limits: {move: 5}\n", `t.yaml:3:16: limits.move: "5" has no unit`, "5s"},
		{all + "grade: {gate: 2}\n", `t.yaml:3:15: grade.gate: 2 is more than 1`, ""},
		{all + "grade: {parts: [{measure: beat, bots: [e]}]}\n", `no entrant is called "e"`, ""},
		{all + "bots: nowhere\n", `t.yaml:3:7: bots: there is no such folder`, ""},
		{"game: catchcat\nentrants: [a, b, a]\n", `t.yaml:2:18: entrants[2]: the id "a" is that of another entrant`, "id:"},
		{"game: catchcat\nentrants: [a, {id: 'A ', bot: b}]\n", `t.yaml:2:20: entrants[1]: id "A " begins or ends with a space`, ""},
		{"game: catchcat\nentrants: [a, {id: A, bot: b}]\n", `entrants[1]: the id "A" is that of another entrant, "a"`, ""},
		{"game: catchcat\nentrants: [a, aa]\n", `t.yaml:2:15: entrants[1]: there is no program "aa"`, ""},
		{"game: catchcat\nentrants: [{id: x, bot: a, programs: {cat: a}}]\n", `entrants[0]: both bot and programs are given`, ""},
		{"game: catchcat\nentrants: [{id: x, programs: {cat: a}, args: [--level, master]}]\n", `t.yaml:2:46: entrants[0]: both args and programs are given`, "under each seat"},
		{"game: catchcat\nentrants: [{id: x, programs: {cat: a}, baud: 9600}]\n", `entrants[0]: both baud and programs are given`, ""},
		{"game: catchcat\nentrants: [{id: x, programs: {dog: a}}]\n", `entrants[0]: catchcat has no seat "dog"`, ""},
		{"game: catchcat\nentrants: [{programs: {cat: a}}]\n", `entrants[0]: id "" is empty`, "write id:"},
		{"game: papersoccer\nentrants: [a, {id: b, tcp: \":1\"}]\n", `t.yaml:2:28: entrants[1]: clients that connect cannot be told`, "serial:"},
		{"game: papersoccer\nformat: all\nentrants: [a, {id: b, serial: /dev/ttyUSB0}]\n", `t.yaml:2:9: format: in all everybody plays themselves too`, "round-robin"},
		{"game: papersoccer\nentrants: [{id: one, serial: /dev/ttyUSB0}, {id: two, serial: /dev/ttyUSB0}]\n", `t.yaml:2:45: entrants "one" and "two" meet, and their boards are at one line, /dev/ttyUSB0`, "another line"},
		{"game: papersoccer\nentrants: [a, {serial: /dev/ttyUSB0}]\n", `entrants[1]: id "" is empty`, "write id:"},
		{"game: papersoccer\nentrants: [a]\n", `t.yaml:2:11: entrants: 1 entrant; round-robin wants at least 2`, ""},
		{"game: papersoccer\nentrants: []\n", `entrants: nobody takes part; round-robin wants at least 2`, ""},
	} {
		_, err := tournament(t, c.text)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
			continue
		}
		_, problem, _ := strings.Cut(e.Error(), "/t.yaml")
		if !strings.Contains("t.yaml"+problem, c.want) || !strings.Contains(e.Cure, c.cure) || e.Cure == "" {
			t.Errorf("%s: %v (%s), want %s (%s)", c.text, e, e.Cure, c.want, c.cure)
		}
	}
}

// TestBoards: boards of several teams may come to one line, one after the other.
func TestBoards(t *testing.T) {
	c, err := tournament(t, "game: papersoccer\nformat: {kind: gauntlet, hero: a}\nentrants: [a, {id: one, serial: /dev/ttyUSB0, baud: 9600}, {id: two, serial: /dev/ttyUSB0}]\n")
	if err != nil {
		t.Fatal(err)
	}
	c.SetSeed(1)
	p := c.Definition.Entrants[1].Programs[1]
	if !c.Serial || p.Seat.Kind != "serial" || p.Source.Serial == nil || p.Source.Serial.Baud != 9600 || p.Source.Process != nil {
		t.Errorf("%v, %+v", c.Serial, p)
	}
	if err := c.Definition.Check(); err != nil {
		t.Error(err)
	}
}

// TestBrokenBots: a bot of the folder that cannot be read is refused, or is an
// entrant that cannot start.
func TestBrokenBots(t *testing.T) {
	files := map[string]string{"bots/good": "#!/bin/sh\n", "bots/bad/bot.yaml": "entry: nothing.py\n"}
	for _, c := range []struct {
		broken, want string
		entrants     int
	}{{"refuse", "or write broken: forfeit", 0}, {"forfeit", "", 2}} {
		files["t.yaml"] = "game: catchcat\nentrants: all\nbroken: " + c.broken + "\n"
		got, err := LoadTournament(filepath.Join(folder(t, files), "t.yaml"), games)
		var e *Error
		switch {
		case c.entrants == 0 && (!errors.As(err, &e) || !strings.Contains(e.Cure, c.want)):
			t.Errorf("%s: %v", c.broken, err)
		case c.entrants > 0 && (err != nil || len(got.Definition.Entrants) != c.entrants || len(got.Warnings) != 1):
			t.Errorf("%s: %v, %+v", c.broken, err, got)
		case c.entrants > 0:
			got.SetSeed(1)
			if p := got.Definition.Entrants[0].Programs[0]; p == nil || p.Seat.Kind != "process" {
				t.Errorf("%+v", got.Definition.Entrants[0])
			}
		}
	}
}

// TestAllBrokenBots: who is refused because of several bots hears of all.
func TestAllBrokenBots(t *testing.T) {
	dir := folder(t, map[string]string{
		"bots/good": "#!/bin/sh\n", "bots/a/bot.yaml": "entry: nothing.py\n", "bots/b/bot.yaml": "\nentyr: b\n", "t.yaml": "game: catchcat\nentrants: all\n",
	})
	_, err := LoadTournament(filepath.Join(dir, "t.yaml"), games)
	bots := filepath.Join(dir, "bots")
	checkError(t, err, "t.yaml:2:11: entrants: 2 cannot play: "+
		bots+"/a/bot.yaml:1:8: entry: there is no program "+bots+"/a/nothing.py; "+bots+`/b/bot.yaml:2:1: unknown key "entyr"`,
		"repair them, or write broken: forfeit, and they lose their matches")
}

// TestBotsOfAnotherGame: a folder of bots for another game is not told as an
// empty one.
func TestBotsOfAnotherGame(t *testing.T) {
	dir := folder(t, map[string]string{"bots/a/bot.yaml": "game: papersoccer\nentry: a.sh\n", "bots/a/a.sh": "#!/bin/sh\n", "t.yaml": "game: catchcat\nentrants: all\n"})
	_, err := LoadTournament(filepath.Join(dir, "t.yaml"), games)
	checkError(t, err, "t.yaml:1:7: game: no bot in "+filepath.Join(dir, "bots")+" plays catchcat", "write the game of the bots, or name another folder after bots:")
}

func FuzzTournament(f *testing.F) {
	f.Add(wholeTournament)
	f.Add("game: goldhunter\nentrants: [{id: x, bot: a}]\npoints: own\nformat: swiss\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := readTournament("t.yaml", []byte(text), games)
		curable(t, err)
		if err == nil && c.Definition.Info.Name == "" {
			t.Fatal("no game")
		}
	})
}
