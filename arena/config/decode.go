package config

import (
	"encoding"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// reader is what a type implements that a YAML value becomes in a way of its
// own, such as a time with a unit. Structs inside it go through the decoder,
// so that they are as strict as all others.
type reader interface {
	read(d *decoder, path string, n *yaml.Node) error
}

var (
	readerType = reflect.TypeFor[reader]()
	textType   = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// decoder puts the nodes of one file into Go values and remembers where each
// one stood.
type decoder struct {
	file string
	root reflect.Type // what the file as a whole becomes
	at   map[string]place
	// texts are the texts read, by path.
	texts map[string]string
}

// place is where a value stands.
type place struct{ line, column int }

// decode decodes the text of a file into the struct that into points at,
// whose contents are the defaults.
func decode(file string, text []byte, into any) (*decoder, error) {
	root, err := parse(file, text)
	if e, ok := err.(*Error); ok && e.Problem == emptyFile {
		e.Cure = firstLine(into)
	}
	if err != nil {
		return nil, err
	}
	d := &decoder{file: file, root: reflect.TypeOf(into).Elem(), at: map[string]place{}, texts: map[string]string{}}
	return d, d.value("", root, reflect.ValueOf(into).Elem())
}

// firstLine says how a file begins that is still empty.
func firstLine(into any) string {
	switch into.(type) {
	case *BotFile:
		return "write entry: FILE; arena help bots has an example"
	case *ClassFile:
		return "begin with the line game: NAME; arena help class has an example"
	case *TournamentFile:
		return "begin with the line game: NAME; arena help tournament has an example"
	case *SetupsFile:
		return "write setups: and a list of them; arena export --setups makes such a file"
	}
	return "begin with the line game: NAME; arena help match has an example"
}

// fail returns the error for something wrong with a node.
func (d *decoder) fail(n *yaml.Node, cure, problem string, args ...any) error {
	return &Error{File: d.file, Line: max(1, n.Line), Column: n.Column, Problem: oneLine(fmt.Sprintf(problem, args...)), Cure: oneLine(cure)}
}

// failAt returns the error for something wrong with the value at a path, or
// with what surrounds it where it was not given.
func (d *decoder) failAt(path, cure, problem string, args ...any) error {
	e := &Error{File: d.file, Line: 1, Problem: oneLine(fmt.Sprintf(problem, args...)), Cure: oneLine(cure)}
	if p, ok := d.find(path); ok {
		e.Line, e.Column = p.line, p.column
	}
	return e
}

// find returns the place of a path or of the nearest one around it.
func (d *decoder) find(path string) (place, bool) {
	for path != "" {
		if p, ok := d.at[path]; ok {
			return p, true
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return place{}, false
}

// label begins a message about the value at a path.
func label(path string) string {
	if path == "" {
		return ""
	}
	return path + ": "
}

func (d *decoder) value(path string, n *yaml.Node, v reflect.Value) error {
	d.at[path] = place{max(1, n.Line), n.Column}
	if err := d.refuseNode(path, n); err != nil {
		return err
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return d.value(path, n, v.Elem())
	}
	if v.CanAddr() && v.Addr().Type().Implements(readerType) {
		return v.Addr().Interface().(reader).read(d, path, n)
	}
	if v.CanAddr() && v.Addr().Type().Implements(textType) {
		text, err := d.text(path, n)
		if err != nil {
			return err
		}
		if err := v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text)); err != nil {
			return d.fail(n, "correct the value", "%s%v", label(path), err)
		}
		return nil
	}
	switch v.Kind() {
	case reflect.Struct:
		return d.structure(path, n, v)
	case reflect.Map:
		return d.mapping(path, n, v)
	case reflect.Slice, reflect.Array:
		return d.sequence(path, n, v)
	}
	return d.scalar(path, n, v)
}

// refuseNode refuses the parts of YAML that nobody needs here and that read
// differently from what they look like.
func (d *decoder) refuseNode(path string, n *yaml.Node) error {
	switch {
	case n.Kind == yaml.AliasNode:
		return d.fail(n, "write the value out", "%saliases (*%s) are not read here", label(path), n.Value)
	case n.Anchor != "":
		return d.fail(n, "delete &"+n.Anchor+" and write the value out where it is used", "%sanchors (&%s) are not read here", label(path), n.Anchor)
	case n.Style&yaml.TaggedStyle != 0:
		return d.fail(n, "delete the tag", "%stags (%s) are not read here", label(path), n.Tag)
	}
	return nil
}

// pairs calls each with every key and value of a mapping, after it has
// refused keys that are not text or come twice.
func (d *decoder) pairs(path string, n *yaml.Node, each func(key string, k, v *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return d.wantMapping(path, n)
	}
	seen := make(map[string]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if err := d.refuseNode(path, k); err != nil {
			return err
		}
		if k.Kind != yaml.ScalarNode {
			return d.fail(k, "write key: value", "%sa key must be a plain text, this is %s", label(path), describe(k))
		}
		if line, twice := seen[k.Value]; twice {
			return d.fail(k, "keep one of the two", "%skey %s is given twice, first in line %d", label(path), quote(k.Value), line)
		}
		seen[k.Value] = k.Line
		if err := each(k.Value, k, v); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) wantMapping(path string, n *yaml.Node) error {
	cure := "write keys and values, as in game: catchcat"
	if n.Kind == yaml.ScalarNode {
		if key, value, ok := missingSpace(n.Value); ok {
			return d.fail(n, fmt.Sprintf("write %s: %s", key, value), "%sno space after the colon in %s", label(path), quote(n.Value))
		}
	}
	if path != "" {
		cure = fmt.Sprintf("write %s: and below it, indented, its keys; or delete it to take the defaults", lastKey(path))
	}
	return d.fail(n, cure, "%sexpected keys and values, found %s", label(path), describe(n))
}

func lastKey(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// describe names what a node is.
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "keys and values"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	}
	if isNothing(n) {
		return "nothing"
	}
	return quote(n.Value)
}

// isNothing reports whether a key has no value at all; ~ and null are texts.
func isNothing(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style == 0
}

func (d *decoder) structure(path string, n *yaml.Node, v reflect.Value) error {
	fields := fieldsOf(v.Type())
	return d.pairs(path, n, func(key string, k, value *yaml.Node) error {
		f, ok := fields.byKey[key]
		if !ok {
			return d.unknownKey(path, key, k, fields.keys)
		}
		return d.value(join(path, key), value, v.FieldByIndex(f))
	})
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func (d *decoder) unknownKey(path, key string, k *yaml.Node, known []string) error {
	problem := fmt.Sprintf("%sunknown key %s", label(path), quote(key))
	if path == "" {
		if commands := commandsOf(d.root, key); len(commands) > 0 {
			takes := make([]string, len(commands))
			for i, c := range commands {
				takes[i] = "arena " + c + " " + d.file
				commands[i] = "arena " + c
			}
			return d.fail(k, list(takes)+" takes it, if it is one", "%s: it is one of a file for %s", problem, list(commands))
		}
	}
	if near := Nearest(key, known); near != "" {
		return d.fail(k, "did you mean "+near+"?", "%s", problem)
	}
	if where := whereKey(d.root, "", key); where != "" {
		return d.fail(k, fmt.Sprintf("%s belongs under %s:", key, where), "%s", problem)
	}
	return d.fail(k, "the keys here are "+strings.Join(known, ", "), "%s", problem)
}

// takers are the commands that take a file of their own.
var takers = []struct {
	command string
	root    reflect.Type
}{{"match", reflect.TypeFor[MatchFile]()}, {"tournament", reflect.TypeFor[TournamentFile]()}, {"class", reflect.TypeFor[ClassFile]()}}

// commandsOf returns the commands that take the kinds of files that have a key
// at their top, where a file of another command has not.
func commandsOf(root reflect.Type, key string) (commands []string) {
	ofCommand := false
	for _, t := range takers {
		ofCommand = ofCommand || t.root == root
		if _, has := fieldsOf(t.root).byKey[key]; has {
			commands = append(commands, t.command)
		}
	}
	if !ofCommand {
		return nil
	}
	return commands
}

// whereKey looks for a struct inside t that has the key, and returns its path.
func whereKey(t reflect.Type, path, key string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || reflect.PointerTo(t).Implements(readerType) {
		return ""
	}
	fields := fieldsOf(t)
	if _, ok := fields.byKey[key]; ok {
		return path
	}
	for _, name := range fields.keys {
		if where := whereKey(t.FieldByIndex(fields.byKey[name]).Type, join(path, name), key); where != "" {
			return where
		}
	}
	return ""
}

// structFields are the fields of a struct by their keys.
type structFields struct {
	keys  []string // in the order of the fields
	byKey map[string][]int
}

// fieldsOf lists the fields that a file may set: exported ones, under the
// name in their yaml tag or their own in small letters.
func fieldsOf(t reflect.Type) structFields {
	s := structFields{byKey: map[string][]int{}}
	for _, f := range reflect.VisibleFields(t) {
		tag, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if !f.IsExported() || tag == "-" || f.Anonymous && options == "inline" || len(f.Index) > 1 && !inlined(t, f.Index) {
			continue
		}
		if tag == "" {
			tag = strings.ToLower(f.Name)
		}
		s.keys = append(s.keys, tag)
		s.byKey[tag] = f.Index
	}
	return s
}

// inlined reports whether a field of an embedded struct counts as the outer
// one's.
func inlined(t reflect.Type, index []int) bool {
	_, options, _ := strings.Cut(t.FieldByIndex(index[:len(index)-1]).Tag.Get("yaml"), ",")
	return options == "inline"
}

func (d *decoder) mapping(path string, n *yaml.Node, v reflect.Value) error {
	if v.Type().Key().Kind() != reflect.String {
		return fmt.Errorf("config: %s: no keys but texts can be read, not %s", path, v.Type().Key())
	}
	v.Set(reflect.MakeMap(v.Type()))
	return d.pairs(path, n, func(key string, _, value *yaml.Node) error {
		item := reflect.New(v.Type().Elem()).Elem()
		if err := d.value(join(path, key), value, item); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(key).Convert(v.Type().Key()), item)
		return nil
	})
}

func (d *decoder) sequence(path string, n *yaml.Node, v reflect.Value) error {
	if n.Kind != yaml.SequenceNode {
		words := strings.FieldsFunc(n.Value, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
		cure := fmt.Sprintf("write %s: [%s]", lastKey(path), strings.Join(words, ", "))
		if n.Kind != yaml.ScalarNode || isNothing(n) {
			cure = fmt.Sprintf("write %s: [A, B]", lastKey(path))
		}
		return d.fail(n, cure, "%sexpected a list, found %s", label(path), describe(n))
	}
	if v.Kind() == reflect.Array && len(n.Content) != v.Len() {
		return d.fail(n, "write as many", "%sexpected a list of %d, found %d", label(path), v.Len(), len(n.Content))
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	}
	for i, item := range n.Content {
		if err := d.value(fmt.Sprintf("%s[%d]", path, i), item, v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// once refuses a list at a path that has a value twice.
func (d *decoder) once(path string, list []string) error {
	for i, text := range list {
		if slices.Contains(list[:i], text) {
			return d.failAt(path+index(i), "keep one of the two", "%s: %s is given twice", path, quote(text))
		}
	}
	return nil
}

// text returns a scalar's text as it stands in the file, whatever YAML takes
// it for.
func (d *decoder) text(path string, n *yaml.Node) (string, error) {
	if n.Kind != yaml.ScalarNode {
		return "", d.fail(n, "write one value", "%sexpected a text, found %s", label(path), describe(n))
	}
	if isNothing(n) {
		return "", d.fail(n, fmt.Sprintf("write a value after %s:, or delete the line", lastKey(path)), "%sthere is no value", label(path))
	}
	d.texts[path] = n.Value
	return n.Value, nil
}

func (d *decoder) scalar(path string, n *yaml.Node, v reflect.Value) error {
	text, err := d.text(path, n)
	if err != nil {
		return err
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
		return nil
	case reflect.Bool:
		if text != "true" && text != "false" {
			return d.fail(n, "write true or false", "%sexpected true or false, found %s", label(path), quote(text))
		}
		v.SetBool(text == "true")
		return nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return d.integer(path, n, text, v)
	case reflect.Float32, reflect.Float64:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !decimal.MatchString(text) {
			return d.fail(n, "write a number such as 0.5", "%sexpected a number, found %s", label(path), quote(text))
		}
		v.SetFloat(x)
		return nil
	}
	return fmt.Errorf("config: %s: nothing of type %s can be read", path, v.Type())
}

var (
	decimal = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)
	whole   = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)
)

func (d *decoder) integer(path string, n *yaml.Node, text string, v reflect.Value) error {
	problem, cure := wholeNumber(text)
	if problem != "" {
		return d.fail(n, cure, "%s%s", label(path), problem)
	}
	bits := v.Type().Bits()
	if v.CanInt() {
		x, err := strconv.ParseInt(text, 10, bits)
		if err == nil {
			v.SetInt(x)
			return nil
		}
	} else if x, err := strconv.ParseUint(text, 10, bits); err == nil {
		v.SetUint(x)
		return nil
	}
	least, most := "0", strconv.FormatUint(1<<bits-1, 10)
	if v.CanInt() {
		least, most = strconv.FormatInt(-1<<(bits-1), 10), strconv.FormatInt(1<<(bits-1)-1, 10)
	}
	return d.fail(n, fmt.Sprintf("write a number from %s to %s", least, most), "%s%s is out of range", label(path), quote(text))
}

// wholeNumber says what is wrong with a whole number's text; nothing is if
// the problem is empty.
func wholeNumber(text string) (problem, cure string) {
	if whole.MatchString(text) {
		return "", ""
	}
	digits := strings.TrimLeft(strings.ReplaceAll(text, "_", ""), "0")
	switch {
	case whole.MatchString(digits) && strings.Contains(text, "_"):
		return fmt.Sprintf("%s has underscores", quote(text)), "write " + digits
	case whole.MatchString(digits):
		return fmt.Sprintf("%s has leading zeros, which some read as octal", quote(text)), "write " + digits
	}
	return fmt.Sprintf("expected a whole number, found %s", quote(text)), "write a number in decimal, such as 7"
}
