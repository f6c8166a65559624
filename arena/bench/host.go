package bench

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/player"
	"botarena/protocol"
	"botarena/sandbox"
)

// Report is what a host can do.
type Report struct {
	Cores int `json:"cores"`
	// Launch is start to end of a jailed process beside os/exec without a
	// jail, both with three pipes, one after the other.
	Launch Ratio `json:"launch"`
	// LaunchPaused is the same with 50 ms before each launch.
	LaunchPaused Ratio `json:"launch_paused"`
	// LaunchesPerSecond is what all cores together launch.
	LaunchesPerSecond float64 `json:"launches_per_second"`
	// Bare is a turn without jail, freezing and CPU clocks, Turn as matches
	// have it, both beside a raw loop over two pipes.
	Bare Ratio `json:"bare_turn"`
	Turn Ratio `json:"turn"`
	// CPUError is the largest error of CPU readings, of turns that burn
	// 1, 10 and 100 ms.
	CPUError time.Duration `json:"cpu_error"`
	// Lag is the arena's largest own delay with so many matches at once as
	// Parallel says.
	Lag time.Duration `json:"lag"`
	// Parallel is how many alternating matches at once keep the timing true.
	Parallel int `json:"parallel"`
}

// Measure measures this host in well under a minute. say is told what is
// being measured, a line each.
func Measure(ctx context.Context, box *sandbox.Sandbox, say func(string)) (*Report, error) {
	dir, err := os.MkdirTemp("", "arena-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path, err := writeBot(dir, "echo", echoPC())
	if err != nil {
		return nil, err
	}
	bot, err := box.Open(path, sandbox.ProgramOptions{})
	if err != nil {
		return nil, err
	}
	defer bot.Close()
	m := &measurement{ctx: ctx, box: box, bot: bot, path: path, cores: box.Cores()}
	m.report.Cores = len(m.cores)
	for _, part := range []struct {
		what string
		run  func() error
	}{
		{"launches", m.launches},
		{"launches a second on all cores", m.launchRate},
		{"turns", m.turns},
		{"CPU readings", m.cpu},
		{"matches at once", m.parallel},
	} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		say(part.what)
		if err := part.run(); err != nil {
			return nil, fmt.Errorf("%s: %w", part.what, err)
		}
	}
	return &m.report, nil
}

type measurement struct {
	ctx    context.Context
	box    *sandbox.Sandbox
	bot    *sandbox.Program
	path   string
	cores  []int
	report Report
}

// pinned runs f on a thread of its own on one core; the thread ends with it.
func pinned(core int, f func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		var set unix.CPUSet
		set.Set(core)
		if err := unix.SchedSetaffinity(0, &set); err != nil {
			done <- err
			return
		}
		done <- f()
	}()
	return <-done
}

func (m *measurement) launches() (err error) {
	jailed := func() (time.Duration, error) { return m.launch(m.cores[0]) }
	m.report.Launch, err = compare(300, jailed, func() (time.Duration, error) { return execOnce(m.path) })
	if err != nil {
		return err
	}
	pause := func(f func() (time.Duration, error)) func() (time.Duration, error) {
		return func() (time.Duration, error) {
			time.Sleep(50 * time.Millisecond)
			return f()
		}
	}
	m.report.LaunchPaused, err = compare(60, pause(jailed), pause(func() (time.Duration, error) { return execOnce(m.path) }))
	return err
}

// launch starts the bot in the jail, lets it see the end of its input, and
// waits until its place is free again.
func (m *measurement) launch(core int) (time.Duration, error) {
	began := time.Now()
	p, err := m.box.Start(&sandbox.Command{Program: m.bot, CPUs: []int{core}})
	if err != nil {
		return 0, err
	}
	p.CloseStdin()
	facts := p.Wait(m.ctx)
	took := time.Since(began)
	if err := p.Close(); err != nil {
		return 0, err
	}
	if facts.Status != sandbox.StatusOK {
		return 0, errors.New("the trivial bot: " + facts.Reason())
	}
	return took, nil
}

