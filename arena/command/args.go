package command

import (
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"botarena/arena/config"
)

// arrange puts a command's flags before its arguments, wherever the user
// wrote them: urfave/cli takes everything after the first argument for an
// argument. It refuses unknown commands and flags, which urfave/cli answers
// with pages of help and an exit code of its own. --help anywhere shows the
// command's help.
func arrange(app *cli.App, args []string) ([]string, error) {
	flags, rest, err := splitFlags("arena", app.Flags, args, true)
	if err != nil {
		return nil, err
	}
	if len(rest) == 0 || slices.Contains(flags, helpFlag) {
		if slices.Contains(flags, helpFlag) {
			return []string{"help"}, nil
		}
		return flags, nil
	}
	name := rest[0]
	command := app.Command(name)
	if command == nil {
		return nil, unknownCommand(app, name)
	}
	// What follows a program's name is the program's own.
	ownsRest := name == "run"
	own, arguments, err := splitFlags("arena "+name, command.Flags, rest[1:], ownsRest)
	if err != nil {
		return nil, err
	}
	if slices.Contains(own, helpFlag) {
		return []string{"help", name}, nil
	}
	arranged := append(flags, name)
	arranged = append(arranged, own...)
	arranged = append(arranged, "--")
	return append(arranged, arguments...), nil
}

func unknownCommand(app *cli.App, name string) error {
	var names []string
	for _, c := range app.Commands {
		names = append(names, c.Name)
	}
	cure := "arena help lists the commands"
	if name == "version" {
		cure = "arena --version"
	} else if near := config.Nearest(name, names); near != "" {
		cure = "did you mean arena " + near + "?"
	} else if strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml") {
		cure = "arena match " + name
	}
	return usage(cure, "no command is called %q", name)
}

const helpFlag = "--help"

// splitFlags takes the flags, with their values, out of args. With first it
// stops at the first argument. Every flag is spelt --name, a value joined by
// an equals sign.
func splitFlags(command string, known []cli.Flag, args []string, first bool) (flags, rest []string, err error) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			return flags, append(rest, args[i+1:]...), nil
		case arg == "-h" || arg == "-help" || arg == helpFlag:
			return []string{helpFlag}, nil, nil
		case len(arg) < 2 || arg[0] != '-':
			if first {
				return flags, args[i:], nil
			}
			rest = append(rest, arg)
			continue
		}
		name, value, joined := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		flag := findFlag(known, name)
		if flag == nil {
			return nil, nil, unknownFlag(command, known, name)
		}
		if _, isBool := flag.(*cli.BoolFlag); isBool {
			if joined {
				return nil, nil, usage("write --"+name, "--%s takes no value", name)
			}
			flags = append(flags, "--"+name)
			continue
		}
		if !joined {
			if i++; i == len(args) {
				return nil, nil, usage(helpOf(command), "--%s needs a value", name)
			}
			value = args[i]
		}
		if value == "" { // of a variable that is not set, which would be as if it were left out
			return nil, nil, usage("write the value, or leave the flag out", "--%s: the value is empty", name)
		}
		flags = append(flags, "--"+name+"="+value)
	}
	return flags, rest, nil
}

func findFlag(known []cli.Flag, name string) cli.Flag {
	for _, f := range known {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

func unknownFlag(command string, known []cli.Flag, name string) error {
	var names []string
	for _, f := range known {
		names = append(names, f.Names()...)
	}
	cure := helpOf(command)
	if near := config.Nearest(name, names); near != "" {
		cure = "did you mean --" + near + "?"
	}
	return usage(cure, "%s has no flag --%s", command, name)
}

func helpOf(command string) string {
	name := strings.TrimPrefix(strings.TrimPrefix(command, "arena"), " ")
	if name == "" {
		return "arena help lists commands and flags; a command's flags stand after its name"
	}
	return "arena help " + name + " lists the flags"
}

var badValue = regexp.MustCompile(`^invalid value "(.*)" for flag -(\S+): (.*)$`)

// onUsageError words what urfave/cli finds wrong with a flag's value.
func onUsageError(c *cli.Context, err error, _ bool) error {
	name := "arena"
	if c.Command != nil && c.Command.Name != name {
		name += " " + c.Command.Name
	}
	if m := badValue.FindStringSubmatch(err.Error()); m != nil {
		return usage(helpOf(name), "--%s: %q is not a value it can take", m[2], m[1])
	}
	return usage(helpOf(name), "%v", err)
}

// noArgument refuses arguments of a command that takes none.
func noArgument(c *cli.Context, example string) error {
	if c.Args().Present() {
		return usage(example, "arena %s takes no argument, here is %q", c.Command.Name, c.Args().First())
	}
	return nil
}

// onlyFlags refuses all flags of a command but those that what it does takes.
func onlyFlags(c *cli.Context, what string, taken ...string) error {
	for _, f := range c.Command.Flags {
		if name := f.Names()[0]; c.IsSet(name) && !slices.Contains(taken, name) {
			return usage("leave it out", "arena %s has no --%s", what, name)
		}
	}
	return nil
}

// oneArgument returns a command's only argument.
func oneArgument(c *cli.Context, what, example string) (string, error) {
	switch args := c.Args().Slice(); {
	case len(args) == 1 && args[0] != "":
		return args[0], nil
	case len(args) < 2:
		return "", usage(example, "arena %s needs %s", c.Command.Name, what)
	default:
		return "", usage(example, "arena %s takes %s, here are %d: %s", c.Command.Name, what, len(args), strings.Join(args, " "))
	}
}
