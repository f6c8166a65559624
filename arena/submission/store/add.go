package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// uploadFree is how long a file may be on its way at no cost. Beyond that the
// hand-in is as late as its end: nobody keeps a place in time by beginning.
const uploadFree = time.Minute

// Add keeps a file that a team begins to hand in at a time. name is the file's
// own. It fails with a *[RefusedError] where a limit is reached, and with from's error.
func (s *Store) Add(team, name string, from io.Reader, at time.Time) (*HandIn, error) {
	return s.add(HandIn{Team: team, At: at, Name: name}, from, s.rate)
}

// Import is Add for what another system took: limits of rate do not count.
func (s *Store) Import(team, name string, from io.Reader, at time.Time) (*HandIn, error) {
	return s.add(HandIn{Team: team, At: at, Name: name, Imported: true}, from, func([]HandIn, time.Time) error { return nil })
}

// Retime gives a hand-in that was imported another time.
func (s *Store) Retime(h *HandIn, at time.Time) error {
	at = at.UTC().Round(0)
	err := s.append(h.Team, func([]HandIn) (line, error) { return line{Kind: "time", N: h.N, At: at}, nil })
	if err == nil {
		h.Before, h.At = append(h.Before, h.At), at
	}
	return err
}

func (s *Store) add(h HandIn, from io.Reader, rate func([]HandIn, time.Time) error) (*HandIn, error) {
	h.At, h.Name = h.At.UTC().Round(0), FileName(h.Name)
	history, err := s.History(h.Team)
	if err != nil {
		return nil, err
	}
	// Before anything is read: an upload costs, and it is looked at again.
	if err := rate(history, h.At); err != nil {
		return nil, err
	}
	done, err := s.begin(h.Team)
	if err != nil {
		return nil, err
	}
	defer done()
	half, err := os.CreateTemp(s.path("originals"), HalfPrefix)
	if err != nil {
		return nil, fmt.Errorf("keep a hand-in: %w", err)
	}
	defer os.Remove(half.Name()) // fails once it has its name
	defer half.Close()
	began := time.Now()
	if h.Size, h.Hash, err = s.receive(half, from); err != nil {
		return nil, err
	}
	if took := time.Since(began); !h.Imported && took > uploadFree {
		h.At = h.At.Add(took - uploadFree)
	}
	return &h, s.append(h.Team, func(history []HandIn) (line, error) {
		// What is refused is not kept.
		if err := rate(history, h.At); err != nil {
			return line{}, err
		}
		h.N = len(history) + 1
		return line{Kind: "hand-in", N: h.N, At: h.At, Name: h.Name, Size: h.Size, Hash: h.Hash, Imported: h.Imported}, s.settle(half.Name(), h.Hash)
	})
}

const mostName = 200 // bytes of a name that are kept

