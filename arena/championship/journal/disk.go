package journal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Disk is the folder that a championship is kept in: as little of a file
// system as the journal needs, so that a test can break it at every step.
// Names have no slash.
type Disk interface {
	// Open opens a file for reading; the error for one that is not there is
	// fs.ErrNotExist.
	Open(name string) (Reader, error)
	// Create makes an empty file, or empties the one of that name, for writing.
	Create(name string) (File, error)
	// Append opens a file that is there for writing at its end.
	Append(name string) (File, error)
	// Rename gives a file another name, at once, replacing the one that has it.
	Rename(from, to string) error
	// Sync makes names and renames durable.
	Sync() error
	// Lock keeps others out of the folder until the lock is closed or the
	// process ends; it returns [ErrLocked] where somebody else has it.
	Lock() (io.Closer, error)
}

// Reader is a file that is read.
type Reader interface {
	io.Reader
	io.ReaderAt
	io.Closer
}

// File is a file that is written at its end.
type File interface {
	io.Writer
	// Size returns the file's length in bytes.
	Size() (int64, error)
	// Truncate cuts the file to size; the next write goes there.
	Truncate(size int64) error
	// Sync returns when all that was written is on the disk.
	Sync() error
	io.Closer
}

// ErrLocked says that another arena works in the folder.
var ErrLocked = errors.New("another arena works in this folder")

// Folder is a Disk on a real file system.
type Folder string

var _ Disk = Folder("")

// OpenFolder makes the folder if need be.
func OpenFolder(path string) (Folder, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return "", err
	}
	return Folder(path), nil
}

func (f Folder) path(name string) string { return filepath.Join(string(f), name) }

// Open implements [Disk].
func (f Folder) Open(name string) (Reader, error) { return os.Open(f.path(name)) }

// Create implements [Disk].
func (f Folder) Create(name string) (File, error) {
	return openFile(f.path(name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC|os.O_APPEND)
}

// Append implements [Disk].
func (f Folder) Append(name string) (File, error) {
	return openFile(f.path(name), os.O_WRONLY|os.O_APPEND)
}

// Rename implements [Disk].
func (f Folder) Rename(from, to string) error { return os.Rename(f.path(from), f.path(to)) }

// Sync implements [Disk].
func (f Folder) Sync() error {
	dir, err := os.Open(string(f))
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

// Lock implements [Disk].
func (f Folder) Lock() (io.Closer, error) {
	file, err := os.OpenFile(f.path("lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		file.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, fmt.Errorf("%s: %w", string(f), ErrLocked)
		}
		return nil, fmt.Errorf("%s: lock: %w", string(f), err)
	}
	return file, nil
}

// osFile is a file of a Folder. It is open for appending, so that a write
// after Truncate goes to the new end.
type osFile struct{ *os.File }

func openFile(path string, flags int) (File, error) {
	f, err := os.OpenFile(path, flags, 0o644)
	if err != nil {
		return nil, err
	}
	return osFile{f}, nil
}

func (f osFile) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// Sync leaves out what fsync would write of the file's times.
func (f osFile) Sync() error {
	for {
		err := unix.Fdatasync(int(f.Fd()))
		if !errors.Is(err, unix.EINTR) {
			return os.NewSyscallError("fdatasync", err)
		}
	}
}

// WriteFile writes a whole file: it is there with all its contents or as it
// was before, whatever happens.
func WriteFile(d Disk, name string, write func(io.Writer) error) error {
	tmp := name + ".new"
	f, err := d.Create(tmp)
	if err != nil {
		return err
	}
	if err := errors.Join(writeAndSync(f, write), f.Close()); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := d.Rename(tmp, name); err != nil {
		return err
	}
	return d.Sync()
}

func writeAndSync(f File, write func(io.Writer) error) error {
	if err := write(f); err != nil {
		return err
	}
	return f.Sync()
}
