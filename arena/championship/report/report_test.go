package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"botarena/arena/championship"
	"botarena/arena/championship/grade"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/journal/faultdisk"
	"botarena/arena/championship/sheet"
	"botarena/arena/game"
	"botarena/arena/record"
)

// policy is the contest's with a part more and a price for lateness.
func policy() grade.Policy {
	p := grade.Contest()
	p.Parts = append(p.Parts, grade.Part{Measure: grade.Beat, Weight: big.NewRat(1, 2), Bots: []string{"c", "ann"}})
	p.Late = grade.Late{Deadline: now, PerDay: big.NewRat(1, 3)}
	return p
}

// TestReports compares every export with golden files.
func TestReports(t *testing.T) {
	d := play(t, 100)
	book, err := championship.Load(d)
	if err != nil {
		t.Fatal(err)
	}
	number := 0
	for ; number < book.Matches(); number++ {
		if _, _, entrants, _ := book.Match(number); entrants == [2]string{"007", "c"} {
			break
		}
	}
	_, err = championship.Rule(ctx, d, championship.Ruling{Kind: championship.RuleForfeit, Match: number, Entrant: "007", Reason: `"<late>"`}, now)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Grade(d, roster, policy())
	if err != nil {
		t.Fatal(err)
	}
	if c.Partial || c.Status != "final, 1 void match left out" || len(c.Missing) != 1 || c.Missing[0].ID != "slip" {
		t.Errorf("status %q, missing %v", c.Status, c.Missing)
	}
	c.Title = "Catch the Cat"
	var b bytes.Buffer
	if err := errors.Join(c.WriteCSV(&b, sheet.Options{}), c.WriteCSV(&b, sheet.Excel), c.WriteJSON(&b)); err != nil {
		t.Fatal(err)
	}
	golden(t, "grades.txt", b.Bytes())
	f := files{}
	gone, err := c.WritePages(f.out)
	if err != nil || gone != 0 {
		t.Fatal(gone, err)
	}
	if err := c.WriteAutograder(f.out); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a~2fb.html", "ann.html", "007/results.json", "none/results.json", "ann/results.json"} {
		golden(t, strings.ReplaceAll(name, "/", "-"), f[name])
	}
	checkReplays(t, f)
}

// checkReplays reads every replay that a page speaks of: it is there, is that
// of a match, and tells nothing of what the other side wrote.
func checkReplays(t *testing.T, f files) {
	t.Helper()
	replays := 0
	for name, text := range f {
		if !strings.HasPrefix(name, "replays/") {
			continue
		}
		replays++
		r, err := record.Read(bytes.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		own := strings.HasSuffix(name, "-cat.replay")
		for seat, s := range r.Measured.Seats {
			if self := r.Header.Seats[0].Name == r.Header.Seats[1].Name; !self && (s.Log != "") != (own == (seat == 1)) {
				t.Errorf("%s: seat %d has the log %q", name, seat, s.Log)
			}
		}
		spoken := 0
		for page, html := range f {
			if strings.HasSuffix(page, ".html") {
				spoken += bytes.Count(html, []byte("<code>arena replay "+name+"</code>"))
			}
		}
		if spoken != 1 {
			t.Errorf("%s: %d pages speak of it", name, spoken)
		}
	}
	if replays < 5 {
		t.Errorf("only %d replays", replays)
	}
}

// TestWhy: whose program crashed finds why on the page and in results.json
// (F133), as text whatever is in it (F123).
func TestWhy(t *testing.T) {
	c, err := Grade(play(t, 100), nil, grade.Contest())
	if err != nil {
		t.Fatal(err)
	}
	f := files{}
	if _, err := c.WritePages(f.out); err != nil {
		t.Fatal(err)
	}
	if err := c.WriteAutograder(f.out); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"c.html":         {"ModuleNotFoundError: No module named &#39;nump\ufffdy&#39;", "turn 1: ended with exit code 1, &#34;&lt;b&gt;&#34;", "lost: crash"},
		"c/results.json": {`ModuleNotFoundError: No module named 'nump` + "\ufffd" + `y'`, `turn 1: ended with exit code 1, \"\u003cb\u003e\"`},
		"ann.html":       {"no replay: it was not played: a program is missing", "did-not-start"},
	} {
		for _, w := range want {
			if !bytes.Contains(f[name], []byte(w)) {
				t.Errorf("%s has no %q:\n%s", name, w, f[name])
			}
		}
	}
	for name, text := range f {
		if strings.HasSuffix(name, ".html") {
			for _, bad := range []string{"<script", "<b>\"", "<i>", "secret of", "NaN", "http:"} {
				if bytes.Contains(bytes.ReplaceAll(text, []byte(`=HYPERLINK(&#34;http://x`), nil), []byte(bad)) {
					t.Errorf("%s has %q", name, bad)
				}
			}
		} else if strings.HasSuffix(name, ".json") && !json.Valid(text) {
			t.Errorf("%s is not JSON", name)
		}
	}
}

// TestAgain: the same bytes whenever it is graded (F130).
func TestAgain(t *testing.T) {
	d := play(t, 100)
	var first files
	for range 2 {
		c, err := Grade(d, roster, policy())
		if err != nil {
			t.Fatal(err)
		}
		f := files{}
		_, err = c.WritePages(f.out)
		if err := errors.Join(err, c.WriteAutograder(f.out), f.out("csv", func(w io.Writer) error { return c.WriteCSV(w, sheet.Options{}) })); err != nil {
			t.Fatal(err)
		}
		if first != nil && !reflect.DeepEqual(f, first) {
			t.Error("the second report is another one")
		}
		first = f
		time.Sleep(time.Millisecond)
	}
}

