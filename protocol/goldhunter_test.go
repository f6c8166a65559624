package protocol

import (
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// newStage returns a random stage that keeps to what Stage says of itself.
func newStage(seed uint64, rows, cols, units int) *Stage {
	rnd := rand.New(rand.NewPCG(seed, 0))
	s := &Stage{Number: 1 + rnd.IntN(1000), Mine: rnd.IntN(9), Theirs: rnd.IntN(9)}
	ids := rnd.Perm(2 * units)
	for row := range rows {
		for col := 0; col < cols; {
			if rnd.IntN(3) == 0 {
				col++
				continue
			}
			r := Run{Row: row, Col: col}
			for ; col < cols && rnd.IntN(8) > 0; col++ {
				r.Cells = append(r.Cells, Ground)
				switch rnd.IntN(10) {
				case 0:
					r.Cells[len(r.Cells)-1] = Rock
				case 1:
					if len(s.Foes) < units {
						s.Foes = append(s.Foes, Foe{ids[units+len(s.Foes)] % units, Kind(rnd.IntN(3)), row, col, Dir(rnd.IntN(4))})
					}
				case 2:
					s.Bullets = append(s.Bullets, Bullet{len(s.Bullets), row, col, Dir(rnd.IntN(4))})
				case 3:
					s.Gold = append(s.Gold, Gold{len(s.Gold), row, col, 1 + rnd.IntN(3), 1 + rnd.IntN(3)})
				case 4:
					if len(s.Units) < units {
						u := Unit{len(s.Units), Kind(3 * len(s.Units) / units), row, col, Dir(rnd.IntN(4)), rnd.IntN(61), false}
						u.Hidden = u.Kind == Spy && rnd.IntN(2) == 0
						s.Units = append(s.Units, u)
					}
				}
			}
			if len(r.Cells) > 0 {
				s.See = append(s.See, r)
			}
			col++
		}
	}
	for i := range s.Units {
		if u := &s.Units[i]; u.Kind == Miner {
			u.Left = 0
			for _, g := range s.Gold {
				if g.Row == u.Row && g.Col == u.Col {
					u.Left = g.Left
				}
			}
		}
	}
	return s
}

// told returns a stage without what a dialect does not tell, to be compared.
func told(s *Stage, gson bool) Stage {
	c := Stage{Number: s.Number, Mine: s.Mine, Theirs: s.Theirs}
	c.Units = append(c.Units, s.Units...)
	c.See = append(c.See, s.See...)
	for i := range c.See {
		c.See[i].Cells = slices.Clone(c.See[i].Cells)
	}
	for _, f := range s.Foes {
		if !gson {
			f.ID = 0
		}
		c.Foes = append(c.Foes, f)
	}
	for _, b := range s.Bullets {
		if !gson {
			b.ID = 0
		}
		c.Bullets = append(c.Bullets, b)
	}
	for _, g := range s.Gold {
		if gson {
			g.Value = 0
		} else {
			g.ID = 0
		}
		c.Gold = append(c.Gold, g)
	}
	return c
}

const headerText = "goldhunter 1\nteam 1\nboard 14 30\nunits 3 4 2\nbullets 15\nhidden 40\nstages 250\nstart\n"

var header = GoldHunterHeader{Team: 1, Rows: 14, Cols: 30, Hunters: 3, Miners: 4, Spies: 2, Bullets: 15, Hidden: 40, Stages: 250}

func TestGoldHunterHeader(t *testing.T) {
	if got := string(header.Append(nil)); got != headerText {
		t.Errorf("%q, want %q", got, headerText)
	}
	if header.Units() != 9 {
		t.Errorf("%d units, want 9", header.Units())
	}
	if got, err := ReadGoldHunterHeader(NewReader(strings.NewReader(headerText))); err != nil || *got != header {
		t.Errorf("%+v, %v", got, err)
	}
	for _, change := range [][2]string{
		{"goldhunter 1", "goldhunter 2"},
		{"team 1", "team 2"},
		{"board 14 30", "board 14"},
		{"board 14 30", "board 1001 30"},
		{"units 3 4 2", "units 3 4"},
		{"bullets 15", "bullets -1"},
		{"hidden 40", "hidden 4e1"},
		{"stages 250", "stage 250"},
		{"start", "go"},
	} {
		bad := strings.Replace(headerText, change[0], change[1], 1)
		var syntax *SyntaxError
		if _, err := ReadGoldHunterHeader(NewReader(strings.NewReader(bad))); !errors.As(err, &syntax) || syntax.Got != change[1] {
			t.Errorf("%q for %q: %v, want a SyntaxError that quotes it", change[1], change[0], err)
		}
	}
	cut := strings.TrimSuffix(headerText, "start\n")
	if _, err := ReadGoldHunterHeader(NewReader(strings.NewReader(cut))); err != io.ErrUnexpectedEOF {
		t.Errorf("%v, want io.ErrUnexpectedEOF", err)
	}
}

// sampleStage has one of everything.
func sampleStage() *Stage {
	return &Stage{
		Number: 12, Mine: 2, Theirs: 0,
		Units: []Unit{
			{ID: 0, Kind: Hunter, Row: 3, Col: 4, Facing: Right, Left: 17},
			{ID: 1, Kind: Miner, Row: 4, Col: 4, Facing: Down, Left: 2},
			{ID: 3, Kind: Spy, Row: 9, Col: 0, Facing: Up, Left: 31, Hidden: true},
		},
		Foes:    []Foe{{ID: 2, Kind: Miner, Row: 3, Col: 6, Facing: Left}, {ID: 3, Kind: Spy, Row: 8, Col: 1, Facing: Up}},
		Bullets: []Bullet{{ID: 5, Row: 3, Col: 5, Facing: Right}},
		Gold:    []Gold{{ID: 7, Row: 4, Col: 4, Value: 3, Left: 2}},
		See: []Run{
			{Row: 3, Col: 3, Cells: []byte("....#")},
			{Row: 4, Col: 3, Cells: []byte("#..")},
			{Row: 8, Col: 0, Cells: []byte("..")},
			{Row: 9, Col: 0, Cells: []byte(".")},
		},
	}
}

const stageText = `stage 12
score 2 0
unit 0 hunter 3 4 right 17
unit 1 miner 4 4 down 2
unit 3 spy 9 0 up 31 hidden
foe miner 3 6 left
foe spy 8 1 up
bullet 3 5 right
gold 4 4 3 2
see 3 3 ....#
see 4 3 #..
see 8 0 ..
see 9 0 .
go
`

func TestStageText(t *testing.T) {
	if got := string(sampleStage().Append(nil)); got != stageText {
		t.Errorf("%s\nwant\n%s", got, stageText)
	}
	var s Stage
	end, err := ReadStage(NewReader(strings.NewReader(stageText)), &s)
	if err != nil || end != nil || !reflect.DeepEqual(told(&s, false), told(sampleStage(), false)) {
		t.Errorf("%+v, %+v, %v", s, end, err)
	}
	if end, err := ReadStage(NewReader(strings.NewReader("end draw draw 3 3\n")), &s); err != nil || !reflect.DeepEqual(end, &End{"draw", "draw", []int{3, 3}}) {
		t.Errorf("%+v, %v", end, err)
	}
	for _, change := range [][2]string{
		{"stage 12", "stage twelve"},
		{"stage 12", "score 2 0"},
		{"score 2 0", "unit 0 hunter 3 4 right 17"},
		{"score 2 0", "stage 12"},
		{"score 2 0", "score 2 -1"},
		{"unit 1 miner 4 4 down 2", "unit 1 miner 4 4 down"},
		{"unit 1 miner 4 4 down 2", "unit 1 miner 4 4 south 2"},
		{"unit 1 miner 4 4 down 2", "unit 1 worker 4 4 down 2"},
		{"unit 0 hunter 3 4 right 17", "unit 0 hunter 3 4 right 17 hidden"},
		{"unit 3 spy 9 0 up 31 hidden", "unit 3 spy 9 0 up 31 hid"},
		{"foe miner 3 6 left", "foe miner 3 6"},
		{"bullet 3 5 right", "foe"},
		{"bullet 3 5 right", "bullet 3 5 right 1"},
		{"gold 4 4 3 2", "gold 4 4 3"},
		{"gold 4 4 3 2", "gold 4 4 3 4"},
		{"see 4 3 #..", "see 4 3"},
		{"see 4 3 #..", "see 4 3 #x."},
		{"see 9 0 .", "unit 4 spy 9 0 up 1"},
		{"go", "start"},
		{"see 9 0 .", "end win gold 1 0"},
	} {
		bad := strings.Replace("\n"+stageText, "\n"+change[0]+"\n", "\n"+change[1]+"\n", 1)
		var syntax *SyntaxError
		if _, err := ReadStage(NewReader(strings.NewReader(bad)), &s); !errors.As(err, &syntax) || syntax.Got != change[1] {
			t.Errorf("%q for %q: %v, want a SyntaxError that quotes it", change[1], change[0], err)
		}
	}
	if _, err := ReadStage(NewReader(strings.NewReader("stage 1\n")), &s); err != io.ErrUnexpectedEOF {
		t.Errorf("%v, want io.ErrUnexpectedEOF", err)
	}
}

func TestParseOrder(t *testing.T) {
	for line, want := range map[string]Order{
		"move 2": {2, Move}, "fire 0": {0, Fire}, "hide 7": {7, Hide}, "show 7": {7, Show}, "done 400": {400, Done},
		"rotate 0 up": {0, RotateUp}, "rotate 1 right": {1, RotateRight}, "rotate 2 down": {2, RotateDown}, "\trotate  3\tleft ": {3, RotateLeft},
		"move 123456789": {123456789, Move}, "done 0": {0, Done},
	} {
		if got, err := ParseOrder([]byte(line)); err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", line, got, err, want)
		}
	}
	for _, line := range []string{
		"", "move", "move x", "move -1", "move +1", "move 01", "move 1.0", "move 1e0", "move 1 2", "MOVE 1", "move1", "rotate 1",
		"rotate 1 north", "rotate 1 UP", "rotate up 1", "rotate 1 up 1", "up 1", "none 1", "done", "done 1 2", "done 9223372036854775808",
		"rotate1 up", "stop 1", "move 1,", "move 1\x00", "\xef\xbb\xbfmove 1",
	} {
		got, err := ParseOrder([]byte(line))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || syntax.Got != line || got != (Order{}) {
			t.Errorf("%q: %v, %v; want a SyntaxError", line, got, err)
		}
	}
}

