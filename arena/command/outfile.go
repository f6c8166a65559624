package command

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// writeWhole writes a file that is there with all its contents or as it was
// before, whatever happens. Its folder is made if need be.
func writeWhole(path string, write func(io.Writer) error) error {
	return replaceFile(path, true, write)
}

// replaceFile writes a file beside the one of that name and gives it the name
// when it is whole, and safe on the disk where sync says so.
func replaceFile(path string, sync bool, write func(io.Writer) error) (err error) {
	dir, name := filepath.Split(path)
	if dir != "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
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
		err = tmp.Chmod(0o644)
	}
	if err == nil && sync {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
