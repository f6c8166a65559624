package sandbox

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"

	"botarena/sandbox/seccomp"

	"golang.org/x/sys/unix"
)

// A launcher and its children are under one filter: loading another in each
// child costs 40 µs a launch. Yet the launch needs calls that its program must
// not have: clone3, execveat, the change of id, the limits. What tells them
// apart is a key: a random number of 64 bits that the launch puts into the
// sixth argument of each of its calls, where none of them looks, and which the
// filter compares. The program does not learn it: the kernel clears the
// registers at the exec, and shows a filter to nobody; and a wrong guess is
// answered as the call itself is, which for clone3 and execveat names a
// violation.

// keyArg is the argument that carries the key. None of the launch's calls has
// six.
const keyArg = 5

// launchRules are what a launcher may do beyond its children.
func launchRules(key uint64, execFD int) []seccomp.Rule {
	keyed := func(more ...seccomp.Cond) []seccomp.Cond {
		return append([]seccomp.Cond{seccomp.Long(keyArg, key)}, more...)
	}
	return []seccomp.Rule{
		{Calls: "clone3", When: keyed(), Do: seccomp.Allow, Why: "the launch"},
		{Calls: "execveat", When: keyed(seccomp.Int(0, uint32(execFD)), seccomp.Int(4, unix.AT_EMPTY_PATH)), Do: seccomp.Allow, Why: "the launch"},
		{Calls: "seccomp", When: keyed(seccomp.Int(0, unix.SECCOMP_SET_MODE_FILTER), seccomp.Int(1, 0)), Do: seccomp.Allow, Why: "the launch"},
		{Calls: "prctl prlimit64 setsid setpgid setgroups setresgid setresuid sched_setaffinity landlock_restrict_self", When: keyed(), Do: seccomp.Allow, Why: "the launch"},
	}
}

// policy is the filter of a launcher, by what its children are.
func (l *launcher) policy(key uint64) seccomp.Policy {
	p := seccomp.Runtime()
	switch {
	case l.root.profile == Build:
		p = seccomp.Build()
	case !l.root.hasFiles():
		p = seccomp.Bot()
	}
	p.Rules = slices.Concat(launchRules(key, l.s.execFD), p.Rules)
	return p
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
		second, err := seccomp.Compile(seccomp.SecondBot(seccomp.Setup{ExecFD: l.s.execFD}), arch)
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
		if err == nil {
			l.s.guard(l.listener)
		}
	})
	if err := <-made; err != nil {
		return err
	}
	l.report.holds(layerSeccomp, fmt.Sprintf("filter %s, %d instructions, with a listener", policy.Name, first.Len()))
	return nil
}
