package sheet

import (
	"bytes"
	"encoding/csv"
	"reflect"
	"strings"
	"testing"
)

func write(t testing.TB, o Options, rows ...[]Cell) string {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, o, "id", "name", "grade")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if err := w.Row(r...); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWrite(t *testing.T) {
	rows := [][]Cell{
		{Text("007"), Text(`Zoë "Z", d'Arc`), Number("7.5")},
		{Text("8"), Text("two\nlines"), Number("-1.0")},
		{Text("9"), Text(`=HYPERLINK("http://x")`), Number("")},
		{Text("-1"), Text("@SUM(A1)"), Int(3)},
	}
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{}, "id,name,grade\r\n007,\"Zoë \"\"Z\"\", d'Arc\",7.5\r\n8,\"two\r\nlines\",-1.0\r\n9,\"'=HYPERLINK(\"\"http://x\"\")\",-\r\n'-1,'@SUM(A1),3\r\n"},
		{Options{BOM: true, Semicolon: true, DecimalComma: true}, "\ufeffid;name;grade\r\n007;\"Zoë \"\"Z\"\", d'Arc\";7,5\r\n8;\"two\r\nlines\";-1,0\r\n9;\"'=HYPERLINK(\"\"http://x\"\")\";-\r\n'-1;'@SUM(A1);3\r\n"},
	} {
		if got := write(t, c.o, rows...); got != c.want {
			t.Errorf("%+v:\n%q, want\n%q", c.o, got, c.want)
		}
	}
	if _, err := NewWriter(&bytes.Buffer{}, Options{DecimalComma: true}); err == nil {
		t.Error("a decimal comma between commas passed")
	}
	w, _ := NewWriter(&bytes.Buffer{}, Options{}, "a", "b")
	if w.Row(Text("x")) == nil {
		t.Error("a short row passed")
	}
}

// TestLiteral: what Excel would make a number or a date of stays text, and is
// read back.
func TestLiteral(t *testing.T) {
	for text, want := range map[string]string{
		"007": `="007"`, "17/2": `="17/2"`, "1e5": `="1e5"`, "12-3": `="12-3"`, " 4": `=" 4"`, ".5": `=".5"`, "123456789012345678": `="123456789012345678"`,
		"MAR1": `="MAR1"`, "Sept 2": `="Sept 2"`, "3rd team": `="3rd team"`,
		"ann": "ann", "=1": "'=1", "-1": "'-1", `7"`: `7"`, "": "", "march": "march", `="007"`: `'="007"`, "1\n": "1\n",
	} {
		if got := Excel.format(Text(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		if got := (Options{}).format(Text(text)); got != text && got != "'"+text {
			t.Errorf("%q without Literal: %s", text, got)
		}
		out := write(t, Excel, []Cell{Text("x"), Text(text), Number("")})
		_, rows, err := Read(strings.NewReader(out))
		if err != nil || rows[0][1] != strings.TrimSpace(text) {
			t.Errorf("%q is read back as %q, %v", text, rows, err)
		}
	}
}

func TestFormulas(t *testing.T) {
	for text, want := range map[string]bool{
		"=1": true, "+1": true, "-1": true, "@x": true, "\t=1": true, "\r=1": true, " =1": true, "＝1": true, "|x": true, `"=1`: true, "'=1": true, "\nx": true,
		"": false, "a=1": false, "1-2": false, "ann": false, "é": false, "\xff": false,
	} {
		if got := formula(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestRead follows F120: marks, semicolons, line ends, missing quotes, zeros.
func TestRead(t *testing.T) {
	want := [][]string{{"007", "Müller, Zoë", "x"}, {"8", "O'Neil", ""}}
	for _, text := range []string{
		"id,name,note\r\n007,\"Müller, Zoë\",x\r\n8,O'Neil\r\n",
		"\ufeffid;name;note\n007;Müller, Zoë;x\n8;O'Neil;\n",
		"\ufeffsep=;\r\nid;name;note\r\n007;Müller, Zoë;x\r\n8;O'Neil;\r\n",
		"id\tname\tnote\n007\tMüller, Zoë\tx\n\n8\t O'Neil \t",
		"id,name,note\r007,\"Müller, Zoë\",x\r8,O'Neil,\r,,,\r",
	} {
		header, rows, err := Read(strings.NewReader(text))
		if err != nil || !reflect.DeepEqual(rows, want) || !reflect.DeepEqual(header, []string{"id", "name", "note"}) {
			t.Errorf("%q: %q %q, %v", text, header, rows, err)
		}
	}
	for text, want := range map[string][][]string{
		"a\tb\tc\n1\t\tx\n": {{"1", "", "x"}},
		"a,b\n1,\"Berlin\n10115\"\n2,\"say \"\"hi\"\"\"\n": {{"1", "Berlin\n10115"}, {"2", `say "hi"`}},
		"a,b\n1,2\" pipe\n2,Li \"Bo\"\n3,x\n":              {{"1", `2" pipe`}, {"2", `Li "Bo"`}, {"3", "x"}},
	} {
		if _, rows, err := Read(strings.NewReader(text)); err != nil || !reflect.DeepEqual(rows, want) {
			t.Errorf("%q: %q, %v", text, rows, err)
		}
	}
	const open = "a quotation mark is never closed, or one inside a cell is not written twice"
	for text, want := range map[string]string{
		"a,b\n0,y\n1,\"x\n2,b\n": "line 3: " + open, "a,b\n1,\"\n2,b": "line 2: " + open, "a,b\n1,\"Bo\" Li\n2,x\n": "line 2: " + open,
		"a,b,c\n1,\"Bo\" Li,\"cat\"\n": "line 2: " + open, "a,b\n1,\"x\n2,\"b\"\n": "line 2: " + open,
		"sep=;\na;b\n1;2;3\n": "line 3: 3 cells for 2 columns",
		"":                    "line 1: empty: want a header", "a,b\n\n1,2,3\n": "line 3: 3 cells for 2 columns",
		"a,b\n1,M\xfcller\n": "line 2: the text is not UTF-8: save the file as CSV UTF-8", "\xff\xfea\x00\n\x00": "line 1: the text is not UTF-8: save the file as CSV UTF-8",
	} {
		if _, _, err := Read(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// FuzzText checks that any text stays one cell in every variant, that no
// reader of CSV sees a formula in it, and that reading never panics.
func FuzzText(f *testing.F) {
	for _, s := range []string{"=1", "007", `1"&A1&"`, "0\xff", "a,b;c", "\"", "x\r\ny", "\ufeff", "'=x", "\xff\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, o := range []Options{{}, {BOM: true, Semicolon: true, DecimalComma: true}, Excel} {
			out := write(t, o, []Cell{Text("1"), Text(text), Number("2.5")})
			r := csv.NewReader(strings.NewReader(strings.TrimPrefix(out, bom)))
			if o.Semicolon {
				r.Comma = ';'
			}
			rows, err := r.ReadAll()
			if err != nil || len(rows) != 2 || len(rows[1]) != 3 {
				t.Fatalf("%q: %q, %v", out, rows, err)
			}
			if cell := rows[1][1]; formula(cell) && cell[0] != '\'' && !(o.Literal && literal(cell) != cell) {
				t.Fatalf("%q is a formula", cell)
			}
		}
		Read(strings.NewReader(text))
	})
}
