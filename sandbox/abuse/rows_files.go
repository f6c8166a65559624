package abuse

func file(args, does, call, errno string) Row {
	return named("Files", "files", args, does, call, errno)
}

var files = []Row{
	file("open /etc/passwd", "open /etc/passwd", `openat("/etc/passwd")`, "EACCES"),
	file("old-open /etc/passwd", "the same by open, the old call", `open("/etc/passwd")`, "EACCES").amd64(),
	file("openat2 /etc/passwd", "the same by openat2", `openat2("/etc/passwd")`, "EACCES"),
	file("open-path /", "open / as a path only (O_PATH)", `openat("/")`, "EACCES"),
	file("open /proc/self/environ", "read /proc", `openat("/proc/self/environ")`, "EACCES"),
	file("open /proc/@arena/cmdline", "read the arena's command line", `openat("/proc/@arena/cmdline")`, "EACCES"),
	file("open /sys/kernel/notes", "read /sys", `openat("/sys/kernel/notes")`, "EACCES").hostCannot("/sys is not mounted"),
	refused("Files", "files", "open /proc/self/maps", "read what honest programs look for too", "ENOENT"),
	file("create /abuse", "create a file in /", `openat("/abuse", O_WRONLY|O_CREAT)`, "EACCES"),
	file("create /tmp/abuse", "create a file in /tmp", `openat("/tmp/abuse", O_WRONLY|O_CREAT)`, "EACCES"),
	file("create abuse", "create a file where it stands", `openat("abuse", O_WRONLY|O_CREAT)`, "EACCES"),
	file("create /dev/shm/abuse", "create a file in /dev/shm", `openat("/dev/shm/abuse", O_WRONLY|O_CREAT)`, "EACCES"),
	file("tmpfile /tmp", "create a file without a name", `openat("/tmp", O_RDWR|O_TMPFILE)`, "EACCES"),
	file("mkdir /tmp/abuse", "create a folder", `mkdirat("/tmp/abuse")`, "EACCES"),
	file("symlink /tmp/abuse", "create a symbolic link", `symlinkat("/tmp/abuse")`, "EACCES"),
	file("mknod /tmp/abuse", "create a device", `mknodat("/tmp/abuse")`, "EACCES"),
	file("list /", "list /", `openat("/")`, "EACCES"),
	refused("Files", "files", "look /etc/passwd", "ask whether a file exists", "ENOENT").needs("root"),
	refused("Files", "files", "readlink /proc/self/exe", "read a symbolic link", "ENOENT"),
	file("handle /etc/passwd", "name_to_handle_at, to open by handle", `name_to_handle_at("/etc/passwd")`, "EPERM").
		hostCannot("needs CAP_DAC_READ_SEARCH and a file system with handles"),
	file("raw-handle 0", "open_by_handle_at, a handle made up", "open_by_handle_at()", "EPERM").plain("raw-handle").
		hostCannot("the root is not an ext4"),
	file("chroot", "chroot", `chroot("/")`, "EPERM"),
	file("mount", "mount", `mount("/tmp")`, "EPERM"),
	file("bind /etc /tmp", "bind mount", `mount("/tmp")`, "EPERM"),
	file("umount /proc", "unmount", `umount2("/proc")`, "EPERM"),
	file("pivot-only", "pivot_root", `pivot_root(".")`, "EPERM").plain("pivot"),
	file("fsopen", "fsopen, to mount by descriptor", `fsopen("tmpfs")`, "EPERM"),
	file("open-tree", "open_tree, to copy a mount", `open_tree("/")`, "EPERM"),
	file("move-only", "move_mount", `move_mount("/tmp")`, "EPERM").plain("move-mount"),
	file("mount-setattr", "make a mount writable", `mount_setattr("/")`, "EPERM"),
	file("open /dev/mem", "open the machine's memory", `openat("/dev/mem")`, "EACCES").hostCannot("there is no /dev/mem"),
	file("old-open /dev/kmsg", "open the kernel's log", `open("/dev/kmsg")`, "EACCES").hostCannot("there is no /dev/kmsg").amd64(),
	file("open-path /dev/ptmx", "make a terminal", `openat("/dev/ptmx")`, "EACCES"),
	refused("Files", "files", "open-path /dev/tty", "open the arena's terminal", "ENXIO"),
	file("tiocsti-only", "type into a terminal (TIOCSTI)", "ioctl(TIOCSTI)", "EPERM").plain("tiocsti").
		hostCannot("the kernel refuses TIOCSTI to everybody (sysctl dev.tty.legacy_tiocsti)"),
	file("overwrite @self", "remove and replace its own executable", `unlinkat("@self")`, "EACCES"),
	file("exec /bin/true", "execute another program", `execve("/bin/true")`, "EACCES"),
	file("exec-at 1000", "execute the jail's agreed descriptor", `execveat("")`, "EACCES").plain("exec-memfd @self look /"),
	file("exec-at 0", "execute its standard input", `execveat("")`, "EACCES").plain("exec-memfd @self look /"),
	file("exec-path-at /bin/true", "execute a path beside the agreed descriptor", `execveat("/bin/true")`, "EACCES"),
	file("exec-memfd @self look /", "memfd_create, to execute it", `memfd_create("x")`, "EPERM"),
	refused("Files", "files", "flock", "flock what another bot may share", "ENOLCK"),
	file("lease", "a lease on its executable", "fcntl(F_SETLEASE)", "EPERM").plain("lease").hostCannot("/proc is not mounted"),
	file("dnotify 0", "dnotify", "fcntl(F_NOTIFY)", "EPERM").plain("dnotify"),
	file("inotify", "inotify on its executable", "inotify_init1()", "EPERM"),
	file("fanotify", "fanotify", "fanotify_init()", "EPERM").hostCannot("no CONFIG_FANOTIFY"),
	refused("Files", "files", "set-pipe-size", "enlarge the arena's pipe", "EPERM"),
}
