package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"botarena/arena/game"
)

// noText is a text that no game takes: neither a choice, a name nor a file.
const noText = "\x01no"

// setupFields finds, in a set-up, the field at each path.
type setupFields map[string]func(game.Setup) reflect.Value

// checkErrors spoils one field of the set-up after the other, and the files
// that it names, and holds the errors against [game.Setup].
func (c *checker) checkErrors() error {
	text, err := json.Marshal(c.setup)
	if err != nil {
		return fmt.Errorf("set-up to JSON: %w", err)
	}
	fields := setupFields{}
	var walk func(path string, get func(game.Setup) reflect.Value)
	walk = func(path string, get func(game.Setup) reflect.Value) {
		fields[path] = get
		shape := get(c.g.NewSetup()).Type()
		if shape.Kind() != reflect.Struct {
			return
		}
		for i := range shape.NumField() {
			if f := shape.Field(i); f.IsExported() {
				name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
				walk(strings.TrimPrefix(path+"."+name, "."), func(s game.Setup) reflect.Value { return target(get(s).Field(i)) })
			}
		}
	}
	walk("", func(s game.Setup) reflect.Value { return reflect.ValueOf(s).Elem() })
	for _, path := range slices.Sorted(maps.Keys(fields)) {
		if err := c.spoil(text, path, fields); err != nil {
			return err
		}
	}
	return nil
}

// target returns what a pointer points at, made where it is nil.
func target(v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Pointer {
		return v
	}
	if v.IsNil() {
		v.Set(reflect.New(v.Type().Elem()))
	}
	return v.Elem()
}

// spoil puts wrong values into the field at a path and checks the errors.
func (c *checker) spoil(text []byte, path string, fields setupFields) error {
	unreadable := func(string) ([]byte, error) { return nil, fs.ErrPermission }
	spoilt := func(string) ([]byte, error) { return []byte(noText), nil }
	for _, read := range []func(string) ([]byte, error){unreadable, spoilt} {
		for _, low := range []bool{true, false} {
			setup, err := c.decode(text)
			if err != nil {
				return err
			}
			v := fields[path](setup)
			if v.Kind() == reflect.Slice {
				v.Set(reflect.MakeSlice(v.Type(), 1, 1))
				v = target(v.Index(0))
			}
			switch {
			case v.CanInt() && low:
				v.SetInt(math.MinInt32)
			case v.CanInt():
				v.SetInt(math.MaxInt32)
			case v.Kind() == reflect.String:
				v.SetString(noText)
			}
			err = setup.Resolve(read)
			if err == nil || errors.Is(err, fs.ErrPermission) {
				continue
			}
			if why := wrongError(err, fields); why != "" {
				return fmt.Errorf("Resolve with a wrong %s: error %q: %s", path, err, why)
			}
		}
	}
	return nil
}

// wrongError says in what an error of Resolve is not as it should be.
func wrongError(err error, fields setupFields) string {
	var e *game.SetupError
	if !errors.As(err, &e) {
		return "want a *game.SetupError"
	}
	field, _, _ := strings.Cut(e.Field, "[")
	switch {
	case e.Problem == "" || strings.Contains(e.Problem+e.Want, "\n"):
		return "want a problem of one line"
	case e.Field != "" && e.File != "":
		return "want a field or a file, not both"
	case e.File != "" && e.File != noText:
		return fmt.Sprintf("want the file that was read, %q", noText)
	case e.File == "" && (field == "" || fields[field] == nil):
		return fmt.Sprintf("there is no field %q", e.Field)
	}
	return ""
}
