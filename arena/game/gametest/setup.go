package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"botarena/arena/game"
)

// checker checks matches with one set-up.
type checker struct {
	Options
	g     game.Game
	info  game.Info
	setup game.Setup
	// again is setup as it comes out of JSON: what a record is replayed with.
	again game.Setup
	// seen maps positions' texts to what can be played there.
	seen map[string]string
}

// checkInfo checks what must hold without any set-up.
func checkInfo(g game.Game) error {
	info := g.Info()
	var names []string
	for _, c := range info.Counters {
		names = append(names, c.Name)
	}
	switch {
	case !isWord(info.Name):
		return fmt.Errorf("Info: name %q: want small letters, digits and hyphens", info.Name)
	case info.Title == "":
		return fmt.Errorf("%s: Info: no title", info.Name)
	}
	for _, list := range []struct {
		what  string
		names []string
		need  bool
	}{{"seats", info.Seats, true}, {"dialects", info.Dialects, true}, {"counters", names, false}} {
		if list.need && len(list.names) == 0 {
			return fmt.Errorf("%s: Info: no %s", info.Name, list.what)
		}
		for i, name := range list.names {
			if name == "" || slices.Contains(list.names[:i], name) {
				return fmt.Errorf("%s: Info: %s %q: a name is empty or given twice", info.Name, list.what, list.names)
			}
		}
	}
	if again := g.Info(); fmt.Sprint(again) != fmt.Sprint(info) {
		return fmt.Errorf("%s: Info changed from %v to %v", info.Name, info, again)
	}
	if a, b := g.NewSetup(), g.NewSetup(); a == b {
		return fmt.Errorf("%s: NewSetup returned the same pointer twice", info.Name)
	}
	return nil
}

// isWord reports whether s can be a game's name or a reason.
func isWord(s string) bool {
	for _, c := range s {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return s != ""
}

// newChecker resolves a copy of the set-up and takes it through JSON and YAML.
func newChecker(o Options, g game.Game, given game.Setup) (*checker, error) {
	c := &checker{Options: o, g: g, info: g.Info(), seen: map[string]string{}}
	if c.Read == nil {
		c.Read = noFiles
	}
	if err := checkTags(reflect.TypeOf(given)); err != nil {
		return nil, err
	}
	text, err := json.Marshal(given)
	if err != nil {
		return nil, fmt.Errorf("set-up to JSON: %w", err)
	}
	if c.setup, err = c.decode(text); err != nil {
		return nil, err
	}
	resolved, err := resolve(c.setup, c.Read)
	if err != nil {
		return nil, err
	}
	if c.again, err = c.decode(resolved); err != nil {
		return nil, err
	}
	for range 2 {
		now, err := resolve(c.again, noFiles)
		if err != nil {
			return nil, fmt.Errorf("the resolved set-up %s: %w", resolved, err)
		}
		if !bytes.Equal(now, resolved) {
			return nil, fmt.Errorf("a resolved set-up changes when it is resolved again, from %s to %s", resolved, now)
		}
	}
	if err := c.checkYAML(resolved); err != nil {
		return nil, err
	}
	if n, turns := c.setup.Rounds(), c.setup.MaxTurns(); n < 1 || turns < 1 {
		return nil, fmt.Errorf("%d rounds of at most %d turns: want at least 1", n, turns)
	}
	for _, line := range c.setup.Warnings() {
		if line == "" {
			return nil, errors.New("an empty warning")
		}
	}
	return c, c.checkDialects()
}

func (c *checker) decode(text []byte) (game.Setup, error) {
	setup := c.g.NewSetup()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(setup); err != nil {
		return nil, fmt.Errorf("set-up from JSON %s: %w", text, err)
	}
	return setup, nil
}

// resolve resolves a set-up and returns it as JSON.
func resolve(setup game.Setup, read func(string) ([]byte, error)) ([]byte, error) {
	if err := setup.Resolve(read); err != nil {
		return nil, fmt.Errorf("Resolve: %w", err)
	}
	text, err := json.Marshal(setup)
	if err != nil {
		return nil, fmt.Errorf("set-up to JSON: %w", err)
	}
	return text, nil
}

// checkYAML takes the resolved set-up through YAML: a configuration can say
// all that a record says, under the same names.
func (c *checker) checkYAML(resolved []byte) error {
	text, err := yaml.Marshal(c.setup)
	if err != nil {
		return fmt.Errorf("set-up to YAML: %w", err)
	}
	setup := c.g.NewSetup()
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(setup); err != nil {
		return fmt.Errorf("set-up from YAML: %w", err)
	}
	now, err := resolve(setup, noFiles)
	if err != nil {
		return fmt.Errorf("set-up from YAML: %w", err)
	}
	if !bytes.Equal(now, resolved) {
		return fmt.Errorf("the set-up through YAML is %s, through JSON %s", now, resolved)
	}
	return nil
}

// checkTags checks that every exported field of a struct, and of those in it,
// has one name in YAML and JSON.
func checkTags(t reflect.Type) error {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return checkTags(t.Elem())
	case reflect.Struct:
	default:
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		inYAML, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		inJSON, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if inYAML != inJSON || inJSON == "" || inJSON == "-" {
			return fmt.Errorf("field %s.%s is named %q in YAML and %q in JSON", t.Name(), f.Name, inYAML, inJSON)
		}
		if err := checkTags(f.Type); err != nil {
			return err
		}
	}
	return nil
}
