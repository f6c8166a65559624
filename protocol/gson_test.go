package protocol

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// gsonText is sampleStage as team 1 of 4 units a team is told of it.
var gsonText = strings.ReplaceAll(`{"cycle":12,"yourScore":2,"opponentScore":0,"updateCells":[
{"type":"SOLID","y":3,"x":3},{"type":"SOLID","y":3,"x":4},{"type":"SOLID","y":3,"x":5},{"type":"SOLID","y":3,"x":6},{"type":"ROCK","y":3,"x":7},
{"type":"ROCK","y":4,"x":3},{"type":"SOLID","y":4,"x":4},{"type":"SOLID","y":4,"x":5},
{"type":"SOLID","y":8,"x":0},{"type":"SOLID","y":8,"x":1},{"type":"SOLID","y":9,"x":0}],
"goldMiner":[{"cell":{"type":"SOLID","y":4,"x":4},"id":1005,"dir":"DOWN"}],
"hunter":[{"bulletCapicity":17,"cell":{"type":"SOLID","y":3,"x":4},"id":1004,"dir":"RIGHT"}],
"golds":[{"id":7,"cell":{"type":"SOLID","y":4,"x":4},"timeOfMining":1}],
"spies":[{"isHidden":true,"hidenessCapacity":31,"cell":{"type":"SOLID","y":9,"x":0},"id":1007,"dir":"UP"}],
"opponentSpies":[{"isHidden":false,"cell":{"type":"SOLID","y":8,"x":1},"id":1003,"dir":"UP"}],
"opponentGoldMiner":[{"cell":{"type":"SOLID","y":3,"x":6},"id":1002,"dir":"LEFT"}],
"opponentHunter":[],
"bullets":[{"dir":"RIGHT","cell":{"type":"SOLID","y":3,"x":5},"id":105}],
"mCommandID":2,"mTimeSent":12}`, "\n", "") + "\n"

