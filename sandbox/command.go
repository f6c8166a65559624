package sandbox

import "os"

// Command is one launch.
type Command struct {
	Program *Program

	// Args follow the program's name; argv[0] is "bot".
	Args []string

	// Env is added to the minimal environment (MinimalEnv), "KEY=value"; a
	// key given here replaces the one there. Nothing of the arena's own
	// environment is passed on.
	Env []string

	Profile Profile
	Limits  Limits

	// CPUs the tree may run on. Nil: the sandbox's Cores.
	CPUs []int

	// Scratch is where a command of profile Build works, in its folder /tmp;
	// its program is a Tool or one built there. Nil: it has no file to write.
	Scratch *Scratch

	OnViolation OnViolation

	// Stdin, Stdout and Stderr replace a pipe. Nil means a pipe whose other
	// end is Process.Stdin, Stdout or Stderr. A file given here stays the
	// caller's to close, and is shared with the program as it is.
	Stdin, Stdout, Stderr *os.File
}

// MinimalEnv is what every process finds in its environment: values that
// programs expect to be set, and none that says anything of the host.
// PYTHONUNBUFFERED spares Python bots the commonest loss on time there is; the
// thread counts keep numeric libraries from starting a thread per core of the
// host under a limit of one.
func MinimalEnv() []string {
	return []string{
		"PATH=/usr/local/bin:/usr/bin:/bin",
		"HOME=/",
		"USER=bot",
		"LOGNAME=bot",
		"SHELL=/bin/false",
		"TMPDIR=/tmp",
		"LANG=C.UTF-8",
		"LC_ALL=C.UTF-8",
		"TZ=UTC",
		"PYTHONUNBUFFERED=1",
		"PYTHONDONTWRITEBYTECODE=1",
		"PYTHONIOENCODING=utf-8",
		"OMP_NUM_THREADS=1",
		"OPENBLAS_NUM_THREADS=1",
	}
}
