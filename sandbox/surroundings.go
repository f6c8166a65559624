package sandbox

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"botarena/sandbox/seccomp"
)

// surround finds what a program needs around it: its interpreter, its root,
// and a place on the shelf if it is read as a file.
func (s *Sandbox) surround(p *Program, o ProgramOptions) error {
	p.root = rootPlan{kind: p.Runtime}
	for _, path := range o.ReadOnly {
		if err := p.showable(path, o.Runtime); err != nil {
			return err
		}
	}
	switch {
	case p.Arch == "": // a script
		kind := p.Runtime
		if kind == Custom {
			// Shown more than its interpreter needs: that is found out as ever.
			kind = scriptRuntime(p.Interpreter)
		}
		i, err := s.interpreterOf(kind, p.Interpreter)
		if err != nil {
			return &ProgramError{
				Path: p.Path, Why: "needs the interpreter " + p.Interpreter + ", which does not work: " + err.Error(),
				Cure: "see that it runs on this host, or name another", Err: err,
			}
		}
		p.interp, p.Interpreter, p.root.binds = i, i.path, i.binds
		p.root.proc = kind != Custom
	case p.Interpreter != "":
		p.root.binds = libraries(p.Interpreter)
	}
	p.root.binds = outermost(append(slices.Clone(p.root.binds), o.ReadOnly...))
	if p.interp != nil && p.shelf == nil {
		if err := s.shelveFile(p); err != nil {
			return err
		}
	}
	if p.shelf != nil {
		p.root.shelf = p.shelf.dir
		if !s.report.has(layerLandlock) {
			p.root.bot = p.onShelf // a root of its own keeps the others out of its sight
		}
	}
	return nil
}

// showable checks a path that Custom is to show.
func (p *Program) showable(path string, rt Runtime) error {
	switch {
	case rt != Custom:
		return p.refuse("has paths of the host named to be shown to it, which only the runtime custom does", "leave them out, or name that runtime")
	case !filepath.IsAbs(path) || filepath.Clean(path) != path:
		return p.refuse("is to be shown "+strconv.Quote(path)+", which is not a clean absolute path", "write it in full")
	case slices.Contains([]string{"/", "/dev", "/etc", "/home", "/root", "/run", "/tmp", "/var"}, path) || under(path, []string{"/proc", "/sys", botsFolder}):
		return p.refuse("is to be shown "+path+", which would show it the host", "name folders of libraries only")
	case len(existing([]string{path})) == 0:
		return p.refuse("is to be shown "+path+", which this host does not have", "install it, or leave it out")
	}
	return nil
}

// under reports whether a path is one of the list or lies below one.
func under(path string, list []string) bool {
	return slices.ContainsFunc(list, func(dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") })
}

// folder is where a program starts, and its own files are, as it sees it.
func (p *Program) folder(rootInForce bool) string {
	switch {
	case p.shelf == nil:
		return "/"
	case rootInForce:
		return botsFolder + "/" + p.onShelf
	}
	return filepath.Join(p.shelf.dir, p.onShelf)
}

// witness is what a program may open, for those that name what it may not.
func (p *Program) witness(rootInForce bool) seccomp.Witness {
	w := seccomp.Witness{Dir: p.folder(rootInForce)}
	if !p.root.hasFiles() {
		return w
	}
	w.Read = append(append(w.Read, p.root.binds...), devices...)
	if p.root.proc {
		w.Read = append(w.Read, "/proc/self", "/proc/thread-self")
	}
	if p.shelf != nil {
		w.Read = append(w.Read, w.Dir)
	}
	w.Write = []string{"/dev/null", "/dev/zero"}
	return w
}

// image is the descriptor that a launch executes.
func (p *Program) image() int {
	if p.interp != nil {
		return p.interp.fd
	}
	return p.fd
}

// argv is how a program is called. Interpreters get their own path as their
// name, from which they find their libraries.
func (p *Program) argv(folder string, l Limits, args []string) []string {
	if p.interp == nil {
		return append([]string{"bot"}, args...)
	}
	argv := append([]string{p.interp.path}, p.words...)
	if p.mainFile == "" { // a tool of the host's, itself
		return append(argv, args...)
	}
	file := filepath.Join(folder, p.mainFile)
	switch scriptRuntime(p.interp.path) {
	case Java:
		argv = append(argv, javaFlags(l)...)
		switch strings.ToLower(filepath.Ext(file)) {
		case ".jar":
			argv = append(argv, "-jar", file)
		case ".class":
			argv = append(argv, "-cp", filepath.Dir(file), strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)))
		default:
			argv = append(argv, file)
		}
	case Node:
		argv = append(argv, nodeFlags(l)...)
		argv = append(argv, file)
	default:
		argv = append(argv, file)
	}
	return append(argv, args...)
}

// heapShare of the memory limit is for the heap of a runtime that collects
// garbage: it then collects, or says that memory is out, before the kernel
// kills it. The rest is for its code, its threads, and what lies outside.
const heapShare = 70 // per cent

// javaFlags let a JVM fit its limits, of which the host's figures tell it
// nothing. In arguments, as the JVM reports settings from its environment on
// standard error.
//
// G1 is the collector that it takes where a bot is written, on a machine of
// several cores. Left to itself with one core it would take Serial, which starts
// 40 ms later (JDK 17 maps the objects of its archive for G1 only) and stops a
// bot that keeps 400 MB for most of a second, G1 for a quarter. What allocates
// much and keeps nothing loses some per cent with G1.
func javaFlags(l Limits) []string {
	return []string{
		"-XX:MaxRAM=" + strconv.FormatInt(l.Memory, 10),
		"-XX:MaxRAMPercentage=" + strconv.Itoa(heapShare),
		"-XX:+UseG1GC",
		"-XX:ActiveProcessorCount=" + strconv.Itoa(max(1, int(l.Cores))),
		"-XX:-UsePerfData", // a file in /tmp
		"-Xshare:auto",
	}
}

func nodeFlags(l Limits) []string {
	return []string{"--max-old-space-size=" + strconv.FormatInt(l.Memory*heapShare/100/mib, 10)}
}