// execOnce is the baseline of a launch: os/exec with three pipes, no jail.
func execOnce(path string) (time.Duration, error) {
	cmd := exec.Command(path)
	in, err := cmd.StdinPipe()
	if err != nil {
		return 0, err
	}
	if _, err := cmd.StdoutPipe(); err != nil {
		return 0, err
	}
	if _, err := cmd.StderrPipe(); err != nil {
		return 0, err
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	in.Close()
	err = cmd.Wait()
	return time.Since(began), err
}

func (m *measurement) launchRate() error {
	const each = 1500
	errs := make([]error, len(m.cores))
	var wg sync.WaitGroup
	began := time.Now()
	for i, core := range m.cores {
		wg.Go(func() {
			for range each {
				if _, err := m.launch(core); err != nil {
					errs[i] = err
					return
				}
			}
		})
	}
	wg.Wait()
	m.report.LaunchesPerSecond = each * float64(len(m.cores)) / time.Since(began).Seconds()
	return errors.Join(errs...)
}

func (m *measurement) turns() error {
	const n, rounds = 4000, 15
	core := m.cores[0]
	return pinned(core, func() (err error) {
		raw := func() (time.Duration, error) { return rawTurns(m.path, n) }
		m.report.Bare, err = compare(rounds, func() (time.Duration, error) { return bareTurns(m.path, n) }, raw)
		if err != nil {
			return err
		}
		m.report.Turn, err = compare(rounds, func() (time.Duration, error) { return jailedTurns(m.ctx, m.box, m.bot, core, n) }, raw)
		return err
	})
}

// cpu lets a jailed bot burn known amounts.
func (m *measurement) cpu() error {
	path, err := writeBot(filepath.Dir(m.path), "burn", burnPC())
	if err != nil {
		return err
	}
	bot, err := m.box.Open(path, sandbox.ProgramOptions{})
	if err != nil {
		return err
	}
	defer bot.Close()
	core := m.cores[0]
	return pinned(core, func() error {
		for _, amount := range []time.Duration{time.Millisecond, 10 * time.Millisecond, 100 * time.Millisecond} {
			off, err := m.burnt(bot, core, amount)
			if err != nil {
				return err
			}
			m.report.CPUError = max(m.report.CPUError, off)
		}
		return nil
	})
}

// burnt asks a bot that burns an amount a turn, and returns the median error
// of what its turns are charged.
func (m *measurement) burnt(bot *sandbox.Program, core int, amount time.Duration) (time.Duration, error) {
	p, err := player.Start(m.ctx, m.box, &sandbox.Command{Program: bot, CPUs: []int{core}})
	if err != nil {
		return 0, err
	}
	t := player.NewTable([]player.Endpoint{p}, player.Frozen, -1)
	defer t.Close(nil, 200*time.Millisecond)
	var offs []time.Duration
	for i := range 12 {
		ask := player.Ask{
			Request: binary.NativeEndian.AppendUint64(nil, uint64(amount)),
			Take:    func(in *protocol.Buffer) ([]byte, error) { _, err := in.Line(); return nil, err },
			Clock:   player.Clock{Mode: player.Fair, Limit: 10 * time.Second},
		}
		t.Ask([]*player.Ask{&ask})
		if ask.Err != nil || ask.Fault != "" {
			return 0, fmt.Errorf("%s %s %v", ask.Fault, ask.Detail, ask.Err)
		}
		if i > 1 { // the first turns have the start of the program in them
			offs = append(offs, (ask.Times.CPU - amount).Abs())
		}
	}
	slices.Sort(offs)
	return offs[len(offs)/2], nil
}

// parallel raises the number of matches at once, one core each, and keeps the
// last number at which the arena was never late by more than 5 ms.
func (m *measurement) parallel() error {
	const tolerable = 5 * time.Millisecond
	for n := 1; n <= len(m.cores); n++ {
		lag, err := m.lag(n)
		if err != nil {
			return err
		}
		if n > 1 && lag > tolerable {
			return nil
		}
		m.report.Parallel, m.report.Lag = n, lag
	}
	return nil
}

// lag times bots that never answer, n at once, against a limit, and returns
// how late the worst was stopped.
func (m *measurement) lag(n int) (worst time.Duration, err error) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			e := pinned(m.cores[i], func() error {
				late, err := m.silence(m.cores[i])
				mu.Lock()
				worst = max(worst, late)
				mu.Unlock()
				return err
			})
			mu.Lock()
			err = errors.Join(err, e)
			mu.Unlock()
		})
	}
	wg.Wait()
	return worst, err
}

func (m *measurement) silence(core int) (time.Duration, error) {
	const limit = 100 * time.Millisecond
	var worst time.Duration
	for range 5 {
		p, err := player.Start(m.ctx, m.box, &sandbox.Command{Program: m.bot, CPUs: []int{core}})
		if err != nil {
			return 0, err
		}
		t := player.NewTable([]player.Endpoint{p}, player.Frozen, -1)
		ask := player.Ask{
			Take:  func(*protocol.Buffer) ([]byte, error) { return nil, protocol.ErrMore },
			Clock: player.Clock{Mode: player.Wall, Limit: limit},
		}
		t.Ask([]*player.Ask{&ask})
		t.Close(nil, 0)
		worst = max(worst, ask.Times.Wall-limit)
	}
	return worst, nil
}
