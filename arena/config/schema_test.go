package config

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"

	"botarena/arena/game/papersoccer"
	"botarena/arena/match"
	"botarena/arena/record"
)

var update = flag.Bool("update", false, "write the schemas anew")

// kinds are the files that a schema is made for.
var kinds = map[string]struct {
	file     any
	title    string
	required []string
}{
	"match":      {MatchFile{}, "A match: arena match", []string{"game", "seats"}},
	"tournament": {TournamentFile{}, "A championship: arena tournament", []string{"game", "entrants"}},
	"setups":     {SetupsFile{}, "A file with set-ups: setup: in a championship's", []string{"setups"}},
	"bot":        {BotFile{}, "A bot's bot.yaml", nil},
	"class":      {ClassFile{}, "A class, or a contest with hand-ins: arena class", []string{"game"}},
	"grade":      {GradeFile{}, "A policy for grades: arena grade --policy", nil},
}

// choices are the values of fields that take no others, by type and field.
var choices = map[string][]string{
	"TermsFile.Clock":            record.Clocks,
	"TermsFile.Ponder":           {freeze, allow},
	"TermsFile.Jail":             {record.JailStandard, record.JailStrict},
	"TermsFile.OnViolation":      {record.ViolationDisqualify, record.ViolationDeny},
	"Seat.Runtime":               Runtimes,
	"BotFile.Runtime":            Runtimes,
	"Elsewhere.Parity":           {"none", "odd", "even", "mark", "space"},
	"Elsewhere.OnUnplug":         {match.UnplugVoid, match.UnplugLose},
	"TournamentFile.Broken":      {"refuse", "forfeit"},
	"TournamentFile.Removed":     {"strike", "keep", "played"},
	"TournamentFile.RemoveFor[]": faultNames(),
	"FormatFile.Kind":            formatKinds(),
	"ClassFile.Counts":           {"last", "final"},
	"ClassFile.Prebuilt":         {"yes", "no"},
	"MatchFile.Game":             gameNames(),
	"TournamentFile.Game":        gameNames(),
	"SetupsFile.Game":            gameNames(),
	"ClassFile.Game":             gameNames(),
	"BotFile.Game":               gameNames(),
	"GradePart.Measure":          {"points", "best", "rank", "wins", "valid", "beat"},
	"Generate.Symmetry":          {"half-turn", "left-right", "top-bottom", "any"},
}

func formatKinds() (names []string) {
	for _, f := range formats {
		names = append(names, f.kind)
	}
	return names
}

func faultNames() (names []string) {
	for _, f := range faults {
		names = append(names, string(f))
	}
	return names
}

func gameNames() (names []string) {
	for _, g := range games {
		names = append(names, g.Info().Name)
	}
	return names
}

// scalars are the types that a single value becomes.
var scalars = map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[Duration]():             {Type: "string", Pattern: durationForm.String()},
	reflect.TypeFor[Size]():                 {Type: "string", Pattern: `^[0-9]+(\.[0-9]+)?(B|KiB|MiB|GiB|KB|MB|GB)$`},
	reflect.TypeFor[CPU]():                  either(&jsonschema.Schema{Type: "number", ExclusiveMinimum: "0", Maximum: "1024"}, &jsonschema.Schema{Type: "string", Pattern: `^[0-9]+(\.[0-9]+)?(GHz|MHz)?$`}),
	reflect.TypeFor[Number]():               either(&jsonschema.Schema{Type: "number"}, &jsonschema.Schema{Type: "string", Pattern: numberForm.String()}),
	reflect.TypeFor[Points]():               either(&jsonschema.Schema{Type: "number"}, &jsonschema.Schema{Type: "string", Pattern: `^-?[0-9]+(\.[0-9]{1,3})?$`}),
	reflect.TypeFor[Time]():                 {Type: "string", Pattern: `^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$`},
	reflect.TypeFor[papersoccer.Starter]():  oneOf("random", "red", "blue"),
	reflect.TypeFor[papersoccer.Notation](): oneOf("digits", "letters"),
}

func either(schemas ...*jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: schemas}
}

func oneOf(values ...string) *jsonschema.Schema {
	s := &jsonschema.Schema{}
	for _, v := range values {
		s.Enum = append(s.Enum, v)
	}
	return s
}

