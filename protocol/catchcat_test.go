package protocol

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

func TestCatchCatHeader(t *testing.T) {
	h := &CatchCatHeader{Role: Catcher, Rows: 9, Cols: 7, Cat: Cell{4, 3}, Blocked: []Cell{{0, 6}, {8, 0}}}
	const text = "catchcat 1\nrole catcher\nboard 9 7\ncat 4 3\nblocked 0 6\nblocked 8 0\nstart\n"
	if got := string(h.Append(nil)); got != text {
		t.Errorf("%q, want %q", got, text)
	}
	for _, form := range []string{text, strings.ReplaceAll(text, "\n", " \r\n\n"), strings.ReplaceAll(text, " ", " \t ")} {
		got, err := ReadCatchCatHeader(NewReader(strings.NewReader(form)))
		if err != nil || !reflect.DeepEqual(got, h) {
			t.Errorf("%q: %+v, %v", form, got, err)
		}
	}
	lines := strings.SplitAfter(text, "\n")
	for i := range lines[:len(lines)-1] {
		cut := strings.Join(lines[:i], "")
		if _, err := ReadCatchCatHeader(NewReader(strings.NewReader(cut))); err != io.ErrUnexpectedEOF {
			t.Errorf("after %q: %v, want io.ErrUnexpectedEOF", cut, err)
		}
	}
	for _, change := range [][2]string{
		{"catchcat 1", "catchcat 2"},
		{"role catcher", "role dog"},
		{"role catcher", "role"},
		{"cat 4 3", "cat 9 3"},
		{"cat 4 3", "cat 4 -1"},
		{"blocked 0 6", "blocked 0 7"},
		{"blocked 0 6", "block 0 6"},
		{"board 9 7", "board 0 7"},
		{"board 9 7", "board 9 100000"},
		{"board 9 7", "board 9 7 1"},
		{"start", "start now"},
	} {
		bad := strings.Replace(text, change[0], change[1], 1)
		var syntax *SyntaxError
		if _, err := ReadCatchCatHeader(NewReader(strings.NewReader(bad))); !errors.As(err, &syntax) || syntax.Got != change[1] {
			t.Errorf("%q for %q: %v, want a SyntaxError that quotes it", change[1], change[0], err)
		}
	}
}

func TestParseBlock(t *testing.T) {
	for line, want := range map[string]Cell{
		"block 4 5": {4, 5}, " \tblock\t 0  10 ": {0, 10}, "block 999999999 0": {999999999, 0},
	} {
		if got, err := ParseBlock([]byte(line)); err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", line, got, err, want)
		}
	}
	for _, line := range []string{
		"", "block", "block 4", "block 4 5 6", "move 4 5", "Block 4 5", "block4 5", "block 4,5", "block (4,5)",
		"block -1 5", "block +1 5", "block 01 5", "block 1.0 5", "block 1e0 5", "block 0x1 5", "block 1_0 5",
		"block -0 5", "block 00 5", "block NaN 5", "block ٤ 5", "block 4\u00a05", "block 4\v5", "block 4 5\r",
		"block 9223372036854775808 5", "block 18446744073709551617 5", "block " + strings.Repeat("1", 400) + " 5",
		"block 4 5\x00",
	} {
		got, err := ParseBlock([]byte(line))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || got != (Cell{}) {
			t.Errorf("%q: %v, %v; want a SyntaxError", line, got, err)
		}
	}
	_, err := ParseBlock([]byte("block " + strings.Repeat("1", 400)))
	if got, want := err.Error(), `expected block ROW COL, got "block `+strings.Repeat("1", 58)+`…"`; !strings.HasSuffix(got, want) {
		t.Errorf("%s, want the line cut: %s", got, want)
	}
}

func TestParseCatchCatRequest(t *testing.T) {
	for line, want := range map[string]CatchCatRequest{
		"go":                  {Word: "go"},
		"block 1 2":           {Word: "block", Cell: Cell{1, 2}},
		"move 3 4":            {Word: "move", Cell: Cell{3, 4}},
		"end lose escaped 37": {Word: "end", End: &End{"lose", "escaped", []int{37}}},
	} {
		if got, err := ParseCatchCatRequest([]byte(line)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v", line, got, err)
		}
	}
	for _, line := range []string{"go on", "block 1", "move", "end", "end lose escaped", "end lost escaped 1", "end lose 1 1", "end lose a_b 1", "end win caught 1 2", "ready"} {
		if got, err := ParseCatchCatRequest([]byte(line)); err == nil || got.End != nil {
			t.Errorf("%q: %+v, want an error", line, got)
		}
	}
	if got := string(AppendEnd(nil, "win", "caught", 12)); got != "end win caught 12\n" {
		t.Errorf("%q", got)
	}
}

