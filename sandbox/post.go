package sandbox

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// A post is where a launcher's thread is handed what to launch, through a pipe. Go's
// scheduler has no part in it: the thread never leaves what the runtime takes for one
// long system call. A channel would have the runtime wake further threads to look for
// work, which takes longer than the launch where an idle core is slow to wake.
type post struct {
	next   *child
	orders int // the thread's end of the pipe
	give   int // ours; closed, it ends the thread's work
	ended  chan struct{}
	order  [1]byte
}

func newPost() (*post, error) {
	var orders [2]int
	if err := unix.Pipe2(orders[:], unix.O_CLOEXEC); err != nil {
		return nil, &stepError{"pipe2", err}
	}
	return &post{orders: orders[0], give: orders[1], ended: make(chan struct{})}, nil
}

// hand has the thread start a child (child.outcome). Not again before that has
// come.
func (p *post) hand(c *child) error {
	p.next = c
	if _, err := unix.Write(p.give, p.order[:]); err != nil {
		return &LaunchError{"hand over the launch", err}
	}
	return nil
}

// end has the thread go on after serve.
func (p *post) end() {
	close(p.ended)
	unix.Close(p.give)
}

// The runtime's own bracket around a system call that may block: others can take
// the processor this goroutine holds.

//go:linkname entersyscall runtime.entersyscall
func entersyscall()

//go:linkname exitsyscall runtime.exitsyscall
func exitsyscall()

// serve starts what is handed over until end, on the calling thread, which must be
// locked.
//
//go:nosplit
//go:norace
//go:noinline
func (p *post) serve() {
	entersyscall()
	for {
		n, _, e := unix.RawSyscall(unix.SYS_READ, uintptr(p.orders), uintptr(unsafe.Pointer(&p.order)), 1)
		if e == unix.EINTR {
			continue
		}
		if n != 1 {
			break
		}
		p.next.fork()
	}
	exitsyscall()
}

// close closes the rest, after serve. What was done before end is seen after it: of
// the pipe's order Go's memory model knows nothing.
func (p *post) close() {
	<-p.ended
	unix.Close(p.orders)
}
