package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"unicode"

	"botarena/arena/config"
	"botarena/sandbox"
)

// The exit codes of all commands.
const (
	exitOK    = 0
	exitBad   = 1 // the run ended badly; each command's help says what that is
	exitUsage = 2 // the command line, a config, or a file that it names
	exitHost  = 3 // the host lacks what a required layer of the jail needs
)

// failure is an error with its exit code and what to do about it.
type failure struct {
	code    int
	problem string
	cure    string // may be empty
}

func (f *failure) Error() string { return f.problem }

// usage is the failure for a command line that cannot be followed.
func usage(cure, problem string, args ...any) error {
	return &failure{exitUsage, fmt.Sprintf(problem, args...), cure}
}

// bad is the failure for a run that ended badly.
func bad(cure, problem string, args ...any) error {
	return &failure{exitBad, fmt.Sprintf(problem, args...), cure}
}

// notThere is the failure for a path at which err kept a file or a folder, which
// is what was looked for, from being reached; nil where it is something else.
func notThere(what, path string, err error, cure string) error {
	abs, absErr := filepath.Abs(path)
	if absErr != nil {
		abs = path
	}
	switch {
	case err == nil:
		return usage(cure, "%s is no %s", path, what)
	case errors.Is(err, fs.ErrPermission):
		return usage("chmod -R a+rX "+path+", and a+x the folders on the way to it", "%s cannot be read: permission denied", path)
	case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
		var at *fs.PathError // names the path once more
		if errors.As(err, &at) {
			err = at.Err
		}
		return usage("", "%s cannot be read: %v", path, err)
	}
	return usage(cure, "%s: there is no such %s (tried %s)", path, what, abs)
}

// explain turns any error into a failure.
func explain(err error) *failure {
	var (
		own     *failure
		file    *config.Error
		host    *sandbox.HostError
		program *sandbox.ProgramError
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &file):
		return &failure{exitUsage, file.Error(), file.Cure}
	case errors.As(err, &program):
		return &failure{exitUsage, program.Error(), program.Cure}
	case errors.As(err, &host):
		return &failure{exitHost, host.Error(), host.Cure}
	case errors.Is(err, context.Canceled):
		return &failure{exitBad, "interrupted", ""}
	}
	return &failure{exitBad, err.Error(), ""}
}

// report prints an error in one line, and a hint in another, and returns the
// exit code.
func report(w io.Writer, err error) int {
	if err == nil {
		return exitOK
	}
	f := explain(err)
	fmt.Fprintln(w, "error:", oneLine(f.problem))
	if f.cure != "" {
		fmt.Fprintln(w, "hint:", oneLine(f.cure))
	}
	return f.code
}

// oneLine makes a line of any text, without controls.
func oneLine(text string) string { return withoutControls(strings.Join(strings.Fields(text), " ")) }

// withoutControls returns text with all but letters, signs, blanks and the ends of lines
// shown as �: bots, and whoever made them, do not write to the user's terminal.
func withoutControls(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}
