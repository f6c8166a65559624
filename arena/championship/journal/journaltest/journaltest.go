// Package journaltest reads journals for tests that compare championships.
package journaltest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"botarena/arena/championship/journal"
)

// Games returns the game parts of all matches in a journal, a line each, in
// the order of their numbers: what must not depend on how a championship came
// to its end. It fails where a match is in the journal twice.
func Games(t testing.TB, d journal.Disk) string {
	t.Helper()
	var lines []string
	seen := map[int]bool{}
	err := journal.Read(d, func(l journal.Line) error {
		var e struct {
			Match *struct {
				Number int             `json:"number"`
				Game   json.RawMessage `json:"game"`
			} `json:"match"`
		}
		if err := json.Unmarshal(l.Text, &e); err != nil || e.Match == nil {
			return err
		}
		if seen[e.Match.Number] {
			return fmt.Errorf("match %d is in the journal twice", e.Match.Number)
		}
		seen[e.Match.Number] = true
		lines = append(lines, fmt.Sprintf("%06d %s", e.Match.Number, e.Match.Game))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
