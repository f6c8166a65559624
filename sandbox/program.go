package sandbox

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Runtime is what a program needs around it to run.
type Runtime string

const (
	RuntimeAuto Runtime = ""        // found from the file itself
	Static      Runtime = "static"  // nothing: an empty, read-only root
	Dynamic     Runtime = "dynamic" // the loader and the shared libraries
	Python      Runtime = "python"
	Java        Runtime = "java"
	Node        Runtime = "node"
	Custom      Runtime = "custom" // a list of read-only paths, ProgramOptions.ReadOnly
)

// ProgramOptions say more about a program than its file does. The zero value
// lets Open find out.
type ProgramOptions struct {
	// Runtime names the runtime; RuntimeAuto finds it: from the ELF header,
	// the #! line, or the end of the name (.py, .jar, .js, .mjs).
	Runtime Runtime

	// Interpreter is the interpreter's path or its name in PATH. Empty: from
	// the #! line, which can name one of the folders in PATH only, else
	// python3, java or node. It is asked outside of the jail where its
	// libraries are: never take it from a hand-in.
	Interpreter string

	// ReadOnly are the absolute paths of the host that Custom shows, beside
	// the loader, the libraries and the interpreter. Never take them from a
	// hand-in.
	ReadOnly []string

	// Folder is the bot's own folder: a read-only copy of it is shown to the
	// bot, and to nobody else, under /bots/<hash>, and is where it starts.
	// Empty: the file alone.
	Folder string
}

// Program is a file that can be run: opened, read and hashed once. What runs
// is this copy, whatever happens to the file.
type Program struct {
	Path        string // as it was given to Open
	Hash        string // sha256 of the file, or of the folder's listing; hex
	Size        int64  // bytes
	Runtime     Runtime
	Interpreter string // path of the loader or the interpreter on this host; "" for Static
	Arch        string // "x86-64", "aarch64"; "" for a script

	fd       int          // sealed memfd of the file; -1 for what an interpreter reads
	words    []string     // what a #! line gives its interpreter
	interp   *interpreter // nil: the file itself is executed
	root     rootPlan
	shelf    *shelf // nil: it has no file that it could see
	onShelf  string // its folder there
	mainFile string // its file in that
}

func openProgramFile(path string) (*os.File, error) {
	refuse := func(why, cure string, err error) (*os.File, error) {
		return nil, &ProgramError{Path: path, Why: why, Cure: cure, Err: err}
	}
	if path == "" {
		return nil, &ProgramError{Path: `""`, Why: "is not a path", Cure: "name the program's file"}
	}
	// NONBLOCK: opening a FIFO must not wait for a writer.
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		abs, _ := filepath.Abs(path)
		return refuse("does not exist", "looked for "+abs+"; build it first, or correct the path", err)
	case errors.Is(err, fs.ErrPermission):
		return refuse("cannot be read", "chmod a+r it and see that its folders may be entered", err)
	case err != nil:
		return refuse("cannot be opened: "+cause(err).Error(), "see that the path names a program", err)
	}
	st, err := f.Stat()
	if err == nil && !st.Mode().IsRegular() {
		f.Close()
		if st.IsDir() {
			return refuse("is a folder", "name the program inside it", nil)
		}
		return refuse("is not a regular file", "name a program's file", nil)
	}
	if err != nil {
		f.Close()
		return refuse("cannot be examined", "see that the path names a program", err)
	}
	if st.Size() == 0 {
		f.Close()
		return refuse("is empty", "build it again", nil)
	}
	return f, nil
}

// cause strips "open PATH:", which the message names already.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// maxProgramBytes bounds what is held in memory of a program.
const maxProgramBytes = 512 << 20

// load copies the file into a memfd and seals that. It hashes what is not hashed yet:
// of a bot with a folder that is the listing of the folder.
func (p *Program) load(f *os.File) error {
	tooBig := p.refuse(fmt.Sprintf("is larger than %d MiB", maxProgramBytes>>20), "hand in what it needs to run only")
	if st, err := f.Stat(); err == nil && st.Size() > maxProgramBytes {
		return tooBig
	}
	fd, err := memfd("bot")
	if err != nil {
		return &ProgramError{Path: p.Path, Why: "cannot be held in memory: " + err.Error(), Cure: "free memory, or allow executable memfds (sysctl vm.memfd_noexec)", Err: err}
	}
	copyOf := os.NewFile(uintptr(fd), "memfd")
	from, h := io.LimitReader(f, maxProgramBytes+1), sha256.New()
	if p.Hash == "" {
		from = io.TeeReader(from, h)
	}
	p.Size, err = io.Copy(copyOf, from)
	if err == nil && p.Size > maxProgramBytes { // it grows
		copyOf.Close()
		return tooBig
	}
	if err == nil {
		// A descriptor of our own number space: os.File would close it with
		// the garbage, and make it non-blocking.
		p.fd, err = unix.FcntlInt(copyOf.Fd(), unix.F_DUPFD_CLOEXEC, 3)
	}
	copyOf.Close()
	if err == nil {
		_, err = unix.FcntlInt(uintptr(p.fd), unix.F_ADD_SEALS, unix.F_SEAL_SEAL|unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_WRITE)
	}
	if err == nil {
		err = unix.Fchmod(p.fd, 0o555) // the seat's uid is not ours
	}
	if err != nil {
		p.Close()
		return &ProgramError{Path: p.Path, Why: "cannot be read into memory: " + cause(err).Error(), Cure: "free memory and try again", Err: err}
	}
	if p.Hash == "" {
		p.Hash = hex.EncodeToString(h.Sum(nil))
	}
	return nil
}

