package player

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
	"botarena/arena/record"
	"botarena/sandbox"
)

// process is a program in the jail.
type process struct {
	p     *sandbox.Process
	turns []time.Duration // when each of its turns began, since its start; the first is its start
}

// TurnBegins implements [Turner].
func (e *process) TurnBegins(now time.Time) { e.turns = append(e.turns, now.Sub(e.p.Started())) }

// turnOf names the turn in which something happened: what comes between two
// turns is of the one before.
func (e *process) turnOf(at time.Duration) string {
	n, _ := slices.BinarySearch(e.turns, at+1)
	if n <= 1 {
		return "start"
	}
	return "answer " + strconv.Itoa(n-1)
}

// Start starts a program in the jail. The error is a fault of the arena or
// its host.
func Start(ctx context.Context, box *sandbox.Sandbox, c *sandbox.Command) (Endpoint, error) {
	p, err := box.Start(c)
	if err != nil {
		return nil, err
	}
	return &process{p: p}, nil
}

func (e *process) Files() Files {
	return Files{In: e.p.Stdin(), Out: e.p.Stdout(), Log: e.p.Stderr(), End: e.p.PidFD()}
}

func (e *process) Freeze() error { return e.p.Freeze() }
func (e *process) Thaw() error   { return e.p.Thaw() }

func (e *process) CPU() (time.Duration, bool) {
	d, err := e.p.CPU()
	return d, err == nil
}

func (e *process) Waiting() (time.Duration, bool) { return e.p.Waiting() }

const (
	// dyingWait is how long the kernel may take to clear away a program that is
	// dying: on a busy host that takes its time, with the output closed.
	dyingWait = 2 * time.Second
	// dyingLook is how often it is looked at meanwhile: a program that only
	// seemed to be dying shall gain nothing by that.
	dyingLook = 5 * time.Millisecond
)

func (e *process) Ended(wait time.Duration) (End, bool) {
	if !readable(e.p.PidFD(), wait) && !clearedAway(e.p.PID(), e.p.PidFD()) {
		return End{}, false
	}
	facts := e.p.Wait(context.Background())
	return endOf(facts), true
}

// clearedAway waits for the end of a program for as long as it is dying.
func clearedAway(pid, pidfd int) bool {
	folder := "/proc/" + strconv.Itoa(pid)
	for deadline := time.Now().Add(dyingWait); dying(folder) && time.Now().Before(deadline); {
		if readable(pidfd, dyingLook) {
			return true
		}
	}
	return readable(pidfd, 0)
}

// dying reports whether no thread of the process with this folder in /proc
// computes any more. Its first thread alone does not tell: it may have ended
// while others run.
func dying(folder string) bool {
	tasks, err := os.ReadDir(folder + "/task")
	if err != nil {
		return false
	}
	for _, task := range tasks {
		if !taskDying(folder + "/task/" + task.Name()) {
			return false
		}
	}
	return len(tasks) > 0
}

// taskDying reports whether a thread has ended, has begun to (proc_pid_stat(5):
// state, and PF_EXITING in flags), or will as soon as it runs, as SIGKILL is
// pending (proc_pid_status(5)), which the kernel's killing for memory sends too.
func taskDying(folder string) bool {
	const exiting = 0x4
	stat, err := os.ReadFile(folder + "/stat")
	if err != nil {
		return errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ESRCH)
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:]) // from the third on
	if len(fields) < 7 {
		return false
	}
	flags, err := strconv.ParseUint(string(fields[6]), 10, 32)
	if err == nil && (flags&exiting != 0 || fields[0][0] == 'Z') {
		return true
	}
	status, err := os.ReadFile(folder + "/status")
	if err != nil {
		return false
	}
	for line := range bytes.Lines(status) {
		name, mask, _ := bytes.Cut(line, []byte(":\t"))
		if string(name) != "SigPnd" && string(name) != "ShdPnd" {
			continue
		}
		pending, err := strconv.ParseUint(string(bytes.TrimSpace(mask)), 16, 64)
		if err == nil && pending&(1<<(unix.SIGKILL-1)) != 0 {
			return true
		}
	}
	return false
}

// endOf says what the facts of a run mean for the seat.
func endOf(f sandbox.Facts) End {
	end := End{Fault: game.Crash, Detail: f.Reason(), Killed: f.Status != sandbox.StatusOK && f.Status != sandbox.StatusExited}
	switch f.Status {
	case sandbox.StatusOK:
		end.Detail = "left with exit code 0"
	case sandbox.StatusExited:
		end.Detail = "left with " + f.Reason()
	case sandbox.StatusSignalled:
		end.Detail = "killed by " + f.Reason()
	case sandbox.StatusMemory:
		end.Fault = game.Memory
		end.Detail = fmt.Sprintf("memory limit reached, peak %d MiB", f.PeakMemory>>20)
	case sandbox.StatusViolation:
		end.Fault = game.Violation
		end.Detail = strings.TrimPrefix(end.Detail, "violation: ") // the fault's name says it
	case sandbox.StatusNotStarted:
		end.Fault = game.DidNotStart
	case sandbox.StatusArenaFault:
		end.Arena = true
	}
	return end
}

// CloseInput lets the program see the end of its input.
func (e *process) CloseInput() { e.p.CloseStdin() }

// causes translates why the arena ends a run.
var causes = map[game.Fault]sandbox.Cause{
	game.Timeout:     sandbox.KilledTime,
	game.LineTooLong: sandbox.KilledOutput,
	game.Violation:   sandbox.KilledViolation,
	game.DidNotStart: sandbox.KilledNotStarted,
}

func (e *process) Close(why game.Fault) record.Run {
	cause, ok := causes[why]
	if !ok {
		cause = sandbox.KilledDone
	}
	// A program that has left by itself keeps its own end.
	e.p.Kill(cause)
	f := e.p.Wait(context.Background())
	e.p.Close()
	run := record.Run{
		Status:     f.Status.String(),
		OOMKilled:  f.OOM,
		Killed:     f.Killed.String(),
		CPU:        record.Duration(f.CPU),
		Wall:       record.Duration(f.Wall),
		PeakMemory: f.PeakMemory,
		PeakTasks:  f.PeakProcesses,
	}
	if f.ExitCode > 0 {
		run.ExitCode = f.ExitCode
	}
	if f.Signal != 0 {
		run.Signal = unix.SignalName(f.Signal)
	}
	for _, v := range f.Violations {
		run.Violations = append(run.Violations, fmt.Sprintf("%s: %s ×%d", e.turnOf(v.At), v.Call, v.Count))
	}
	return run
}
