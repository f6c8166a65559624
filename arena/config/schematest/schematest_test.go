package schematest

import (
	"encoding/json"
	"strings"
	"testing"
)

const schema = `{
	"$schema": "x", "type": "object", "required": ["a"], "additionalProperties": false,
	"properties": {
		"a": {"$ref": "#/$defs/small"},
		"b": {"anyOf": [{"type": "string", "pattern": "^[0-9]+s$"}, {"enum": ["off", 7]}]},
		"c": {"type": "array", "items": {"type": ["string", "boolean"]}, "minItems": 1, "maxItems": 2},
		"d": {"type": "object", "additionalProperties": {"type": "number", "exclusiveMinimum": 0}},
		"e": {"const": "x"}, "f": true, "g": {"type": "string", "minLength": 1}, "h": {"format": "date-time"}
	},
	"allOf": [{"if": {"required": ["e"]}, "then": {"properties": {"f": {"type": "null"}}}}],
	"$defs": {"small": {"type": "integer", "minimum": 1, "maximum": 9}}
}`

func TestCheck(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1}`: "",
		`{"a": 9, "b": "3s", "c": ["x", true], "d": {"q": 0.5}, "e": "x", "f": null, "g": "y"}`: "",
		`{"a": 1, "f": {"any": 1}}`:       "",
		`{}`:                              "the whole: the key a is missing",
		`[]`:                              "the whole: ",
		`{"a": 1, "z": 1}`:                "z: nothing may stand here",
		`{"a": 0}`:                        "a: 0 is not what minimum",
		`{"a": 10}`:                       "a: 10 is not what maximum",
		`{"a": 1.5}`:                      "a: 1.5 is not what type",
		`{"a": 1, "b": "3"}`:              "b: 3 is none of the forms",
		`{"a": 1, "b": 7}`:                "",
		`{"a": 1, "c": []}`:               "minItems",
		`{"a": 1, "c": ["", "", ""]}`:     "maxItems",
		`{"a": 1, "c": ["", 1]}`:          "c[1]: 1 is not what type",
		`{"a": 1, "d": {"q": 0}}`:         "d.q: 0 is not what exclusiveMinimum",
		`{"a": 1, "e": "y"}`:              "e: y is not what const",
		`{"a": 1, "e": "x", "f": "text"}`: "f: text is not what type",
		`{"a": 1, "h": "2026-11-30T11:30:00.5+01:00"}`: "",
		`{"a": 1, "h": "2026-11-30"}`:                  "h: 2026-11-30 is not what format",
		`{"a": 1, "g": ""}`:                            "g:  is not what minLength",
	} {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		err := Check([]byte(schema), value)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

// TestBadSchema: nothing of a schema is passed over.
func TestBadSchema(t *testing.T) {
	for _, text := range []string{`{"oneOf": []}`, `{"format": "uri"}`, `{"$ref": "#/$defs/none"}`, `{"$ref": "other.json"}`, `{"pattern": "("}`, `7`, `{`} {
		if err := Check([]byte(text), "value"); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
}
