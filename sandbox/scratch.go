package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sys/unix"
)

// Scratch is the workshop of a build: a root with the host's tools, read-only,
// and one folder that can be written, /tmp, in memory and of a limited size.
// The commands of a build are started in it one after the other
// (Command.Scratch), all under one id and seeing one another's files.
// Whoever builds lays the sources into Root and takes the result out of it.
//
// What lies in the folder counts as memory of the command that wrote it.
type Scratch struct {
	s    *Sandbox
	l    *launcher
	free launchers // l alone
	seat *seat
	root *os.Root

	mu     sync.Mutex
	busy   bool
	closed bool
}

// toolFolders are what a build is shown of the host, as far as there is.
var toolFolders = []string{"/usr", "/bin", "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache"}

// NewScratch makes the workshop. readOnly are further absolute paths of the
// host to show, such as a toolchain's, but not /tmp as a whole; size is in bytes,
// 0 for the default of Limits.Scratch. It fails with a *LaunchError. Close must be
// called.
func (s *Sandbox) NewScratch(size int64, readOnly ...string) (*Scratch, error) {
	if !s.report.has(layerRoot) || !s.report.has(layerPID) {
		return nil, &LaunchError{"make a scratch folder", &HostError{Layer: layerRoot, Step: "nothing here gives a build a folder of its own", Cure: cureRoot}}
	}
	if size == 0 {
		size = Limits{}.withDefaults(Build).Scratch
	}
	for _, path := range readOnly {
		if clean := filepath.Clean(path); clean == scratchFolder || clean == "/" {
			return nil, &LaunchError{"make a scratch folder", fmt.Errorf("%s cannot be shown: the build has a %s of its own", path, scratchFolder)}
		}
	}
	java, _ := filepath.Glob("/etc/java-*") // settings that Debian's JDKs link to
	plan := rootPlan{kind: Custom, profile: Build, proc: true, scratch: size}
	plan.binds = outermost(append(append(existing(toolFolders), java...), readOnly...))
	c := &Scratch{s: s}
	var err error
	if c.seat, err = s.seats.take(); err != nil {
		return nil, &LaunchError{"take a seat", err}
	}
	c.l = &launcher{s: s, root: plan, core: -1, report: s.report.later()}
	if err := c.l.start(&s.threads); err != nil {
		s.seats.put(c.seat)
		return nil, &LaunchError{"start a launcher", err}
	}
	c.free = make(launchers, 1)
	c.free <- c.l
	// By its descriptor: it is mounted nowhere that we could see.
	if c.root, err = os.OpenRoot(fmt.Sprintf("/proc/self/fd/%d", c.l.scratch)); err != nil {
		c.Close()
		return nil, &LaunchError{"open the scratch folder", cause(err)}
	}
	return c, nil
}

// Root is the folder /tmp of the build, as a root that paths, and links that a
// build leaves there, do not lead out of. It is valid until Close.
func (c *Scratch) Root() *os.Root { return c.root }

var errScratch = errors.New("the scratch folder is closed, or a command runs in it")

// enter reserves it for one command.
func (c *Scratch) enter() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busy || c.closed {
		return errScratch
	}
	c.busy = true
	return nil
}

func (c *Scratch) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy = false
}

// Close removes the folder and all in it. It fails while a command runs.
func (c *Scratch) Close() error {
	if err := c.enter(); err != nil {
		return err
	}
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	var err error
	if c.root != nil {
		err = c.root.Close()
	}
	unix.Close(c.l.scratch)
	c.free.end()
	c.s.seats.put(c.seat)
	return err
}

// Tool makes a program of one of the host's own, such as a compiler, for
// commands with a Scratch. It runs from where it lies, under its own path,
// from which tools find what belongs to them. Never name a file of a hand-in.
func (s *Sandbox) Tool(path string) (*Program, error) {
	f, err := openProgramFile(path)
	if err != nil {
		return nil, err
	}
	f.Close()
	i, err := s.interpreterOf(Custom, path)
	if err != nil {
		return nil, &ProgramError{Path: path, Why: "cannot be opened: " + cause(err).Error(), Cure: "see that it can be run", Err: err}
	}
	return &Program{Path: path, Runtime: Custom, Interpreter: i.path, fd: -1, interp: i}, nil
}
