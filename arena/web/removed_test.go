package web

import (
	"strings"
	"testing"
	"time"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/table"
	"botarena/arena/game"
)

// TestRemovedAsPlayed: matches with a removed entrant are listed as they were
// played under each rule for them, and who lost one has not won it too.
func TestRemovedAsPlayed(t *testing.T) {
	for removal, struck := range map[table.Removal]int{table.Keep: 0, table.Strike: 4} {
		dir := t.TempDir()
		champion(t, dir, 3, randomly{}, func(d *championship.Definition) { d.Table.Removal = removal })
		before := must(newBook(dir).view())(t).Rows
		if _, err := championship.Rule(t.Context(), journal.Folder(dir), championship.Ruling{Kind: championship.RuleDisqualify, Entrant: "e1", Reason: "copied"}, time.Now()); err != nil {
			t.Fatal(err)
		}
		found := 0
		for i, r := range must(newBook(dir).view())(t).Rows {
			if r.Struck {
				found++
			}
			r.Struck = false
			if r != before[i] {
				t.Errorf("%s: match %d is %+v, was %+v", removal, i, r, before[i])
			}
			if r.Won(0) && r.Won(1) || r.Outcomes[0] == game.Win != (r.Outcomes[1] == game.Lose) {
				t.Errorf("%s: %+v", removal, r)
			}
		}
		if found != struck {
			t.Errorf("%s: %d matches are struck, want %d", removal, found, struck)
		}
		if body := open(t, Options{Results: dir}).get("/matches"); strings.Count(body, "does not count") != struck || strings.Contains(body, "not played at the board") {
			t.Errorf("%s: the page says %s", removal, body)
		}
	}
}
