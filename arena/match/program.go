package match

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"botarena/arena/player"
	"botarena/sandbox"
)

// Options returns what the jail is told of the program beside its path.
func (p *Process) Options() sandbox.ProgramOptions {
	return sandbox.ProgramOptions{Runtime: sandbox.Runtime(p.Runtime), Interpreter: p.Interpreter, Folder: p.Folder}
}

// Plain seats programs without a jail, for a debugger.
type Plain struct{}

// Seat implements [Seater].
func (Plain) Seat(_ context.Context, spec *Spec, seat int, _ []int) (player.Endpoint, error) {
	source := spec.Sources[seat].Process
	if source == nil {
		return nil, errors.New("not a process")
	}
	s := spec.Header.Seats[seat]
	command := append(source.plainCommand(), s.Args...)
	p, err := player.StartPlainIn(source.Folder, command[0], command[1:], s.Env)
	if err != nil {
		return nil, &Refusal{err.Error()}
	}
	return p, nil
}

// Layers implements [Seater].
func (Plain) Layers() []string { return nil }

// plainCommand returns the words that start the program where no jail knows
// how: a script need not be executable.
func (p *Process) plainCommand() []string {
	interpreter := p.Interpreter
	runtime := sandbox.Runtime(p.Runtime)
	if runtime == sandbox.RuntimeAuto {
		runtime = sandbox.RuntimeOfName(p.Path)
	}
	switch {
	case interpreter != "":
	case runtime != sandbox.Java && executable(p.Path): // its #! line may name another one
		return []string{p.Path}
	case runtime == sandbox.Python:
		interpreter = "python3"
	case runtime == sandbox.Node:
		interpreter = "node"
	case runtime == sandbox.Java:
		interpreter = "java"
	default:
		return []string{p.Path}
	}
	switch folder, file := filepath.Split(p.Path); strings.ToLower(filepath.Ext(file)) {
	case ".jar":
		return []string{interpreter, "-jar", p.Path}
	case ".class":
		return []string{interpreter, "-cp", filepath.Clean(folder), strings.TrimSuffix(file, filepath.Ext(file))}
	}
	return []string{interpreter, p.Path}
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&0o111 != 0
}
