package sandbox

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// interpreter is a program of this host's that runs others, and what it needs.
type interpreter struct {
	path  string   // the executable itself, which is no script and no shim
	binds []string // what its root shows
	fd    int      // opened once: what the launches execute
}

// interpreterOf finds out about an interpreter, once for each. kind says how
// to ask it; path is what a program or its owner named.
func (s *Sandbox) interpreterOf(kind Runtime, path string) (*interpreter, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	key := string(kind) + " " + path
	if i := s.interpreters[key]; i != nil {
		return i, nil
	}
	i, err := askInterpreter(kind, path)
	if err != nil {
		return nil, err
	}
	if i.fd, err = unix.Open(i.path, unix.O_RDONLY|unix.O_CLOEXEC, 0); err != nil {
		return nil, &stepError{"open " + i.path, err}
	}
	s.interpreters[key] = i
	return i, nil
}

func askInterpreter(kind Runtime, path string) (*interpreter, error) {
	switch kind {
	case Python:
		return askPython(path)
	case Java:
		return askJava(path)
	case Node:
		return askNode(path)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	return dynamicInterpreter(real), nil
}

// dynamicInterpreter is an executable with its libraries.
func dynamicInterpreter(path string, more ...string) *interpreter {
	i := &interpreter{path: path, binds: append([]string{path}, more...)}
	if loader := loaderOf(path); loader != "" {
		i.binds = append(i.binds, libraries(loader)...)
		i.binds = append(i.binds, ownFolders(path)...)
	}
	i.binds = outermost(i.binds)
	return i
}

// outermost sorts a list of paths and leaves out what lies below another.
func outermost(paths []string) (out []string) {
	paths = slices.Clone(paths)
	slices.Sort(paths)
	for _, p := range paths {
		if !slices.ContainsFunc(out, func(dir string) bool { return p == dir || strings.HasPrefix(p, dir+"/") }) {
			out = append(out, p)
		}
	}
	return out
}

// askPatience bounds a question to an interpreter; a version manager's shim
// may take a second.
const askPatience = 20 * time.Second

// ask runs an interpreter of the host's, outside of any jail, from the root
// folder, where nobody leaves files for it to load.
func ask(path string, args ...string) (lines []string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), askPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = "/"
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	if err != nil {
		return nil, fmt.Errorf("it does not answer: %w", err)
	}
	if out.Len() == 0 {
		out = errs // where Java answers
	}
	return strings.Split(strings.TrimSpace(out.String()), "\n"), nil
}

// askPython: python3 in PATH may be a script that chooses a version; where
// the standard library and the packages are, only Python knows.
func askPython(path string) (*interpreter, error) {
	lines, err := ask(path, "-I", "-c", "import sys\nfor p in [sys.executable, sys.prefix] + sys.path: print(p)")
	if err != nil {
		return nil, err
	}
	if len(lines) < 3 || !filepath.IsAbs(lines[0]) {
		return nil, fmt.Errorf("it says that it is %q", lines)
	}
	exe, prefix := lines[0], lines[1]
	real, err := filepath.EvalSymlinks(exe)
	if err != nil {
		return nil, err
	}
	// By the name that it goes by, from which it finds its library; of a
	// virtual environment also the file that says so.
	shown := append([]string{exe}, existing([]string{filepath.Join(prefix, "pyvenv.cfg")})...)
	for _, p := range lines[2:] {
		if st, err := os.Stat(p); err == nil && filepath.IsAbs(p) && p != "/" && (st.IsDir() || st.Mode().IsRegular()) {
			shown = append(shown, p)
		}
	}
	i := dynamicInterpreter(real, shown...)
	i.path = exe
	return i, nil
}

// askJava finds the home of a JVM and the files elsewhere that it links to.
func askJava(path string) (*interpreter, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	home := filepath.Dir(filepath.Dir(real))
	if loaderOf(real) == "" { // a version manager's script
		lines, err := ask(path, "-XshowSettings:properties", "-version")
		if err != nil {
			return nil, err
		}
		for _, l := range lines {
			if key, value, ok := strings.Cut(strings.TrimSpace(l), " = "); ok && key == "java.home" {
				home = value
			}
		}
		real = filepath.Join(home, "bin", "java")
	}
	if filepath.Base(home) == "jre" { // before 9: the JDK lies around it
		home = filepath.Dir(home)
	}
	links, err := linksOut(home)
	if err != nil {
		return nil, err
	}
	return dynamicInterpreter(real, append(links, home)...), nil
}

// linksOut are the targets of a folder's links that lie outside of it. Of a
// folder /etc/java-… all is taken: Debian keeps a JVM's settings there.
func linksOut(dir string) (out []string, err error) {
	return out, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Type()&fs.ModeSymlink == 0 {
			return err
		}
		target, err := filepath.EvalSymlinks(path)
		if err != nil || strings.HasPrefix(target, dir+"/") {
			return nil // a link to nothing: documentation that is not installed
		}
		if parts := strings.Split(target, "/"); strings.HasPrefix(target, "/etc/java") {
			target = strings.Join(parts[:3], "/")
		}
		out = append(out, target)
		return nil
	})
}

// askNode: some distributions keep parts of node's own library in files.
func askNode(path string) (*interpreter, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	if loaderOf(real) == "" {
		lines, err := ask(path, "-p", "process.execPath")
		if err != nil {
			return nil, err
		}
		if real = lines[0]; !filepath.IsAbs(real) {
			return nil, fmt.Errorf("it says that it is %q", lines)
		}
	}
	return dynamicInterpreter(real, existing([]string{"/usr/share/nodejs"})...), nil
}

// systemFolders are where the host's own programs are, whatever PATH says.
var systemFolders = []string{"/bin", "/usr/bin", "/usr/local/bin"}

// ofTheHost reports whether a path that a program names as its interpreter is
// the host's to run: only those are asked anything, and shown to programs. A
// hand-in could name a file that it brought along itself, which would then run
// outside the jail.
func ofTheHost(path string) bool {
	dir := filepath.Dir(filepath.Clean(path))
	return filepath.IsAbs(dir) && (slices.Contains(systemFolders, dir) || slices.Contains(filepath.SplitList(os.Getenv("PATH")), dir))
}
