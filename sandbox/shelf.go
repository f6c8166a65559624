package sandbox

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// A shelf holds the read-only copies of the bots that need to lie in a file
// system: each in a folder named by its hash. Roots show it at /bots. It is a
// folder of the host's, as that is what every kind of jail can show; one that
// an arena left behind is removed by the next, which tells by its lock.
type shelf struct {
	dir  string // "/tmp/arena-bots-123/bots"
	lock *os.File

	mu     sync.Mutex
	copies map[string]*shelved // by hash
	made   int                 // copies, ever
}

// shelved is one copy. The same folder, removed and put there again, is another
// copy to the kernel, and has another number, from 1 on.
type shelved struct{ users, number int }

const shelfPrefix = "arena-bots-"

// Where public is set the ids of the seats have to get to it by its path.
func newShelf(public bool) (*shelf, error) {
	temp := os.TempDir()
	if public {
		temp = publicFolder()
	}
	removeStaleShelves(temp)
	top, err := os.MkdirTemp(temp, shelfPrefix)
	if err != nil {
		return nil, err
	}
	s := &shelf{dir: filepath.Join(top, "bots"), copies: map[string]*shelved{}}
	if s.lock, err = os.Open(top); err == nil {
		err = unix.Flock(int(s.lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	}
	if err == nil {
		// To be entered by the seats' ids, and listed by nobody.
		err = errors.Join(os.Mkdir(s.dir, 0o711), os.Chmod(s.dir, 0o711), os.Chmod(top, 0o711))
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// publicFolder is a folder for temporary files that everybody can get to, if
// there is one: TMPDIR may lie in somebody's home.
func publicFolder() string {
	for _, temp := range []string{os.TempDir(), "/tmp", "/var/tmp", "/dev/shm"} {
		if canEnter(temp) && unix.Access(temp, unix.W_OK) == nil {
			return temp
		}
	}
	return os.TempDir()
}

// canEnter reports whether everybody may pass through a folder and all above.
func canEnter(dir string) bool {
	for ; ; dir = filepath.Dir(dir) {
		st, err := os.Stat(dir)
		if err != nil || st.Mode()&0o001 == 0 {
			return false
		}
		if dir == "/" || dir == "." {
			return true
		}
	}
}

// removeStaleShelves removes what arenas of this user left that were killed.
// Failing to is no reason not to go on.
func removeStaleShelves(temp string) {
	tops, _ := filepath.Glob(filepath.Join(temp, shelfPrefix+"*"))
	for _, top := range tops {
		fd, err := unix.Open(top, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		if err != nil {
			continue
		}
		var st unix.Stat_t
		if unix.Fstat(fd, &st) == nil && int(st.Uid) == os.Geteuid() && unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB) == nil {
			// Its first instant, before it holds the lock, has no folder in it.
			if _, err := os.Lstat(filepath.Join(top, "bots")); err == nil {
				os.RemoveAll(top)
			}
		}
		unix.Close(fd)
	}
}

func (s *shelf) close() error {
	if s.lock != nil {
		defer s.lock.Close()
	}
	return os.RemoveAll(filepath.Dir(s.dir))
}

// take keeps a copy from being removed until put, and gives its number.
func (s *shelf) take(hash string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.copies[hash].users++
	return s.copies[hash].number
}

// put removes a copy that nobody uses any more.
func (s *shelf) put(hash string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.copies[hash].users--; s.copies[hash].users == 0 {
		delete(s.copies, hash)
		os.RemoveAll(filepath.Join(s.dir, hash))
	}
}

// Bounds of a bot's folder.
const (
	maxFolderFiles = 10_000
	maxFolderBytes = 512 << 20
	maxFolderDepth = 32 // to open a path costs as much as it has parts, and a walk opens all of it at each
)

// folderError is what is wrong with a bot's folder.
type folderError struct{ why, cure string }

func (e *folderError) Error() string { return e.why }

// add copies what fill writes, and takes it. The hash is fill's.
func (s *shelf) add(fill func(dir string) (hash string, err error)) (hash string, err error) {
	tmp, err := os.MkdirTemp(s.dir, ".new-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	if hash, err = fill(tmp); err != nil {
		return "", err
	}
	if err := os.Chmod(tmp, 0o755); err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.copies[hash] == nil {
		if err := os.Rename(tmp, filepath.Join(s.dir, hash)); err != nil {
			return "", err
		}
		s.made++
		s.copies[hash] = &shelved{number: s.made}
	}
	s.copies[hash].users++
	return hash, nil
}

// copyFolder copies a bot's folder, whose files cannot lead out of it, and
// hashes its listing: path, whether it may be executed, and contents of each.
func copyFolder(from, to string) (hash string, err error) {
	root, err := os.OpenRoot(from)
	if err != nil {
		return "", err
	}
	defer root.Close()
	if err := walkBounded(root, func(string, fs.DirEntry) error { return nil }); err != nil {
		return "", err // before anything is copied
	}
	listing, left := sha256.New(), int64(maxFolderBytes)
	err = walkBounded(root, func(path string, d fs.DirEntry) error {
		dst := filepath.Join(to, path)
		if d.IsDir() {
			return errors.Join(os.Mkdir(dst, 0o755), os.Chmod(dst, 0o755))
		}
		sum, mode, n, err := copyInto(root, path, dst, left)
		left -= n
		if err == nil {
			fmt.Fprintf(listing, "%q %o %x\n", path, mode, sum)
		}
		return err
	})
	return hex.EncodeToString(listing.Sum(nil)), err
}

// walkBounded visits what is in a folder, up to its bounds.
func walkBounded(root *os.Root, visit func(path string, d fs.DirEntry) error) error {
	files := 0
	return fs.WalkDir(root.FS(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == "." {
			return err
		}
		if files++; files > maxFolderFiles {
			return &folderError{fmt.Sprintf("has more than %d files in its folder", maxFolderFiles), "hand in what it needs to run only"}
		}
		if strings.Count(path, "/") >= maxFolderDepth {
			return &folderError{fmt.Sprintf("has folders in its folder that are more than %d deep", maxFolderDepth), "hand in what it needs to run only"}
		}
		return visit(path, d)
	})
}

// copyInto copies a file of a folder, read-only; a link to one of the same
// folder becomes a copy.
func copyInto(root *os.Root, path, dst string, left int64) (sum []byte, mode fs.FileMode, n int64, err error) {
	// NONBLOCK: opening a FIFO must not wait for a writer.
	src, err := root.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, 0, 0, err
	}
	defer src.Close()
	st, err := src.Stat()
	if err != nil {
		return nil, 0, 0, err
	}
	if !st.Mode().IsRegular() {
		return nil, 0, 0, &folderError{fmt.Sprintf("has in its folder %q, which is not a file", path), "hand in files only"}
	}
	tooBig := &folderError{fmt.Sprintf("has more than %d MiB in its folder", maxFolderBytes>>20), "hand in what it needs to run only"}
	if st.Size() > left {
		return nil, 0, 0, tooBig
	}
	mode = 0o444 | st.Mode()&0o111
	w, err := os.OpenFile(dst, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, 0, 0, err
	}
	h := sha256.New()
	n, err = io.Copy(io.MultiWriter(w, h), io.LimitReader(src, left+1))
	if err == nil && n > left {
		err = tooBig // it grows
	}
	return h.Sum(nil), mode, n, errors.Join(err, w.Chmod(mode), w.Close())
}
