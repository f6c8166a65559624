package championship

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"testing"
	"time"

	"botarena/arena/championship/journal"
	"botarena/arena/championship/journal/faultdisk"
	"botarena/arena/championship/sheet"
	"botarena/arena/match"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestProgress reads the figures before, on the way and at the end, on a clock
// that a match takes a second of.
func TestProgress(t *testing.T) {
	clock := now
	o := options()
	o.Now = func() time.Time { return clock }
	lines := 0
	o.Journal.Committed = func(l []journal.Line) { lines += len(l) }
	r, err := Start(ctx, &faultdisk.Disk{}, formats()["round-robin"], o)
	if err != nil {
		t.Fatal(err)
	}
	if p := r.Progress(); p != (Progress{Total: 24, Left: 24}) {
		t.Errorf("before: %+v", p)
	}
	var half Progress
	by := bots(1)
	by.Void = func(s *match.Spec, attempt int) string {
		clock = clock.Add(time.Second)
		if s.ID == "3" {
			return "asleep"
		}
		if s.ID == "12" {
			if err := r.sync(ctx); err != nil {
				t.Error(err)
			}
			half = r.Progress()
		}
		return ""
	}
	if err := r.Play(ctx, by); err != nil {
		t.Fatal(err)
	}
	if half.Done != 11 || half.Left != 13 || half.Rate < 0.8 || half.Rate > 0.9 || half.Remaining < 14*time.Second || half.Remaining > 16*time.Second {
		t.Errorf("half way: %+v", half)
	}
	p := r.Progress()
	if p.Done != 23 || p.Left != 0 || p.Total != 24 || p.Void != 1 || p.Remaining != 0 {
		t.Errorf("at the end: %+v", p)
	}
	if err := r.Close(ctx); err != nil {
		t.Fatal(err)
	}
	// The plan, 6 rounds, 23 matches, 3 void attempts.
	if lines != 33 {
		t.Errorf("%d lines were told", lines)
	}
}

// TestEndsEarly removes all but one: no round is left, and the table is final.
func TestEndsEarly(t *testing.T) {
	d := &faultdisk.Disk{}
	def := formats()["swiss"]
	r, err := Start(ctx, d, def, options())
	if err != nil {
		t.Fatal(err)
	}
	// Two rounds, then four leave.
	for range 2 {
		_, derr := r.drawRound(ctx)
		err = errors.Join(err, derr, r.playRounds(ctx, bots(1)))
	}
	if err := errors.Join(err, r.Close(ctx)); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"e0", "e1", "e2", "e3"} {
		if _, err := Rule(ctx, d, Ruling{Kind: RuleDisqualify, Entrant: id, Reason: "left"}, now); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := play(d, def, options(), bots(1)); err != nil {
			t.Fatal(err)
		}
	}
	b, err := Load(d)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := b.Standings(); err != nil || s.Partial || s.Done != 8 || s.Total != 8 || s.Lines[0].ID != "e4" || s.Lines[0].Rank != 1 || s.Lines[1].Rank != 2 || s.Lines[4].Rank != 2 {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestExports compares tables and ratings with golden files, which -update
// writes anew.
func TestExports(t *testing.T) {
	def := formats()["swiss"]
	def.Entrants[1].Name = `=Bot 1 "é", </script>`
	d := &faultdisk.Disk{}
	if err := play(d, def, options(), bots(1)); err != nil {
		t.Fatal(err)
	}
	b, err := Rule(ctx, d, Ruling{Kind: RuleDisqualify, Entrant: "e3", Reason: "copied; code"}, now)
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.Standings()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	excel := sheet.Options{BOM: true, Semicolon: true, DecimalComma: true}
	if err := errors.Join(s.WriteCSV(&out, sheet.Options{}), s.WriteCSV(&out, excel), s.WriteJSON(&out),
		b.Ratings().WriteCSV(&out, excel), b.Ratings().WriteJSON(&out)); err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/exports.txt"
	if *update {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(golden, out.Bytes(), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || !bytes.Equal(want, out.Bytes()) {
		t.Errorf("%v; got\n%s", err, out.Bytes())
	}
	// Nobody has played: no figure, and no figure that is none (F094, F127).
	empty := &faultdisk.Disk{}
	r, err := Start(ctx, empty, def, options())
	if err != nil {
		t.Fatal(err)
	}
	out.Reset()
	r.View(func(b *Book) {
		err = errors.Join(b.Ratings().WriteJSON(&out), b.Ratings().WriteCSV(&out, sheet.Options{}))
	})
	if err := errors.Join(err, r.Close(ctx)); err != nil || bytes.Contains(out.Bytes(), []byte("NaN")) || !bytes.Contains(out.Bytes(), []byte("e0,Bot 0,-,-,-,0,0,")) || !bytes.Contains(out.Bytes(), []byte(`"elo": null`)) {
		t.Errorf("%v:\n%s", err, out.Bytes())
	}
}