func TestGsonStage(t *testing.T) {
	ids := NewGsonIDs(1, 4)
	if got := string(sampleStage().AppendGson(nil, ids)); got != gsonText {
		t.Errorf("%s\nwant\n%s", got, gsonText)
	}
	const empty = `{"cycle":1,"yourScore":0,"opponentScore":0,"updateCells":[],"goldMiner":[],"hunter":[],"golds":[],"spies":[],` +
		`"opponentSpies":[],"opponentGoldMiner":[],"opponentHunter":[],"bullets":[],"mCommandID":2,"mTimeSent":1}` + "\n"
	if got := string((&Stage{Number: 1}).AppendGson(nil, ids)); got != empty {
		t.Errorf("%s\nwant every list, empty:\n%s", got, empty)
	}
	var m GsonNews
	for name, member := range map[string]string{"a missing list": `,"opponentHunter":[]`, "a missing time": `,"timeOfMining":1`, "a missing facing": `,"dir":"LEFT"`, "a missing column": `,"x":7`, "no command": `,"mCommandID":2`} {
		if err := m.Parse([]byte(strings.Replace(gsonText, member, "", 1)), ids); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

// What is named must be told even where See lacks it.
func TestGsonNamedCells(t *testing.T) {
	s := sampleStage()
	s.See = []Run{{Row: 3, Col: 4, Cells: []byte(".")}, {Row: 4, Col: 0, Cells: []byte("..")}}
	var m GsonNews
	if err := m.Parse(s.AppendGson(nil, GsonIDs{}), GsonIDs{}); err != nil {
		t.Fatal(err)
	}
	want := map[Cell]bool{{3, 4}: true, {4, 0}: true, {4, 1}: true, {4, 4}: true, {9, 0}: true, {3, 6}: true, {8, 1}: true, {3, 5}: true}
	got := map[Cell]bool{}
	for _, r := range m.Stage.See {
		for i := range r.Cells {
			got[Cell{r.Row, r.Col + i}] = true
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("told of %v, want %v", got, want)
	}
}

func TestGsonNews(t *testing.T) {
	var m GsonNews
	for _, tt := range []struct {
		line string
		want GsonNews
	}{
		{string(AppendGsonTeam(nil, 1)), GsonNews{Command: GsonTeam, Team: 1}},
		{string(AppendGsonMap(nil, 21, 20)), GsonNews{Command: GsonMap, Rows: 21, Cols: 20}},
		{string(AppendGsonFinished(nil)), GsonNews{Command: GsonFinished}},
		{` { "mArguments" : [ "3" , "4" ] , "mCommandID" : 3 , "new" : { "a" : [ 1.5e3 , null ] } } `, GsonNews{Command: GsonMap, Rows: 3, Cols: 4}},
	} {
		if err := m.Parse([]byte(tt.line), GsonIDs{}); err != nil || m.Command != tt.want.Command || m.Team != tt.want.Team || m.Rows != tt.want.Rows || m.Cols != tt.want.Cols {
			t.Errorf("%q: %+v, %v", tt.line, m, err)
		}
	}
	for _, line := range []string{
		"", "{}", "[]", "null", `{"mCommandID":1}`, `{"mCommandID":0,"mArguments":[]}`, `{"mCommandID":3,"mArguments":["1"]}`,
		`{"mCommandID":3,"mArguments":["1","2","3"]}`, `{"mCommandID":3,"mArguments":["1","x"]}`, `{"mCommandID":4} x`, `{"mCommandID":2}`,
	} {
		if err := m.Parse([]byte(line), GsonIDs{}); err == nil {
			t.Errorf("%q was taken: %+v", line, m)
		}
	}
}

func TestGsonMessage(t *testing.T) {
	ids := NewGsonIDs(1, 8)
	tests := []struct {
		line string
		want GsonMessage
	}{
		{`{"mCommandID":0,"mTimeSent":1448900000000,"mArguments":["a \"b\" \u06a9\\"]}`, GsonMessage{Command: GsonTeam, Time: 1448900000000, Name: `a "b" ک\`}},
		{`{"mCommandID":3,"mTimeSent":0,"mArguments":[]}`, GsonMessage{Command: GsonMap}},
		{
			`{"commands":{"1008":"move","1009":"2","1010":"fire","1011":"hide","1012":"show"},"mCommandID":1,"mTimeSent":7}`,
			GsonMessage{Command: GsonOrders, Time: 7, Orders: []Order{{0, Move}, {1, RotateDown}, {2, Fire}, {3, Hide}, {4, Show}}},
		},
		// the order of members is free, further members are no fault, the last order is the last
		{
			" {\t\"mTimeSent\" : 7 , \"debug\" : [ { \"a\" : -1.5e+3 , \"b\" : \"}\" } , true ] , \"mCommandID\" : 1 , \"commands\" : { \"1008\" : \"move\" , \"1008\" : \"0\" } } ",
			GsonMessage{Command: GsonOrders, Time: 7, Orders: []Order{{0, Move}, {0, RotateUp}}},
		},
		{`{"mCommandID":1,"mTimeSent":1,"commands":null}`, GsonMessage{Command: GsonOrders, Time: 1}},
		// other teams' units are no fault of the form
		{
			`{"mCommandID":1,"mTimeSent":1,"commands":{"1000":"move","0":"move","1016":"move"}}`,
			GsonMessage{Command: GsonOrders, Time: 1, Orders: []Order{{-8, Move}, {-1008, Move}, {8, Move}}},
		},
		{
			`{"mCommandID":1,"mTimeSent":1,"commands":{"1008":"jump","x":"move","1009":2,"01010":"move","1011":"move","1012":null,"1013":"4","":"fire"}}`,
			GsonMessage{Command: GsonOrders, Time: 1, Orders: []Order{{3, Move}}, Malformed: 7, Quote: `"1008":"jump"`},
		},
		{
			`{"mCommandID":1,"mTimeSent":1,"commands":{"1008":{"a":[]}}}`,
			GsonMessage{Command: GsonOrders, Time: 1, Malformed: 1, Quote: `"1008":`},
		},
	}
	var m GsonMessage
	for _, tt := range tests {
		err := m.Parse([]byte(tt.line), ids)
		if got := m; err != nil || len(got.Orders) != len(tt.want.Orders) {
			t.Errorf("%s: %+v, %v", tt.line, got, err)
			continue
		}
		if len(m.Orders) == 0 {
			m.Orders = nil
		}
		if !reflect.DeepEqual(m, tt.want) {
			t.Errorf("%s:\n%+v, want\n%+v", tt.line, m, tt.want)
		}
	}
	for _, line := range []string{
		"", "move 1", "[]", "null", "{}", `{"mCommandID":2}`, `{"mCommandID":4}`, `{"mCommandID":-1}`, `{"mCommandID":"1"}`, `{"mCommandID":1.0}`,
		`{"mCommandID":1e0}`, `{"mCommandID":01}`, `{"mCommandID":+1}`, `{"mCommandID":- 1}`, `{"mCommandID":-0}`, `{"mcommandid":1}`, `{"MCOMMANDID":1}`,
		`{"mCommandID":18446744073709551617}`, `{"mCommandID":1`, `{"mCommandID":1}}`, `{"mCommandID":1,}`, `{"mCommandID":1 "a":2}`, `{mCommandID:1}`,
		`{"mCommandID":1,"mTimeSent":1.5}`, `{"mCommandID":1,"mTimeSent":NaN}`, `{"mCommandID":1,"commands":[]}`, `{"mCommandID":1,"commands":{"1008":"move}}`,
		`{"mCommandID":1,"a":` + strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1) + `}`,
		`{"mCommandID":1,"a":` + strings.Repeat("[", 60_000), `{"mCommandID":1,"a":"\x"}`, "{\"mCommandID\":1,\"a\":\"\t\"}", `{"mCommandID":1,"a":1.}`, `{"mCommandID":1,"a":nulll}`,
	} {
		var syntax *SyntaxError
		if err := m.Parse([]byte(line), ids); !errors.As(err, &syntax) {
			t.Errorf("%.80q was taken: %+v, %v", line, m, err)
		}
	}
}

func TestPlayGoldHunterGson(t *testing.T) {
	in := string(AppendGsonTeam(nil, 1)) + string(AppendGsonMap(nil, 21, 20)) + gsonText +
		strings.Replace(gsonText, `"cycle":12`, `"cycle":13`, 1) + string(AppendGsonFinished(nil)) + gsonText
	var out countingWriter
	err := PlayGoldHunterGson(strings.NewReader(in), &out, `"us"`, func(m GsonMatch) func(*Stage, *Orders) {
		if m != (GsonMatch{Team: 1, Rows: 21, Cols: 20}) {
			t.Errorf("%+v", m)
		}
		return func(s *Stage, o *Orders) {
			if s.Number == 13 {
				return
			}
			for i := range s.Units {
				o.Rotate(s.Units[i].ID, Dir(i))
			}
			o.Move(1005)
		}
	})
	want := `{"mCommandID":0,"mTimeSent":N,"mArguments":["\"us\""]}` + "\n" +
		`{"mCommandID":3,"mTimeSent":0,"mArguments":[]}` + "\n" +
		`{"commands":{"1004":"0","1005":"1","1007":"2","1005":"move"},"mCommandID":1,"mTimeSent":12}` + "\n" +
		`{"commands":{},"mCommandID":1,"mTimeSent":13}` + "\n"
	got := regexp.MustCompile(`\d{13}`).ReplaceAllString(out.String(), "N")
	if err != nil || got != want || out.calls != 4 {
		t.Errorf("%s in %d writes, %v; want\n%s", got, out.calls, err, want)
	}
}

// TestGsonTraffic reads the traffic of two original clients: every line of
// theirs must be understood, and what a server sent them, read and written
// again, must be the same bytes.
func TestGsonTraffic(t *testing.T) {
	shared := os.Getenv("ARENA_SHARED")
	if shared == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("ARENA_SHARED is not set: the recorded traffic is missing")
		}
		t.Skip("ARENA_SHARED is not set: the recorded traffic is missing")
	}
	names, err := filepath.Glob(filepath.Join(shared, "vectors", "goldhunter", "wire_*.log.gz"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no recorded traffic under %s (%v)", shared, err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) { gsonTraffic(t, name) })
	}
}

var enemyLeft = regexp.MustCompile(`"(bulletCapicity|hidenessCapacity)":\d+,`)

func gsonTraffic(t *testing.T, name string) {
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, maxGsonLine)
	var message GsonMessage
	var news GsonNews
	orders, stages := 0, 0
	for lines.Scan() {
		direction, line, _ := strings.Cut(lines.Text(), " ")
		if direction[0] == 'C' {
			if err := message.Parse([]byte(line), GsonIDs{}); err != nil || message.Malformed > 0 {
				t.Fatalf("%s: %v, malformed %s", line, err, message.Quote)
			}
			if message.Command != GsonOrders {
				continue
			}
			again := string(AppendGsonOrders(nil, int(message.Time), message.Orders, GsonIDs{}))
			sameBytes(t, again, line+"\n")
			orders += strings.Count(line, `":"`)
			continue
		}
		if err := news.Parse([]byte(line), GsonIDs{}); err != nil {
			t.Fatal(err)
		}
		var again []byte
		switch news.Command {
		case GsonTeam:
			again = AppendGsonTeam(nil, news.Team)
		case GsonMap:
			again = AppendGsonMap(nil, news.Rows, news.Cols)
		case GsonStage:
			stages++
			byID(&news.Stage)
			again = news.Stage.AppendGson(nil, GsonIDs{})
		}
		if own, foes, ok := strings.Cut(line, `"opponentSpies":`); ok {
			// The recorded server told what the enemy has left; ours never does.
			line = own + `"opponentSpies":` + enemyLeft.ReplaceAllString(foes, "")
		}
		sameBytes(t, string(again), line+"\n")
	}
	if err := lines.Err(); err != nil || orders == 0 || stages == 0 {
		t.Fatalf("%d orders and %d stages, %v", orders, stages, err)
	}
	t.Logf("%d orders, %d stages", orders, stages)
}

// sameBytes shows long texts from shortly before where they differ.
func sameBytes(t *testing.T, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	from := max(0, i-40)
	t.Fatalf("at byte %d: %.100q, want %.100q", i, got[from:], want[from:])
}

// byID brings what is not a unit of the team's own into the order of ids, in
// which the recorded server has it.
func byID(s *Stage) {
	slices.SortFunc(s.Foes, func(a, b Foe) int { return a.ID - b.ID })
	slices.SortFunc(s.Bullets, func(a, b Bullet) int { return a.ID - b.ID })
	slices.SortFunc(s.Gold, func(a, b Gold) int { return a.ID - b.ID })
}

// FuzzGsonMessage compares with encoding/json.
func FuzzGsonMessage(f *testing.F) {
	for _, line := range []string{
		`{"mCommandID":0,"mTimeSent":1448900000000,"mArguments":["TEAM \u003d NAME"]}`,
		`{"mCommandID":3,"mTimeSent":0,"mArguments":[]}`,
		`{"commands":{"1002":"move","1000":"2","1007":"hide"},"mCommandID":1,"mTimeSent":1}`,
		`{"mCommandID":1,"a":[{},[],"\"",-0.5E-7,true,false,null],"commands":{"01":"move","1":1}}`,
	} {
		f.Add([]byte(line))
	}
	ids := NewGsonIDs(0, 8)
	var m GsonMessage
	f.Fuzz(func(t *testing.T, line []byte) {
		if err := m.Parse(line, ids); err != nil {
			return
		}
		var want map[string]json.RawMessage
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatalf("%q was taken: %v", line, err)
		}
		if got := strconv.Itoa(int(m.Command)); got != string(want["mCommandID"]) {
			t.Errorf("%q: command %s", line, got)
		}
		var commands map[string]json.RawMessage
		if err := json.Unmarshal(want["commands"], &commands); err != nil {
			return // there are none
		}
		last := map[string]string{}
		for _, o := range m.Orders {
			last[strconv.Itoa(ids.Mine+o.ID)] = gsonActions[o.Action]
		}
		for id, text := range commands {
			var word string
			if json.Unmarshal(text, &word) == nil && last[id] != word && m.Malformed == 0 {
				t.Errorf("%q: order %q of %q, want %q", line, last[id], id, word)
			}
		}
		if again := new(GsonMessage); len(m.Orders) > 0 {
			if err := again.Parse(AppendGsonOrders(nil, 1, m.Orders, ids), ids); err != nil || !reflect.DeepEqual(again.Orders, m.Orders) {
				t.Errorf("%+v became %+v, %v", m.Orders, again.Orders, err)
			}
		}
	})
}

// FuzzGsonNews reads anything; what is a stage must come back the same.
func FuzzGsonNews(f *testing.F) {
	f.Add([]byte(gsonText))
	f.Add(AppendGsonMap(nil, 21, 20))
	f.Add(AppendGsonFinished(nil))
	var m, again GsonNews
	f.Fuzz(func(t *testing.T, line []byte) {
		if m.Parse(line, GsonIDs{}) != nil {
			return
		}
		if !json.Valid(line) {
			t.Fatalf("%q was taken", line)
		}
		if m.Command != GsonStage {
			return
		}
		// Cells that are only named are told once more than they were, so
		// what was written is compared.
		first := m.Stage.AppendGson(nil, GsonIDs{})
		if err := again.Parse(first, GsonIDs{}); err != nil {
			t.Fatalf("%s: %v", first, err)
		}
		if !reflect.DeepEqual(again.Stage.Foes, m.Stage.Foes) && len(m.Stage.Foes) > 0 ||
			!reflect.DeepEqual(again.Stage.Units, m.Stage.Units) && len(m.Stage.Units) > 0 {
			t.Errorf("%+v became %+v", m.Stage, again.Stage)
		}
	})
}

// FuzzJSON compares what is skipped with encoding/json.
func FuzzJSON(f *testing.F) {
	for _, text := range []string{`{"a":[1,-2.5e3,"x\u00e9\\",true,false,null,{}]}`, `[1,]`, `"\`, `-`, ` 01`, `{"a":1,}`, "\"\xff\"", `"\ud800"`, `[[[]]]`, "nul", "1 2"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		j := jsonText{rest: text}
		j.skip(maxDepth)
		if got, want := j.end(), json.Valid(text); got != want && strings.Count(string(text), "[")+strings.Count(string(text), "{") < maxDepth {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	})
}

// A client is told by an error when what it talks to is no arena.
func TestPlayGoldHunterGsonErrors(t *testing.T) {
	team, board := string(AppendGsonTeam(nil, 0)), string(AppendGsonMap(nil, 3, 3))
	idle := func(GsonMatch) func(*Stage, *Orders) { return func(*Stage, *Orders) {} }
	for in, want := range map[string]error{
		"":                                     io.ErrUnexpectedEOF,
		team:                                   io.ErrUnexpectedEOF,
		team + board:                           nil,
		team + board + team:                    nil, // not of use here, and no harm
		strings.Repeat(" ", 2<<20):             ErrTooLong,
		team + board + "x" + "\n":              new(SyntaxError),
		board:                                  new(SyntaxError),
		team + string(AppendGsonFinished(nil)): new(SyntaxError),
	} {
		err := PlayGoldHunterGson(strings.NewReader(in), io.Discard, "us", idle)
		var syntax *SyntaxError
		if _, isSyntax := want.(*SyntaxError); isSyntax != errors.As(err, &syntax) || !isSyntax && err != want {
			t.Errorf("%.60q: %v, want %T", in, err, want)
		}
	}
	closed := writerFunc(func([]byte) (int, error) { return 0, io.ErrClosedPipe })
	if err := PlayGoldHunterGson(strings.NewReader(team), closed, "us", idle); err != io.ErrClosedPipe {
		t.Errorf("%v, want io.ErrClosedPipe", err)
	}
}
