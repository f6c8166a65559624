package submission

import (
	"archive/zip"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"botarena/arena/submission/store"
	"botarena/arena/submission/unpack"
)

// DefaultPattern finds the id in what course sites call the files of a class:
// the letters and digits up to the first other character.
const DefaultPattern = `^(?P<student>[A-Za-z0-9]+)`

// Import says how a folder of hand-ins is read.
type Import struct {
	// Pattern is matched with each name; nil for [DefaultPattern]. Its group student is the id;
	// its group time, if there is one, the time of handing in: the digits of
	// year, month, day, hour, minute and, if wanted, second, in Zone.
	Pattern *regexp.Regexp
	Zone    *time.Location
	// At is the time of handing in of all files. Zero: by the pattern, or the
	// file's time of change.
	At time.Time
}

// Imported is what became of one file.
type Imported struct {
	File   string // its name
	Team   string
	HandIn *store.HandIn // nil where it was not taken
	// Again says that the student has handed in the same file already, and
	// that nothing is new of it.
	Again bool
	Err   error // why it was not taken
}

// Refused reports whether the file was not taken for what it is, which is the
// student's to cure. Any other Err may pass, or be of the organiser's pattern.
func (i *Imported) Refused() bool {
	var refused *store.RefusedError
	return errors.Is(i.Err, errNoZip) || errors.As(i.Err, &refused)
}

// Import hands in the zips of a folder, and the folders in it, which are
// zipped, sorted by time. What was taken before is not taken again, so that a
// folder can be imported as it grows; where how says another time for a file
// than an import before did, the time is put right. Other files are passed over, but for
// what is a student's by its name, or another kind of archive: that is not
// taken, and in the list.
// The error is of the folder, the store or the context; what is wrong with a
// file is in its Imported.
func (o *Office) Import(ctx context.Context, dir string, how Import) ([]Imported, error) {
	if how.Pattern == nil {
		how.Pattern = regexp.MustCompile(DefaultPattern)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("import: %w", err)
	}
	type file struct {
		Imported
		at   time.Time
		said bool // by how, and not the file's own
	}
	var files []file
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || e.Name() == "__MACOSX" {
			continue
		}
		f := file{Imported: Imported{File: e.Name()}}
		f.Team, f.at, f.said, f.Err = how.read(dir, e)
		if !e.IsDir() && !(e.Type().IsRegular() && isZip(e.Name())) {
			if !o.listed(f.Team) && !otherArchives[strings.ToLower(filepath.Ext(e.Name()))] {
				continue // beside the hand-ins, and none
			}
			f.Err = errNoZip
		}
		files = append(files, f)
	}
	slices.SortStableFunc(files, func(a, b file) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.File, b.File)) })
	var all []Imported
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return all, err
		}
		if f.Err == nil {
			f.HandIn, f.Again, f.Err = o.importFile(f.Team, filepath.Join(dir, f.File), f.at, f.said)
		}
		all = append(all, f.Imported)
	}
	return all, nil
}

// errNoZip is of a hand-in that would else be missed in silence.
var errNoZip = errors.New("it is neither a zip nor a folder: zip what is in it")

var otherArchives = map[string]bool{".7z": true, ".bz2": true, ".gz": true, ".rar": true, ".tar": true, ".tgz": true, ".xz": true, ".zst": true}

// listed reports whether a team is on the roster; without one none is.
func (o *Office) listed(team string) bool { return slices.Contains(o.rules.Teams, team) }

// read finds the id and the time of a file; said is whether how has the time.
func (how Import) read(dir string, e os.DirEntry) (team string, at time.Time, said bool, err error) {
	m := how.Pattern.FindStringSubmatch(e.Name())
	if m == nil {
		return "", at, false, fmt.Errorf("the name does not match the pattern %s", how.Pattern)
	}
	team = m[how.Pattern.SubexpIndex("student")]
	if !how.At.IsZero() {
		return team, how.At, true, nil
	}
	if i := how.Pattern.SubexpIndex("time"); i >= 0 && m[i] != "" {
		at, err = digitsTime(m[i], how.Zone)
		return team, at, true, err
	}
	info, err := e.Info()
	if err != nil {
		return team, at, false, err
	}
	return team, info.ModTime(), false, nil
}

