package sandbox

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The sleeping init is process 1 of a launcher's process namespace. Without
// it the first bot would be process 1, whose signals work differently (abort
// looks like a segmentation fault), and the namespace would end with it. It
// has SIGCHLD ignored, so that the kernel reaps the orphans it inherits, and
// sleeps in a read of a pipe whose other end the arena holds: however the
// arena ends, the init ends, and the kernel kills all in the namespace.
//
// It is a program of a dozen instructions, in one page, made here: starting
// the arena's own program for it would cost some milliseconds and megabytes
// for each launcher.

func sleeper()

func sleeperPC() unsafe.Pointer

// sleeperSize is more than the code of sleeper takes; what follows it in
// memory is copied too and never reached.
const sleeperSize = 96

// sleeperImage is an ELF file with sleeper as its whole program.
func sleeperImage() []byte {
	const base, headers = 0x400000, 64 + 2*56
	code := unsafe.Slice((*byte)(sleeperPC()), sleeperSize)
	machine := elf.EM_X86_64
	if runtime.GOARCH == "arm64" {
		machine = elf.EM_AARCH64
	}
	var b bytes.Buffer
	write := func(v any) { binary.Write(&b, binary.LittleEndian, v) }
	h := elf.Header64{
		Type: uint16(elf.ET_EXEC), Machine: uint16(machine), Version: uint32(elf.EV_CURRENT),
		Entry: base + headers, Phoff: 64, Ehsize: 64, Phentsize: 56, Phnum: 2,
	}
	copy(h.Ident[:], elf.ELFMAG)
	h.Ident[elf.EI_CLASS], h.Ident[elf.EI_DATA], h.Ident[elf.EI_VERSION] = byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)
	write(h)
	write(elf.Prog64{
		Type: uint32(elf.PT_LOAD), Flags: uint32(elf.PF_R | elf.PF_X), Vaddr: base, Paddr: base,
		Filesz: headers + sleeperSize, Memsz: headers + sleeperSize, Align: 0x10000,
	})
	write(elf.Prog64{Type: uint32(elf.PT_GNU_STACK), Flags: uint32(elf.PF_R | elf.PF_W)})
	b.Write(code)
	return b.Bytes()
}

// sleeperFile is a memfd that the init can be executed from.
func sleeperFile() (fd int, err error) {
	fd, err = memfd("init")
	if err != nil {
		return -1, &stepError{"memfd_create", err}
	}
	if _, err = unix.Write(fd, sleeperImage()); err == nil {
		err = unix.Fchmod(fd, 0o555)
	}
	if err != nil {
		unix.Close(fd)
		return -1, &stepError{"write the init's program", err}
	}
	return fd, nil
}

// startInit starts the sleeping init as process 1 of the namespace that the
// calling thread's children are born into.
func (l *launcher) startInit() error {
	exe, err := sleeperFile()
	if err != nil {
		return err
	}
	defer unix.Close(exe)
	null, err := unix.Open("/dev/null", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return &stepError{"open /dev/null", err}
	}
	defer unix.Close(null)
	var life [2]int
	if err := unix.Pipe2(life[:], unix.O_CLOEXEC); err != nil {
		return &stepError{"pipe2", err}
	}
	defer unix.Close(life[0])

	j := new(launch)
	ignore := &sigaction{handler: 1} // SIG_IGN
	j.keep = append(j.keep, ignore)
	c := &j.child
	c.add("dup3(stdin)", unix.SYS_DUP3, uintptr(life[0]), 0, 0)
	c.add("dup3(stdout)", unix.SYS_DUP3, uintptr(null), 1, 0)
	c.add("dup3(stderr)", unix.SYS_DUP3, uintptr(null), 2, 0)
	c.add("close_range", unix.SYS_CLOSE_RANGE, 3, maxFD, unix.CLOSE_RANGE_CLOEXEC)
	c.add("setsid", unix.SYS_SETSID)
	c.add("rt_sigaction(SIGCHLD)", unix.SYS_RT_SIGACTION, uintptr(unix.SIGCHLD), uintptr(unsafe.Pointer(ignore)), 0, unsafe.Sizeof(c.none))
	if id := uintptr(l.s.seatBase); id != 0 {
		c.add("setgroups", unix.SYS_SETGROUPS, 0, 0)
		c.add("setresgid", unix.SYS_SETRESGID, id, id, id)
		c.add("setresuid", unix.SYS_SETRESUID, id, id, id)
	}
	c.add("prctl(PR_SET_PDEATHSIG)", unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL))
	c.add("rt_sigprocmask", unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, uintptr(unsafe.Pointer(&c.none)), 0, unsafe.Sizeof(c.none))
	c.add(stepExec, unix.SYS_EXECVEAT, uintptr(exe), j.str(""), j.strs([]string{"arena jail"}), j.strs(nil), unix.AT_EMPTY_PATH)
	_, l.initPidfd, err = c.run(birth{cgroupFD: -1})
	runtime.KeepAlive(j)
	if err != nil {
		unix.Close(life[1])
		return err
	}
	l.lifeline = life[1]
	return nil
}

// sigaction is the kernel's structure on 64-bit machines.
type sigaction struct {
	handler, flags, restorer uintptr
	mask                     kernelSigset
}
