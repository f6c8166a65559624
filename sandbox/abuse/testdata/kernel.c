// Privileges, and corners of the kernel that no bot needs.
#include "abuse.h"
#include <grp.h>
#include <linux/bpf.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/reboot.h>
#include <sys/utsname.h>

static int setuid_(int argc, char **argv) { TRY(RAW(SYS_setuid, number(argc, argv, 0, 0))); return 0; }
static int setresuid_(int argc, char **argv) { TRY(RAW(SYS_setresuid, 0, 0, 0)); return 0; }
static int setgroups_(int argc, char **argv) { gid_t g = 0; TRY(RAW(SYS_setgroups, 1, &g)); return 0; }
static int capset_(int argc, char **argv) { // take one
	struct __user_cap_header_struct h = {_LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct d[2] = {{1 << CAP_SETUID, 1 << CAP_SETUID}};
	TRY(RAW(SYS_capset, &h, d));
	return 0;
}
static int caps(int argc, char **argv) { // any, also in the bounding set?
	struct __user_cap_header_struct h = {_LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct d[2] = {0};
	TRY(RAW(SYS_capget, &h, d));
	if (d[0].effective | d[0].permitted | d[0].inheritable | d[1].effective | d[1].permitted | d[1].inheritable) return 0;
	for (int c = 0; c < 64; c++) if (prctl(PR_CAPBSET_READ, c) == 1) return 0;
	return EPERM;
}
static int unshare_(int argc, char **argv) { TRY(unshare(number(argc, argv, 0, CLONE_NEWUSER))); return 0; }
static int setns_(int argc, char **argv) {
	int fd = open(argc ? argv[0] : "/proc/self/ns/net", O_RDONLY);
	TRY(fd);
	TRY(setns(fd, 0));
	return 0;
}
static int setns_only(int argc, char **argv) { TRY(setns(0, CLONE_NEWNET)); return 0; }
static int bpf(int argc, char **argv) {
	union bpf_attr a = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
	TRY(RAW(SYS_bpf, BPF_MAP_CREATE, &a, sizeof a));
	return 0;
}
static int perf(int argc, char **argv) {
	struct perf_event_attr a = {.type = PERF_TYPE_SOFTWARE, .size = sizeof a, .config = PERF_COUNT_SW_TASK_CLOCK};
	TRY(RAW(SYS_perf_event_open, &a, 0, -1, -1, 0));
	return 0;
}
static int uffd(int argc, char **argv) { TRY(RAW(SYS_userfaultfd, 0)); return 0; }
static int kexec(int argc, char **argv) { TRY(RAW(SYS_kexec_load, 0, 0, NULL, 0)); return 0; } // unloads
static int module(int argc, char **argv) { TRY(RAW(SYS_init_module, "", 0, "")); return 0; }
static int module_fd(int argc, char **argv) { TRY(RAW(SYS_finit_module, 0, "", 0)); return 0; }
static int personality_(int argc, char **argv) { TRY(personality(number(argc, argv, 0, ADDR_NO_RANDOMIZE))); return 0; }
static int reboot_(int argc, char **argv) { TRY(reboot(RB_ENABLE_CAD)); return 0; } // Ctrl-Alt-Del restarts, as after any boot
static int syslog(int argc, char **argv) { TRY(RAW(SYS_syslog, 10 /* size of the buffer */, NULL, 0)); return 0; }
static int set_clock(int argc, char **argv) { // to what it says
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	TRY(RAW(SYS_clock_settime, CLOCK_REALTIME, &t));
	return 0;
}
static int host_name(int argc, char **argv) { TRY(sethostname("abuse", 5)); return 0; }
static int acct_(int argc, char **argv) { TRY(RAW(SYS_acct, NULL)); return 0; } // off, as it is
static int swapon_(int argc, char **argv) { TRY(RAW(SYS_swapon, "/etc/passwd", 0)); return 0; }
static int quota(int argc, char **argv) { TRY(RAW(SYS_quotactl, 0x80000100 /* Q_SYNC */, NULL, 0, NULL)); return 0; }

#ifdef __x86_64__
static int iopl_(int argc, char **argv) { TRY(RAW(SYS_iopl, 3)); return 0; }
static int ioperm_(int argc, char **argv) { TRY(RAW(SYS_ioperm, 0x80, 1, 1)); return 0; }
static int ldt(int argc, char **argv) { char b[64]; TRY(RAW(SYS_modify_ldt, 0, b, sizeof b)); return 0; }
#else
static int iopl_(int argc, char **argv) { return ENOSYS; }
#define ioperm_ iopl_
#define ldt iopl_
#endif

static struct sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
static struct sock_fprog prog = {1, allow};
static int filter(int argc, char **argv) { // with NEW_LISTENER if the argument says so
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	TRY(RAW(SYS_seccomp, SECCOMP_SET_MODE_FILTER, number(argc, argv, 0, 0), &prog));
	return 0;
}
static int filter_prctl(int argc, char **argv) {
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	TRY(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog));
	return 0;
}
static int landlock(int argc, char **argv) {
	struct landlock_ruleset_attr a = {.handled_access_fs = LANDLOCK_ACCESS_FS_EXECUTE};
	TRY(RAW(SYS_landlock_create_ruleset, &a, sizeof a, 0));
	return 0;
}
static int restrict_(int argc, char **argv) { TRY(RAW(SYS_landlock_restrict_self, 0, 0)); return 0; }

static int lock(int argc, char **argv) { // more than anybody may
	size_t n = number(argc, argv, 0, 16 << 20);
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	TRY(mlock(p, n));
	return 0;
}
static int map_locked(int argc, char **argv) {
	return mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED, -1, 0) == MAP_FAILED ? errno : 0;
}
static int huge(int argc, char **argv) {
	return mmap(NULL, 2 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | MAP_NORESERVE, -1, 0) == MAP_FAILED ? errno : 0;
}
static int own_table(int argc, char **argv) { TRY(RAW(SYS_close_range, 3, ~0u, 2 /* CLOSE_RANGE_UNSHARE */)); return 0; }
static int secret(int argc, char **argv) { TRY(RAW(SYS_memfd_secret, 0)); return 0; }
static int memfd(int argc, char **argv) { TRY(memfd_create("x", number(argc, argv, 0, 0))); return 0; }

