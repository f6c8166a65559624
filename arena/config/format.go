package config

import (
	"fmt"
	"slices"

	"botarena/arena/championship/pairing"
)

// formats lists the kinds of formats with the keys that each of them has
// beside kind.
var formats = []struct {
	kind string
	keys []string
}{
	{"all", nil},
	{"round-robin", []string{"swap"}},
	{"groups", []string{"swap", "groups", "advance", "knock_out_boards", "third_place"}},
	{"knock-out", []string{"swap", "third_place"}},
	{"swiss", []string{"swap", "rounds"}},
	{"gauntlet", []string{"swap", "hero"}},
}

// checkFormat checks the format against its kind and the entrants.
func (t *Tournament) checkFormat() error {
	f := &t.file.Format
	if f.Kind == "" {
		f.Kind = "round-robin"
		if t.Definition.Info.Usual.All {
			f.Kind = "all"
		}
	}
	if err := t.checkFormatKeys(); err != nil || t.unknown() {
		return err
	}
	if err := t.checkBoards(); err != nil {
		return err
	}
	least := 2
	if f.Kind == "all" {
		least = 1
	}
	if n := len(t.Definition.Entrants); n < least {
		return t.d.failAt("entrants", "add entrants", "entrants: %s; %s wants at least %d", count(n), f.Kind, least)
	}
	if len(t.Definition.Entrants) == 1 {
		t.Warnings = append(t.Warnings, fmt.Sprintf("entrant %s takes part alone, and plays against itself", quote(t.Definition.Entrants[0].ID)))
	}
	if err := t.checkHero(); err != nil {
		return err
	}
	return t.checkFormatNumbers()
}

// checkFormatKeys checks that the kind is one, and has the keys that are given.
func (t *Tournament) checkFormatKeys() error {
	kind, d := t.file.Format.Kind, t.d
	var kinds, own []string
	for _, k := range formats {
		kinds = append(kinds, k.kind)
		if k.kind == kind {
			own = k.keys
		}
	}
	if !slices.Contains(kinds, kind) {
		return d.failAt("format.kind", pick(kind, kinds), "format: no format is called %s", quote(kind))
	}
	for _, key := range fieldsOf(valueOf(&t.file.Format).Type()).keys {
		at := join("format", key)
		if _, given := d.at[at]; given && key != "kind" && !slices.Contains(own, key) {
			return d.failAt(at, "delete it, or choose another kind", "format: %s has no key %q", kind, key)
		}
	}
	return nil
}

// checkFormatNumbers holds the numbers that are given against the entrants.
func (t *Tournament) checkFormatNumbers() error {
	f, n := &t.file.Format, len(t.Definition.Entrants)
	for _, c := range []struct {
		key         string
		value, most int
		why         string
	}{
		{"rounds", f.Rounds, max(1, n-1), "so that nobody meets the same opponent twice"},
		{"groups", f.Groups, max(1, n/2), "so that every group has at least two entrants"},
		{"advance", f.Advance, n, "the number of entrants"},
	} {
		at := join("format", c.key)
		if _, given := t.d.at[at]; given && (c.value < 1 || c.value > c.most) {
			return t.d.failAt(at, fmt.Sprintf("write a number from 1 to %d, %s", c.most, c.why), "%s: %d with %s", at, c.value, count(n))
		}
	}
	return nil
}

func count(entrants int) string {
	switch entrants {
	case 0:
		return "nobody takes part"
	case 1:
		return "1 entrant"
	}
	return fmt.Sprintf("%d entrants", entrants)
}

func (t *Tournament) checkHero() error {
	if t.file.Format.Kind != "gauntlet" {
		return nil
	}
	if _, given := t.d.at["format.hero"]; !given {
		return t.d.failAt("format", "write format: {kind: gauntlet, hero: ID}", `format: key "hero" is missing: who meets all others?`)
	}
	if t.hero() < 0 {
		var ids []string
		for _, e := range t.Definition.Entrants {
			ids = append(ids, e.ID)
		}
		cure := "write the ID of an entrant"
		if near := Nearest(t.file.Format.Hero, ids); near != "" {
			cure = "did you mean " + near + "?"
		}
		return t.d.failAt("format.hero", cure, "format.hero: no entrant has the ID %s", quote(t.file.Format.Hero))
	}
	return nil
}

// checkBoards refuses boards that would have to be in two seats of one match.
func (t *Tournament) checkBoards() error {
	if !t.Serial {
		return nil
	}
	kind := t.file.Format.Kind
	if kind == "all" {
		return t.d.failAt("format", "write format: round-robin", "format: in all everybody plays themselves too, and a board cannot")
	}
	at := map[string]int{} // the entrant at each line, of those who meet all others
	for i, e := range t.Definition.Entrants {
		for _, p := range e.Programs {
			if p == nil || p.Source.Serial == nil {
				continue
			}
			line := p.Source.Serial.Device
			k, used := at[line]
			hero := t.hero()
			if used && k != i && (kind != "gauntlet" || k == hero || i == hero) {
				return t.d.failAt(t.entrants[i].path, "name another line; in a gauntlet all but the hero may share one", "entrants %s and %s meet, and their boards are at one line, %s", quote(t.Definition.Entrants[k].ID), quote(e.ID), line)
			}
			if !used || i == hero {
				at[line] = i
			}
		}
	}
	return nil
}

// hero returns the index of the hero, or -1.
func (t *Tournament) hero() int {
	for i, e := range t.Definition.Entrants {
		if e.ID == t.file.Format.Hero {
			return i
		}
	}
	return -1
}

// SetSeed sets the seed, which decides what the format draws by lot.
func (t *Tournament) SetSeed(seed uint64) {
	def, f := &t.Definition, &t.file.Format
	n := len(def.Entrants)
	boards := pairing.Boards{Count: t.file.Boards, OneSided: !f.Swap}
	def.Seed = seed
	switch f.Kind {
	case "all":
		def.Format = pairing.All{Entrants: n, Boards: boards.Count}
	case "round-robin":
		def.Format = pairing.RoundRobin{Entrants: n, Boards: boards}
	case "gauntlet":
		def.Format = pairing.Gauntlet{Entrants: n, Hero: int32(t.hero()), Boards: boards}
	case "swiss":
		rounds := f.Rounds
		for size := 1; f.Rounds == 0 && size < n; size *= 2 {
			rounds++
		}
		def.Format = pairing.Swiss{Order: pairing.Draw(seed, n), Count: rounds, Boards: boards}
	case "knock-out":
		def.Format = pairing.Groups{Order: pairing.Draw(seed, n), Count: 1, Advance: n, Boards: boards, KnockOut: boards, Skip: true, ThirdGame: f.ThirdPlace}
	case "groups":
		knockOut := boards
		if f.KnockOutBoards > 0 {
			knockOut.Count = f.KnockOutBoards
		}
		def.Format = pairing.Groups{Order: pairing.Draw(seed, n), Count: min(f.Groups, max(1, n/2)), Advance: f.Advance, Boards: boards, KnockOut: knockOut, ThirdGame: f.ThirdPlace}
	}
}
