package sandbox

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"

	"botarena/sandbox/cgroup"
	"botarena/sandbox/seccomp"

	"golang.org/x/sys/unix"
)

// A launcher and its children are under one filter: loading another in each
// child costs 40 µs a launch. The launch's own calls pass it by a key, see
// seccomp.Inherited.

// policy is the filter of a launcher, by what its children are.
func (l *launcher) policy(key uint64) seccomp.Policy {
	p := seccomp.Runtime()
	switch {
	case l.root.profile == Build:
		p = seccomp.Build()
	case !l.root.hasFiles():
		p = seccomp.Bot()
	}
	if l.root.profile == Bot && !l.s.works(cgroup.Freeze) {
		p = seccomp.Stopped(p)
	}
	return seccomp.Inherited(p, key, l.s.execFD)
}

// needsSecond reports whether each child loads a filter of its own: bots that
// share an id can signal each other, and the one signal that the first filter
// lets pass unseen must be held to the bot's own threads.
func (s *Sandbox) needsSecond(p Profile) bool {
	return p == Bot && s.seats.base == 0 && s.report.wants(layerSeccomp)
}

// filters puts the calling thread under its filter, the last of its layers:
// building the others needs what it forbids.
func (l *launcher) filters() error {
	arch := seccomp.Native()
	if arch == nil {
		return unix.ENOSYS
	}
	if l.s.needsSecond(l.root.profile) {
		second, err := seccomp.Compile(seccomp.OwnSignals(), arch)
		if err != nil {
			return err
		}
		l.second = second
	}
	var random [8]byte
	rand.Read(random[:]) // never fails (crypto/rand)
	key := binary.LittleEndian.Uint64(random[:])
	policy := l.policy(key)
	first, err := seccomp.Compile(policy, arch)
	if err != nil {
		return err
	}
	fd, err := seccomp.Load(first, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER|unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV)
	if err != nil {
		return err
	}
	l.key = uintptr(key)
	// Not on this thread, which the filter holds already.
	made := make(chan error)
	l.warden.Go(func() {
		var err error
		if l.listener, err = seccomp.NewListener(fd); err != nil {
			unix.Close(fd)
		}
		made <- err
		if err != nil {
			return
		}
		if err := l.s.guard(l.listener); err != nil {
			l.fail(err)
		}
	})
	if err := <-made; err != nil {
		return err
	}
	l.report.holds(layerSeccomp, fmt.Sprintf("filter %s, %d instructions, with a listener", policy.Name, first.Len()))
	return nil
}
