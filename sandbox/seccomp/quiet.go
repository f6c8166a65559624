package seccomp

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Idiom is an odd thing that honest programs do, mostly without their authors
// knowing: it is answered as a host would that lacks the thing, and is no
// violation.
type Idiom struct {
	Calls string // names, separated by spaces
	When  []Cond // on the arguments; nil: always

	// Path is a pattern for the call's cleaned, absolute path; "" matches any
	// call, with a path or without. A segment is matched as by path.Match; a
	// segment ** stands for any number of them, also none.
	Path string

	// After is a pattern: the idiom counts only after the same process has
	// tried to open a path of it. It tells getpwuid from a look at
	// /etc/passwd.
	After string

	// Times is how often a process may do it; 0: always. It tells a probe from
	// the use of what was probed for.
	Times int

	Answer unix.Errno
	Why    string
}

// Quiet is the list of a runtime. The first idiom that matches answers.
type Quiet []Idiom

// Verdict is what to do with a notified call.
type Verdict struct {
	Violation bool       // it is to be named and counted
	Continue  bool       // let the kernel carry it out; Answer is unused
	Answer    unix.Errno // the error for the caller, also of a violation that is only denied
}

// Witness is what a Verdict needs to know of the process. The zero value may
// read nothing. It serves one process and one goroutine.
type Witness struct {
	// Dir is the folder that relative paths start from. It follows the process into
	// other folders that it may read.
	Dir string

	// Read are absolute paths which, with all below them, are the process's
	// to open for reading: its runtime's and its own folder. Whether it can is
	// for mounts and landlock to say.
	Read []string

	// Write are paths that may be opened in any way: /dev/null, a scratch
	// folder.
	Write []string

	// Own is the process's number as it sees itself, 0 if not known: a path
	// below /proc/<Own> is one below /proc/self.
	Own int

	tried []string       // paths that some idiom waits for
	spent map[string]int // by Idiom.Why: how often those with Times were done
}

const (
	writing = openers + " " + writers
)

// Judge decides a notified call.
func (q Quiet) Judge(c Call, w *Witness) Verdict {
	if c.Foreign || c.Name == "" {
		return Verdict{Violation: true, Answer: unix.ENOSYS}
	}
	if c.Self {
		// SIGCONT it is only told to have sent: a call that waits here while its
		// process is frozen by SIGSTOP would let that go on.
		return Verdict{Continue: c.signal() != unix.SIGCONT}
	}
	p := w.absolute(c)
	if c.Name == "chdir" {
		return w.move(p)
	}
	q.remember(p, w)
	if among(c.Name, writing) {
		if v, ok := w.file(c, p); ok {
			return v
		}
	}
	if v, ok := q.idiom(c, p, w); ok {
		return v
	}
	return Verdict{Violation: true, Answer: refusal(c.Name)}
}

// signal is what a call that sends one sends; 0 of any other call.
func (c Call) signal() unix.Signal {
	switch c.Name {
	case "kill", "tkill", "rt_sigqueueinfo":
		return unix.Signal(int32(c.Args[1]))
	case "tgkill", "rt_tgsigqueueinfo":
		return unix.Signal(int32(c.Args[2]))
	}
	return 0
}

// file decides a call that opens or makes a file, as far as the process's own
// folders do.
func (w *Witness) file(c Call, p string) (v Verdict, ok bool) {
	switch {
	case c.PathErr != nil:
		return Verdict{Answer: unix.EFAULT}, true // as the kernel answers
	case c.Path == "":
		return Verdict{Answer: noFile}, true // the same
	case p == "" && (c.Dir == unix.AT_FDCWD || climbs(c.Path)):
		return Verdict{}, false
	case p != "" && inside(p, w.Write):
		return Verdict{Continue: true}, true
	case p != "" && !inside(p, w.Read):
		return Verdict{}, false
	}
	// There, or below a folder that it was let open.
	if c.reads() {
		return Verdict{Continue: true}, true
	}
	return Verdict{Answer: unix.EROFS}, true // not outside its runtime, but read-only
}

// move follows the process into a folder of its own. Of any other it is told that it
// may not enter it: nothing is tried there yet.
func (w *Witness) move(p string) Verdict {
	if p == "" || !inside(p, w.Read) {
		return Verdict{Answer: unix.EACCES}
	}
	w.Dir = p
	return Verdict{Continue: true}
}

// reads reports whether an opening is for nothing but reading.
func (c Call) reads() bool {
	switch c.Name {
	case "open":
		return openFlags(c.Args[1]) == ""
	case "openat":
		return openFlags(c.Args[2]) == ""
	}
	return false // openat2's flags are in memory
}

// Bounds of a path that can be a quiet one: what to tell of a longer one would cost
// whoever judges it far more than other calls do, and no honest program has any.
const (
	maxQuietBytes    = 1024
	maxQuietSegments = 64
)