static int nice_(int argc, char **argv) { TRY(setpriority(PRIO_PROCESS, 0, -5)); return 0; }
static int fifo(int argc, char **argv) {
	struct sched_param p = {1};
	TRY(RAW(SYS_sched_setscheduler, 0, SCHED_FIFO, &p));
	return 0;
}
static int deadline(int argc, char **argv) {
	struct { uint32_t size, policy; uint64_t flags; int32_t nice; uint32_t prio; uint64_t run, dl, period; } a = {48, 6, 0, 0, 0, 1000000, 10000000, 10000000};
	TRY(RAW(SYS_sched_setattr, 0, &a, 0));
	return 0;
}
static int affinity(int argc, char **argv) { // the core that the argument names
	cpu_set_t s;
	CPU_ZERO(&s);
	CPU_SET(number(argc, argv, 0, 0), &s);
	TRY(RAW(SYS_sched_setaffinity, 0, sizeof s, &s));
	return 0;
}
static int ioprio(int argc, char **argv) { TRY(RAW(SYS_ioprio_set, 1, 0, 1 << 13)); return 0; }
static int raise_limit(int argc, char **argv) { // the hard limit of the resource, beyond what it is
	int r = number(argc, argv, 0, RLIMIT_CORE);
	struct rlimit l;
	TRY(getrlimit(r, &l));
	l.rlim_cur = l.rlim_max = l.rlim_max == RLIM_INFINITY ? RLIM_INFINITY : l.rlim_max + 1;
	TRY(RAW(SYS_prlimit64, 0, r, &l, NULL));
	return 0;
}
static int pipe_owner(int argc, char **argv) { TRY(fcntl(1, F_SETOWN, number(argc, argv, 0, getpid()))); return 0; }
static int pipe_signal(int argc, char **argv) { TRY(fcntl(1, F_SETSIG, SIGUSR1)); return 0; }
static int pipe_async(int argc, char **argv) { TRY(fcntl(1, F_SETFL, O_ASYNC)); return 0; }
static int pipe_packets(int argc, char **argv) { TRY(fcntl(1, F_SETFL, O_DIRECT)); return 0; }
static int exec_suid(int argc, char **argv) { execv(argv[0], argv); return errno; } // its set-uid copy, to say "euid"
static int euid(int argc, char **argv) { return geteuid() == 0 ? 0 : EPERM; }

static const struct op ops[] = {
	{"setuid", setuid_}, {"setresuid", setresuid_}, {"setgroups", setgroups_}, {"capset", capset_}, {"capabilities", caps}, {"unshare", unshare_},
	{"setns", setns_}, {"setns-only", setns_only}, {"bpf", bpf}, {"perf", perf}, {"userfaultfd", uffd}, {"kexec", kexec}, {"module", module},
	{"module-fd", module_fd}, {"personality", personality_}, {"reboot", reboot_}, {"syslog", syslog}, {"set-clock", set_clock},
	{"sethostname", host_name}, {"acct", acct_}, {"swapon", swapon_}, {"quotactl", quota}, {"iopl", iopl_}, {"ioperm", ioperm_}, {"modify-ldt", ldt},
	{"filter", filter}, {"filter-prctl", filter_prctl}, {"landlock", landlock}, {"landlock-restrict", restrict_}, {"mlock", lock},
	{"map-locked", map_locked}, {"hugetlb", huge}, {"own-table", own_table}, {"memfd-secret", secret}, {"memfd", memfd}, {"nice", nice_}, {"fifo", fifo},
	{"deadline", deadline}, {"affinity", affinity}, {"ioprio", ioprio}, {"raise-limit", raise_limit}, {"pipe-owner", pipe_owner},
	{"pipe-signal", pipe_signal}, {"pipe-async", pipe_async}, {"pipe-packets", pipe_packets}, {"exec", exec_suid}, {"euid", euid}, {NULL},
};

int main(int argc, char **argv) { return run(ops, argc, argv); }
