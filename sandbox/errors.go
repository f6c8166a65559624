package sandbox

import "fmt"

// HostError says that this host cannot give a layer that is required.
// New returns it; nothing has been started.
type HostError struct {
	Layer string // name of the layer, as Layer.Name
	Step  string // what was tried, "mount tmpfs"
	Err   error  // what the kernel said; nil when there was nothing to try
	Cure  string // what the person at the host can do about it, one line
	// Layers is what New knew of all layers when it failed; nil from others.
	// One that it had not come to is not in force and has no cure.
	Layers []Layer
}

func (e *HostError) Error() string {
	s := "the host cannot give the jail layer " + e.Layer
	if e.Step != "" {
		s += ": " + e.Step
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

func (e *HostError) Unwrap() error { return e.Err }

// ProgramError says why a file cannot be run as a bot. Open returns it.
type ProgramError struct {
	Path string // as it was given to Open
	Why  string // one line, without the path: "is a folder"
	Cure string // one line: what to do about it
	Err  error  // the operating system's error, if there was one
}

func (e *ProgramError) Error() string { return e.Path + " " + e.Why }

func (e *ProgramError) Unwrap() error { return e.Err }

// LaunchError says at which step a launch failed. It is always a fault of the
// arena or its host, never of the bot: a match that meets one is void.
type LaunchError struct {
	Step string // the system call that failed, with its place: "prlimit(RLIMIT_CORE)"
	Err  error
}

func (e *LaunchError) Error() string { return fmt.Sprintf("launch: %s: %v", e.Step, e.Err) }

func (e *LaunchError) Unwrap() error { return e.Err }

// stepError is a step of building a jail that failed.
type stepError struct {
	step string
	err  error
}

func (e *stepError) Error() string { return e.step + ": " + e.err.Error() }

func (e *stepError) Unwrap() error { return e.err }