func TestActions(t *testing.T) {
	if got := (Order{ID: 3}).Append(nil); len(got) != 0 {
		t.Errorf("no action is written as %q", got)
	}
	for d := Up; d <= Left; d++ {
		if got, ok := Rotate(d).Facing(); !ok || got != d || Rotate(d).String() != d.String() {
			t.Errorf("%v: %v, %v", d, got, ok)
		}
	}
	for _, a := range []Action{NoAction, Move, Fire, Hide, Show, Done} {
		if d, ok := a.Facing(); ok {
			t.Errorf("%v turns to %v", a, d)
		}
	}
}

func TestPlayGoldHunter(t *testing.T) {
	in := headerText + stageText + strings.Replace(stageText, "stage 12", "stage 13", 1) + "end win gold 5 3\n"
	var out countingWriter
	end, err := PlayGoldHunter(strings.NewReader(in), &out, func(h *GoldHunterHeader) func(*Stage, *Orders) {
		if *h != header {
			t.Errorf("%+v", h)
		}
		return func(s *Stage, o *Orders) {
			if s.Number == 13 {
				return
			}
			o.Move(0)
			o.Rotate(1, Left)
			o.Fire(0)
			o.Hide(3)
			o.Show(3)
			o.Give(1, NoAction)
			o.Give(1, Done)
		}
	})
	const want = "ready\nmove 0\nrotate 1 left\nfire 0\nhide 3\nshow 3\ndone 12\ndone 13\n"
	if err != nil || !reflect.DeepEqual(end, &End{"win", "gold", []int{5, 3}}) || out.String() != want || out.calls != 3 {
		t.Errorf("%q in %d writes, %+v, %v", out.String(), out.calls, end, err)
	}
}

