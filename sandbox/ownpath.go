package sandbox

import (
	"regexp"
	"strings"
)

// ownPath is a path into a program's own folder, which in the jail is called by its
// hash.
var ownPath = regexp.MustCompile(regexp.QuoteMeta(botsFolder) + `/[0-9a-f]{64}(/?)`)

// OwnPaths returns a text, such as a program's stderr, with the paths of its own
// files in the jail as those in its folder on the host: main.py in the place of
// /bots/HASH/main.py.
func OwnPaths(text string) string {
	if !strings.Contains(text, botsFolder+"/") {
		return text
	}
	return ownPath.ReplaceAllStringFunc(text, func(path string) string {
		if strings.HasSuffix(path, "/") {
			return ""
		}
		return "." // the folder itself
	})
}
