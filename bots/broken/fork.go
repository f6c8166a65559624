package main

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// rawFork forks; the child sleeps and is gone. Only raw system calls are made
// between: the child has one thread and no running scheduler.
//
//go:norace
func rawFork(sleep *unix.Timespec) (child int, errno syscall.Errno) {
	pid, _, errno := syscall.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
	if errno != 0 || pid != 0 {
		return int(pid), errno
	}
	syscall.RawSyscall(unix.SYS_NANOSLEEP, uintptr(unsafe.Pointer(sleep)), 0, 0)
	for {
		syscall.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
	}
}