// FileName is what is kept of a file's name, for people: no folders, and not
// all of a long one.
func FileName(name string) string {
	name = strings.ToValidUTF8(filepath.Base(strings.ReplaceAll(name, `\`, "/")), "?")
	for len(name) > mostName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	return name
}

// rate holds a team to its hand-ins a day and between two.
func (s *Store) rate(history []HandIn, at time.Time) error {
	day := 0
	for _, h := range history {
		switch d := at.Sub(h.At).Abs(); {
		case d < s.limits.Every:
			wait := (s.limits.Every - d).Round(time.Second)
			return refuse(TooSoon, []any{wait, s.limits.Every},
				fmt.Sprintf("the last hand-in was %v ago; %v must lie between two", d.Round(time.Second), s.limits.Every), "hand in again in "+wait.String())
		case d < 24*time.Hour:
			day++
		}
	}
	if day >= s.limits.PerDay {
		return refuse(TooMany, []any{day}, fmt.Sprintf("%d hand-ins within a day, and no more are taken", day), "hand in again tomorrow; arena check tests a bot at home")
	}
	return nil
}

// mostUploads is how many uploads of a team may be on their way at once: one,
// and some that a broken line left.
const mostUploads = 4

// begin counts an upload of a team until done is called.
func (s *Store) begin(team string) (done func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := s.uploads[team]; n >= mostUploads {
		wait := s.limits.Every
		return nil, refuse(TooSoon, []any{wait, wait}, fmt.Sprintf("%d hand-ins of %s are on their way", n, team), "wait until they are there")
	}
	s.uploads[team]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.uploads[team]--; s.uploads[team] == 0 {
			delete(s.uploads, team)
		}
	}, nil
}

// receive writes what comes into a file.
func (s *Store) receive(half *os.File, from io.Reader) (size int64, hash string, err error) {
	sum := sha256.New()
	size, err = io.Copy(io.MultiWriter(half, sum), io.LimitReader(from, s.limits.Size+1))
	switch {
	case err != nil:
		return 0, "", fmt.Errorf("keep a hand-in: %w", err)
	case size > s.limits.Size:
		return 0, "", refuse(TooLarge, []any{s.limits.Size}, fmt.Sprintf("the file has more than %d bytes", s.limits.Size), "leave out what the program does not need")
	}
	if err := errors.Join(half.Chmod(0o644), half.Sync()); err != nil {
		return 0, "", fmt.Errorf("keep a hand-in: %w", err)
	}
	return size, hex.EncodeToString(sum.Sum(nil)), nil
}

// settle makes a file that was received the original of its hash.
func (s *Store) settle(half, hash string) error {
	to := s.original(hash)
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	dir := filepath.Dir(to)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("keep a hand-in: %w", err)
	}
	if err := os.Rename(half, to); err != nil {
		return fmt.Errorf("keep a hand-in: %w", err)
	}
	return errors.Join(syncDir(dir), syncDir(filepath.Dir(dir)))
}

func (s *Store) original(hash string) string { return s.path("originals", hash[:2], hash+".zip") }

// Original opens what was handed in.
func (s *Store) Original(h HandIn) (*os.File, error) {
	if len(h.Hash) != 2*sha256.Size || strings.Trim(h.Hash, "0123456789abcdef") != "" {
		return nil, fmt.Errorf("the hand-in %d of %s has no hash: %q", h.N, h.Team, h.Hash)
	}
	f, err := os.Open(s.original(h.Hash))
	if err != nil {
		return nil, fmt.Errorf("the hand-in %d of %s: %w", h.N, h.Team, err)
	}
	return f, nil
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("store of hand-ins: %w", err)
	}
	return errors.Join(d.Sync(), d.Close())
}

// errNothingNew has append write no line.
var errNothingNew = errors.New("nothing new")

// append appends the line that next makes of the history, under a lock.
func (s *Store) append(team string, next func([]HandIn) (line, error)) (err error) {
	name := s.path("teams", team+".jsonl")
	_, there := os.Stat(name)
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("store of hand-ins: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }() // gives the lock back
	if err := flock(f); err != nil {
		return err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return fmt.Errorf("store of hand-ins: %w", err)
	}
	history, whole, err := parse(team, text)
	if err != nil {
		return err
	}
	v, err := next(history)
	if err == errNothingNew {
		return nil
	}
	if err != nil {
		return err
	}
	out, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("store of hand-ins: %w", err)
	}
	if whole < len(text) { // a torn line
		if err := f.Truncate(int64(whole)); err != nil {
			return fmt.Errorf("store of hand-ins: %w", err)
		}
	}
	if _, err := f.WriteAt(append(out, '\n'), int64(whole)); err != nil {
		return fmt.Errorf("store of hand-ins: %w", err)
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("store of hand-ins: %w", err)
	}
	if errors.Is(there, fs.ErrNotExist) {
		return syncDir(filepath.Dir(name))
	}
	return nil
}

// flock waits for the lock on a file, which ends with the file's closing.
func flock(f *os.File) error {
	for {
		switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err {
		case nil:
			return nil
		case unix.EINTR:
		default:
			return fmt.Errorf("lock %s: %w", f.Name(), err)
		}
	}
}

// MarkFinal marks a hand-in as a team's final one, in place of any other. It
// fails with a *[RefusedError] where there is no such hand-in, and where the
// mark would come too late, or be on what came too late, to count.
func (s *Store) MarkFinal(team string, n int, at time.Time, p Policy) error {
	history, err := s.History(team)
	if err != nil {
		return err
	}
	if len(history) == 0 {
		return refuse(NothingYet, nil, team+" has handed in nothing", "hand in first")
	}
	return s.append(team, func(history []HandIn) (line, error) {
		switch {
		case n < 1 || n > len(history):
			return line{}, refuse(NoSuch, []any{n, len(history)}, fmt.Sprintf("%s has no hand-in %d", team, n), fmt.Sprintf("write a number from 1 to %d", len(history)))
		case p.Final && !p.Takes(at):
			return line{}, refuse(TooLate, nil, "it is too late to mark a hand-in: the deadline has passed", "what counted then counts; ask the organiser")
		case p.Final && !p.Takes(history[n-1].At):
			return line{}, refuse(TooLate, nil, fmt.Sprintf("hand-in %d came too late to count", n), "mark one that came in time")
		case history[n-1].Final:
			return line{}, errNothingNew
		}
		return line{Kind: "final", N: n, At: at.UTC().Round(0)}, nil
	})
}
