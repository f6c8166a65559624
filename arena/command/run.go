package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"botarena/arena/config"
	"botarena/sandbox"
)

func runCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "run",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "memory"},
			&cli.StringFlag{Name: "cpu"},
			&cli.StringFlag{Name: "time"},
			&cli.StringFlag{Name: "runtime"},
			&cli.BoolFlag{Name: "deny"},
			&cli.BoolFlag{Name: "strict"},
			&cli.BoolFlag{Name: "json"},
		},
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return usage("arena run --time 2s -- ./bot", "arena run needs a program")
			}
			r := &jailRun{Streams: s, path: c.Args().First(), args: c.Args().Tail(), json: c.Bool("json")}
			if err := r.flags(c); err != nil {
				return err
			}
			return r.run(c.Context)
		},
	}
}

// jailRun is one run of arena run.
type jailRun struct {
	Streams
	path    string
	args    []string
	json    bool
	limits  sandbox.Limits
	wall    time.Duration // 0 for none
	options sandbox.Options
	program sandbox.ProgramOptions
	deny    bool
}

func (r *jailRun) flags(c *cli.Context) error {
	r.deny = c.Bool("deny")
	r.options.Strict = c.Bool("strict")
	r.program.Runtime = sandbox.Runtime(c.String("runtime"))
	var err error
	if c.IsSet("memory") {
		if r.limits.Memory, err = config.ParseMemory(c.String("memory")); err != nil {
			return badFlag("memory", err)
		}
	}
	if c.IsSet("time") {
		if r.wall, err = config.ParseLimit(c.String("time")); err != nil {
			return badFlag("time", err)
		}
	}
	if c.IsSet("cpu") {
		share, err := config.ParseCPU(c.String("cpu"))
		if err != nil {
			return badFlag("cpu", err)
		}
		if r.limits.Cores, err = coresOf(share); err != nil {
			return usage("write a number of cores, such as --cpu 0.5", "--cpu: %v", err)
		}
	}
	return nil
}

// badFlag is the failure for a flag's value that config cannot read.
func badFlag(name string, err error) error {
	var slip *config.Slip
	if errors.As(err, &slip) {
		return usage(slip.Cure, "--%s: %s", name, slip.Problem)
	}
	return usage("", "--%s: %v", name, err)
}

// coresOf turns a share of the processor into cores of this host.
func coresOf(share config.CPU) (float64, error) {
	number, isRate := strings.CutSuffix(string(share), "GHz")
	f, err := strconv.ParseFloat(number, 64)
	if err != nil || !isRate {
		return f, err
	}
	return sandbox.CoresAt(f * 1e9), nil
}

func (r *jailRun) run(ctx context.Context) (err error) {
	box, err := sandbox.New(ctx, r.options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, box.Close()) }()
	p, err := box.Open(r.path, r.program)
	if err != nil {
		return err
	}
	defer p.Close()
	command := &sandbox.Command{Program: p, Args: r.args, Limits: r.limits}
	if r.deny {
		command.OnViolation = sandbox.Deny
	}
	if command.Stdin, err = moved(r.In); err != nil {
		return err
	}
	defer command.Stdin.Close()
	var out, errs keptOutput
	if r.json {
		err = errors.Join(out.open(&command.Stdout), errs.open(&command.Stderr))
	} else {
		var err1, err2 error
		command.Stdout, err1 = moved(os.Stdout)
		command.Stderr, err2 = moved(os.Stderr)
		err = errors.Join(err1, err2)
		defer command.Stdout.Close()
		defer command.Stderr.Close()
	}
	if err != nil {
		return err
	}
	facts, err := r.wait(ctx, box, command)
	stdout, stderr := out.close(), errs.close()
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := r.print(facts, stdout, stderr); err != nil || facts.Status == sandbox.StatusOK {
		return err
	}
	return bad("", "%s: %s", r.path, facts.Reason())
}

// moved returns the same open file under another number. The jail puts a
// program's files at 0 to 2 by dup3(2), which refuses to put one where it is.
func moved(f *os.File) (*os.File, error) {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// wait starts the program and waits for its end, or ends it at its time.
func (r *jailRun) wait(ctx context.Context, box *sandbox.Sandbox, c *sandbox.Command) (sandbox.Facts, error) {
	process, err := box.Start(c)
	if err != nil {
		return sandbox.Facts{}, err
	}
	defer process.Close()
	if r.wall > 0 {
		defer time.AfterFunc(r.wall, func() { process.Kill(sandbox.KilledTime) }).Stop()
	}
	return process.Wait(ctx), nil
}

// runReport is the JSON form of what arena run prints.
type runReport struct {
	sandbox.Facts
	Stdout string `json:"stdout"` // the first MiB
	Stderr string `json:"stderr"`
}

func (r *jailRun) print(f sandbox.Facts, stdout, stderr string) error {
	if r.json {
		enc := json.NewEncoder(r.Out)
		enc.SetEscapeHTML(false)
		return enc.Encode(runReport{f, stdout, stderr})
	}
	// The program's output is on stdout; these are for people.
	threads := "-"
	if f.PeakProcesses >= 0 { // as memory, where this host counts them
		threads = fmt.Sprint(f.PeakProcesses)
	}
	fmt.Fprintf(r.Err, "%s: cpu %v, wall %v, memory %s, threads %s at most, %s denied\n",
		f.Reason(), f.CPU.Round(time.Microsecond), f.Wall.Round(time.Microsecond), mebibytes(f.PeakMemory), threads, count(f.Denied, "attempt"))
	for _, v := range f.Violations {
		fmt.Fprintf(r.Err, "tried what the jail forbids, %d×: %s\n", v.Count, v.Call)
	}
	return nil
}

// keptOutput keeps the beginning of what a program writes.
type keptOutput struct {
	r, w *os.File
	text strings.Builder
	wg   sync.WaitGroup
}

const mostKept = 1 << 20

// open gives the program's end to end.
func (k *keptOutput) open(end **os.File) error {
	var err error
	if k.r, k.w, err = os.Pipe(); err != nil {
		return err
	}
	*end = k.w
	k.wg.Go(func() {
		io.Copy(&k.text, io.LimitReader(k.r, mostKept))
		io.Copy(io.Discard, k.r) // a full pipe would stop the program
	})
	return nil
}

// close returns what was kept, after the program's end.
func (k *keptOutput) close() string {
	if k.w == nil {
		return ""
	}
	k.w.Close()
	k.wg.Wait()
	k.r.Close()
	return k.text.String()
}
