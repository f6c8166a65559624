package cgroup

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// child is what a copy of the test binary does.
func child(mode string) {
	in := bufio.NewScanner(os.Stdin)
	word, arg, _ := strings.Cut(mode, ":")
	switch word {
	case "burn": // on each line, burns so many milliseconds of CPU and tells its own reading
		runtime.LockOSThread()
		fmt.Println("ready")
		for in.Scan() {
			var ms int
			fmt.Sscan(in.Text(), &ms)
			began := ownCPU()
			for ownCPU()-began < time.Duration(ms)*time.Millisecond {
			}
			fmt.Println(int64(ownCPU() - began))
		}
	case "spin": // on core arg, telling its own CPU in a shared page all the time
		runtime.LockOSThread()
		var core int
		var page string
		fmt.Sscanf(arg, "%d,%s", &core, &page)
		pin(core)
		var told *atomic.Int64
		if page != "" {
			told = shared(page)
		}
		fmt.Println("ready")
		in.Scan()
		for {
			if told != nil {
				told.Store(int64(ownCPU()))
			}
		}
	case "hog": // touches arg MiB
		var mib int
		fmt.Sscan(arg, &mib)
		fmt.Println("ready")
		in.Scan()
		var all [][]byte
		for range mib {
			b := make([]byte, 1<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			all = append(all, b)
		}
		fmt.Println("touched", len(all))
		in.Scan()
	case "bomb": // starts processes without end
		runtime.LockOSThread()
		fmt.Println("ready")
		in.Scan()
		for refused := 0; ; {
			_, err := syscall.ForkExec("/bin/sleep", []string{"sleep", "60"}, &syscall.ProcAttr{})
			if err != nil {
				if refused++; refused == 1 {
					fmt.Println("refused", err)
				}
			}
		}
	case "owner": // makes a root and a group with a process in it, and waits to be killed
		r, err := Open(Options{Prefix: testPrefix})
		check(err)
		g, err := r.Group()
		check(err)
		check(g.Begin(Limits{}))
		script := ""
		cmd := exec.Command("/bin/sh", "-c")
		for i, fd := range g.TaskFDs() {
			script += fmt.Sprintf("echo 0 >&%d; exec %d>&-; ", 3+i, 3+i)
			cmd.ExtraFiles = append(cmd.ExtraFiles, os.NewFile(uintptr(fd), "tasks"))
		}
		cmd.Args = append(cmd.Args, script+"exec sleep 60")
		if fd := g.BirthFD(); fd >= 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: fd}
		}
		check(cmd.Start())
		for {
			if text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", cmd.Process.Pid)); string(text) == "sleep\n" {
				break
			}
			time.Sleep(time.Millisecond)
		}
		fmt.Println(cmd.Process.Pid, strings.Join(r.folders(), " "))
		in.Scan()
	case "readonly": // sees every cgroup tree read-only
		check(unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""))
		text, err := os.ReadFile("/proc/self/mountinfo")
		check(err)
		ms, err := parseMountinfo(string(text))
		check(err)
		for _, m := range ms {
			check(unix.Mount("", m.point, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY, ""))
		}
		detectAndTell()
	case "nobody":
		check(syscall.Setgroups(nil))
		check(syscall.Setresgid(65534, 65534, 65534))
		check(syscall.Setresuid(65534, 65534, 65534))
		detectAndTell()
	case "alone": // gives a controller to groups below its own, v2, group, in which it has a child
		other := exec.Command("/bin/sleep", "60")
		check(other.Start())
		defer other.Wait()
		defer other.Process.Kill()
		group := func() string {
			own := strings.Join(words("/proc/self/cgroup"), " ")
			if its := strings.Join(words(fmt.Sprintf("/proc/%d/cgroup", other.Process.Pid)), " "); its != own {
				check(fmt.Errorf("the child is in %s, its parent in %s", its, own))
			}
			return own
		}
		r := &Root{host: Host{}.withDefaults(), name: owner{testPrefix, "1", "1", "1", "1"}.String()}
		p, why := r.takeIn(arg, true, []string{"hugetlb"})
		check(why.err)
		fmt.Println(strings.Join(words(filepath.Join(p.dir, subtree)), " "))
		fmt.Println(group())
		check(p.leave(r.host, time.Now().Add(time.Second)))
		fmt.Println(group())
	default:
		fmt.Fprintln(os.Stderr, "unknown mode", mode)
		os.Exit(2)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "child:", err)
		os.Exit(3)
	}
}

func detectAndTell() {
	r, err := Detect(Options{Prefix: testPrefix})
	check(err)
	for _, s := range r.Features {
		fmt.Printf("%s|%v|%s|%s\n", s.Feature, s.Works, s.Missing, s.Cure)
	}
}

func (r *Root) folders() (all []string) {
	for _, p := range r.places {
		all = append(all, p.dir)
	}
	return all
}

func ownCPU() time.Duration {
	var ts unix.Timespec
	unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &ts)
	return time.Duration(ts.Nano())
}

func pin(core int) {
	var set unix.CPUSet
	set.Set(core)
	check(unix.SchedSetaffinity(0, &set))
}

// shared maps a file of eight bytes.
func shared(path string) *atomic.Int64 {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	check(err)
	defer f.Close()
	b, err := unix.Mmap(int(f.Fd()), 0, binary.MaxVarintLen64, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	check(err)
	return (*atomic.Int64)(unsafe.Pointer(&b[0]))
}
