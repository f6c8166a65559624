// Package outfile writes files that are there whole or not at all.
package outfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Write writes a file that is there with all its contents or as it was before,
// whatever happens, a crash too. Its folder is made if need be.
func Write(path string, write func(io.Writer) error) error {
	return Replace(path, true, func(f *os.File) error { return write(f) })
}

// WriteSecret is Write for a text that only the file's owner may read, from
// its first byte on. A folder that it makes is the owner's alone too.
func WriteSecret(path string, text []byte) error {
	return replace(path, 0o700, true, func(f *os.File) error {
		_, err := f.Write(text)
		return err
	})
}

// Replace has write fill a file beside the one of that name, by the descriptor
// or by its own name, and gives it the name when it is whole, and safe on the
// disk where sync says so. What is not a regular file, such as a pipe, is
// written to as it is.
func Replace(path string, sync bool, write func(*os.File) error) error {
	return replace(path, 0o755, sync, write)
}

// replace makes folders with the given mode, and the file without its x bits.
func replace(path string, folder os.FileMode, sync bool, write func(*os.File) error) (err error) {
	dir, name := filepath.Split(path)
	if dir != "" {
		if err := os.MkdirAll(dir, folder); err != nil {
			return err
		}
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		// A pipe or /dev/stdout is written to; a folder is an error.
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	if dir == "" {
		dir = "."
	}
	tmp, err := os.CreateTemp(dir, "."+name+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
		}
	}()
	err = write(tmp)
	if err == nil {
		err = tmp.Chmod(folder &^ 0o111)
	}
	if err == nil && sync {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
