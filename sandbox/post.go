package sandbox

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// A post is where a launcher's thread is handed what to launch, through one pipe,
// and answers through another. Go's scheduler has no part in it: the thread never
// leaves what the runtime takes for one long system call. A channel would have the
// runtime wake further threads to look for work, which for an idle core of a virtual
// machine takes as long as the launch.
type post struct {
	next         *child
	orders       int // the thread's end
	give         int // ours; closed, it ends the thread's work
	take         int // ours
	answers      int // the thread's end
	order, reply [1]byte
}

func newPost() (*post, error) {
	var orders, answers [2]int
	if err := unix.Pipe2(orders[:], unix.O_CLOEXEC); err != nil {
		return nil, &stepError{"pipe2", err}
	}
	if err := unix.Pipe2(answers[:], unix.O_CLOEXEC); err != nil {
		closeAll(orders[:])
		return nil, &stepError{"pipe2", err}
	}
	return &post{orders: orders[0], give: orders[1], take: answers[0], answers: answers[1]}, nil
}

// hand has the thread start a child, and returns when it has (child.outcome). One
// call at a time.
func (p *post) hand(c *child) error {
	p.next = c
	if _, err := unix.Write(p.give, p.order[:]); err != nil {
		return &LaunchError{"hand over the launch", err}
	}
	for {
		if _, err := unix.Read(p.take, p.reply[:]); err != unix.EINTR {
			return err
		}
	}
}

// end has the thread go on after serve.
func (p *post) end() { unix.Close(p.give) }

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
		p.next.vfork()
		unix.RawSyscall(unix.SYS_WRITE, uintptr(p.answers), uintptr(unsafe.Pointer(&p.reply)), 1)
	}
	exitsyscall()
}

// close closes the rest, after serve.
func (p *post) close() { closeAll([]int{p.orders, p.take, p.answers}) }
