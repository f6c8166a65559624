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
	for removal, want := range map[table.Removal]struct{ struck, given int }{table.Keep: {given: 4}, table.Strike: {struck: 4}, table.Played: {}} {
		dir := t.TempDir()
		champion(t, dir, 3, randomly{}, func(d *championship.Definition) { d.Table.Removal = removal })
		before := must(newBook(dir).view())(t).Rows
		if _, err := championship.Rule(t.Context(), journal.Folder(dir), championship.Ruling{Kind: championship.RuleDisqualify, Entrant: "e1", Reason: "copied"}, time.Now()); err != nil {
			t.Fatal(err)
		}
		found := want
		found.struck, found.given = 0, 0
		for i, r := range must(newBook(dir).view())(t).Rows {
			if r.Struck {
				found.struck++
			}
			for seat, given := range r.Given {
				if given && r.Entrants[1-seat] == 1 { // e1
					found.given++
				}
			}
			r.Struck, r.Given = false, [2]bool{}
			if r != before[i] {
				t.Errorf("%s: match %d is %+v, was %+v", removal, i, r, before[i])
			}
			if r.Won(0) && r.Won(1) || r.Outcomes[0] == game.Win != (r.Outcomes[1] == game.Lose) {
				t.Errorf("%s: %+v", removal, r)
			}
		}
		if found != want {
			t.Errorf("%s: %+v, want %+v", removal, found, want)
		}
		body := open(t, Options{Results: dir}).get("/matches")
		if strings.Count(body, "does not count") != want.struck || strings.Count(body, "counts as won by") != want.given || strings.Contains(body, "not played at the board") {
			t.Errorf("%s: the page says %s", removal, body)
		}
	}
}
