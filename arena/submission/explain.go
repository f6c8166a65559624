package submission

import (
	"regexp"
	"strings"

	"botarena/arena/check"
	"botarena/arena/submission/build"
)

// hide takes the folder of the host out of what the student is shown.
func hide(r *check.Report, dir string) {
	for i := range r.Roles {
		role := &r.Roles[i]
		for j := range role.Steps {
			role.Steps[j].Detail = strings.ReplaceAll(role.Steps[j].Detail, dir, "")
		}
		for j := range role.Hints {
			role.Hints[j] = strings.ReplaceAll(role.Hints[j], dir, "")
		}
	}
}

// explain words what a check found in a role.
func explain(role *check.RoleReport) (problem, cure string) {
	problem = "does not play " + role.Role
	for _, s := range role.Steps {
		if !s.OK {
			problem += ": " + s.Name + ": " + s.Detail
			break
		}
	}
	problem += complaint(role.Log)
	cure = "arena check says more"
	if len(role.Hints) > 0 {
		cure = role.Hints[0]
	}
	return oneLine(problem), oneLine(cure)
}

// lastWords begin what runtimes say of what ended a program. Python says it
// last; others have a stack or their own version below it.
var lastWords = regexp.MustCompile(`^(?:panic: |fatal error: |thread '.*' .*panicked at |Exception in thread |Caused by: |(?:Uncaught )?[\w.$]*(?:Error|Exception)(?: \[\w+\])?(?:: |$))`)

// complaint finds the line of a log that says most: the last of such words, or
// else the last of all.
func complaint(log string) string {
	lines := strings.Split(strings.TrimSpace(log), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		l := strings.TrimSpace(lines[i])
		if !lastWords.MatchString(l) {
			continue
		}
		if strings.Contains(l, "panicked at ") && i+1 < len(lines) { // Rust says why on the next line
			l += " " + lines[i+1]
		}
		return "; its log ends: " + l
	}
	if last := lines[len(lines)-1]; last != "" {
		return "; its log ends: " + last
	}
	return ""
}

func oneLine(text string) string {
	return strings.Join(strings.Fields(build.Printable(text)), " ")
}
