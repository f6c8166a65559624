package web

import (
	"html/template"
	"regexp"
)

// What ranks the entrants is said by package table in English sentences, which
// are part of its JSON.
var (
	rankCounter = regexp.MustCompile(`^([a-z]+) \((more|fewer) first\)$`)
	rankKeys    = map[string]string{
		"points": "rank.points", "place in the knock-out": "rank.place", "matches won": "rank.wins",
		"direct results (points among the equal, where all of them met equally often)": "rank.direct",
		"buchholz (points of all opponents)":                                           "rank.buchholz",
	}
)

// Ranks returns what ranks the entrants in the page's language. What has no
// text is shown itself.
func (p page) Ranks(sentence string) template.HTML {
	if m := rankCounter.FindStringSubmatch(sentence); m != nil {
		return p.Lang.say("rank."+m[2], p.Lang.say("counter."+m[1]))
	}
	if key, ok := rankKeys[sentence]; ok {
		return p.Lang.say(key)
	}
	return template.HTML("<bdi>" + template.HTMLEscapeString(sentence) + "</bdi>")
}
