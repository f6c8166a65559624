package web

import (
	"html/template"
	"regexp"
)

// A round's name is the pairing's, in English and kept in the journal: words
// and at most one number. See package pairing.
var (
	roundNumber = regexp.MustCompile(`^(round|board|groups, round) ([0-9]+)$`)
	roundKeys   = map[string]string{
		"round": "round.number", "board": "round.board", "groups, round": "round.groups",
		"knock-out": "round.knockout", "quarter-finals": "round.quarters", "semi-finals": "round.semis", "final": "round.final",
	}
)

// Round returns the name of a round in the page's language. One that has no
// text is shown itself.
func (p page) Round(name string) template.HTML {
	if m := roundNumber.FindStringSubmatch(name); m != nil {
		return p.Lang.say(roundKeys[m[1]], m[2])
	}
	if key, ok := roundKeys[name]; ok {
		return p.Lang.say(key)
	}
	return template.HTML("<bdi>" + template.HTMLEscapeString(name) + "</bdi>")
}
