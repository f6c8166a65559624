package sandbox

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// As root on a host with everything, the strict jail can be had.
func TestStrict(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root")
	}
	if ids, err := os.ReadFile("/proc/self/uid_map"); err != nil || !strings.Contains(string(ids), "4294967295") {
		t.Skip("needs all ids: this process lies in a user namespace")
	}
	s, err := New(t.Context(), Options{Strict: true})
	var he *HostError
	if errors.As(err, &he) && he.Layer == layerWaiting || errors.As(err, &he) && he.Layer == layerMemory {
		t.Skipf("this host lacks %s: %v", he.Layer, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, l := range s.Layers() {
		if !l.InForce || !l.Required || l.By == "" || l.Missing != "" {
			t.Errorf("%+v", l)
		}
	}
	_, f := run(t, s, Command{}, "spin", "0")
	if f.Status != StatusOK {
		t.Errorf("%+v", f)
	}
}

func TestOptions(t *testing.T) {
	if _, err := New(t.Context(), Options{Without: []string{"walls"}}); err == nil {
		t.Error("an unknown layer could be left out")
	}
	if _, err := New(t.Context(), Options{Strict: true, Without: []string{layerSeccomp}}); err == nil {
		t.Error("a strict jail could be had without seccomp")
	}
	if _, err := New(t.Context(), Options{Cores: []int{1000}}); err == nil {
		t.Error("a core that is not there was taken")
	}
}

// A launcher whose namespace is dead is replaced, and the launch is made. Whoever was
// in that namespace is not to blame for the end.
func TestInitKilled(t *testing.T) {
	s := withInits(t)
	c := Command{CPUs: s.opts.Cores[:1]}
	run(t, s, c, "spin", "0")
	bystander := start(t, s, c, "echo")
	killInits(t, s)
	for range 2 {
		if _, f := run(t, s, c, "spin", "0"); f.Status != StatusOK {
			t.Errorf("%+v", f)
		}
		if _, f := run(t, s, Command{}, "spin", "0"); f.Status != StatusOK {
			t.Errorf("%+v", f)
		}
	}
	if f := bystander.Wait(t.Context()); f.Status != StatusArenaFault || f.Fault != errInitDied.Error() {
		t.Errorf("who was there when it died: %s", f.Reason())
	}
}

// Where nothing is launched any more after a namespace has died, its programs are not
// to blame either. What they did before is theirs all the same.
func TestInitKilledAtLast(t *testing.T) {
	s := withInits(t)
	c := Command{CPUs: s.opts.Cores[:1]}
	first, second, late, self := start(t, s, c, "echo"), start(t, s, c, "echo"), start(t, s, c, "echo"), start(t, s, c, "echo")
	failed := start(t, s, c, "no such way")
	aborted := start(t, s, c, "abort")
	for _, p := range []*Process{failed, aborted} {
		if n, err := unix.Poll([]unix.PollFd{{Fd: int32(p.PidFD()), Events: unix.POLLIN}}, 10_000); n != 1 {
			t.Fatalf("it runs on (%v)", err)
		}
	}
	late.Kill(KilledTime)
	if err := unix.Kill(self.PID(), unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if f := self.Wait(t.Context()); f.Status != StatusSignalled || f.Signal != unix.SIGKILL || f.Fault != "" {
		t.Errorf("SIGKILL while the namespace lives: %s, %+v", f.Reason(), f)
	}
	killInits(t, s)
	for _, p := range []*Process{second, first} { // one may see it when it is waited for, the other later
		if f := p.Wait(t.Context()); f.Status != StatusArenaFault || f.Fault != errInitDied.Error() || f.Signal != unix.SIGKILL {
			t.Errorf("who was there when it died: %s, %+v", f.Reason(), f)
		}
	}
	for p, want := range map[*Process]Status{failed: StatusExited, aborted: StatusSignalled, late: StatusTime} {
		if f := p.Wait(t.Context()); f.Status != want || f.Fault != "" {
			t.Errorf("%s, want %s: %+v", f.Reason(), want, f)
		}
	}
}

// TestInitIgnoresBytes: only the end of its lifeline ends an init.
func TestInitIgnoresBytes(t *testing.T) {
	s := withInits(t)
	c := Command{CPUs: s.opts.Cores[:1]}
	bystander := start(t, s, c, "echo")
	for l := range allLaunchers(s) {
		if _, err := unix.Write(l.lifeline, []byte("some bytes")); err != nil {
			t.Fatal(err)
		}
		for until := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
			left, err := unix.IoctlGetInt(l.lifeline, unix.TIOCINQ)
			if err != nil || time.Now().After(until) {
				t.Fatalf("%d bytes are not read (%v)", left, err)
			}
			if left == 0 {
				break
			}
		}
		time.Sleep(10 * time.Millisecond) // it would end
		if err := l.died(); err != nil {
			t.Error(err)
		}
	}
	if got := say(t, bystander, "x"); got != "x" {
		t.Errorf("who was there says %q", got)
	}
}

func withInits(t *testing.T) *Sandbox {
	t.Helper()
	s := newSandbox(t, testOptions())
	if !s.report.has(layerPID) {
		t.Skip("needs a process namespace")
	}
	return s
}

// allLaunchers yields each launcher while it is free.
func allLaunchers(s *Sandbox) iter.Seq[*launcher] {
	return func(yield func(*launcher) bool) {
		for _, free := range s.launchers {
			for range cap(free) {
				l := <-free
				goOn := yield(l)
				if free <- l; !goOn {
					return
				}
			}
		}
	}
}

// killInits ends all process namespaces, as only the host can.
func killInits(t *testing.T, s *Sandbox) {
	t.Helper()
	for l := range allLaunchers(s) {
		if err := unix.PidfdSendSignal(l.initPidfd, unix.SIGKILL, nil, 0); err != nil {
			t.Fatal(err)
		}
		for until := time.Now().Add(10 * time.Second); l.died() == nil; time.Sleep(time.Millisecond) {
			if time.Now().After(until) {
				t.Fatal("an init lives on")
			}
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	s := newSandbox(t, testOptions())
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	program, err := os.ReadFile(cProgram(t, "exit"))
	if err != nil {
		t.Fatal(err)
	}
	arm := append([]byte(nil), program...)
	arm[18] = 183 // EM_AARCH64
	if hostMachine == 183 {
		arm[18] = 62
	}
	fifo := filepath.Join(dir, "fifo")
	if err := unix.Mkfifo(fifo, 0o666); err != nil {
		t.Fatal(err)
	}
	foreign := file("foreign", string(arm))
	huge := file("huge", "\x7fELF")
	if err := os.Truncate(huge, maxProgramBytes+1); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, why string }{
		{filepath.Join(dir, "none"), "does not exist"},
		{filepath.Join(dir, "foreign", "x"), "cannot be opened: not a directory"},
		{dir, "is a folder"},
		{fifo, "is not a regular file"},
		{file("empty", ""), "is empty"},
		{huge, "is larger than 512 MiB"},
		{file("text", "hello\n"), "is not in an executable format"},
		{foreign, "is built for aarch64, this machine is x86-64"},
		{file("cut", string(program[:40])), "is a damaged program file"},
		{file("windows", "MZ\x90\x00"), "is a Windows program"},
		{file("macos", "\xcf\xfa\xed\xfe"), "is a macOS program"},
		{file("class", "\xca\xfe\xba\xbe"), "is a Java class or a macOS program"},
		{file("zip", "PK\x03\x04"), "is a zip archive"},
		{file("script", "#!/usr/bin/no-such-interpreter\n"), "needs the interpreter /usr/bin/no-such-interpreter, which this host does not have"},
		{file("env", "#!/usr/bin/env no-such-interpreter\n"), "needs the interpreter no-such-interpreter, which this host does not have"},
		{file("bare", "#!\n"), "has a #! line without an interpreter"},
		{file("crlf", "#!/usr/bin/env python3\r\n"), "has a #! line that ends in a carriage return"},
	} {
		p, err := s.Open(c.path, ProgramOptions{})
		if err == nil {
			p.Close()
			t.Errorf("%s: was opened", c.path)
			continue
		}
		var pe *ProgramError
		if !errors.As(err, &pe) || pe.Path != c.path || pe.Cure == "" || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %#v", c.path, err)
			continue
		}
		if hostMachine != 62 && c.path == foreign {
			continue
		}
		if pe.Why != c.why {
			t.Errorf("%s: %q, want %q", c.path, pe.Why, c.why)
		}
	}
}

// What runs is what was opened, whatever happens to the file.
func TestProgramCannotChange(t *testing.T) {
	s := newSandbox(t, testOptions())
	path := filepath.Join(t.TempDir(), "bot")
	copyFile(t, cProgram(t, "exit"), path)
	prog := open(t, s, path)
	if prog.Runtime != Static || prog.Interpreter != "" || len(prog.Hash) != 64 {
		t.Errorf("%+v", prog)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\nexit 9\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := unix.Write(prog.fd, []byte("x")); err != unix.EPERM {
		t.Errorf("the copy can be written: %v", err)
	}
	p, err := s.Start(&Command{Program: prog, Args: []string{"5"}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if f := p.Wait(t.Context()); f.ExitCode != 5 || f.Hash != prog.Hash {
		t.Errorf("%+v", f)
	}
}

// One whose building was called off leaves nothing.
func TestNewCancelled(t *testing.T) {
	countHost(t)
	before := countHost(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := New(ctx, testOptions()); s != nil || err != context.Canceled {
		t.Errorf("%v, %v", s, err)
	}
	if after := countHost(t); after != before {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

// A launcher that is made later, and lacks a layer that is relied on, is none: the
// others' bots count on it.
func TestLaterLauncherLacks(t *testing.T) {
	r, err := newLayerReport(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range knownLayers {
		if l.Name != layerIPC {
			r.holds(l.Name, "")
		}
	}
	if err := r.verdict(); err != nil {
		t.Fatalf("without %s: %v", layerIPC, err)
	}
	later := r.later()
	later.missing(layerIPC, "unshare", unix.ENOSPC)
	if err := later.verdict(); err != nil {
		t.Errorf("it lacks what the first lacked: %v", err)
	}
	later.missing(layerLandlock, "", unix.EMFILE)
	var he *HostError
	if err := later.verdict(); !errors.As(err, &he) || he.Layer != layerLandlock {
		t.Errorf("it lacks landlock: %v", err)
	}
	if !r.has(layerLandlock) {
		t.Error("what it lacks is told of all")
	}
}

// A closed sandbox ends what runs and starts nothing.
func TestClose(t *testing.T) {
	s, err := New(t.Context(), testOptions())
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, s, Command{}, "sleep", "100")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if f := p.Wait(t.Context()); f.Killed != KilledCancelled {
		t.Errorf("%+v", f)
	}
	if err := s.Close(); err != nil {
		t.Errorf("the second Close: %v", err)
	}
	prog, err := s.Open(cProgram(t, "exit"), ProgramOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer prog.Close()
	if _, err := s.Start(&Command{Program: prog}); err == nil {
		t.Error("a closed sandbox starts programs")
	}
}
