package sandbox

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Open reads the program at path into memory that cannot change any more, or, if an
// interpreter is to read it, and with its folder, onto the shelf, and finds out how
// to run it. File and folder may have 512 MiB. Links on the way to the file are
// followed, as its owner may want it: of what others hand in, take no links. It fails with a *ProgramError, or with
// a *HostError where the host cannot hold the copy.
func (s *Sandbox) Open(path string, o ProgramOptions) (*Program, error) {
	f, err := openProgramFile(path)
	if err != nil {
		return nil, err
	}
	p := &Program{Path: path, fd: -1}
	if o.Folder != "" {
		// What runs, and what is hashed, must be the same file.
		f.Close()
		if err := s.shelveFolder(p, o.Folder); err != nil {
			return nil, err
		}
		p.Hash = p.onShelf
		if f, err = os.Open(filepath.Join(p.shelf.dir, p.onShelf, p.mainFile)); err != nil {
			p.Close()
			return nil, &ProgramError{Path: path, Why: "cannot be read back: " + cause(err).Error(), Cure: "try again", Err: err}
		}
	}
	defer f.Close()
	err = p.load(f)
	if err == nil {
		err = p.inspect(o)
	}
	if err == nil {
		err = s.surround(p, o)
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	if p.interp != nil { // which reads the copy on the shelf
		unix.Close(p.fd)
		p.fd = -1
	}
	return p, nil
}

// Close releases the copies. Processes that run from them go on, and no more can
// be started.
func (p *Program) Close() error {
	p.interp = nil
	if p.shelf != nil {
		p.shelf.put(p.onShelf)
		p.shelf = nil
	}
	if p.fd < 0 {
		return nil
	}
	err := unix.Close(p.fd)
	p.fd = -1
	return err
}

// shelfOf makes the shelf when it is first needed.
func (s *Sandbox) shelfOf() (*shelf, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	if s.bots == nil {
		b, err := newShelf(s.seatBase != 0 && !s.report.has(layerRoot))
		if err != nil {
			return nil, &HostError{Layer: layerRoot, Step: "make a folder for the bots", Err: err, Cure: "make TMPDIR, or /tmp, a folder that can be written"}
		}
		s.bots = b
	}
	return s.bots, nil
}

// shelveFolder puts a bot's folder on the shelf.
func (s *Sandbox) shelveFolder(p *Program, folder string) error {
	file, err := filepath.Abs(p.Path)
	if err == nil {
		folder, err = filepath.Abs(folder)
	}
	if err == nil {
		p.mainFile, err = filepath.Rel(folder, file)
	}
	if err != nil || !filepath.IsLocal(p.mainFile) {
		return &ProgramError{Path: p.Path, Why: "is not in the bot's folder " + folder, Cure: "name the folder that the program is in", Err: err}
	}
	return s.shelve(p, func(dir string) (string, error) { return copyFolder(folder, dir) })
}

// shelveFile puts a program that is one file on the shelf, from the copy in
// memory.
func (s *Sandbox) shelveFile(p *Program) error {
	p.mainFile = filepath.Base(p.Path)
	return s.shelve(p, func(dir string) (string, error) {
		dst := filepath.Join(dir, p.mainFile)
		w, err := os.OpenFile(dst, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return "", err
		}
		_, err = io.Copy(w, io.NewSectionReader(p.contents(), 0, p.Size))
		// The name counts: the same file may be handed in under two.
		sum := sha256.Sum256([]byte(p.Hash + p.mainFile))
		return hex.EncodeToString(sum[:]), errors.Join(err, w.Chmod(0o555), w.Close())
	})
}

func (s *Sandbox) shelve(p *Program, fill func(dir string) (string, error)) error {
	b, err := s.shelfOf()
	if err != nil {
		return err
	}
	if p.onShelf, err = b.add(fill); err == nil {
		p.shelf = b
		return nil
	}
	pe := &ProgramError{Path: p.Path, Err: err}
	var fe *folderError
	if errors.As(err, &fe) {
		pe.Why, pe.Cure = fe.why, fe.cure
	} else {
		pe.Why, pe.Cure = "cannot be copied: "+err.Error(), "see that its folder can be read, without links that lead out of it, and that there is room"
	}
	return pe
}
