// Reaching files: reading, making, mounting, executing them.
#include "abuse.h"
#include <dirent.h>
#include <linux/mount.h>
#include <sys/file.h>
#include <sys/mount.h>

static int open_read(int argc, char **argv) { // a file, and something in it
	int fd;
	char c;
	TRY(fd = open(argv[0], O_RDONLY));
	ssize_t n = read(fd, &c, 1);
	TRY(n);
	return n == 1 ? 0 : ENODATA;
}

static int open_path(int argc, char **argv) { TRY(open(argv[0], O_PATH)); return 0; }

static int old_open(int argc, char **argv) { TRY(RAW(SYS_open, argv[0], O_RDONLY)); return 0; }

static int openat2_(int argc, char **argv) {
	uint64_t how[3] = {O_RDONLY};
	TRY(RAW(SYS_openat2, AT_FDCWD, argv[0], how, sizeof how));
	return 0;
}

static int create(int argc, char **argv) {
	TRY(open(argv[0], O_WRONLY | O_CREAT | O_EXCL, 0600));
	unlink(argv[0]);
	return 0;
}

static int tmpfile_(int argc, char **argv) { TRY(open(argv[0], O_TMPFILE | O_RDWR, 0600)); return 0; }

static int mkdir_(int argc, char **argv) { TRY(mkdirat(AT_FDCWD, argv[0], 0700)); rmdir(argv[0]); return 0; }

static int symlink_(int argc, char **argv) { TRY(symlinkat("/etc/passwd", AT_FDCWD, argv[0])); unlink(argv[0]); return 0; }

static int mknod_(int argc, char **argv) { // a device: the system's console
	TRY(mknod(argv[0], S_IFCHR | 0600, 5 << 8 | 1));
	unlink(argv[0]);
	return 0;
}

static int list(int argc, char **argv) {
	DIR *d = opendir(argv[0]);
	if (!d) return errno;
	int n = 0;
	for (struct dirent *e; (e = readdir(d)); n++) ;
	return n > 2 ? 0 : ENOENT;
}

static int look(int argc, char **argv) { // is it there, how long is it?
	struct stat st;
	TRY(RAW(SYS_newfstatat, AT_FDCWD, argv[0], &st, 0x1000 /* AT_EMPTY_PATH */));
	return 0;
}

static int link_text(int argc, char **argv) { char b[256]; TRY(readlink(argv[0], b, sizeof b)); return 0; }

static int handle(int argc, char **argv) { // open_by_handle_at walks around the root
	struct { struct file_handle h; char room[128]; } f = {{128}};
	int id, dir;
	TRY(name_to_handle_at(AT_FDCWD, argv[0], &f.h, &id, 0));
	TRY(dir = open("/", O_RDONLY));
	TRY(open_by_handle_at(dir, &f.h, O_RDONLY));
	return 0;
}

static int raw_handle(int argc, char **argv) { // a handle made up: inode 2 is the root of an ext4
	struct { struct file_handle h; uint32_t ino, gen; } f = {{8, 1}, 2, 0};
	int dir = number(argc, argv, 0, -1);
	if (dir == -1) TRY(dir = open("/", O_RDONLY));
	TRY(open_by_handle_at(dir, &f.h, O_RDONLY));
	return 0;
}

static int chroot_(int argc, char **argv) { TRY(chroot(argc ? argv[0] : "/")); return 0; }

static int mount_(int argc, char **argv) { TRY(mount("abuse", argc ? argv[0] : "/tmp", "tmpfs", 0, "")); return 0; }

static int bind(int argc, char **argv) { TRY(mount(argv[0], argv[1], "", MS_BIND, "")); return 0; }

static int umount_(int argc, char **argv) { TRY(umount2(argv[0], MNT_DETACH)); return 0; }

static int pivot(int argc, char **argv) { // to a root of its own
	TRY(mount("abuse", "/tmp", "tmpfs", 0, ""));
	TRY(mkdir("/tmp/old", 0700));
	TRY(RAW(SYS_pivot_root, "/tmp", "/tmp/old"));
	return 0;
}

static int pivot_only(int argc, char **argv) { TRY(RAW(SYS_pivot_root, ".", ".")); return 0; }

static int fsopen_(int argc, char **argv) {
	int fs, m;
	TRY(fs = RAW(SYS_fsopen, "tmpfs", 0));
	TRY(RAW(SYS_fsconfig, fs, FSCONFIG_CMD_CREATE));
	TRY(m = RAW(SYS_fsmount, fs));
	TRY(RAW(SYS_move_mount, m, "", AT_FDCWD, "/tmp", MOVE_MOUNT_F_EMPTY_PATH));
	return 0;
}

static int open_tree_(int argc, char **argv) {
	TRY(RAW(SYS_open_tree, AT_FDCWD, argc ? argv[0] : "/", OPEN_TREE_CLONE));
	return 0;
}

static int move_mount_(int argc, char **argv) {
	int t;
	TRY(t = RAW(SYS_open_tree, AT_FDCWD, "/etc", OPEN_TREE_CLONE));
	TRY(RAW(SYS_move_mount, t, "", AT_FDCWD, "/tmp", MOVE_MOUNT_F_EMPTY_PATH));
	return 0;
}

