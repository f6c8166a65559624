package build

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"botarena/sandbox"
)

// watchEvery is how often a build's processor time is looked at, at most.
const watchEvery = 50 * time.Millisecond

// run runs one command of a build. ok says that it did its work; otherwise
// the result says what the student can do, or err what the organiser can.
func (w *work) run(ctx context.Context, sc *sandbox.Scratch, t *Toolchain, env, words []string) (ok bool, err error) {
	program, err := w.tool(t)
	if err != nil {
		return false, err
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		return false, fmt.Errorf("build: %w", err)
	}
	defer null.Close()
	var process atomic.Pointer[sandbox.Process]
	said, stop, err := w.out.pipe(func() {
		if p := process.Load(); p != nil {
			p.Kill(sandbox.KilledOutput)
		}
	})
	if err != nil {
		return false, fmt.Errorf("build: %w", err)
	}
	p, err := w.box.Start(&sandbox.Command{
		Program: program, Args: words[1:], Env: env, Profile: sandbox.Build, Scratch: sc, OnViolation: sandbox.Deny,
		Limits: sandbox.Limits{Memory: w.o.Memory, Cores: 2, FileSize: w.o.Program, Processes: 256, OpenFiles: 1024},
		Stdin:  null, Stdout: said, Stderr: said,
	})
	if err != nil {
		stop()
		return false, err
	}
	process.Store(p)
	f := w.watch(ctx, p)
	stop()
	p.Close()
	w.Output, w.Cut = Printable(w.out.text.String()), w.out.cut
	c := Command{Line: strings.Join(words, " "), End: f.Reason(), CPU: f.CPU, Wall: f.Wall, Memory: f.PeakMemory}
	w.Commands = append(w.Commands, c)
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if f.Fault != "" {
		return false, fmt.Errorf("%s: %s", c.Line, f.Fault)
	}
	return w.judge(t, f), nil
}

// watch waits for the end of a command and holds it to the times that are
// left of the build's.
func (w *work) watch(ctx context.Context, p *sandbox.Process) sandbox.Facts {
	cpu, wall := w.o.CPU, w.o.Wall
	for _, c := range w.Commands {
		cpu, wall = cpu-c.CPU, wall-c.Wall
	}
	defer time.AfterFunc(wall, func() { p.Kill(sandbox.KilledTime) }).Stop()
	done := make(chan struct{})
	watching := make(chan struct{})
	go func() {
		defer close(watching)
		var used time.Duration
		for {
			// All cores together cannot use it up before that.
			soonest := (cpu - used) / time.Duration(runtime.NumCPU())
			select {
			case <-done:
				return
			case <-time.After(max(soonest, watchEvery)):
			}
			if now, err := p.CPU(); err == nil {
				used = now
			}
			if used > cpu {
				p.Kill(sandbox.KilledCPU)
				return
			}
		}
	}()
	f := p.Wait(ctx)
	close(done)
	<-watching
	return f
}

// judge says whether a command did its work, and if not, what the student
// can do about it.
func (w *work) judge(t *Toolchain, f sandbox.Facts) bool {
	switch {
	case f.Killed == sandbox.KilledCPU:
		w.fail("make the source simpler: large tables, deep templates and macros take the compiler long", fmt.Sprintf("compile time limit: the build took more than %v of processor time", w.o.CPU))
	case f.Killed == sandbox.KilledTime:
		w.fail("hand it in again; if it happens again, make the source simpler", fmt.Sprintf("compile time limit: the build took longer than %v", w.o.Wall))
		w.Lasting = false
	case f.OOM || f.Status == sandbox.StatusMemory:
		w.fail("make the source simpler: large tables, deep templates and macros take much memory", fmt.Sprintf("compile memory limit: the build needed more than %d MiB, with the files it wrote", w.o.Memory>>20))
	case f.Killed == sandbox.KilledOutput:
		w.fail("make it compile without warnings first", fmt.Sprintf("the compiler wrote more than %d MiB of messages", mostSaid>>20))
	case f.Status == sandbox.StatusOK:
		return true
	case f.Signal == unix.SIGXFSZ || strings.Contains(w.Output, "File size limit exceeded") || strings.Contains(w.Output, "No space left on device"):
		w.fail("make the program smaller: large tables can be computed at the start", fmt.Sprintf("the build wrote a file of more than %d MiB", w.o.Program>>20))
	default:
		problem, cure := explain(t, w.Output)
		if problem == "" {
			problem = words(t) + " ended with " + f.Reason()
		}
		w.fail(cure, "does not compile: "+problem)
	}
	return false
}

func words(t *Toolchain) string {
	word, _, _ := strings.Cut(t.Lines[0], " ")
	return word
}

// placeAbove is how Python and node say, some lines above a complaint, where it
// is: File "./bot.py", line 2 and /tmp/bot.js:2.
var placeAbove = regexp.MustCompile(`^(?:File ")?(?:\./|/tmp/)?([^"]+?)"?(?:, line |:)(\d+)$`)

// explain finds the first complaint in a compiler's output, and what to do
// about the commonest.
func explain(t *Toolchain, output string) (problem, cure string) {
	place := ""
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "***") { // Python's heading
			continue
		}
		low := strings.ToLower(line)
		if strings.Contains(low, "error") || strings.Contains(low, "undefined reference") || t.Language == "go" && line != "" && !strings.HasPrefix(line, "#") {
			problem = place + line
			break
		}
		if m := placeAbove.FindStringSubmatch(line); m != nil && (t.Language == "python" || t.Language == "javascript") {
			place = m[1] + ":" + m[2] + ": "
		}
	}
	if r := []rune(problem); len(r) > 200 {
		problem = string(r[:200]) + "…"
	}
	cure = "correct it; arena new makes a kit that compiles"
	for _, c := range []struct{ said, cure string }{
		{"cannot find module", "modules cannot be fetched here: go mod vendor, and hand the folder vendor in too, or do without"},
		{"no required module provides", "modules cannot be fetched here: go mod vendor, and hand the folder vendor in too, or do without"},
		{"module lookup disabled", "modules cannot be fetched here: go mod vendor, and hand the folder vendor in too, or do without"},
		{"Missing parentheses in call to 'print'", "it is written for Python 2: make it one for Python 3"},
		{"TabError", "indent with spaces alone"},
		{"Cannot use import statement outside a module", "call the file .mjs, or write require in the place of import"},
		{"can't find crate", "crates cannot be fetched here: use the standard library alone"},
		{"unresolved import", "crates cannot be fetched here: use the standard library alone"},
		{"No such file or directory", "hand the file in too; no libraries are here but the language's own"},
		{"does not exist", "hand the package in too, as sources or as a jar in the folder lib; no libraries are here but the language's own"},
	} {
		if strings.Contains(output, c.said) {
			return problem, c.cure
		}
	}
	return problem, cure
}