func TestParseReady(t *testing.T) {
	if err := ParseReady([]byte(" ready ")); err != nil {
		t.Error(err)
	}
	for _, line := range []string{"", "Ready", "ready 1", "Error occurred during initialization of VM"} {
		if ParseReady([]byte(line)) == nil {
			t.Errorf("%q was taken for ready", line)
		}
	}
}

func TestPlayCatchCat(t *testing.T) {
	const header = "board 5 5\ncat 2 2\nblocked 0 1\nstart\n"
	tests := []struct{ name, in, out string }{
		{"catcher", "catchcat 1\nrole catcher\n" + header + "go\nmove 2 3\nend lose escaped 4\n", "ready\nblock 2 2\nblock 2 3\n"},
		{"cat", "catchcat 1\nrole cat\n" + header + "block 1 1\nblock 4 4\nend win invalid 4\n", "ready\nmove 2 3\nmove 2 4\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out countingWriter
			end, err := PlayCatchCat(strings.NewReader(tt.in), &out, func(m *CatchCatMatch) func() Cell {
				if !m.Blocked(Cell{0, 1}) || m.Blocked(Cell{1, 1}) {
					t.Error("the header's blocked cells are wrong")
				}
				return func() Cell {
					if m.Role == Cat {
						if !m.Blocked(Cell{1, 1}) {
							t.Error("the catcher's move is missing")
						}
						return Cell{m.Cat.Row, m.Cat.Col + 1}
					}
					return m.Cat // not a legal block: that is the arena's to say
				}
			})
			if err != nil || end == nil || end.Figures[0] != 4 {
				t.Errorf("%+v, %v", end, err)
			}
			if out.String() != tt.out || out.calls != 3 {
				t.Errorf("%q in %d writes, want %q in 3", out.String(), out.calls, tt.out)
			}
		})
	}
	for in, want := range map[string]error{
		"":                                      io.ErrUnexpectedEOF,
		"catchcat 1\nrole cat\n" + header:       io.ErrUnexpectedEOF,
		"catchcat 1\nrole cat\n" + header + "x": nil,
		// messages that belong to the other role, or name no cell
		"catchcat 1\nrole cat\n" + header + "go\n":            nil,
		"catchcat 1\nrole cat\n" + header + "move 1 1\n":      nil,
		"catchcat 1\nrole cat\n" + header + "block 5 1\n":     nil,
		"catchcat 1\nrole catcher\n" + header + "block 1 1\n": nil,
	} {
		_, err := PlayCatchCat(strings.NewReader(in), io.Discard, func(m *CatchCatMatch) func() Cell {
			return func() Cell { return Cell{} }
		})
		var syntax *SyntaxError
		if want != nil && err != want || want == nil && !errors.As(err, &syntax) {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func FuzzParseCatchCat(f *testing.F) {
	for _, line := range []string{"block 4 5", "move 0 10", " go ", "end draw invalid 0", "block 01 5", "move -1 9223372036854775808"} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		q, err := ParseCatchCatRequest(line)
		if err != nil {
			return
		}
		var again []byte
		switch q.Word {
		case "go":
			again = AppendGo(nil)
		case "block":
			again = AppendBlock(nil, q.Cell)
		case "move":
			again = AppendMove(nil, q.Cell)
		case "end":
			again = AppendEnd(nil, q.End.Outcome, q.End.Reason, q.End.Figures...)
		}
		if got, want := string(again), canonical(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	})
}

// canonical returns a line as we write it: one space between fields.
func canonical(line []byte) string {
	return strings.Join(strings.FieldsFunc(string(line), func(c rune) bool { return c == ' ' || c == '\t' }), " ") + "\n"
}

func FuzzReadCatchCatHeader(f *testing.F) {
	f.Add([]byte("catchcat 1\nrole cat\nboard 5 5\ncat 2 2\nblocked 0 1\nstart\n"))
	f.Add([]byte("catchcat 1\r\n\nrole\tcatcher\nboard 1000 1\ncat 0 0\nstart"))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := ReadCatchCatHeader(NewReader(strings.NewReader(string(data))))
		if err != nil {
			return
		}
		again, err := ReadCatchCatHeader(NewReader(strings.NewReader(string(h.Append(nil)))))
		if err != nil || !reflect.DeepEqual(again, h) {
			t.Errorf("%+v became %+v, %v", h, again, err)
		}
	})
}
