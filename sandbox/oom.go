package sandbox

import (
	"errors"
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

// errHostStarved is why a program without a memory cgroup is not to blame for its
// SIGKILL. One that has sent it to itself then plays again, as nobody can tell.
var errHostStarved = errors.New("it was killed while the host, or a cgroup around the arena, ran out of memory")

// oomKills is how many processes the kernel has killed for memory since the host
// began, in any cgroup (proc_vmstat(5)); 0 where it does not tell, as before Linux 4.13.
func oomKills() int {
	text, err := os.ReadFile("/proc/vmstat")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if count, ok := strings.CutPrefix(line, "oom_kill "); ok {
			n, _ := strconv.Atoi(strings.TrimSpace(count)) // nothing else stands there
			return n
		}
	}
	return 0
}