var notDigits = regexp.MustCompile(`[^0-9]+`)

func digitsTime(text string, zone *time.Location) (time.Time, error) {
	if zone == nil {
		zone = time.UTC
	}
	digits := notDigits.ReplaceAllString(text, "")
	layout := "20060102150405"
	if len(digits) == len(layout)-2 {
		layout = layout[:len(layout)-2]
	}
	at, err := time.ParseInLocation(layout, digits, zone)
	if err != nil {
		return at, fmt.Errorf("the time %q in the name is not year, month, day, hour and minute", text)
	}
	return at, nil
}

// importFile hands in a file, or a folder, unless it was. A time that is said
// puts right the one that an import gave it before.
func (o *Office) importFile(team, path string, at time.Time, said bool) (h *store.HandIn, again bool, err error) {
	if err := o.known(team); err != nil {
		return nil, false, err
	}
	history, err := o.store.History(team)
	if err != nil {
		return nil, false, err
	}
	f, err := openHandIn(path, cmp.Or(o.rules.Unpack.Bytes, unpack.DefaultBytes))
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return nil, false, err
	}
	hash := hex.EncodeToString(sum.Sum(nil))
	if i := slices.IndexFunc(history, func(h store.HandIn) bool {
		return h.Hash == hash && (h.At.Equal(at) || slices.ContainsFunc(h.Before, at.Equal))
	}); i >= 0 {
		return &history[i], true, nil
	}
	// What came last by the file's name, or, where nobody says a time, at all: it
	// is the same hand-in if it has the same bytes. Under another name it is one
	// more, also of the same bytes: who sent it twice was in time once.
	name := filepath.Base(path)
	for _, h := range slices.Backward(history) {
		switch {
		case said && h.Name != store.FileName(name):
			continue
		case h.Hash == hash && !said:
			return &h, true, nil
		case h.Hash == hash && h.Imported:
			return &h, false, o.store.Retime(&h, at)
		}
		break
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, false, err
	}
	h, err = o.store.Import(team, name, f, at)
	return h, false, err
}

// onlyZip returns the zip that is all that a folder holds, as course sites put
// it there; "" where there is another thing.
func onlyZip(dir string) string {
	entries, _ := os.ReadDir(dir) // what cannot be read is told where it is zipped
	entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") })
	if len(entries) == 1 && entries[0].Type().IsRegular() && isZip(entries[0].Name()) {
		return filepath.Join(dir, entries[0].Name())
	}
	return ""
}

func isZip(name string) bool { return strings.EqualFold(filepath.Ext(name), ".zip") }

// openHandIn opens a zip, alone or in a folder, or one made of a folder of most
// bytes at most, which is gone when closed.
func openHandIn(path string, most int64) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return os.Open(path)
	}
	if only := onlyZip(path); only != "" {
		return os.Open(only)
	}
	f, err := os.CreateTemp("", "hand-in-*.zip")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name())
	w, left := zip.NewWriter(f), most
	// Names in order and no times: the same sources are the same zip.
	err = fs.WalkDir(os.DirFS(path), ".", func(name string, d fs.DirEntry, err error) error {
		if len(name) > unpack.MostPath { // to open it costs as much as it has parts
			return fmt.Errorf("the path of a file in it is longer than %d bytes", unpack.MostPath)
		}
		if err != nil || d.IsDir() {
			return err
		}
		if !d.Type().IsRegular() {
			return fmt.Errorf("%s is neither file nor folder", name)
		}
		in, err := os.Open(filepath.Join(path, name))
		if err != nil {
			return err
		}
		defer in.Close()
		out, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err != nil {
			return err
		}
		n, err := io.Copy(out, io.LimitReader(in, left+1))
		if left -= n; err == nil && left < 0 {
			err = fmt.Errorf("with %s its files have more than %d bytes", name, most)
		}
		return err
	})
	if err = errors.Join(err, w.Close()); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("zip the folder %s: %w", filepath.Base(path), err)
	}
	return f, nil
}