// text is a text: the reader takes every single value for what it looks like.
func text() *jsonschema.Schema {
	return &jsonschema.Schema{Extras: map[string]any{"type": []string{"string", "number", "boolean"}}}
}

func ref(name string) *jsonschema.Schema { return &jsonschema.Schema{Ref: "#/$defs/" + name} }

// goNames are words that mean something in the Go code only.
var goNames = regexp.MustCompile(`\[([A-Z]\w*\.?)+\]|\bResolve\b`)

// newReflector returns a reflector that describes keys by the comments of
// their fields.
func newReflector(t *testing.T) *jsonschema.Reflector {
	r := &jsonschema.Reflector{
		Anonymous: true, FieldNameTag: "yaml", RequiredFromJSONSchemaTags: true, ExpandedStruct: true,
		Mapper: func(t reflect.Type) *jsonschema.Schema {
			if s, ok := scalars[t]; ok {
				copied := *s
				return &copied
			}
			return nil
		},
		Namer: func(t reflect.Type) string {
			if t.Name() == "Setup" && strings.Contains(t.PkgPath(), "/game/") {
				return filepath.Base(t.PkgPath())
			}
			return t.Name()
		},
	}
	dirs := []string{"."}
	for _, g := range games {
		dirs = append(dirs, "../game/"+g.Info().Name)
	}
	for _, dir := range dirs {
		if err := r.AddGoComments("botarena/arena/config", dir, jsonschema.WithFullComment()); err != nil {
			t.Fatal(err)
		}
	}
	for name, comment := range r.CommentMap {
		r.CommentMap[name] = describeKey(name, comment)
	}
	return r
}

// describeKey makes a comment of the Go code a description of a key: a
// paragraph without the names of Go.
func describeKey(name, comment string) string {
	comment, _, _ = strings.Cut(comment, "\n\n")
	if strings.Count(name[strings.LastIndexByte(name, '/')+1:], ".") < 2 {
		return "" // a type's
	}
	var kept []string
	for _, sentence := range strings.SplitAfter(strings.Join(strings.Fields(comment), " "), ". ") {
		if !goNames.MatchString(sentence) {
			kept = append(kept, strings.TrimSpace(sentence))
		}
	}
	return strings.Join(kept, " ")
}

func makeSchema(t *testing.T, kind string) []byte {
	k := kinds[kind]
	s := newReflector(t).Reflect(k.file)
	eachStruct(reflect.TypeOf(k.file), func(of reflect.Type) { fillKeys(t, of, definitionOf(s, of, k.file)) })
	for name, definition := range setupDefinitions(t) {
		if kind == "match" || kind == "tournament" || kind == "setups" {
			s.Definitions[name] = definition
		}
	}
	reshape(kind, s)
	s.Version, s.Title, s.Required = "http://json-schema.org/draft-07/schema#", k.title, k.required
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	var plain bytes.Buffer
	encoder := json.NewEncoder(&plain)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(json.RawMessage(text)); err != nil {
		t.Fatal(err)
	}
	return plain.Bytes()
}

// setupDefinitions returns the schemas of the games' set-ups, by the games'
// names, and what they are made of.
func setupDefinitions(t *testing.T) map[string]*jsonschema.Schema {
	all := map[string]*jsonschema.Schema{}
	for _, g := range games {
		setup := reflect.TypeOf(g.NewSetup()).Elem()
		s := newReflector(t).ReflectFromType(setup)
		eachStruct(setup, func(of reflect.Type) { fillKeys(t, of, definitionOf(s, of, reflect.Zero(setup).Interface())) })
		for name, definition := range s.Definitions {
			all[name] = definition
		}
		s.Definitions, s.Version = nil, ""
		all[g.Info().Name] = s
	}
	return all
}

// TestSchemas holds the schemas that are embedded against the types that they
// are made from.
func TestSchemas(t *testing.T) {
	for kind := range kinds {
		want := makeSchema(t, kind)
		file := filepath.Join("schema", kind+".json")
		if *update {
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got := Schema(kind); !bytes.Equal(got, want) {
			t.Errorf("%s is not what the types say now: go test ./arena/config -run TestSchemas -update", file)
		}
	}
	if names := SchemaNames(); !*update && len(names) != len(kinds) {
		t.Errorf("the schemas are %q, want one for each of %d kinds", names, len(kinds))
	}
}
