package record

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"botarena/arena/game"
)

func sample() *Record {
	result := &game.Result{Reason: "goal", Moves: 3, Seats: []game.SeatResult{
		{Outcome: game.Win, Points: 1}, {Outcome: game.Lose, Fault: game.Invalid, Counters: []int{1, 2}},
	}}
	return &Record{
		Header: Header{
			Version: Version, Game: "toy", Setup: []byte(`{"goal":21}`), Seed: 7,
			Seats: []Seat{{Name: `no "quotes"`, Kind: "process", Hash: "ab"}, {Name: "b", Kind: "process"}},
			Terms: Terms{Clock: "fair", Move: Duration(time.Second), Start: Duration(10 * time.Second), Memory: 1 << 30, CPU: "1", Jail: "standard", OnViolation: "disqualify"},
		},
		Rounds: []Round{{
			Absent: []game.Fault{"", game.DidNotStart},
			Answers: []SeatAnswer{
				{Seat: 0, Answer: game.Answer{Move: []byte("4 5")}},
				{Seat: 1, Answer: game.Answer{Move: []byte(`say "hi" \ é`)}},
				{Seat: 0, Answer: game.Answer{Move: []byte("0:move"), Malformed: 3}},
				{Seat: 1, Answer: game.Answer{Fault: game.Timeout}},
				{Seat: 1, Answer: game.Answer{Move: []byte("a\x00\xff\nb"), Fault: game.Invalid}},
			},
			Result: result,
		}},
		Result: result,
		Measured: &Measured{
			Began: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Layers: []string{"root"},
			Seats: []SeatRun{{Turns: []TurnTimes{{1, 2, 3}}}, {Log: "x\x00y", Turns: []TurnTimes{}}},
		},
	}
}

func TestEncodeDecode(t *testing.T) {
	rec := sample()
	text, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got.Rounds[0].Answers { // an absent move is written as an empty one
		if a := &got.Rounds[0].Answers[i]; len(a.Move) == 0 {
			a.Move = nil
		}
	}
	if !reflect.DeepEqual(rec, got) {
		t.Errorf("wrote\n%+v\nread\n%+v", rec, got)
	}
	again, err := got.Encode()
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("written again it differs (%v):\n%s\n%s", err, text, again)
	}
}

// TestGamePart: what was measured changes neither the game part nor the hash.
func TestGamePart(t *testing.T) {
	a, b := sample(), sample()
	b.Measured.Wall = Duration(time.Hour)
	b.Measured.Host.Name = "elsewhere"
	if _, err := a.Encode(); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Encode(); err != nil {
		t.Fatal(err)
	}
	if a.Measured.Hash != b.Measured.Hash || len(a.Measured.Hash) != 64 {
		t.Errorf("hashes %q and %q", a.Measured.Hash, b.Measured.Hash)
	}
	b.Rounds[0].Answers[0].Move = []byte("4 6")
	if _, err := b.Encode(); err != nil {
		t.Fatal(err)
	}
	if a.Measured.Hash == b.Measured.Hash {
		t.Error("another move, the same hash")
	}
}

func TestDecodeErrors(t *testing.T) {
	text, err := sample().Encode()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	for name, c := range map[string]struct{ text, want string }{
		"empty":         {"", "not a replay"},
		"other file":    {"GIF89a", "line 1"},
		"cut short":     {strings.Join(lines[:5], ""), "cut short"},
		"cut in a line": {string(text[:len(text)/2]), "line"},
		"no header":     {strings.Join(lines[1:], ""), "header"},
		"newer":         {strings.Replace(string(text), `"version":1`, `"version":2`, 1), "version 2"},
		"bad seat":      {strings.Replace(string(text), `[0,"4 5"]`, `[7,"4 5"]`, 1), "seat 7 of 2"},
		"more measured": {strings.Replace(string(text), `"turns":[[1,2,3]]`, `"turns":[]},{"turns":[]`, 1), "3 seats were measured of 2"},
		"absent":        {lines[0] + "{\"round\":0}\n{\"absent\":[\"\",\"<b>\"]}\n", `line 3: no fault is called "<b>"`},
		"unknown line":  {lines[0] + "{\"x\":1}\n", "line 2"},
	} {
		if _, err := Decode([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
}

func TestFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "er")
	rec := sample()
	first, err := rec.WriteFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	second, err := rec.WriteFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	if first == second || !strings.HasSuffix(second, "-2"+Extension) {
		t.Errorf("names %s and %s", first, second)
	}
	for _, name := range []string{first, second} {
		got, err := ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got.Measured.Hash != rec.Measured.Hash {
			t.Errorf("%s: hash %s", name, got.Measured.Hash)
		}
	}
	measured := rec.Measured
	rec.Measured = nil
	if name, err := rec.WriteFile(dir); err != nil || name != strings.TrimSuffix(first, Extension)+"-3"+Extension {
		t.Errorf("without a measured part: %s, %v", name, err)
	}
	rec.Measured = measured
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("%d files in the folder (%v), want 3", len(entries), err)
	}
	plain := filepath.Join(dir, "plain")
	text, _ := rec.Encode()
	if err := os.WriteFile(plain, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(plain); err != nil {
		t.Errorf("uncompressed: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	text, err := sample().Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"header":{"version":1}}` + "\n[0,[\"hex\",\"zz\"]]\n"))
	f.Add([]byte(`{"header":{"version":1,"setup":{},"seats":[{"name":"a"}]}}` + "\n{\"round\":0}\n[0,\"x\",\"a\\\"b\"]\n" + `{"result":{}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		rec, err := Decode(text)
		if err != nil {
			return
		}
		one, err := rec.Encode()
		if err != nil {
			t.Skip() // a set-up that is no JSON of ours
		}
		again, err := Decode(one)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, one)
		}
		two, err := again.Encode()
		if err != nil || !bytes.Equal(one, two) {
			t.Fatalf("%v\n%s\n%s", err, one, two)
		}
	})
}
