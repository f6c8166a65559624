package sandbox

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Where the host's memory is at its end the kernel ends what is largest, corrected by
// each process's oom_score_adj (proc_pid_oom_score_adj(5)), which children inherit. An
// arena that is given less than others (systemd's OOMScoreAdjust) is to outlive them;
// its bots are not.
const (
	oomScoreFile = "oom_score_adj"
	killedFirst  = "1000" // the highest
)

// protected reports whether this process is to be killed later than others.
func protected() bool {
	text, err := os.ReadFile("/proc/self/" + oomScoreFile)
	if err != nil {
		return false // nobody can have set it
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	return err == nil && n < 0
}

// expose has the kernel end a process before all others, which takes no privilege. It
// costs a twentieth of a launch, so it is done where this one is protected only. Where
// /proc cannot be written, the figure stays the inherited one.
func expose(pid int) {
	fd, err := unix.Open("/proc/"+strconv.Itoa(pid)+"/"+oomScoreFile, unix.O_WRONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	unix.Write(fd, []byte(killedFirst))
	unix.Close(fd)
}
