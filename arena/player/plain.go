package player

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
	"botarena/arena/record"
)

// plain is a process without a jail, for debugging: it is never frozen, its
// memory is not limited, and a debugger can be attached.
type plain struct {
	cmd    *exec.Cmd
	files  Files
	began  time.Time
	state  *os.ProcessState
	killed string
}

// StartPlain starts a program without a jail. The error says why it did not
// start. env is added to the arena's own environment.
func StartPlain(path string, args, env []string) (Endpoint, error) {
	return StartPlainIn("", path, args, env)
}

// StartPlainIn is [StartPlain] with the folder to start in; empty for the
// arena's own.
func StartPlainIn(folder, path string, args, env []string) (Endpoint, error) {
	p := &plain{cmd: exec.Command(path, args...), began: time.Now(), files: Files{-1, -1, -1, -1}}
	p.cmd.Dir = folder
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, PidFD: &p.files.End}
	var theirs []*os.File
	pipe := func(ours *int, write bool) (*os.File, error) {
		var fds [2]int
		if err := unix.Pipe2(fds[:], unix.O_CLOEXEC); err != nil {
			return nil, fmt.Errorf("pipe: %w", err)
		}
		mine, other := fds[0], fds[1]
		if write {
			mine, other = other, mine
		}
		*ours = mine
		f := os.NewFile(uintptr(other), "pipe")
		theirs = append(theirs, f)
		return f, unix.SetNonblock(mine, true)
	}
	stdin, err1 := pipe(&p.files.In, true)
	stdout, err2 := pipe(&p.files.Out, false)
	stderr, err3 := pipe(&p.files.Log, false)
	err := errors.Join(err1, err2, err3)
	if err == nil {
		p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = stdin, stdout, stderr
		err = p.cmd.Start()
	}
	for _, f := range theirs {
		f.Close()
	}
	if err != nil {
		p.closeFiles()
		return nil, err
	}
	return p, nil
}

func (p *plain) Files() Files  { return p.files }
func (p *plain) Freeze() error { return errors.ErrUnsupported }
func (p *plain) Thaw() error   { return nil }

// CPU reads the process's CPU clock; its id is made of the inverted process
// number and the kind of clock (clock_getcpuclockid(3)).
func (p *plain) CPU() (time.Duration, bool) {
	var ts unix.Timespec
	err := unix.ClockGettime(int32(^p.cmd.Process.Pid<<3|2), &ts)
	return time.Duration(ts.Nano()), err == nil
}

func (p *plain) Waiting() (time.Duration, bool) { return 0, false }

func (p *plain) Ended(wait time.Duration) (End, bool) {
	if !p.wait(wait) {
		return End{}, false
	}
	ws := p.state.Sys().(syscall.WaitStatus)
	return End{Fault: game.Crash, Detail: describe(ws), Killed: ws.Signaled()}, true
}

// describe says how a process ended.
func describe(ws syscall.WaitStatus) string {
	if ws.Signaled() {
		return "killed by " + unix.SignalName(ws.Signal())
	}
	return fmt.Sprintf("left with exit code %d", ws.ExitStatus())
}

// wait waits for the process's end and takes its state.
func (p *plain) wait(d time.Duration) bool {
	if p.state != nil {
		return true
	}
	if !readable(p.files.End, d) {
		return false
	}
	p.cmd.Wait()
	p.state = p.cmd.ProcessState
	return p.state != nil
}

// CloseInput lets the process see the end of its input.
func (p *plain) CloseInput() {
	if p.files.In >= 0 {
		unix.Close(p.files.In)
		p.files.In = -1
	}
}

func (p *plain) Close(why game.Fault) record.Run {
	if !p.wait(0) {
		p.killed = cmp.Or(string(why), "still there after the end")
		unix.Kill(-p.cmd.Process.Pid, unix.SIGKILL)
		p.wait(time.Minute)
	}
	run := record.Run{Status: "ok", Killed: p.killed, Wall: record.Duration(time.Since(p.began))}
	if p.state != nil {
		ws := p.state.Sys().(syscall.WaitStatus)
		run.CPU = record.Duration(p.state.UserTime() + p.state.SystemTime())
		switch {
		case ws.Signaled():
			run.Status, run.Signal = "signalled", unix.SignalName(ws.Signal())
		case ws.ExitStatus() != 0:
			run.Status, run.ExitCode = "exited", ws.ExitStatus()
		}
	}
	p.closeFiles()
	return run
}

func (p *plain) closeFiles() {
	for _, fd := range []*int{&p.files.In, &p.files.Out, &p.files.Log, &p.files.End} {
		if *fd >= 0 {
			unix.Close(*fd)
			*fd = -1
		}
	}
}
