// Package seccomp makes the system-call filters of the jail, and names what
// they stop.
//
// A [Policy] is data: rules with a reason each. [Compile] makes it a
// [Program], which [Load] puts on a thread; what the program answers by
// [Notify] comes to a [Listener], which decodes it, and [Quiet] tells the odd
// habits of honest programs from violations.
//
//	p, err := seccomp.Compile(seccomp.Inherited(seccomp.Bot(), setup), seccomp.Native())
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
// # Two filters
//
// A launcher's thread is under its own filter, which its children inherit for
// nothing, but must still do what bots may not: clone3, execveat, limits,
// user ids. And a second listener cannot be had (EBUSY), nor can a notified
// call be seen if a later filter answers it by an error, for the most severe
// answer wins: kill, then error, then notify, then allow. Hence:
//
//   - [Inherited] is the profile and the calls of the launch. What is to be
//     named is notified here, and in no other filter decided: execve, fork,
//     clone without a thread's flags are notified for everybody, as the
//     launcher itself only uses clone3 and execveat; execveat passes for one
//     descriptor and one secret pointer and is named for any other.
//   - [SecondBot], or [Second] where the program may have children, is loaded
//     by the child just before its execveat. It allows everything and only
//     closes the calls of the launch, by errors, unnamed: a bot that makes one
//     of them gains nothing and is told so. clone3 gives ENOSYS in any case.
//
// With a [Gate] the second filter is a second wall: the first tells the
// launcher's calls from a bot's by their pointers, and the calls of the launch
// that have none (setsid, setresuid and their kin) give nothing to a process
// without capabilities that leads its session. Loading the second filter costs
// about 25 µs a launch, most of it the kernel's own compiler.
//
// # Signals
//
// abort() and raise() signal the process itself, whose number no filter can
// know in advance: kill, tkill and tgkill are notified, and the listener
// compares the numbers (arguments, which cannot change while the call waits).
// Only SIGURG and the null signal pass unseen by tgkill, because Go's runtime
// interrupts its threads so, many times a second. The second filter ties them
// to the process itself: the kernel writes the number of the newborn child
// into the filter (CLONE_CHILD_SETTID with [Program.OwnPID]).
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
