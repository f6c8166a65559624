// Package schematest holds values against JSON Schemas, for tests. It knows
// the keywords that the schemas of the arena use and refuses all others, so
// that none of them is passed over.
package schematest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Check returns an error that names the place where a value does not follow a
// schema, nil if it does everywhere. The value is one that encoding/json
// decodes into an any. The error says so too where the schema itself has a
// keyword that is not known here.
func Check(schema []byte, value any) error {
	var root map[string]any
	if err := json.Unmarshal(schema, &root); err != nil {
		return fmt.Errorf("the schema is not JSON: %w", err)
	}
	return (&checker{root}).check("", root, value)
}

type checker struct{ root map[string]any }

// silent are the keywords that say nothing of a value.
var silent = []string{"$schema", "$id", "$defs", "title", "description", "$comment"}

func (c *checker) check(at string, schema, value any) error {
	switch s := schema.(type) {
	case bool:
		if !s {
			return fmt.Errorf("%s: nothing may stand here", place(at))
		}
		return nil
	case map[string]any:
		for _, keyword := range slices.Sorted(maps.Keys(s)) {
			if slices.Contains(silent, keyword) {
				continue
			}
			if err := c.keyword(at, keyword, s, value); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("%s: a schema is a mapping or a truth value, not %v", place(at), schema)
}

func place(at string) string {
	if at == "" {
		return "the whole"
	}
	return strings.TrimPrefix(at, ".")
}

// keyword holds a value against one keyword of a schema.
func (c *checker) keyword(at, keyword string, schema map[string]any, value any) error {
	says := schema[keyword]
	text, isText := value.(string)
	number, isNumber := value.(float64)
	list, isList := value.([]any)
	object, isObject := value.(map[string]any)
	good := true
	switch keyword {
	case "$ref":
		return c.reference(at, says.(string), value)
	case "type":
		good = hasType(says, value)
	case "enum":
		good = slices.ContainsFunc(says.([]any), func(one any) bool { return reflect.DeepEqual(one, value) })
	case "const":
		good = reflect.DeepEqual(says, value)
	case "pattern":
		form, err := regexp.Compile(says.(string))
		if err != nil {
			return fmt.Errorf("%s: %w", place(at), err)
		}
		good = !isText || form.MatchString(text)
	case "format":
		if says != "date-time" {
			return fmt.Errorf("%s: schematest does not know the format %v", place(at), says)
		}
		_, err := time.Parse(time.RFC3339, text)
		good = !isText || err == nil
	case "minLength":
		good = !isText || float64(len([]rune(text))) >= says.(float64)
	case "minimum":
		good = !isNumber || number >= says.(float64)
	case "maximum":
		good = !isNumber || number <= says.(float64)
	case "exclusiveMinimum":
		good = !isNumber || number > says.(float64)
	case "minItems":
		good = !isList || float64(len(list)) >= says.(float64)
	case "maxItems":
		good = !isList || float64(len(list)) <= says.(float64)
	case "items":
		for i, item := range list {
			if err := c.check(fmt.Sprintf("%s[%d]", at, i), says, item); err != nil {
				return err
			}
		}
	case "required":
		for _, key := range says.([]any) {
			if _, has := object[key.(string)]; isObject && !has {
				return fmt.Errorf("%s: the key %s is missing", place(at), key)
			}
		}
	case "properties":
		for _, key := range slices.Sorted(maps.Keys(object)) {
			if of, known := says.(map[string]any)[key]; known {
				if err := c.check(at+"."+key, of, object[key]); err != nil {
					return err
				}
			}
		}
	case "additionalProperties":
		known, _ := schema["properties"].(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(object)) {
			if _, has := known[key]; has {
				continue
			}
			if err := c.check(at+"."+key, says, object[key]); err != nil {
				return err
			}
		}
	case "anyOf", "allOf":
		return c.several(at, keyword, says.([]any), value)
	case "if":
		if c.check(at, says, value) == nil && schema["then"] != nil {
			return c.check(at, schema["then"], value)
		}
	case "then":
		// goes with if
	default:
		return fmt.Errorf("%s: schematest does not know the keyword %s", place(at), keyword)
	}
	if !good {
		return fmt.Errorf("%s: %v is not what %s: %v wants", place(at), value, keyword, says)
	}
	return nil
}

func (c *checker) reference(at, to string, value any) error {
	name, ok := strings.CutPrefix(to, "#/$defs/")
	if !ok {
		return fmt.Errorf("%s: a reference to %s is not followed here", place(at), to)
	}
	definitions, _ := c.root["$defs"].(map[string]any)
	schema, ok := definitions[name]
	if !ok {
		return fmt.Errorf("%s: the schema has no definition %s", place(at), name)
	}
	return c.check(at, schema, value)
}

func (c *checker) several(at, keyword string, schemas []any, value any) error {
	var refused []string
	for _, schema := range schemas {
		err := c.check(at, schema, value)
		switch {
		case keyword == "allOf" && err != nil:
			return err
		case keyword == "anyOf" && err == nil:
			return nil
		case err != nil:
			refused = append(refused, err.Error())
		}
	}
	if keyword == "allOf" {
		return nil
	}
	return fmt.Errorf("%s: %v is none of the forms there are: %s", place(at), value, strings.Join(refused, "; "))
}

func hasType(says, value any) bool {
	if list, ok := says.([]any); ok {
		return slices.ContainsFunc(list, func(one any) bool { return hasType(one, value) })
	}
	switch v := value.(type) {
	case nil:
		return says == "null"
	case bool:
		return says == "boolean"
	case string:
		return says == "string"
	case float64:
		return says == "number" || says == "integer" && v == math.Trunc(v)
	case []any:
		return says == "array"
	case map[string]any:
		return says == "object"
	}
	return false
}
