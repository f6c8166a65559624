package seccomp

import (
	"os"
	"strconv"
	"strings"
)

// ids are the numbers of a thread.
type ids struct {
	tgid  int // its process, as we see it
	own   int // its process, as it sees itself
	tid   int // the thread, as it sees itself
	group int // its process group, as it sees itself
}

// readIDs asks /proc; ok is false if the thread is no more or /proc does not
// show it.
func readIDs(tid int) (ids, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(tid) + "/status")
	if err != nil {
		return ids{}, false
	}
	return parseIDs(string(text))
}

// parseIDs reads a status file (proc_pid_status(5)). The lines NS… have a
// number for each process namespace, from the reader's down to the thread's.
func parseIDs(status string) (i ids, ok bool) {
	found := 0
	for line := range strings.Lines(status) {
		key, value, _ := strings.Cut(line, ":")
		var to *int
		switch key {
		case "Tgid":
			to = &i.tgid
		case "NStgid":
			to = &i.own
		case "NSpid":
			to = &i.tid
		case "NSpgid":
			to = &i.group
		default:
			continue
		}
		fields := strings.Fields(value)
		if len(fields) == 0 {
			return ids{}, false
		}
		n, err := strconv.Atoi(fields[len(fields)-1])
		if err != nil {
			return ids{}, false
		}
		*to = n
		if found++; found == 4 {
			return i, true
		}
	}
	return ids{}, false
}

// Process is the process of a thread, as this process numbers both. ok is
// false if the thread is no more.
func Process(tid int) (pid int, ok bool) {
	i, ok := readIDs(tid)
	return i.tgid, ok
}

// OwnNumber is the number of a thread's process as it sees itself; 0 if the thread is
// no more.
func OwnNumber(tid int) int {
	i, _ := readIDs(tid)
	return i.own
}

// signalsSelf reports whether a call sends a signal to its own process only.
// The numbers are arguments, which nobody can change while the call waits.
// reads is how many files of /proc it has read.
func signalsSelf(call string, tid int, args [6]uint64) (self bool, reads int) {
	target := int(int32(args[0]))
	switch call {
	case "kill", "rt_sigqueueinfo", "tkill", "tgkill", "rt_tgsigqueueinfo":
	default:
		return false, 0
	}
	i, ok := readIDs(tid)
	if !ok {
		return false, 1
	}
	switch call {
	case "tkill":
		if target == i.tid {
			return true, 1
		}
		self, reads = hasThread(i.tgid, target)
		return self, reads + 1
	case "kill":
		// Its group is its own where it leads one, as every bot does (setsid).
		if i.group == i.own && (target == 0 || target == -i.own) {
			return true, 1
		}
	}
	return target == i.own, 1
}

// hasThread reports whether a process has a thread of that number, as it sees
// it.
func hasThread(pid, tid int) (has bool, reads int) {
	dir := "/proc/" + strconv.Itoa(pid) + "/task"
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false, 0
	}
	for _, e := range entries {
		reads++
		text, err := os.ReadFile(dir + "/" + e.Name() + "/status")
		if err != nil {
			continue
		}
		if i, ok := parseIDs(string(text)); ok && i.tid == tid {
			return true, reads
		}
	}
	return false, reads
}
