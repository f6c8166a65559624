# Tries what each line of standard input names, and says OK or the error.
import ctypes, errno, getpass, mmap, os, platform, resource, socket, subprocess, sys

libc = ctypes.CDLL(None, use_errno=True)
CALLS = {"x86_64": {"ptrace": 101, "unshare": 272, "keyctl": 250}, "aarch64": {"ptrace": 117, "unshare": 97, "keyctl": 219}}


def call(name, *args):
    nr = CALLS[os.uname().machine][name]
    if libc.syscall(ctypes.c_long(nr), *[ctypes.c_long(int(a, 0)) for a in args]) == -1:
        raise OSError(ctypes.get_errno(), name)


def connect(port):
    with socket.socket() as s:
        s.connect(("127.0.0.1", int(port)))


def fork():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def write(path):
    with open(path, "w") as f:
        f.write("x")
    os.unlink(path)


def mkdir(path):
    os.mkdir(path)
    os.rmdir(path)


def symlink(path):
    os.symlink("/etc/passwd", path)
    os.unlink(path)


def unix(name):
    with socket.socket(socket.AF_UNIX) as s:
        s.bind("\0" + name)


def pool():
    import multiprocessing
    p = multiprocessing.get_context("fork").Process(target=int)
    p.start()
    p.join()


def program():
    return os.open("/proc/self/exe", os.O_RDONLY)


def advise(advice):
    mmap.mmap(-1, 1 << 16).madvise(int(advice))


OPS = {
    "fsync": lambda: os.fsync(program()), "fdatasync": lambda: os.fdatasync(program()), "madvise": advise,
    "flush": lambda: mmap.mmap(program(), 0, mmap.MAP_SHARED, mmap.PROT_READ).flush(),
    "forget": lambda: os.posix_fadvise(program(), 0, 0, os.POSIX_FADV_DONTNEED),
    "go": os.chdir, "read": lambda p: open(p, "rb").read(1), "list": os.listdir, "write": write, "mkdir": mkdir, "symlink": symlink,
    "tcp": connect, "udp": lambda: socket.socket(type=socket.SOCK_DGRAM).close(), "unix": unix, "netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close(),
    "run": lambda p: subprocess.run([p], check=True), "system": lambda p: os.system(p) and (_ for _ in ()).throw(OSError(errno.EAGAIN, p)),
    "spawn": lambda p: os.waitpid(os.posix_spawn(p, [p], {}), 0), "fork": fork, "pool": pool, "exec": lambda p: os.execv(p, [p]),
    "kill": lambda pid, sig: os.kill(int(pid), int(sig)), "call": call,
    "nice": lambda: os.nice(-5), "setuid": lambda: os.setuid(1), "rlimit": lambda: resource.setrlimit(resource.RLIMIT_CORE, (1, 1)),
    "answer": lambda: None, "user": getpass.getuser, "machine": lambda: (platform.machine(), platform.system(), os.cpu_count(), os.getloadavg),
    "memory": lambda pid: open(f"/proc/{pid}/mem", "rb").close(), "chroot": lambda: os.chroot("/"), "hostname": lambda: socket.sethostname("abuse"),
}

for line in sys.stdin:
    op, *args = line.split()
    try:
        OPS[op](*args)
        print("OK")
    except OSError as e:
        print(errno.errorcode.get(e.errno, e))
    except Exception as e:
        print(type(e).__name__, e)