// TestPartial: every export of an unfinished championship says so (F131).
func TestPartial(t *testing.T) {
	c, err := Grade(play(t, 7), roster, policy())
	if err != nil {
		t.Fatal(err)
	}
	if !c.Partial || !strings.HasPrefix(c.Status, "partial: ") {
		t.Fatalf("status %q", c.Status)
	}
	f := files{}
	_, err = c.WritePages(f.out)
	if err := errors.Join(err, c.WriteAutograder(f.out), f.out("csv", func(w io.Writer) error { return c.WriteCSV(w, sheet.Options{}) }), f.out("json", c.WriteJSON)); err != nil {
		t.Fatal(err)
	}
	for name, text := range f {
		if !strings.HasPrefix(name, "replays/") && !bytes.Contains(text, []byte(c.Status)) {
			t.Errorf("%s does not say that it is partial", name)
		}
	}
	for line := range strings.Lines(strings.TrimSpace(string(f["csv"]))) {
		if !strings.Contains(line, c.Status) && !strings.HasPrefix(line, "id,") {
			t.Errorf("csv: %s", line)
		}
	}
}

// TestNothing: no match, and no championship.
func TestNothing(t *testing.T) {
	if _, err := Grade(&faultdisk.Disk{}, nil, grade.Contest()); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	c, err := Grade(play(t, 0), nil, grade.Contest())
	if err != nil {
		t.Fatal(err)
	}
	f := files{}
	if _, err := c.WritePages(f.out); err != nil || len(f) != 4 {
		t.Errorf("%d files, %v", len(f), err)
	}
	full := errors.New("disk full")
	fails := func(string, func(io.Writer) error) error { return full }
	if _, err := c.WritePages(fails); !errors.Is(err, full) {
		t.Error(err)
	}
	if err := c.WriteAutograder(fails); !errors.Is(err, full) {
		t.Error(err)
	}
}

// TestRefusedAnswers: an answer that was refused is quoted, as text.
func TestRefusedAnswers(t *testing.T) {
	answer := func(seat int, move string, fault game.Fault) record.SeatAnswer {
		return record.SeatAnswer{Seat: seat, Answer: game.Answer{Move: []byte(move), Fault: fault}}
	}
	one := record.Round{Answers: []record.SeatAnswer{answer(0, "1 1", ""), answer(1, "x\x1b\"", game.Invalid), answer(0, "", game.Timeout)}}
	for _, c := range []struct {
		rounds []record.Round
		seat   int
		want   []string
	}{
		{[]record.Round{one}, 0, []string{"answer 2: timeout"}},
		{[]record.Round{one}, 1, []string{`answer 1: invalid: "x\x1b\""`}},
		{[]record.Round{{}, one}, 1, []string{`board 2, answer 1: invalid: "x\x1b\""`}},
		{nil, 1, nil},
	} {
		if got := refusedAnswers(&record.Record{Rounds: c.rounds}, c.seat); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestBrokenReplay: a pack that is damaged or gone costs its replays and
// nothing else.
func TestBrokenReplay(t *testing.T) {
	for name, harm := range map[string]func(pack string) error{
		"gone": os.Remove,
		"damaged": func(pack string) error {
			text, err := os.ReadFile(pack)
			for i := range text {
				text[i] ^= 0x55
			}
			return errors.Join(err, os.WriteFile(pack, text, 0o644))
		},
	} {
		dir := t.TempDir()
		playOn(t, journal.Folder(dir), 100)
		packs, err := filepath.Glob(filepath.Join(dir, "*.pack"))
		if err != nil || len(packs) == 0 {
			t.Fatalf("%q, %v", packs, err)
		}
		for _, pack := range packs {
			if err := harm(pack); err != nil {
				t.Fatal(err)
			}
		}
		c, err := Grade(journal.Folder(dir), nil, grade.Contest())
		if err != nil {
			t.Fatal(err)
		}
		f := files{}
		gone, err := c.WritePages(f.out)
		if err := errors.Join(err, c.WriteAutograder(f.out)); err != nil || gone < 5 || len(f) != 8 {
			t.Errorf("%s: %d replays gone, %d files, %v", name, gone, len(f), err)
		}
		if !bytes.Contains(f["c.html"], []byte("no replay: it is "+name)) || bytes.Contains(f["c.html"], []byte(dir)) || !bytes.Contains(f["c.html"], []byte("lost: crash")) {
			t.Errorf("%s: %s", name, f["c.html"])
		}
	}
}

// TestStruck: a page lists no match that the table has struck, and says as many
// lost as the table has.
func TestStruck(t *testing.T) {
	d := play(t, 100)
	if _, err := championship.Rule(ctx, d, championship.Ruling{Kind: championship.RuleStrike, Entrant: "ann", Reason: "copied"}, now); err != nil {
		t.Fatal(err)
	}
	book, err := championship.Load(d)
	if err != nil {
		t.Fatal(err)
	}
	table, err := book.Standings()
	if err != nil {
		t.Fatal(err)
	}
	c, err := Grade(d, nil, grade.Contest())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range c.Students() {
		for _, l := range table.Lines {
			if l.ID == s.Student.ID && (s.Lost() != l.Losses || l.Losses == 0) {
				t.Errorf("%s: %d lost, the table has %d", l.ID, s.Lost(), l.Losses)
			}
		}
	}
}
