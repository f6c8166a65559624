package web

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"botarena/arena/championship/journal"
	"botarena/arena/record"
)

// shelf is the folder of results: what is in it, and in the folders directly
// below it, is shown. A folder is named by its name, and the shelf's own one
// by the empty name.
type shelf struct {
	path string
	root *os.Root // nil where there is none; nothing outside of it is opened

	mu      sync.Mutex
	books   map[string]*book
	replays map[string]replayFile // by path, as long as the file is the same
	lists   map[string]listing    // by folder, as long as that is the same
}

// listing is what was in a folder when it was changed last.
type listing struct {
	changed time.Time
	replays []replayFile  // the newest first
	others  []fs.DirEntry // that are no files
}

// replayFile is a replay that is a file of its own.
type replayFile struct {
	In, Name string
	Size     int64
	Time     time.Time
	Header   *record.Header // nil where Err says why
	Result   string         // the reason
	Outcomes []string
	Void     bool
	Err      error
}

func openShelf(path string) (*shelf, error) {
	s := &shelf{path: path, books: map[string]*book{}, replays: map[string]replayFile{}, lists: map[string]listing{}}
	if path == "" {
		return s, nil
	}
	root, err := os.OpenRoot(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil // it is made by the first match; until then it is empty
	}
	s.root = root
	return s, err
}

// open returns the shelf's folder, which may have been made since.
func (s *shelf) open() *os.Root {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.root == nil && s.path != "" {
		s.root, _ = os.OpenRoot(s.path)
	}
	return s.root
}

func (s *shelf) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.root == nil {
		return nil
	}
	return s.root.Close()
}

// errName says that a name cannot be one of this shelf.
var errName = errors.New("no such name")

// inside returns the path, below the shelf, of a file in a folder.
func inside(in, name string) (string, error) {
	for _, part := range []string{in, name} {
		if part != "" && (!filepath.IsLocal(part) || filepath.Base(part) != part || strings.HasPrefix(part, ".")) {
			return "", errName
		}
	}
	return filepath.Join(in, name), nil
}

// settled is how long ago a folder must have been changed for its time to tell
// the next change: the clocks of file systems are coarse.
const settled = time.Second

// list returns what is in a folder. That may be very much, and the pages of
// halls ask for it again and again.
func (s *shelf) list(in string) (listing, error) {
	path, err := inside(in, "")
	root := s.open()
	if err != nil || root == nil {
		return listing{}, err
	}
	f, err := root.OpenFile(cmp.Or(path, "."), os.O_RDONLY|syscall.O_DIRECTORY, 0)
	if err != nil {
		return listing{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return listing{}, err
	}
	s.mu.Lock()
	known := s.lists[in]
	s.mu.Unlock()
	if known.changed.Equal(info.ModTime()) {
		return known, nil
	}
	entries, err := f.ReadDir(-1)
	if err != nil {
		return listing{}, err
	}
	found := listing{changed: info.ModTime()}
	for _, e := range entries {
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case !e.Type().IsRegular():
			found.others = append(found.others, e)
		case filepath.Ext(e.Name()) == record.Extension:
			if info, err := e.Info(); err == nil {
				found.replays = append(found.replays, replayFile{In: in, Name: e.Name(), Size: info.Size(), Time: info.ModTime()})
			}
		}
	}
	slices.SortFunc(found.replays, func(a, b replayFile) int {
		return cmp.Or(b.Time.Compare(a.Time), strings.Compare(a.Name, b.Name))
	})
	if time.Since(found.changed) > settled {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.lists[in] = found
	}
	return found, nil
}

// championships returns the folders that have a journal.
func (s *shelf) championships() []string {
	var found []string
	if s.isChampionship("") {
		found = append(found, "")
	}
	l, _ := s.list("") // what cannot be read has nothing to show
	for _, e := range l.others {
		if s.isChampionship(e.Name()) {
			found = append(found, e.Name())
		}
	}
	slices.Sort(found)
	return found
}

// folders returns the folders that have replay files of their own.
func (s *shelf) folders() []string {
	found := []string{""}
	l, _ := s.list("")
	for _, e := range l.others {
		if names, _ := s.replayNames(e.Name()); e.IsDir() && len(names) > 0 {
			found = append(found, e.Name())
		}
	}
	slices.Sort(found)
	return found
}

func (s *shelf) isChampionship(in string) bool {
	path, err := inside(in, journal.Name)
	root := s.open()
	if err != nil || root == nil {
		return false
	}
	info, err := root.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// replayNames returns the replay files of a folder, the newest first, in a list
// that is not to be changed.
func (s *shelf) replayNames(in string) ([]replayFile, error) {
	l, err := s.list(in)
	return l.replays, err
}

// mostKept bounds how many replays' headers are remembered.
const mostKept = 20_000

// about reads what a list says of a replay file.
func (s *shelf) about(f replayFile) replayFile {
	key := filepath.Join(f.In, f.Name)
	if root := s.open(); root != nil { // it may have been written anew in its place
		if info, err := root.Stat(key); err == nil {
			f.Size, f.Time = info.Size(), info.ModTime()
		}
	}
	s.mu.Lock()
	known, ok := s.replays[key]
	s.mu.Unlock()
	if ok && known.Size == f.Size && known.Time.Equal(f.Time) {
		return known
	}
	rec, err := s.replay(f.In, f.Name)
	switch {
	case err != nil:
		f.Err = err
	default:
		h := rec.Header
		h.Setup = nil // it may be large, and no list shows it
		f.Header = &h
		f.Void = rec.Measured != nil && rec.Measured.Void != ""
		if rec.Result != nil {
			f.Result = rec.Result.Reason
			for _, seat := range rec.Result.Seats {
				f.Outcomes = append(f.Outcomes, string(seat.Outcome))
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.replays) >= mostKept {
		clear(s.replays)
	}
	s.replays[key] = f
	return f
}

// replay reads a replay file.
func (s *shelf) replay(in, name string) (*record.Record, error) {
	f, err := s.file(in, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return record.Read(f)
}

// file opens a replay file.
func (s *shelf) file(in, name string) (io.ReadCloser, error) {
	path, err := inside(in, name)
	root := s.open()
	if err != nil || name == "" || filepath.Ext(name) != record.Extension || root == nil {
		return nil, fs.ErrNotExist
	}
	f, err := root.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // nobody waits at a pipe
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, fs.ErrNotExist
	}
	return f, nil
}

// follow looks again and again whether a championship that somebody watches
// has changed, and forgets those that nobody looks at, until ctx ends.
func (s *shelf) follow(ctx context.Context) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	var reading sync.WaitGroup
	defer reading.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		s.mu.Lock()
		books := slices.Collect(maps.Values(s.books))
		s.mu.Unlock()
		for _, b := range books {
			if b.watched() {
				// It publishes what has changed; errors are shown by the pages. A large
				// one takes seconds, in which the tables of the others go on.
				reading.Go(func() { b.view() })
			} else {
				b.forget(time.Now())
			}
		}
	}
}

// book returns the book of a championship.
func (s *shelf) book(in string) (*book, error) {
	if !s.isChampionship(in) {
		return nil, fs.ErrNotExist
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.books[in]
	if b == nil {
		b = newBook(filepath.Join(s.path, in))
		s.books[in] = b
	}
	return b, nil
}
