package command

import (
	"bytes"
	"encoding/json"
	"math/big"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"

	"botarena/arena/bench"
	"botarena/arena/championship"
	"botarena/arena/championship/grade"
	"botarena/arena/championship/table"
	"botarena/arena/check"
	"botarena/arena/fleet"
	"botarena/arena/player"
	"botarena/arena/record"
	"botarena/arena/submission/build"
	"botarena/sandbox"
)

// outputs are the values that commands write with --json, by the command and
// the flag that makes it another value. Several are several kinds of lines.
var outputs = map[string][]any{
	"bench":                  {bench.Report{}},
	"bots":                   {[]botReport{}},
	"check":                  {check.Report{}},
	"compare":                {compareReport{}},
	"doctor":                 {doctorReport{}},
	"export-moves":           {moveList{}},
	"export-positions":       {positionLine{}},
	"fleet":                  {fleet.Status{}},
	"grade":                  {classJSON{}},
	"map":                    {mapReport{}},
	"match":                  {matchReport{}},
	"ports":                  {[]player.Port{}},
	"replay":                 {position{}, resultOnly{}},
	"replay-verify":          {verifiedReport{}},
	"rule":                   {championship.Ruling{}},
	"rule-list":              {[]championship.Ruling{}},
	"run":                    {runReport{}},
	"serve":                  {servedAt{}},
	"submissions":            {submitted{}},
	"submissions-toolchains": {[]build.Toolchain{}},
	"submit":                 {submitted{}},
	"table":                  {championship.Standings{}},
	"table-matches":          {matchLine{}},
	"table-ratings":          {championship.Ratings{}},
	"tournament":             {resultLine{}, standingsLine{}},
	"tournament-plan":        {planReport{}},
}

// classJSON and gradeJSON are what the grades' package makes of its types by
// itself; what it really writes is held against them below.
type classJSON struct {
	Championship string                `json:"championship"`
	Game         string                `json:"game"`
	Status       string                `json:"status"`
	Partial      bool                  `json:"partial"`
	Policy       grade.Policy          `json:"policy"`
	Rulings      []championship.Ruling `json:"rulings,omitempty"`
	Grades       []gradeJSON           `json:"grades"`
}

type gradeJSON struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Grade    string   `json:"grade"` // as shown
	Exact    string   `json:"exact"` // a fraction
	Mark     string   `json:"mark,omitempty"`
	Points   string   `json:"points"`
	Rank     int      `json:"rank,omitempty"`
	Matches  int      `json:"matches"`
	Valid    int      `json:"valid"`
	PV       string   `json:"pv"` // a fraction: the share of valid matches
	Passed   bool     `json:"passed"`
	Measures []string `json:"measures,omitempty"` // fractions
	DaysLate int      `json:"days_late,omitempty"`
	Off      string   `json:"late_off,omitempty"`
	Reason   string   `json:"reason"`
	Rulings  []string `json:"rulings,omitempty"`
}

// ownForms are the types that write themselves.
var ownForms = map[reflect.Type]jsonschema.Schema{
	reflect.TypeFor[big.Rat]():         {Type: "string", Pattern: `^-?[0-9]+(/[0-9]+)?$`},
	reflect.TypeFor[table.Points]():    {Type: "number"},
	reflect.TypeFor[record.Duration](): {Type: "string"},
	reflect.TypeFor[sandbox.Status]():  {Type: "string"},
	reflect.TypeFor[sandbox.Cause]():   {Type: "string"},
}

// comments are those of all types that are written.
var comments = func() func(t *testing.T) map[string]string {
	var r jsonschema.Reflector
	return func(t *testing.T) map[string]string {
		for _, dir := range []string{"..", "../../sandbox"} {
			if err := r.AddGoComments("botarena/arena/command", dir, jsonschema.WithFullComment()); r.CommentMap == nil || err != nil {
				t.Fatal(err)
			}
		}
		return r.CommentMap
	}
}()

func makeOutputSchema(t *testing.T, described map[string]string, values []any) []byte {
	t.Helper()
	root := &jsonschema.Schema{Version: jsonschema.Version, Definitions: jsonschema.Definitions{}}
	named := map[string]reflect.Type{}
	r := &jsonschema.Reflector{
		Anonymous: true, CommentMap: described,
		Mapper: func(of reflect.Type) *jsonschema.Schema {
			if s, ok := ownForms[of]; ok {
				return &s
			}
			return nil
		},
		Namer: func(of reflect.Type) string {
			if of.Name() == "" {
				return ""
			}
			name := nameOf(of)
			if other, taken := named[name]; taken && other != of {
				t.Fatalf("%s and %s have one name", other, of)
			}
			named[name] = of
			return name
		},
	}
	var roots []*jsonschema.Schema
	for _, v := range values {
		of := reflect.TypeOf(v)
		s := r.ReflectFromType(element(of))
		for name, d := range s.Definitions {
			root.Definitions[name] = d
		}
		for name, of := range named {
			allowNull(of, root.Definitions[name])
		}
		one := &jsonschema.Schema{Ref: s.Ref}
		if of.Kind() == reflect.Slice {
			one = &jsonschema.Schema{Type: "array", Items: one}
		}
		roots = append(roots, one)
	}
	root.AnyOf = roots
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(root); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// nameOf names a type, with its package where that is another one.
func nameOf(of reflect.Type) string {
	if of.PkgPath() == reflect.TypeFor[matchReport]().PkgPath() {
		return of.Name()
	}
	return path.Base(of.PkgPath()) + "." + of.Name()
}

func element(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Slice {
		return t.Elem()
	}
	return t
}

// allowNull allows null where a struct writes it: for what is not there, and
// not left out.
func allowNull(of reflect.Type, s *jsonschema.Schema) {
	if of.Kind() != reflect.Struct || s == nil || s.Properties == nil {
		return
	}
	for _, f := range reflect.VisibleFields(of) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		property, ok := s.Properties.Get(name)
		if !ok || strings.Contains(options, "omit") || property.AnyOf != nil || !slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map}, f.Type.Kind()) {
			continue
		}
		value := *property
		value.Description = ""
		*property = jsonschema.Schema{Description: property.Description, AnyOf: []*jsonschema.Schema{&value, {Type: "null"}}}
	}
}

// TestOutputSchemas holds the schemas that are embedded against the structs
// that they are made from.
func TestOutputSchemas(t *testing.T) {
	described := comments(t)
	for name, comment := range described {
		first, _, _ := strings.Cut(comment, "\n\n")
		if described[name] = strings.Join(strings.Fields(first), " "); strings.Contains(first, "[") {
			described[name] = "" // a link of the Go documentation
		}
	}
	for name, values := range outputs {
		want := makeOutputSchema(t, described, values)
		file := filepath.Join("schema", name+".json")
		if *update {
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the structs say now: go test ./arena/command -run TestOutputSchemas -update (%v)", file, err)
		}
	}
	for _, c := range newApp(Streams{}).Commands {
		if findFlag(c.Flags, "json") != nil && outputs[c.Name] == nil {
			t.Errorf("arena %s has --json, and no output is listed for it", c.Name)
		}
	}
	if names := outputNames(); !*update && len(names) != len(outputs) {
		t.Errorf("there are schemas of %q, want one for each of %d outputs", names, len(outputs))
	}
}
