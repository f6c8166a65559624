package command

import (
	"embed"
	"strings"
)

// The schemas of what commands print with --json are made from the structs
// that they print: go test ./arena/command -run TestOutputSchemas -update
//
//go:embed schema/*.json
var outputSchemas embed.FS

// outputNames lists the commands that there is a schema of the output for;
// where a flag changes what is printed, it follows after a hyphen.
func outputNames() []string {
	files, err := outputSchemas.ReadDir("schema")
	if err != nil {
		panic(err) // embedded
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".json"))
	}
	return names
}

func printOutputSchema(s Streams, args []string) error {
	if len(args) != 1 {
		return usage("arena schema output match", "arena schema output needs one command, here are %d", len(args))
	}
	text, err := outputSchemas.ReadFile("schema/" + args[0] + ".json")
	if err != nil {
		return unknownSchema("no command with --json", args[0], outputNames(), "arena schema output")
	}
	_, err = s.Out.Write(text)
	return err
}
