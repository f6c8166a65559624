// Package sheet writes and reads tables as CSV (RFC 4180), in the variants
// that spreadsheet programs want.
package sheet

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Options are for spreadsheet programs. The zero value is plain RFC 4180.
type Options struct {
	BOM          bool // a byte order mark, so that Excel reads UTF-8
	Semicolon    bool // separates by semicolons
	DecimalComma bool // writes numbers with a comma; wants Semicolon
	// Literal writes text that a spreadsheet program would turn into a number
	// or a date, such as the ID 007 or the fraction 17/2, as ="007": the
	// program then shows it as it is. [Read] takes that back.
	Literal bool
}

// Excel are the options for Excel where numbers have a decimal comma.
var Excel = Options{BOM: true, Semicolon: true, DecimalComma: true, Literal: true}

// Check refuses a decimal comma between commas.
func (o Options) Check() error {
	if o.DecimalComma && !o.Semicolon {
		return errors.New("a decimal comma needs the semicolon as separator")
	}
	return nil
}

// Cell is a value of a table.
type Cell struct {
	text   string
	number bool
}

// Text is a cell of text. What a spreadsheet program would take for a formula
// gets an apostrophe before it, which such programs do not show.
func Text(text string) Cell { return Cell{text: text} }

// Number is a cell with a number, written with a decimal point. Where text is
// empty the cell shows "-": there is no figure.
func Number(text string) Cell { return Cell{text: text, number: true} }

// Int is a cell with a whole number.
func Int(n int) Cell { return Number(fmt.Sprint(n)) }

// Writer writes a table.
type Writer struct {
	o       Options
	csv     *csv.Writer
	columns int
	row     []string
}

// NewWriter writes the table's header to w and returns the writer of its rows.
func NewWriter(w io.Writer, o Options, header ...string) (*Writer, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if o.BOM {
		if _, err := io.WriteString(w, bom); err != nil {
			return nil, err
		}
	}
	s := &Writer{o: o, csv: csv.NewWriter(w), columns: len(header)}
	s.csv.UseCRLF = true
	if o.Semicolon {
		s.csv.Comma = ';'
	}
	cells := make([]Cell, len(header))
	for i, h := range header {
		cells[i] = Text(h)
	}
	return s, s.Row(cells...)
}

// Row writes a row, which must have a cell for each column.
func (s *Writer) Row(cells ...Cell) error {
	if len(cells) != s.columns {
		return fmt.Errorf("%d cells for %d columns", len(cells), s.columns)
	}
	s.row = s.row[:0]
	for _, c := range cells {
		s.row = append(s.row, s.o.format(c))
	}
	return s.csv.Write(s.row)
}

// Flush writes what is buffered and returns the first error of all writing.
func (s *Writer) Flush() error {
	s.csv.Flush()
	return s.csv.Error()
}

const bom = "\ufeff"

func (o Options) format(c Cell) string {
	switch {
	case c.number && c.text == "":
		return "-"
	case c.number && o.DecimalComma:
		return strings.Replace(c.text, ".", ",", 1)
	case c.number:
		return c.text
	}
	text := strings.ToValidUTF8(c.text, "\ufffd")
	text = strings.ReplaceAll(text, "\x00", "\ufffd")
	switch {
	case formula(text):
		return "'" + text
	case o.Literal && len(text) <= longestLiteral && guessed().MatchString(text):
		return `="` + text + `"`
	}
	return text
}

// longestLiteral is the longest text that Excel takes within a formula.
const longestLiteral = 255

// guessed matches what spreadsheet programs take for numbers, times and dates,
// and more than that; it has no quotation mark.
var guessed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^[ ]*([.,]?[0-9][^"\x00-\x1f]*|(jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-z]*[ ./-]?[0-9]+)$`)
})

// literal undoes what [Options].Literal does.
func literal(text string) string {
	inner, opens := strings.CutPrefix(text, `="`)
	inner, closes := strings.CutSuffix(inner, `"`)
	if opens && closes && guessed().MatchString(inner) {
		return inner
	}
	return text
}

// formula reports whether a spreadsheet program may run the text: it begins,
// white space and quotes aside (the CSV writer itself drops a CR), with one of
// the signs that OWASP lists, in their full-width forms too.
func formula(text string) bool {
	if text != "" && strings.ContainsRune("\t\r\n", rune(text[0])) {
		return true
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, " \t\r\n\u00a0\"'"))
	return strings.ContainsRune("=+-@＝＋－＠|", first) && first != utf8.RuneError
}

// Read reads a table: its header and its rows, each as long as the header. It
// takes a byte order mark, Excel's first line sep=;, lines that end with CRLF, LF
// or CR, and commas, semicolons or tabs, of which the first line decides; every
// cell is text, so that leading zeros stay. Rows of empty cells are left out.
// What [Writer] did to a formula or a literal is taken back.
//
// Quotation marks that RFC 4180 has no place for are text: many programs write
// names with them. A table that has some has no cell of several lines, and none
// with marks and separators, which it may have otherwise: a mark that is never
// closed would swallow the cells or the rows that follow. Errors name the line.
func Read(in io.Reader) (header []string, rows [][]string, err error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, nil, err
	}
	plain := strings.TrimPrefix(string(text), bom)
	if !strings.Contains(plain, "\n") {
		plain = strings.ReplaceAll(plain, "\r", "\n")
	}
	header, rows, err = read(plain, false)
	if errors.Is(err, csv.ErrQuote) || errors.Is(err, csv.ErrBareQuote) {
		header, rows, err = read(plain, true)
	}
	return header, rows, err
}

// read reads a table, lazily where its quotation marks are not those of CSV.
func read(text string, lazy bool) (header []string, rows [][]string, err error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = separator(text)
	r.LazyQuotes = lazy
	r.TrimLeadingSpace = r.Comma != '\t' // it would take tabs for space, and empty cells away
	r.FieldsPerRecord = -1
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		line, _ := r.FieldPos(0)
		for i := range row {
			switch {
			case !utf8.ValidString(row[i]):
				return nil, nil, fmt.Errorf("line %d: the text is not UTF-8: save the file as CSV UTF-8", line)
			case lazy && (strings.Contains(row[i], "\n") || strings.Contains(row[i], `"`) && strings.ContainsRune(row[i], r.Comma)):
				return nil, nil, fmt.Errorf("line %d: a quotation mark is never closed, or one inside a cell is not written twice", line)
			}
			row[i] = strings.TrimSpace(row[i])
			if plain, ok := strings.CutPrefix(row[i], "'"); ok && formula(plain) {
				row[i] = plain
			} else {
				row[i] = strings.TrimSpace(literal(row[i]))
			}
		}
		switch {
		case strings.Join(row, "") == "", header == nil && slices.Equal(row, []string{"sep=", ""}):
		case header == nil:
			header = row
		case len(row) > len(header):
			return nil, nil, fmt.Errorf("line %d: %d cells for %d columns", line, len(row), len(header))
		default:
			rows = append(rows, append(row, make([]string, len(header)-len(row))...))
		}
	}
	if header == nil {
		return nil, nil, errors.New("line 1: empty: want a header")
	}
	return header, rows, nil
}

// separator returns the sign that separates the first line's cells.
func separator(text string) rune {
	line, _, _ := strings.Cut(text, "\n")
	best, most := ',', strings.Count(line, ",")
	for _, sep := range ";\t" {
		if n := strings.Count(line, string(sep)); n > most {
			best, most = sep, n
		}
	}
	return best
}
