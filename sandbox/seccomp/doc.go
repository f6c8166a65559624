// Package seccomp makes the system-call filters of the jail, and names what
// they stop.
//
// A [Policy] is data: rules with a reason each. [Compile] makes it a
// [Program], which [Load] puts on a thread; what the program answers by
// [Notify] comes to a [Listener], which decodes it, and [Quiet] tells the odd
// habits of honest programs from violations.
//
//	p, err := seccomp.Compile(seccomp.Inherited(seccomp.Bot(), key, fd), seccomp.Native())
//	fd, err := seccomp.Load(p, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER|unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV)
//	l, err := seccomp.NewListener(fd)
//	…
//	n, err := l.Receive(time.Time{})  // in a goroutine of its own
//	c, err := l.Decode(n)             // `socket(AF_INET, SOCK_STREAM)`
//	v := seccomp.QuietBot().Judge(c, witness)
//
// # Profiles
//
// [Bot] is for static programs, [Runtime] for those with a read-only root of
// libraries, [Build] for compilers. All deny what they do not list. The
// answers are chosen for what follows from them:
//
//   - ENOSYS, the default, for what libcs and runtimes probe for: they fall
//     back to calls that a filter can look into (clone3 to clone).
//   - Other errors for what programs try without ill intent and do without:
//     as a host would answer that lacks the privilege or the thing.
//   - Notify for what no program in the jail has business with. Without a
//     listener, or after its Close, the kernel answers ENOSYS: what is
//     notified is never let through by accident.
//
// Calls of other architectures and of x32 are Notify too, and named; Continue
// refuses them whatever the caller decides.
//
// # One filter for the launcher and its children
//
// A launcher's thread is under its own filter, which its children inherit for
// nothing, but must still do what bots may not: clone3, execveat, limits, user
// ids. A filter of each child's own would cost 25 to 40 µs a launch, most of it
// the kernel's compiler; a second listener cannot be had (EBUSY); and a notified
// call is not seen if a later filter answers it by an error, for the most severe
// answer wins: kill, then error, then notify, then allow. Hence [Inherited]: the
// profile, and the calls of the launch for whoever knows a key.
//
// Only this makes "may execute this descriptor and nothing else" true: a filter
// cannot read a path, and execveat(fd, "/bin/sh", AT_EMPTY_PATH) does not look
// at fd at all.
//
// # Signals
//
// abort() and raise() signal the process itself, whose number no filter can
// know in advance: kill, tkill and tgkill are notified, and the listener
// compares the numbers (arguments, which cannot change while the call waits).
// Only SIGURG and the null signal pass unseen by tgkill, because Go's runtime
// interrupts its threads so, many times a second. Where bots share an id, and
// so could interrupt each other, [OwnSignals] ties them to the process itself:
// the kernel writes the number of the newborn child into the filter
// (CLONE_CHILD_SETTID with [Program.OwnPID]).
//
// # What a name is worth
//
// A path is read from the caller's memory while its call waits; another
// thread may change it before the kernel reads it again. So nothing is let
// through on the strength of a path that mounts and landlock would not let
// through: names are for the report.
//
// Not covered: the contents of memory (open_how, clone_args, socket
// addresses); with an empty path and AT_EMPTY_PATH, newfstatat is how newer
// libcs spell fstat, and a filter cannot tell it from a look at a path, which
// therefore only the empty root hides.
package seccomp
