package player

import (
	"os"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
	"botarena/arena/record"
	"botarena/protocol"
)

// fake is an endpoint whose clocks and end are set by hand. What is written to
// say is read from its output; what it is sent comes from hear.
type fake struct {
	files            Files
	say, hear, dying *os.File // closing dying makes its end seen
	cpu, wait        time.Duration
	waitOK           bool
	thawErr          error
	end              func() (End, bool)
	over             bool // its end was asked for
	frozen           bool
	why              game.Fault // it was closed for
}

func newFake(t testing.TB) *fake {
	t.Helper()
	runtime.LockOSThread() // a table reads its thread's own clock
	t.Cleanup(runtime.UnlockOSThread)
	e := &fake{files: Files{Log: -1}, waitOK: true}
	pipe := func(ours *int, mine int) *os.File {
		var fds [2]int
		if err := unix.Pipe2(fds[:], unix.O_CLOEXEC|unix.O_NONBLOCK); err != nil {
			t.Fatal(err)
		}
		*ours = fds[mine]
		f := os.NewFile(uintptr(fds[1-mine]), "fake")
		t.Cleanup(func() { f.Close() })
		return f
	}
	e.hear, e.say, e.dying = pipe(&e.files.In, 1), pipe(&e.files.Out, 0), pipe(&e.files.End, 0)
	t.Cleanup(func() {
		for _, fd := range []int{e.files.In, e.files.Out, e.files.End} {
			unix.Close(fd)
		}
	})
	return e
}

func (e *fake) Files() Files               { return e.files }
func (e *fake) CPU() (time.Duration, bool) { return e.cpu, true }

func (e *fake) Close(why game.Fault) record.Run {
	e.why = why
	return record.Run{}
}

// Waiting is not known any more once its end was asked for, as a process's is.
func (e *fake) Waiting() (time.Duration, bool) {
	if e.over || !e.waitOK {
		return 0, false
	}
	return e.wait, true
}

func (e *fake) Freeze() error {
	e.frozen = true
	return nil
}

func (e *fake) Thaw() error {
	if e.thawErr == nil {
		e.frozen = false
	}
	return e.thawErr
}

func (e *fake) Ended(time.Duration) (End, bool) {
	if e.end == nil {
		return End{}, false
	}
	e.over = true
	return e.end()
}

// takeLine takes a line as an answer.
func takeLine(in *protocol.Buffer) ([]byte, error) {
	_, err := in.Line()
	return nil, err
}

// asking returns a turn of the first seat.
func asking(mode Mode, limit time.Duration) *Ask {
	return &Ask{Request: []byte("go\n"), Take: takeLine, Clock: Clock{Mode: mode, Limit: limit}}
}

// lookAt looks at a turn so long after its begin, with the asking thread in time.
func lookAt(t *Table, a *Ask, since time.Duration) {
	now := a.began.Add(since)
	t.lookout.ends(now)
	t.look(a, now)
}