// memfd makes an executable memfd. MFD_EXEC, which newer kernels may insist
// on, is unknown to older ones.
func memfd(name string) (int, error) {
	flags := unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate(name, flags|unix.MFD_EXEC)
	if err == unix.EINVAL {
		fd, err = unix.MemfdCreate(name, flags)
	}
	return fd, err
}

// contents reads the copy without moving its offset, which is shared.
func (p *Program) contents() io.ReaderAt { return fdReader(p.fd) }

type fdReader int

func (r fdReader) ReadAt(b []byte, off int64) (int, error) {
	n := 0
	for n < len(b) {
		k, err := unix.Pread(int(r), b[n:], off+int64(n))
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return n, err
		}
		if k == 0 {
			return n, io.EOF
		}
		n += k
	}
	return n, nil
}

func (p *Program) refuse(why, cure string) error {
	return &ProgramError{Path: p.Path, Why: why, Cure: cure}
}

// inspect finds the runtime.
func (p *Program) inspect(o ProgramOptions) error {
	head := make([]byte, 256)
	n, err := p.contents().ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return &ProgramError{Path: p.Path, Why: "cannot be read back: " + err.Error(), Err: err}
	}
	head = head[:n]
	switch {
	case bytes.HasPrefix(head, []byte(elf.ELFMAG)):
		err = p.inspectELF()
	case bytes.HasPrefix(head, []byte("#!")):
		err = p.inspectScript(head, o)
	default:
		err = p.inspectName(head, o)
	}
	if err != nil {
		return err
	}
	switch o.Runtime {
	case RuntimeAuto, p.Runtime:
	case Custom:
		p.Runtime = Custom
	default:
		return p.refuse(fmt.Sprintf("is not a %s program but a %s one", o.Runtime, p.Runtime), "leave the runtime out, or name the right one")
	}
	return nil
}

// machines are the names people know of the architectures bots come in.
var machines = map[elf.Machine]string{
	elf.EM_X86_64: "x86-64", elf.EM_AARCH64: "aarch64", elf.EM_386: "i386",
	elf.EM_ARM: "arm", elf.EM_RISCV: "riscv", elf.EM_PPC64: "ppc64", elf.EM_S390: "s390x",
}

// loaders are the dynamic loaders of glibc and musl where distributions have them.
var loaders = regexp.MustCompile(`^/(usr/)?lib(64)?(/[a-z0-9_]+-linux-(gnu|musl))?/` +
	`(ld-linux-x86-64\.so\.2|ld-linux-aarch64\.so\.1|ld-musl-(x86_64|aarch64)\.so\.1)$`)

var hostMachine = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}[runtime.GOARCH]

func (p *Program) inspectELF() error {
	f, err := elf.NewFile(p.contents())
	if err != nil {
		return p.refuse("is a damaged program file", "build it again")
	}
	if p.Arch = machines[f.Machine]; p.Arch == "" {
		p.Arch = f.Machine.String()
	}
	if f.Machine != hostMachine || f.Class != elf.ELFCLASS64 {
		host := machines[hostMachine]
		if f.Machine == hostMachine {
			p.Arch += " with 32-bit pointers"
		}
		return p.refuse("is built for "+p.Arch+", this machine is "+host, "build it for "+host)
	}
	if f.Type != elf.ET_EXEC && f.Type != elf.ET_DYN {
		return p.refuse("is not a program but an object file or a core dump", "link it")
	}
	p.Runtime = Static
	for _, s := range f.Progs {
		if s.Type != elf.PT_INTERP {
			continue
		}
		// The kernel takes the first, and what stands before its first zero byte.
		// Whatever is named here is shown to the bot: a loader, and nothing else.
		if p.Runtime == Dynamic || s.Filesz == 0 || s.Filesz > 4096 {
			return p.refuse("is a damaged program file", "build it again")
		}
		b, err := io.ReadAll(s.Open())
		if err != nil {
			return p.refuse("is a damaged program file", "build it again")
		}
		p.Runtime, p.Interpreter = Dynamic, strings.TrimSuffix(string(b), "\x00")
		if !loaders.MatchString(p.Interpreter) {
			return p.refuse(fmt.Sprintf("needs the loader %q, which is none of this machine's", p.Interpreter), "link it statically, or build it here")
		}
		if st, err := os.Stat(p.Interpreter); err != nil || !st.Mode().IsRegular() {
			return p.refuse("needs the loader "+p.Interpreter+", which this host does not have", "link it statically, or build it here")
		}
	}
	if f.Type == elf.ET_DYN && p.Runtime == Static && f.Entry == 0 {
		return p.refuse("is a shared library, not a program", "link a program")
	}
	return nil
}

