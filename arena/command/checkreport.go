package command

import (
	"fmt"
	"io"
	"strings"

	"botarena/arena/check"
)

// printCheck prints a check's report for people.
func printCheck(out io.Writer, r *check.Report) error {
	var b strings.Builder
	for i := range r.Roles {
		printRole(&b, r, &r.Roles[i])
	}
	if r.Terms.Debug {
		fmt.Fprintln(&b, "checked without jail and clock (--debug): check again without it before you hand in")
	}
	if r.Fit {
		fmt.Fprintf(&b, "%s is fit to play %s\n", r.Bot, r.Game)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func printRole(b *strings.Builder, r *check.Report, role *check.RoleReport) {
	fmt.Fprintf(b, "%s, %s as %s\n", r.Bot, r.Game, role.Role)
	for _, s := range role.Steps {
		mark := "ok  "
		if !s.OK {
			mark = "FAIL"
		}
		fmt.Fprintf(b, "  %s %-12s %s\n", mark, s.Name, oneLine(s.Detail))
		if s.Sent != "" {
			fmt.Fprintf(b, "       was sent     %s\n", s.Sent)
		}
		if s.Received != "" {
			fmt.Fprintf(b, "       said         %s\n", s.Received)
		}
	}
	printWire(b, role.Wire)
	for _, h := range role.Hints {
		fmt.Fprintf(b, "  hint: %s\n", oneLine(h))
	}
	if role.Matches > 0 {
		fmt.Fprintf(b, "  start %.1f ms, %s, median %.2f ms, slowest %.2f ms", role.Start, count(role.Answers, "answer"), role.Median, role.Slowest)
		if role.Memory > 0 {
			fmt.Fprintf(b, ", memory %s", mebibytes(role.Memory))
		}
		fmt.Fprintln(b)
	}
	if len(role.Against) > 0 {
		var played []string
		for _, m := range role.Against {
			played = append(played, m.Name+" ("+string(m.Outcome)+")")
		}
		fmt.Fprintf(b, "  played against: %s\n", oneLine(strings.Join(played, ", ")))
	}
	for _, v := range role.Violations {
		fmt.Fprintf(b, "  tried what the jail forbids: %s\n", oneLine(v))
	}
	if role.Log != "" {
		fmt.Fprintf(b, "  stderr ends:\n    %s\n", strings.ReplaceAll(withoutControls(role.Log), "\n", "\n    "))
	}
}
