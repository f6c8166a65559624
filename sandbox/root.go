package sandbox

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// rootPlan is what the root of a launcher shows: an empty read-only tmpfs, and
// in it the listed paths of the host.
type rootPlan struct {
	kind    Runtime
	profile Profile
	binds   []string // absolute paths of the host, shown read-only at the same place
}

// places are folders that every host has one of: the new root is mounted over
// one of them, in the launcher's own mount namespace, before it becomes the root.
var places = []string{"/tmp", "/mnt", "/run", "/dev", "/proc"}

// enterRoot builds the root and makes it the calling thread's. The thread must
// have a mount namespace of its own.
func enterRoot(plan rootPlan) error {
	// Nothing we mount may travel back to the host.
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return &stepError{"mount / private", err}
	}
	place := ""
	for _, dir := range places {
		if st, err := os.Stat(dir); err == nil && st.IsDir() {
			place = dir
			break
		}
	}
	if place == "" {
		return &stepError{"find a place for the root", os.ErrNotExist}
	}
	trees, err := cloneTrees(plan.binds) // before something lies over them
	defer func() {
		for _, t := range trees {
			unix.Close(t.fd)
		}
	}()
	if err != nil {
		return err
	}
	flags := uintptr(unix.MS_NOSUID | unix.MS_NODEV)
	// The tmpfs holds only the mount points.
	if err := unix.Mount("jail", place, "tmpfs", flags, "size=64k,nr_inodes=1k,mode=0755"); err != nil {
		return &stepError{"mount tmpfs", err}
	}
	for _, t := range trees {
		if err := t.showAt(filepath.Join(place, t.path)); err != nil {
			return err
		}
	}
	if err := unix.Mount("", place, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY|flags, ""); err != nil {
		return &stepError{"remount the root read-only", err}
	}
	if err := unix.Chdir(place); err != nil {
		return &stepError{"chdir to the new root", err}
	}
	// With both names the same, the old root is stacked on the new one and
	// can be detached without a folder to put it in.
	if err := unix.PivotRoot(".", "."); err != nil {
		return &stepError{"pivot_root", err}
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return &stepError{"umount the old root", err}
	}
	if err := unix.Chdir("/"); err != nil {
		return &stepError{"chdir /", err}
	}
	return nil
}

// mountTree is a read-only copy of a part of the host's mounts, not yet shown
// anywhere.
type mountTree struct {
	path string
	dir  bool
	fd   int
}

func cloneTrees(paths []string) (trees []mountTree, err error) {
	for _, path := range paths {
		st, err := os.Stat(path)
		if err != nil {
			return trees, &stepError{"stat " + path, cause(err)}
		}
		fd, err := unix.OpenTree(unix.AT_FDCWD, path, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
		if err != nil {
			return trees, &stepError{"open_tree " + path, err}
		}
		trees = append(trees, mountTree{path, st.IsDir(), fd})
		// The whole tree: what is mounted below it must not stay writable.
		attr := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV}
		if err := unix.MountSetattr(fd, "", unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, &attr); err != nil {
			return trees, &stepError{"mount_setattr " + path, err}
		}
	}
	return trees, nil
}

func (t mountTree) showAt(dst string) error {
	err := os.MkdirAll(filepath.Dir(dst), 0o755)
	if err == nil && t.dir {
		err = os.MkdirAll(dst, 0o755)
	} else if err == nil {
		var f *os.File
		if f, err = os.OpenFile(dst, os.O_CREATE|os.O_RDONLY, 0o444); err == nil {
			err = f.Close()
		}
	}
	if err != nil {
		return &stepError{"make the mount point for " + t.path, cause(err)}
	}
	if err := unix.MoveMount(t.fd, "", unix.AT_FDCWD, dst, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		return &stepError{"mount " + t.path, err}
	}
	return nil
}

// key tells plans apart.
func (p rootPlan) key() string {
	return string(p.kind) + "\x00" + strconv.Itoa(int(p.profile)) + "\x00" + strings.Join(p.binds, "\x00")
}
