package cgroup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// owner is what a folder's name tells of the process that made it:
// prefix-namespace-pid-start-number, the number telling apart the roots of one
// process.
type owner struct{ prefix, namespace, pid, start, number string }

func (o owner) String() string {
	return strings.Join([]string{o.prefix, o.namespace, o.pid, o.start, o.number}, "-")
}

func validPrefix(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

func parseOwner(name, prefix string) (owner, bool) {
	f := strings.Split(name, "-")
	if len(f) != 5 || f[0] != prefix {
		return owner{}, false
	}
	for _, n := range f[1:] {
		if _, err := strconv.ParseUint(n, 10, 64); err != nil {
			return owner{}, false
		}
	}
	return owner{f[0], f[1], f[2], f[3], f[4]}, true
}

// Sweep bounds: how deep below a mount to look, and at how many folders.
const (
	sweepDepth   = 6
	sweepFolders = 20000
	sweepWait    = 2 * time.Second // for the processes of one dead owner
)

// sweep removes the folders of our prefix whose owner is dead, wherever they
// are: the dead arena need not have been started in the same group. What
// cannot be removed is left for the next time; it harms nobody.
func (h Host) sweep(trees []*hierarchy, prefix string) {
	for _, t := range trees {
		if len(t.mounts) == 0 || t.mounts[0].readOnly {
			continue
		}
		left := sweepFolders
		h.sweepFolder(t.mounts[0].point, prefix, sweepDepth, &left)
	}
}

func (h Host) sweepFolder(folder, prefix string, depth int, left *int) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !e.IsDir() || *left <= 0 {
			continue
		}
		*left--
		path := filepath.Join(folder, e.Name())
		if o, ours := parseOwner(e.Name(), prefix); ours {
			if h.dead(o, path) {
				h.removeTree(path, o.namespace == h.pidNamespace(), time.Now().Add(sweepWait))
			}
			continue
		}
		if depth > 1 {
			h.sweepFolder(path, prefix, depth-1, left)
		}
	}
}

// dead reports whether the owner of a folder has ended. Two signs of life:
// the process its name tells, which means something in our own process
// namespace only, and the lock that an owner holds on its folder, which the
// kernel drops when it ends and which is seen across namespaces.
func (h Host) dead(o owner, path string) bool {
	if o.namespace == h.pidNamespace() && h.startTime(o.pid) == o.start {
		return false
	}
	fd, err := lockFolder(path)
	if err != nil {
		return false
	}
	unix.Close(fd)
	return true
}

// lockFolder takes the lock that shows an owner to be alive. Its descriptor
// must be kept open.
func lockFolder(path string) (int, error) {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, fileError("open", path, err)
	}
	if err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); err != nil {
		unix.Close(fd)
		return -1, fileError("lock", path, err)
	}
	return fd, nil
}

// removeTree removes a folder and those in it, from below. With kill, what
// still runs there is ended first: the bots of a dead arena should be dead,
// and one that is not must not live on.
func (h Host) removeTree(path string, kill bool, deadline time.Time) error {
	var folders []string
	err := filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			folders = append(folders, p)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	if err != nil {
		return err
	}
	for i := len(folders) - 1; i >= 0; i-- {
		if kill {
			if err := h.empty(folders[i], deadline); err != nil {
				return err
			}
		}
		if err := h.removeBy(folders[i], deadline); err != nil {
			return err
		}
	}
	return nil
}

// empty kills what is in one folder, one process at a time.
func (h Host) empty(folder string, deadline time.Time) error {
	list := filepath.Join(folder, "cgroup.procs")
	for {
		n, err := killListed(list)
		if err != nil || n == 0 {
			return err
		}
		if time.Now().After(deadline) {
			return fileError("empty", folder, unix.EBUSY)
		}
		time.Sleep(200 * time.Microsecond)
	}
}
