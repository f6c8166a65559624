package config

import (
	"embed"
	"path"
	"slices"
	"strings"
)

// The schemas are made from the types of this package, their comments and the
// game's set-ups: go test ./arena/config -run TestSchemas -update
//
//go:generate go test -run TestSchemas -update .
//go:embed schema/*.json
var schemas embed.FS

// SchemaNames lists the kinds of files that there is a schema for, by name.
func SchemaNames() []string {
	files, err := schemas.ReadDir("schema")
	if err != nil {
		panic(err) // embedded
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), path.Ext(f.Name())))
	}
	slices.Sort(names)
	return names
}

// Schema returns the JSON Schema (draft 7, which editors know best) of a kind
// of file, or nil where there is no such kind. It says which keys there are and
// what form values have; that a bot is there, or a seat is one of the game's,
// only the reader knows.
func Schema(kind string) []byte {
	text, err := schemas.ReadFile("schema/" + kind + ".json")
	if err != nil {
		return nil
	}
	return text
}