// scriptRuntimes finds the runtime of an interpreter by its base name.
func scriptRuntime(interpreter string) Runtime {
	base := filepath.Base(interpreter)
	switch {
	case strings.HasPrefix(base, "python"), strings.HasPrefix(base, "pypy"):
		return Python
	case base == "node" || base == "nodejs":
		return Node
	case base == "java":
		return Java
	}
	return Custom
}

func (p *Program) inspectScript(head []byte, o ProgramOptions) error {
	line, err := bufio.NewReader(bytes.NewReader(head[2:])).ReadString('\n')
	if err != nil && len(head) == 256 {
		return p.refuse("has a first line too long to name its interpreter", "shorten the #! line")
	}
	if strings.HasSuffix(line, "\r\n") {
		return p.refuse("has a #! line that ends in a carriage return", "save it with Unix line ends")
	}
	words := strings.Fields(line)
	if len(words) == 0 {
		return p.refuse("has a #! line without an interpreter", "write #!/usr/bin/env python3, or what it needs")
	}
	name := words[0]
	if filepath.Base(name) == "env" {
		words = words[1:]
		for len(words) > 0 && (strings.HasPrefix(words[0], "-") || strings.Contains(words[0], "=")) {
			words = words[1:]
		}
		if len(words) == 0 {
			return p.refuse("has a #! line without an interpreter", "write #!/usr/bin/env python3, or what it needs")
		}
		name = words[0]
	}
	p.words = words[1:]
	if err := p.useInterpreter(name, o); err != nil {
		return err
	}
	if o.Interpreter == "" && !ofTheHost(p.Interpreter) {
		return p.refuse("names the interpreter "+p.Interpreter+", which is in none of the folders of programs", "write #!/usr/bin/env "+filepath.Base(name))
	}
	return nil
}

// RuntimeOfName is the runtime that the end of a file's name stands for,
// RuntimeAuto where it stands for none.
func RuntimeOfName(path string) Runtime {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".py":
		return Python
	case ".jar", ".class", ".java":
		return Java
	case ".js", ".mjs", ".cjs":
		return Node
	}
	return RuntimeAuto
}

func (p *Program) inspectName(head []byte, o ProgramOptions) error {
	rt := o.Runtime
	if rt == RuntimeAuto || rt == Custom {
		rt = cmp.Or(RuntimeOfName(p.Path), rt)
	}
	switch rt {
	case Python:
		return p.useInterpreter("python3", o)
	case Java:
		return p.useInterpreter("java", o)
	case Node:
		return p.useInterpreter("node", o)
	}
	if o.Interpreter != "" {
		return p.useInterpreter(o.Interpreter, o)
	}
	switch {
	case bytes.HasPrefix(head, []byte("MZ")):
		return p.refuse("is a Windows program", "build it for Linux, such as in WSL 2 or a virtual machine")
	case bytes.HasPrefix(head, []byte("\xcf\xfa\xed\xfe")):
		return p.refuse("is a macOS program", "build it for Linux, such as in a virtual machine")
	case bytes.HasPrefix(head, []byte("\xca\xfe\xba\xbe")) && rt == RuntimeAuto:
		return p.refuse("is a Java class or a macOS program", "hand in a .jar, or build it for Linux")
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return p.refuse("is a zip archive", "unpack it and name what is in it: a program, or a folder with a bot.yaml")
	}
	return p.refuse("is not in an executable format", "build it, or begin it with a #! line")
}

func (p *Program) useInterpreter(name string, o ProgramOptions) error {
	if o.Interpreter != "" {
		name = o.Interpreter
	}
	path, err := lookInterpreter(name)
	if err != nil {
		cure := "install it, or correct the #! line, such as #!/usr/bin/env python3"
		if o.Interpreter != "" {
			cure = "install it, or name another"
		}
		if quoted := strconv.Quote(name); quoted != `"`+name+`"` {
			name = quoted // the bot's bytes must not move the terminal's cursor
		}
		return &ProgramError{
			Path: p.Path, Why: "needs the interpreter " + name + ", which this host does not have",
			Cure: cure, Err: err,
		}
	}
	p.Interpreter, p.Runtime = path, scriptRuntime(path)
	return nil
}

// lookInterpreter finds a program by path or in PATH.
func lookInterpreter(name string) (string, error) {
	check := func(path string) error {
		st, err := os.Stat(path)
		switch {
		case err != nil:
			return err
		case !st.Mode().IsRegular() || st.Mode()&0o111 == 0:
			return fs.ErrPermission
		}
		return nil
	}
	if strings.Contains(name, "/") {
		return name, check(name)
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if path := filepath.Join(dir, name); filepath.IsAbs(path) && check(path) == nil {
			return path, nil
		}
	}
	return "", fs.ErrNotExist
}
