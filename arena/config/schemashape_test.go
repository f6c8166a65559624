package config

import (
	"reflect"
	"slices"
	"testing"

	"github.com/invopop/jsonschema"
)

// eachStruct calls visit with every struct that a value of type t is made of
// and that the reader takes apart key by key.
func eachStruct(t reflect.Type, visit func(reflect.Type)) {
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(t reflect.Type) {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			walk(t.Elem())
			return
		}
		if t.Kind() != reflect.Struct || seen[t] || scalars[t] != nil {
			return
		}
		seen[t] = true
		fields := fieldsOf(t)
		switch t {
		case reflect.TypeFor[Seats](), reflect.TypeFor[Entrants]():
			walk(t.Field(1).Type) // the list; in the file it stands for the whole
			return
		case reflect.TypeFor[Entry](), reflect.TypeFor[Setup](), reflect.TypeFor[Setups]():
			return
		}
		visit(t)
		for _, key := range fields.keys {
			walk(t.FieldByIndex(fields.byKey[key]).Type)
		}
	}
	walk(t)
}

// definitionOf returns the schema of a struct: the root, or a definition.
func definitionOf(root *jsonschema.Schema, of reflect.Type, file any) *jsonschema.Schema {
	if of == reflect.TypeOf(file) {
		return root
	}
	return root.Definitions[of.Name()]
}

// fillKeys holds the keys of a struct's schema against those that the reader
// takes, and gives texts their form.
func fillKeys(t *testing.T, of reflect.Type, s *jsonschema.Schema) {
	if s == nil {
		t.Fatalf("%s has no schema", of)
	}
	fields := fieldsOf(of)
	if s.Properties.Len() != len(fields.keys) {
		t.Errorf("%s: the schema has %d keys, the reader takes %q", of, s.Properties.Len(), fields.keys)
	}
	for _, key := range fields.keys {
		property, ok := s.Properties.Get(key)
		if !ok {
			t.Errorf("%s: the schema has no key %s", of, key)
			continue
		}
		index := fields.byKey[key]
		owner, field := of, of.FieldByIndex(index)
		if len(index) > 1 {
			owner = of.FieldByIndex(index[:len(index)-1]).Type
		}
		name := owner.Name() + "." + field.Name
		switch plain := reflect.TypeFor[string](); {
		case field.Type == plain:
			become(property, textOf(name))
		case field.Type.Kind() == reflect.Slice && field.Type.Elem() == plain:
			property.Items = textOf(name + "[]")
		case field.Type.Kind() == reflect.Map && field.Type.Elem() == plain:
			property.AdditionalProperties = textOf(name + "[]")
		}
	}
}

// textOf returns the schema of a text: one of its choices, where it has any.
func textOf(name string) *jsonschema.Schema {
	if values := choices[name]; values != nil {
		return oneOf(values...)
	}
	return text()
}

// become makes a property's schema another one, but for its description.
func become(property, s *jsonschema.Schema) {
	description := property.Description
	*property = *s
	property.Description = description
}

// reshape puts in what the reader takes beside the keys of structs: short
// forms, and what depends on the game.
func reshape(kind string, s *jsonschema.Schema) {
	short := map[string]*jsonschema.Schema{
		"Seat": text(), "EntrantFile": text(), "FormatFile": oneOf(formatKinds()...), "PointsFile": oneOf("own"), "GradePart": oneOf(choices["GradePart.Measure"]...),
	}
	for name, form := range short {
		if d := s.Definitions[name]; d != nil {
			s.Definitions[name] = either(form, d)
		}
	}
	for name, form := range map[string]*jsonschema.Schema{
		"Setup":    jsonschema.TrueSchema,
		"Setups":   jsonschema.TrueSchema,
		"Seats":    either(pair(ref("Seat")), &jsonschema.Schema{Type: "object", AdditionalProperties: ref("Seat")}),
		"Entrants": either(oneOf("all"), &jsonschema.Schema{Type: "array", Items: ref("EntrantFile")}),
		"Entry":    either(text(), &jsonschema.Schema{Type: "object", AdditionalProperties: text()}),
	} {
		if s.Definitions[name] != nil {
			s.Definitions[name] = form
		}
	}
	for _, g := range games {
		name, info := g.Info().Name, g.Info()
		keys := jsonschema.NewProperties()
		switch kind {
		case "match":
			keys.Set("setup", ref(name))
			seats := jsonschema.NewProperties()
			for _, seat := range info.Seats {
				seats.Set(seat, ref("Seat"))
			}
			keys.Set("seats", either(pair(ref("Seat")), &jsonschema.Schema{Type: "object", Properties: seats, AdditionalProperties: jsonschema.FalseSchema, Required: slices.Clone(info.Seats)}))
		case "tournament":
			keys.Set("setup", either(text(), ref(name), several(ref(name))))
		case "setups":
			keys.Set("setups", either(ref(name), several(ref(name))))
		default:
			continue
		}
		game := jsonschema.NewProperties()
		game.Set("game", &jsonschema.Schema{Const: name})
		s.AllOf = append(s.AllOf, &jsonschema.Schema{
			If:   &jsonschema.Schema{Properties: game, Required: []string{"game"}},
			Then: &jsonschema.Schema{Properties: keys},
		})
	}
}

func pair(of *jsonschema.Schema) *jsonschema.Schema {
	two := uint64(2)
	return &jsonschema.Schema{Type: "array", Items: of, MinItems: &two, MaxItems: &two}
}

func several(of *jsonschema.Schema) *jsonschema.Schema {
	one := uint64(1)
	return &jsonschema.Schema{Type: "array", Items: of, MinItems: &one}
}
