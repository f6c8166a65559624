// vforks PATH EACH WORKERS starts a program EACH times from each of so many
// processes, pinned to the cores in turn, as fast as C can: vfork, execve, wait.
// It is the floor under a launch.
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int starts(char *path, int each) {
	char *argv[] = {path, NULL}, *envp[] = {"LANG=C.UTF-8", NULL};
	for (int i = 0; i < each; i++) {
		pid_t pid = vfork();
		if (pid == 0) {
			execve(path, argv, envp);
			_exit(127);
		}
		int status;
		if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
			return 1;
	}
	return 0;
}

int main(int argc, char **argv) {
	int each = atoi(argv[2]), workers = atoi(argv[3]), cores = sysconf(_SC_NPROCESSORS_ONLN), bad = 0;
	for (int w = 0; w < workers; w++)
		if (fork() == 0) {
			cpu_set_t set;
			CPU_ZERO(&set);
			CPU_SET(w % cores, &set);
			sched_setaffinity(0, sizeof set, &set);
			_exit(starts(argv[1], each));
		}
	for (int w = 0; w < workers; w++) {
		int status;
		if (wait(&status) < 0 || status != 0)
			bad = 1;
	}
	return bad;
}
