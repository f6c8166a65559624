package command

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"botarena/arena/match"
)

func manCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "man",
		Action: func(c *cli.Context) error {
			if err := noArgument(c, "arena man > arena.1"); err != nil {
				return err
			}
			page, err := manPage(c.App)
			if err != nil {
				return err
			}
			_, err = io.WriteString(s.Out, page)
			return err
		},
	}
}

// manPage makes the manual page of the program, in the macros of man(7), from
// the pages of help: those say everything once.
func manPage(app *cli.App) (string, error) {
	first, err := helpPages.ReadFile("help/arena.txt")
	if err != nil {
		return "", err
	}
	purpose, rest, _ := strings.Cut(string(first), "\n")
	purpose = strings.TrimSuffix(strings.TrimPrefix(purpose, "arena "), ".")
	var b strings.Builder
	fmt.Fprintf(&b, ".TH ARENA 1 \"\" \"arena %s\" \"User Commands\"\n", roff(match.Version()))
	b.WriteString(".nh\n.ad l\n")
	fmt.Fprintf(&b, ".SH NAME\narena \\- %s\n", roff(purpose))
	b.WriteString(".SH SYNOPSIS\n.B arena\n.I COMMAND\n.RI [ FLAGS ]\n.RI [ ARGUMENTS ]\n.SH DESCRIPTION\n")
	manText(&b, rest)
	b.WriteString(".SH COMMANDS\n")
	for _, c := range app.Commands {
		if c.Name == "help" {
			continue
		}
		page, err := helpPages.ReadFile("help/" + c.Name + ".txt")
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, ".SS arena %s\n", c.Name)
		manText(&b, string(page))
	}
	return b.String(), nil
}

var (
	// manFlag is a line of a list of flags, and manRow one of another list: a
	// term, and after a gap what it is.
	manFlag = regexp.MustCompile(`^  (--[a-z0-9-]+(?: [A-Z][A-Z,|]*)?) +([^\s-].*)$`)
	manRow  = regexp.MustCompile(`^  (\S.*?)(?:  +)([^#\s].*)$`)
	// manRows are two of them in a line.
	manRows = regexp.MustCompile(`^(  --\S.*?\S)   +(--.*)$`)
	// manNew begins a paragraph of its own without an empty line before it.
	manNew = regexp.MustCompile(`^(Examples?|Exit codes?|See also|Results go|Then)\b`)
)

// manText writes a page of help: its paragraphs are filled, its lists become
// lists, and what else is indented stays as it is.
func manText(b *strings.Builder, page string) {
	const (
		none = iota
		paragraph
		row
		literal
	)
	in, begun := none, false
	become := func(next int, macro string) {
		if !begun { // a heading begins a paragraph by itself
			macro = strings.TrimPrefix(macro, ".PP\n")
		}
		begun = true
		if in == literal && next != literal {
			b.WriteString(".fi\n.RE\n")
		}
		if in != next || next == row {
			b.WriteString(macro)
		}
		in = next
	}
	for _, line := range manLines(page) {
		term := manFlag.FindStringSubmatch(line)
		if term == nil {
			term = manRow.FindStringSubmatch(line)
		}
		indented := strings.HasPrefix(line, "  ")
		deep := strings.HasPrefix(line, "     ")
		switch {
		case line == "":
			become(none, "")
		case in == row && deep:
			fmt.Fprintln(b, roffLine(strings.TrimSpace(line)))
		case term != nil && in != literal:
			become(row, ".TP\n")
			fmt.Fprintf(b, ".B %s\n%s\n", roffArgument(term[1]), roffLine(term[2]))
		case indented:
			become(literal, ".PP\n.RS 2\n.nf\n")
			fmt.Fprintln(b, roffLine(line[2:]))
		default:
			if in == paragraph && manNew.MatchString(line) {
				become(none, "")
			}
			become(paragraph, ".PP\n")
			fmt.Fprintln(b, roffLine(line))
		}
	}
	become(none, "")
}

// manLines splits a page into lines, and those with two rows into two.
func manLines(page string) []string {
	var all []string
	for _, line := range strings.Split(strings.Trim(page, "\n"), "\n") {
		if two := manRows.FindStringSubmatch(line); two != nil {
			all = append(all, two[1], "  "+two[2])
			continue
		}
		all = append(all, line)
	}
	return all
}

// roff writes a text so that nothing in it means anything to roff, in ASCII.
func roff(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`) // one that can be copied
		case r == '\'':
			b.WriteString(`\(aq`)
		case r == '`':
			b.WriteString(`\(ga`)
		case r == '^':
			b.WriteString(`\(ha`)
		case r == '~':
			b.WriteString(`\(ti`)
		case r >= utf8.RuneSelf:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// roffLine is a text at the beginning of a line, where a point means a macro.
func roffLine(text string) string {
	if strings.HasPrefix(text, ".") {
		return `\&` + roff(text)
	}
	return roff(text)
}

// roffArgument is a text as the one argument of a macro.
func roffArgument(text string) string {
	return `"` + strings.ReplaceAll(roff(text), `"`, `\(dq`) + `"`
}
