package sandbox

import (
	"fmt"
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
	proc    bool     // /proc, of the own processes only
	shelf   string   // folder of the host's that is shown at /bots; "" for none
	bot     string   // the one folder of the shelf to show; "" for all
	scratch int64    // bytes of a folder /tmp that can be written; 0 for none
}

// botsFolder is where programs find their own files.
const botsFolder = "/bots"

// devices are shown to all that have any file: the everyday ones, in which
// nothing can be left for another.
var devices = []string{"/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"}

// hasFiles reports whether programs may open anything at all.
func (p rootPlan) hasFiles() bool { return len(p.binds) > 0 || p.shelf != "" }

// shown are the trees of the root: where from on the host, and where to.
func (p rootPlan) shown() (trees []mountTree) {
	if !p.hasFiles() {
		return nil
	}
	for _, path := range p.binds {
		trees = append(trees, mountTree{from: path, to: path})
	}
	for _, path := range existing(devices) {
		trees = append(trees, mountTree{from: path, to: path, device: true})
	}
	if p.proc {
		trees = append(trees, mountTree{from: "/proc", to: "/proc"})
	}
	if p.shelf != "" {
		trees = append(trees, mountTree{from: filepath.Join(p.shelf, p.bot), to: filepath.Join(botsFolder, p.bot)})
	}
	return trees
}

// places are folders that every host has one of: the new root is mounted over
// one of them, in the launcher's own mount namespace, before it becomes the root.
var places = []string{"/tmp", "/mnt", "/run", "/dev", "/proc"}

// leaveHostMounts keeps what the calling thread mounts from travelling back to
// the host. The thread must have a mount namespace of its own.
func leaveHostMounts() error {
	unix.Umask(0o022) // this thread's: mount points are for all ids
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return &stepError{"mount / private", err}
	}
	return nil
}

// enterRoot builds the root, gives a descriptor of its scratch folder, or -1,
// and makes the root the calling thread's. The thread must
// have left the host's mounts.
func enterRoot(plan rootPlan) (scratch int, err error) {
	scratch = -1
	err = buildRoot(plan, &scratch)
	if err != nil && scratch >= 0 {
		unix.Close(scratch)
	}
	return scratch, err
}

func buildRoot(plan rootPlan, scratch *int) error {
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
	trees, err := cloneTrees(plan.shown()) // before something lies over them
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
	if plan.scratch > 0 { // the first: a toolchain may lie below it
		if err := mountScratch(filepath.Join(place, scratchFolder), plan.scratch, scratch); err != nil {
			return err
		}
	}
	for _, t := range trees {
		if err := t.showAt(filepath.Join(place, t.to)); err != nil {
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

// scratchFolder is where a build works.
const scratchFolder = "/tmp"

// maxScratchFiles bounds the files of a scratch folder: what the kernel knows
// of each takes a kilobyte that its size does not count.
const maxScratchFiles = 100_000

// mountScratch makes the folder that can be written, and opens it for us.
func mountScratch(dir string, size int64, fd *int) (err error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return &stepError{"make the mount point for " + scratchFolder, cause(err)}
	}
	if err := unix.Mount("scratch", dir, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, fmt.Sprintf("size=%d,nr_inodes=%d,mode=0777", size, maxScratchFiles)); err != nil {
		return &stepError{"mount " + scratchFolder, err}
	}
	if *fd, err = unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0); err != nil {
		return &stepError{"open " + scratchFolder, err}
	}
	return nil
}

// mountTree is a read-only copy of a part of the host's mounts, not yet shown
// anywhere.
type mountTree struct {
	from, to string
	device   bool
	dir      bool
	fd       int
}

func cloneTrees(wanted []mountTree) (trees []mountTree, err error) {
	for _, t := range wanted {
		st, err := os.Stat(t.from)
		if err != nil {
			return trees, &stepError{"stat " + t.from, cause(err)}
		}
		t.dir = st.IsDir()
		if t.fd, err = unix.OpenTree(unix.AT_FDCWD, t.from, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE); err != nil {
			return trees, &stepError{"open_tree " + t.from, err}
		}
		trees = append(trees, t)
		// The whole tree: what is mounted below it must not stay writable.
		attr := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV}
		if t.device {
			attr.Attr_set &^= unix.MOUNT_ATTR_NODEV
		}
		if err := unix.MountSetattr(t.fd, "", unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, &attr); err != nil {
			return trees, &stepError{"mount_setattr " + t.from, err}
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
		return &stepError{"make the mount point for " + t.to, cause(err)}
	}
	if err := unix.MoveMount(t.fd, "", unix.AT_FDCWD, dst, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		return &stepError{"mount " + t.to, err}
	}
	return nil
}

// key tells plans apart.
func (p rootPlan) key() string {
	parts := []string{string(p.kind), strconv.Itoa(int(p.profile)), strconv.FormatBool(p.proc), p.shelf, p.bot}
	return strings.Join(append(parts, p.binds...), "\x00")
}
