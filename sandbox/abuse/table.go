package abuse

import (
	"fmt"
	"slices"
	"strings"
)

// letters stand for the layers that stop single attempts, in a row's column.
var letters = []struct{ letter, layer string }{
	{"R", "root"},
	{"L", "landlock"},
	{"N", "network namespace"},
	{"I", "ipc namespace"},
	{"H", "host name"},
	{"P", "process namespace"},
	{"C", "capabilities"},
	{"S", "id per seat"},
	{"F", "seccomp"},
}

// Table is for people: each attempt, the layers that stop it alone, and what
// must come of it; by topic. Then each layer with what it stops.
func Table() string {
	var b strings.Builder
	topic := ""
	for _, r := range Rows() {
		if r.Topic != topic {
			topic = r.Topic
			fmt.Fprintf(&b, "\n%s\n", topic)
		}
		fmt.Fprintf(&b, "  %-49s %-9s %s\n", r.Does, column(r), r.Outcome())
	}
	b.WriteString("\nStopped by one layer alone, all others switched off\n")
	for _, c := range claims {
		letter := " "
		for _, l := range letters {
			if l.layer == c.Layer {
				letter = l.letter
			}
		}
		var what []string
		if len(c.Rows) > 0 {
			what = append(what, fmt.Sprintf("%d attempts", len(c.Rows)))
		}
		if c.Other != "" {
			what = append(what, c.Other)
		}
		fmt.Fprintf(&b, "  %s %-20s %s\n", letter, c.Layer, strings.Join(what, "; "))
	}
	return strings.TrimPrefix(b.String(), "\n")
}

// column has the letters of the layers that claim a row.
func column(r Row) string {
	var b strings.Builder
	for _, l := range letters {
		claimed := slices.ContainsFunc(claims, func(c Claim) bool { return c.Layer == l.layer && slices.Contains(c.Rows, r.Name()) })
		if claimed {
			b.WriteString(l.letter)
		} else {
			b.WriteByte('.')
		}
	}
	return b.String()
}
