package soak

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// figures are what the host has now, by name. Those of memory are in KiB.
type figures map[string]int64

// arenaFigures adds what one arena holds.
func (f figures) arena(who string, pid int) error {
	dir := fmt.Sprintf("/proc/%d/", pid)
	entries, err := os.ReadDir(dir + "fd")
	if err != nil {
		return err
	}
	var files, groups, watches int64
	for _, e := range entries {
		link, err := os.Readlink(dir + "fd/" + e.Name())
		switch {
		case err != nil: // it has just been closed
			continue
		case strings.HasPrefix(link, "/sys/fs/cgroup/"):
			groups++ // some twenty for every tree that ran at once
			continue
		case link == "anon_inode:inotify":
			text, _ := os.ReadFile(dir + "fdinfo/" + e.Name())
			watches += int64(bytes.Count(text, []byte("inotify wd:")))
		}
		files++
	}
	status, err := os.ReadFile(dir + "status")
	if err != nil {
		return err
	}
	f[who+"descriptors"], f[who+"cgroup files"], f[who+"watched folders"] = files, groups, watches
	f[who+"threads"] = statusNumber(status, "Threads:")
	f[who+"memory"] = statusNumber(status, "RssAnon:")
	f[who+"mounts"] = mounts(dir)
	return nil
}

func statusNumber(status []byte, key string) int64 {
	_, rest, _ := bytes.Cut(status, []byte("\n"+key))
	fields := bytes.Fields(rest[:min(len(rest), 40)])
	if len(fields) == 0 {
		return 0 // a zombie has none of these
	}
	n, _ := strconv.ParseInt(string(fields[0]), 10, 64) // the kernel writes a number there
	return n
}

// mounts counts what is mounted in all mount namespaces of a process.
func mounts(dir string) (n int64) {
	tasks, _ := filepath.Glob(dir + "task/*")
	seen := map[string]bool{}
	for _, task := range tasks {
		space, err := os.Readlink(task + "/ns/mnt")
		if err != nil || seen[space] {
			continue
		}
		seen[space] = true
		text, _ := os.ReadFile(task + "/mountinfo") // a thread that has ended has no line
		n += int64(bytes.Count(text, []byte("\n")))
	}
	return n
}

// host adds what these arenas have on the host together.
func (f figures) host(p *place, s *soak) error {
	for _, one := range processes(s.living()) {
		f["processes"]++
		if one.state == "Z" {
			f["zombies"]++
		}
	}
	f["cgroups"] = int64(len(groups(s.known())))
	files, err := p.temporary()
	f["temporary files"] = int64(len(files))
	shared, _ := os.ReadDir("/dev/shm") // a host without has none there
	f["shared memory files"] = int64(len(shared))
	return err
}

// process is one that an arena started.
type process struct {
	pid, parent int
	name, state string
}

// processes lists what these living arenas have started, and what arenas that were
// killed have left, which this process adopts. Of that, what has ended is
// buried here.
func processes(arenas map[int]bool) (found []process) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		begin, end := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')')
		one := process{name: string(text[begin+1 : end]), state: string(text[end+2 : end+3])}
		one.pid, _ = strconv.Atoi(string(text[:begin-1])) // the kernel writes numbers there
		one.parent, _ = strconv.Atoi(string(bytes.Fields(text[end+4:])[0]))
		adopted := one.parent == os.Getpid() && !arenas[one.pid]
		if adopted && one.state == "Z" {
			unix.Wait4(one.pid, nil, unix.WNOHANG, nil)
			continue
		}
		if adopted || arenas[one.parent] {
			found = append(found, one)
		}
	}
	return found
}

// groups lists the cgroups of these arenas, and those in them. Such a folder's
// name says arena, process namespace, process, start time.
func groups(arenas map[int]bool) (found []string) {
	inside := "" // the folder of one of ours
	filepath.WalkDir("/sys/fs/cgroup", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil // it has just gone
		}
		if inside == "" || !strings.HasPrefix(path, inside) {
			parts := strings.Split(d.Name(), "-")
			if len(parts) < 4 || parts[0] != "arena" {
				return nil
			}
			if pid, _ := strconv.Atoi(parts[2]); !arenas[pid] {
				return fs.SkipDir // somebody else's
			}
			inside = path + "/"
		}
		found = append(found, path)
		return nil
	})
	return found
}

// temporary lists what the arenas have laid down for a while.
func (p *place) temporary() (found []string, err error) {
	err = filepath.WalkDir(p.temp, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && path != p.temp {
			found = append(found, path)
		}
		return nil // what has just gone is no error
	})
	return found, err
}

// size adds up the files of a folder.
func size(dir string) (n int64) {
	entries, _ := os.ReadDir(dir) // a cup that has not begun has none
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			n += info.Size()
		}
	}
	return n
}