func FuzzParseOrder(f *testing.F) {
	for _, line := range []string{"move 2", "rotate 0  down", "done 17", "fire 9223372036854775807", "hide 007", "up 1"} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		o, err := ParseOrder(line)
		if err != nil {
			return
		}
		if got, want := string(o.Append(nil)), canonical(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	})
}

// FuzzReadStage reads anything; what is a stage must come back the same.
func FuzzReadStage(f *testing.F) {
	f.Add([]byte(stageText))
	f.Add([]byte("stage 0\nscore 0 0\ngo"))
	f.Add([]byte("end lose violation 0 1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s, again Stage
		end, err := ReadStage(NewReader(strings.NewReader(string(data))), &s)
		if err != nil {
			return
		}
		if end != nil {
			text := AppendEnd(nil, end.Outcome, end.Reason, end.Figures...)
			if e, err := ReadStage(NewReader(strings.NewReader(string(text))), &again); err != nil || !reflect.DeepEqual(e, end) {
				t.Errorf("%+v became %+v, %v", end, e, err)
			}
			return
		}
		if _, err := ReadStage(NewReader(strings.NewReader(string(s.Append(nil)))), &again); err != nil || !reflect.DeepEqual(told(&s, false), told(&again, false)) {
			t.Errorf("%+v became %+v, %v", s, again, err)
		}
	})
}