// absolute is the cleaned path of a call, "" if it cannot be told.
func (w *Witness) absolute(c Call) string {
	p := c.Path
	if len(p) > maxQuietBytes {
		return ""
	}
	if !strings.HasPrefix(p, "/") {
		if p == "" || c.Dir != unix.AT_FDCWD || w.Dir == "" {
			return ""
		}
		p = w.Dir + "/" + p
	}
	clean := path.Clean(p)
	if strings.HasPrefix(clean, "/proc/") && climbs(p[1:]) {
		return "" // out of a link that leads anywhere: cwd, root, fd
	}
	if w.Own > 0 {
		own := "/proc/" + strconv.Itoa(w.Own)
		if rest, ok := strings.CutPrefix(clean, own); ok && (rest == "" || rest[0] == '/') {
			clean = "/proc/self" + rest
		}
	}
	if strings.Count(clean, "/") > maxQuietSegments {
		return ""
	}
	return throughRoot(clean)
}

// throughRoot is what a path means that leads through the link to the root in the
// folder of a process or one of its threads.
func throughRoot(p string) string {
	for strings.HasPrefix(p, "/proc/") {
		f := strings.SplitN(p, "/", 7) // "", proc, self, …
		i := slices.Index(f[3:min(len(f), 6)], "root")
		if i < 0 {
			return p
		}
		p = "/" + strings.Join(f[3+i+1:], "/")
	}
	return p
}

// remember keeps what some idiom waits for.
func (q Quiet) remember(p string, w *Witness) {
	for _, i := range q {
		if i.After != "" && p != "" && match(i.After, p) && !slices.Contains(w.tried, i.After) {
			w.tried = append(w.tried, i.After)
		}
	}
}

func (q Quiet) idiom(c Call, p string, w *Witness) (v Verdict, ok bool) {
	for _, i := range q {
		switch {
		case !among(c.Name, i.Calls):
		case i.Path != "" && (p == "" || !match(i.Path, p)):
		case i.After != "" && !slices.Contains(w.tried, i.After):
		case slices.ContainsFunc(i.When, func(cond Cond) bool { return !cond.holds(c.Args) }):
		case i.Times > 0 && w.spent[i.Why] >= i.Times:
		default:
			if i.Times > 0 {
				if w.spent == nil {
					w.spent = map[string]int{}
				}
				w.spent[i.Why]++
			}
			return Verdict{Answer: i.Answer}, true
		}
	}
	return Verdict{}, false
}

func (c Cond) holds(args [6]uint64) bool {
	return !c.Own && slices.Contains(c.In, args[c.Arg]&c.Mask)
}

// refusal is the error for a violation that is only denied.
func refusal(call string) unix.Errno {
	switch {
	case among(call, openers+" "+writers+" execve execveat mq_open"):
		return unix.EACCES
	case among(call, "fork vfork clone"):
		return unix.EAGAIN // as over a limit of processes
	case among(call, "socket socketpair"):
		return unix.EACCES
	case among(call, "io_uring_setup io_uring_enter io_uring_register"):
		return unix.ENOSYS
	}
	return unix.EPERM
}

func among(call, list string) bool {
	for f := range strings.FieldsSeq(list) {
		if f == call {
			return true
		}
	}
	return false
}

// inside reports whether a cleaned path is one of the list or lies below one.
func inside(p string, list []string) bool {
	return slices.ContainsFunc(list, func(dir string) bool {
		rest, ok := strings.CutPrefix(p, strings.TrimSuffix(dir, "/"))
		return ok && (rest == "" || rest[0] == '/')
	})
}

// climbs reports whether a path has a segment "..".
func climbs(p string) bool {
	return slices.Contains(strings.Split(p, "/"), "..") || strings.HasPrefix(p, "/")
}

// match reports whether a pattern of Idiom.Path matches.
func match(pattern, p string) bool {
	plain := pattern // up to here it stands for itself alone
	if i := strings.IndexAny(pattern, `*?[\`); i >= 0 {
		plain = strings.TrimSuffix(pattern[:i], "/") // a ** may stand for nothing
	}
	if !strings.HasPrefix(p, plain) { // nearly always, and soon found
		return false
	}
	return matchSegments(strings.Split(pattern, "/"), strings.Split(p, "/"))
}

func matchSegments(pattern, p []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			for i := range len(p) + 1 {
				if matchSegments(pattern[1:], p[i:]) {
					return true
				}
			}
			return false
		}
		if len(p) == 0 {
			return false
		}
		if ok, err := path.Match(pattern[0], p[0]); err != nil || !ok {
			return false
		}
		pattern, p = pattern[1:], p[1:]
	}
	return len(p) == 0
}
