// Package cgroup gives each process tree a control group: limits on its
// memory, its processes and its CPU time that the kernel holds for the tree as
// a whole; figures of what it used; and a way to stop and to kill all of it at
// once. It works on hosts with cgroup v1, v2 and both, and says of each feature
// that a host does not give why not, and what to do about it.
//
//	root, err := cgroup.Open(cgroup.Options{})
//	defer root.Close()
//	g, err := root.Group()
//	err = g.Begin(cgroup.Limits{Memory: 1 << 30, Processes: 64})
//	// start a child: born into g.BirthFD(), writing "0" to each of g.TaskFDs()
//	used, err := g.CPU()
//	err = g.Kill()
//	err = g.Release(time.Now().Add(time.Second))
//
// # What comes from where
//
// Each feature is looked for on its own. A controller belongs to one version
// at a time: what v1 has, v2 cannot give.
//
//	feature    v1                            v2                          hybrid
//	memory     limit_in_bytes, memsw,        max, swap.max, oom.group,   where the
//	           oom_control, max_usage        events, peak                controller is
//	pids       pids.max, current, peak       the same                    where it is
//	cpu        cfs_quota_us, cfs_period_us   cpu.max                     where it is
//	cpu usage  cpuacct.usage                 cpu.stat                    v2
//	pressure   -                             cpu.pressure                v2
//	freeze     - (use SIGSTOP)               cgroup.freeze, from 5.2     v2
//	kill       one by one, forks refused     cgroup.kill, from 5.14      v2
//	birth      - (the child writes tasks)    CLONE_INTO_CGROUP, 5.7      v2 for the v2 tree
//
// The files of the v2 core are there in every group, also on a hybrid host
// whose v2 tree has no controller at all.
//
// # When a limit is reached
//
// Memory: the kernel takes back what it can, then kills; OOMKills tells it
// from every other death by signal 9. On v2 the whole tree dies. On v1 one
// process of it does, and the rest is the caller's to kill. Memory that is
// reserved and not touched is free; page cache, tmpfs, pipes, thread stacks
// and page tables count. Where swap is accounted for none is given; where it is
// not (v1 without swapaccount, a kernel without swap) a host with swap lets
// the tree use it: Root.Swaps tells.
//
// Processes: fork and clone answer EAGAIN, also to root. Threads count, and so do
// zombies until somebody waits for them.
//
// CPU: the tree waits until its next period; Throttled grows.
//
// # Not covered
//
// Disk, network, and which cores a tree runs on: groups of those controllers
// are not made (cores are chosen by sched_setaffinity(2)). Wall time and CPU
// time limits: read the figures and Kill. Kernel memory that is not charged to
// anybody. A process of the tree that has the right to write to another
// group's files can leave; keep it from the cgroup file system.
//
// # How exact the CPU figures are
//
// The kernel adds up in nanoseconds when a thread stops running and at each
// tick (1 to 4 ms) while it runs. So CPU is exact of a tree that does not run,
// and behind by at most a tick for each thread that does; so are the clock of
// another process (clock_getcpuclockid(3)) and /proc/PID/schedstat. No call
// makes the kernel bring it up to date for another process, except to stop
// that: CPUNow does. A reader on the very core of a tree confined to it always
// reads exactly, as the tree then does not run.
//
// # Where the groups are, and what is left behind
//
// Open makes one folder in each hierarchy, in the group that the arena was
// started in, so that limits set on that hold for the tree too; as root, at the
// top where that group cannot be used. Its name tells the owner: process
// namespace, process id, start time. The owner holds a lock on it (flock(2)).
// Open removes every folder of the same prefix whose owner is dead; that is
// one whose lock is free, and whose process, if it is of our own process
// namespace, is gone. Processes in it are killed if it is of our own namespace.
//
// On v2 a group with processes cannot give controllers to groups below
// (no-internal-process rule). If the arena is alone in its group it moves into
// a leaf of its own, once; otherwise the report says who else is there.
//
// The files of a group stay open for its life: some twenty descriptors. No
// call on the way of a launch or a turn allocates.
package cgroup
