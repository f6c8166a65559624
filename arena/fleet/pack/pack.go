// Package pack makes one object of a bot, a file or a folder, that is the same
// bytes wherever it is made, and puts it down again on another machine.
//
// A pack is a tar archive with nothing in it but regular files in the order of
// their paths, whether each may be executed, and its contents. Its name is the
// SHA-256 of the archive.
package pack

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Bounds of a pack, which are those of a bot's folder in the jail.
const (
	maxFiles = 10_000
	maxBytes = 512 << 20
)

// Hash returns the name of the pack of a file or a folder.
func Hash(name string) (string, error) {
	h := sha256.New()
	if err := Write(h, name); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Write writes the pack of a file, under its base name, or of all in a folder.
// Errors name the file: what is neither file nor folder, links that lead out
// of the folder, too many files, too many bytes.
func Write(w io.Writer, name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	dir := name
	if !info.IsDir() {
		dir = filepath.Dir(name)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	p := &packer{tar: tar.NewWriter(w), root: root, left: maxBytes}
	if info.IsDir() {
		err = fs.WalkDir(root.FS(), ".", func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			return p.add(file)
		})
	} else {
		// A link may lead to it from elsewhere: this one the organiser named.
		err = p.addFile(filepath.Base(name), func() (*os.File, error) {
			return os.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0)
		})
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return p.tar.Close()
}

type packer struct {
	tar   *tar.Writer
	root  *os.Root
	files int
	left  int64
}

func (p *packer) add(file string) error {
	return p.addFile(file, func() (*os.File, error) {
		// NONBLOCK: opening a FIFO must not wait for a writer.
		return p.root.OpenFile(file, os.O_RDONLY|unix.O_NONBLOCK, 0)
	})
}

func (p *packer) addFile(file string, open func() (*os.File, error)) error {
	if p.files++; p.files > maxFiles {
		return fmt.Errorf("more than %d files", maxFiles)
	}
	f, err := open()
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a file", file)
	}
	if p.left -= info.Size(); p.left < 0 {
		return fmt.Errorf("more than %d MiB", maxBytes>>20)
	}
	header := &tar.Header{
		Typeflag: tar.TypeReg, Format: tar.FormatPAX,
		Name: filepath.ToSlash(file), Mode: int64(0o444 | info.Mode().Perm()&0o111), Size: info.Size(),
	}
	if err := p.tar.WriteHeader(header); err != nil {
		return err
	}
	// A file that has grown or shrunk since is an error of tar's.
	_, err = io.CopyN(p.tar, f, info.Size())
	return err
}

// Extract reads a pack and puts its files into a new folder dir, which appears
// whole or not at all. The pack must be the one with the given hash.
func Extract(r io.Reader, hash, dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), ".new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	sum := sha256.New()
	r = io.TeeReader(r, sum)
	if err := extract(r, tmp); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != hash {
		return fmt.Errorf("the files came damaged: their hash is %.12s, want %.12s", got, hash)
	}
	if err := os.Chmod(tmp, 0o755); err != nil {
		return err
	}
	err = os.Rename(tmp, dir)
	if _, there := os.Stat(dir); err != nil && there == nil {
		return nil // somebody else was faster with the same files
	}
	return err
}

func extract(r io.Reader, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	in, left := tar.NewReader(r), int64(maxBytes)
	for files := 1; ; files++ {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if left -= h.Size; h.Typeflag != tar.TypeReg || files > maxFiles || left < 0 || !filepath.IsLocal(h.Name) {
			return fmt.Errorf("%q does not belong into a pack", h.Name)
		}
		if err := extractFile(root, h, in); err != nil {
			return err
		}
	}
}

func extractFile(root *os.Root, h *tar.Header, r io.Reader) error {
	if err := root.MkdirAll(path.Dir(h.Name), 0o755); err != nil {
		return err
	}
	w, err := root.OpenFile(h.Name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	return errors.Join(err, w.Chmod(fs.FileMode(h.Mode)&0o555|0o444), w.Close())
}
