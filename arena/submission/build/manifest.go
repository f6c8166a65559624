package build

import (
	"net/url"
	"path"
	"strings"
)

// manifest is the file from which the main attributes of a bot's jar are taken.
const manifest = own + "/manifest"

// manifestOf writes it, in the form of the JAR file specification: the class
// that is started, and the jars of the program's folder lib, which lie in the
// bot's folder as they lay in the hand-in, as URLs relative to the bot's jar.
func manifestOf(q *Program, files []string) string {
	var jars []string
	for _, f := range files {
		if path.Dir(f) == path.Join(q.Dir, "lib") && strings.EqualFold(path.Ext(f), ".jar") {
			jars = append(jars, (&url.URL{Path: f}).String())
		}
	}
	text := attribute("Main-Class: " + q.Main)
	if len(jars) > 0 {
		text += attribute("Class-Path: " + strings.Join(jars, " "))
	}
	return text
}

// attribute breaks a line where it is longer than the specification's 72 bytes,
// wherever that is in it: a line that begins with a space goes on with the last.
func attribute(line string) string {
	const most = 71
	var b strings.Builder
	for len(line) > most {
		b.WriteString(line[:most] + "\n")
		line = " " + line[most:]
	}
	return b.String() + line + "\n"
}