func FuzzReadGoldHunterHeader(f *testing.F) {
	f.Add([]byte(headerText))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := ReadGoldHunterHeader(NewReader(strings.NewReader(string(data))))
		if err != nil {
			return
		}
		if again, err := ReadGoldHunterHeader(NewReader(strings.NewReader(string(h.Append(nil))))); err != nil || *again != *h {
			t.Errorf("%+v became %+v, %v", h, again, err)
		}
	})
}

// FuzzStage writes random stages in both dialects and reads them back, always
// into the same storage.
func FuzzStage(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	var text Stage
	var news GsonNews
	f.Fuzz(func(t *testing.T, seed uint64) {
		s := newStage(seed, 1+int(seed%21), 1+int(seed/21%20), 1+int(seed/420%16))
		if _, err := ReadStage(NewReader(strings.NewReader(string(s.Append(nil)))), &text); err != nil || !reflect.DeepEqual(told(&text, false), told(s, false)) {
			t.Errorf("text: %+v became %+v, %v", s, text, err)
		}
		ids := NewGsonIDs(int(seed&1), 16)
		line := s.AppendGson(nil, ids)
		if err := news.Parse(line, ids); err != nil || news.Command != GsonStage || !reflect.DeepEqual(told(&news.Stage, true), told(s, true)) {
			t.Errorf("gson: %+v became %+v, %v", s, news.Stage, err)
		}
	})
}

func TestPlayGoldHunterErrors(t *testing.T) {
	idle := func(*GoldHunterHeader) func(*Stage, *Orders) { return func(*Stage, *Orders) {} }
	for in, want := range map[string]error{
		"":                     io.ErrUnexpectedEOF,
		headerText:             io.ErrUnexpectedEOF,
		headerText + stageText: io.ErrUnexpectedEOF,
	} {
		if _, err := PlayGoldHunter(strings.NewReader(in), io.Discard, idle); err != want {
			t.Errorf("%q: %v, want %v", in, err, want)
		}
	}
	for after := range 2 { // the "ready" and the orders
		closed := writerFunc(func(p []byte) (int, error) {
			if after--; after < 0 {
				return 0, io.ErrClosedPipe
			}
			return len(p), nil
		})
		if _, err := PlayGoldHunter(strings.NewReader(headerText+stageText), closed, idle); err != io.ErrClosedPipe {
			t.Errorf("%v, want io.ErrClosedPipe", err)
		}
	}
}
