package sandbox

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestGuardFails: of a guard that can receive no more nobody would ever be answered.
// What it guarded ends by the jail's own fault, and the next is guarded by another.
func TestGuardFails(t *testing.T) {
	cores, err := usableCores()
	if err != nil {
		t.Fatal(err)
	}
	s := newSandbox(t, Options{Cores: cores[:1]})
	prog := open(t, s, cProgram(t, "behave"))
	bystander := start(t, s, Command{Program: prog}, "echo")

	// Its descriptor becomes that of another thing to read from, while the filter's stays open.
	fd := listenerFD(t)
	kept, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(kept)
	other, err := unix.Eventfd(1, unix.EFD_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(other)
	if err := unix.Dup3(other, fd, unix.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	caller := start(t, s, Command{Program: prog}, "opens")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for name, p := range map[string]*Process{"who asks": caller, "who does not": bystander} {
		if f := p.Wait(ctx); f.Killed != KilledArenaFault || f.Status != StatusArenaFault || f.Fault == "" {
			t.Errorf("%s: killed for %v, %s", name, f.Killed, f.Reason())
		}
	}
	if out, f := run(t, s, Command{Program: prog}, "opens"); f.Status != StatusOK {
		t.Errorf("the next: %s, says %q", f.Reason(), out)
	}
}

// TestStrangersKeepNobodyWaiting: a call of a launch that has not been recorded yet
// waits for that, and nobody waits for it.
func TestStrangersKeepNobodyWaiting(t *testing.T) {
	cores, err := usableCores()
	if err != nil {
		t.Fatal(err)
	}
	s := newSandbox(t, Options{Cores: cores[:1]}) // one launcher, one guard
	prog := open(t, s, cProgram(t, "behave"))
	late := start(t, s, Command{Program: prog}, "opens when told")
	other := start(t, s, Command{Program: prog}, "opens when told")
	tell := func(p *Process) {
		if _, err := unix.Write(p.Stdin(), []byte("\n")); err != nil {
			t.Fatal(err)
		}
	}
	s.live.Delete(late.pid)
	tell(late)
	time.Sleep(1500 * time.Millisecond) // its call is there, and has been looked at often: the host may be as slow as it likes
	began := time.Now()
	tell(other)
	if f := other.Wait(t.Context()); f.Status != StatusOK {
		t.Errorf("the other: %s", f.Reason())
	}
	if took := time.Since(began); took > 50*time.Millisecond {
		t.Errorf("the other's call took %v", took)
	}
	s.live.Store(late.pid, late)
	if f := late.Wait(t.Context()); f.Status != StatusOK {
		t.Errorf("the late one: %s", f.Reason())
	}
}

// listenerFD finds the descriptor of the only launcher's listener.
func listenerFD(t *testing.T) int {
	t.Helper()
	links, err := filepath.Glob("/proc/self/fd/*")
	if err != nil {
		t.Fatal(err)
	}
	found := -1
	for _, link := range links {
		if to, _ := os.Readlink(link); to != "anon_inode:seccomp notify" {
			continue
		}
		if found >= 0 {
			t.Fatal("there are several listeners")
		}
		if found, err = strconv.Atoi(filepath.Base(link)); err != nil {
			t.Fatal(err)
		}
	}
	if found < 0 {
		t.Fatal("there is no listener")
	}
	return found
}