static int move_only(int argc, char **argv) { TRY(RAW(SYS_move_mount, AT_FDCWD, "/etc", AT_FDCWD, "/tmp")); return 0; }

static int setattr(int argc, char **argv) { // makes a read-only mount writable
	struct { uint64_t set, clr, prop, userns; } a = {0, MOUNT_ATTR_RDONLY};
	TRY(RAW(SYS_mount_setattr, AT_FDCWD, "/", 0, &a, sizeof a));
	return 0;
}

static int overwrite(int argc, char **argv) { // its own executable, which lies at argv[0]
	TRY(unlinkat(AT_FDCWD, argv[0], 0));
	TRY(open(argv[0], O_WRONLY | O_CREAT, 0755));
	return 0;
}

static int exec(int argc, char **argv) { execv(argv[0], argv); return errno; }

static int exec_at(int argc, char **argv) { // any descriptor, by the way the jail starts programs
	char *args[] = {"x", NULL};
	RAW(SYS_execveat, number(argc, argv, 0, 1000), "", args, args + 1, 0x1000);
	return errno;
}

static int exec_path_at(int argc, char **argv) { // an absolute path beside the agreed descriptor
	RAW(SYS_execveat, 1000, argv[0], argv, argv + argc, 0x1000);
	return errno;
}

static int exec_memfd(int argc, char **argv) {
	char buf[65536];
	int in, out;
	TRY(out = memfd_create("x", MFD_CLOEXEC));
	TRY(in = open(argv[0], O_RDONLY));
	for (ssize_t n; (n = read(in, buf, sizeof buf)) > 0;) TRY(write(out, buf, n));
	RAW(SYS_execveat, out, "", argv, argv + argc, 0x1000);
	return errno;
}

// Channels between two bots that share a file.
static int flock_(int argc, char **argv) { TRY(flock(1, LOCK_EX | LOCK_NB)); return 0; }

static int own(void) { int fd = open("/proc/self/exe", O_RDONLY); return fd < 0 ? 0 : fd; }

static int lease(int argc, char **argv) { TRY(fcntl(own(), F_SETLEASE, F_RDLCK)); return 0; }

static int notify(int argc, char **argv) { TRY(fcntl(argc ? 0 : open("/tmp", O_RDONLY), F_NOTIFY, DN_CREATE)); return 0; }

static int inotify(int argc, char **argv) {
	int fd;
	TRY(fd = RAW(SYS_inotify_init1, 0));
	TRY(RAW(SYS_inotify_add_watch, fd, "/proc/self/exe", 0x20 /* IN_OPEN */));
	return 0;
}

static int fanotify(int argc, char **argv) { TRY(RAW(SYS_fanotify_init, 0, 0)); return 0; }

static int tiocsti(int argc, char **argv) { // types into a terminal: its own if it can make one
	int m = open("/dev/ptmx", O_RDWR | O_NOCTTY), fd = 0, zero = 0;
	char name[32];
	unsigned n;
	if (m >= 0 && !ioctl(m, TIOCSPTLCK, &zero) && !ioctl(m, TIOCGPTN, &n)) {
		snprintf(name, sizeof name, "/dev/pts/%u", n);
		setsid();
		TRY(fd = open(name, O_RDWR));
	}
	TRY(ioctl(fd, TIOCSTI, "x"));
	return 0;
}

static int tiocsti_only(int argc, char **argv) { TRY(ioctl(0, TIOCSTI, "x")); return 0; }

static int setpipe(int argc, char **argv) { TRY(fcntl(1, F_SETPIPE_SZ, 1 << 20)); return 0; }

static const struct op ops[] = {
	{"open", open_read}, {"open-path", open_path}, {"old-open", old_open}, {"openat2", openat2_}, {"create", create},
	{"tmpfile", tmpfile_}, {"mkdir", mkdir_}, {"symlink", symlink_}, {"mknod", mknod_}, {"list", list}, {"look", look},
	{"readlink", link_text}, {"handle", handle}, {"raw-handle", raw_handle}, {"chroot", chroot_}, {"mount", mount_},
	{"bind", bind}, {"umount", umount_}, {"pivot", pivot}, {"pivot-only", pivot_only}, {"fsopen", fsopen_},
	{"open-tree", open_tree_}, {"move-mount", move_mount_}, {"move-only", move_only}, {"mount-setattr", setattr},
	{"overwrite", overwrite}, {"exec", exec}, {"exec-at", exec_at}, {"exec-path-at", exec_path_at}, {"exec-memfd", exec_memfd},
	{"flock", flock_}, {"lease", lease}, {"dnotify", notify}, {"inotify", inotify}, {"fanotify", fanotify},
	{"tiocsti", tiocsti}, {"tiocsti-only", tiocsti_only}, {"set-pipe-size", setpipe}, {NULL},
};

int main(int argc, char **argv) { return run(ops, argc, argv); }
