package unpack

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// entry is a file of the archive that will be written.
type entry struct {
	name string
	file *zip.File
}

// mostDirectory bounds what is read of the archive's list of entries: an
// entry takes 46 bytes and its name there, and some hundred in our memory.
const mostDirectory = 2 << 20

// budget fails reads once more was read than the list of entries may take.
type budget struct {
	r    io.ReaderAt
	left int64
}

var errBudget = errors.New("the list of entries is too long")

func (b *budget) ReadAt(p []byte, off int64) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, errBudget
	}
	return b.r.ReadAt(p, off)
}

// open reads the archive's list of entries.
func open(r io.ReaderAt, size int64, l Limits) (*zip.Reader, error) {
	if size > l.Archive {
		return nil, refuse("", "leave out what the program does not need", "the zip has %s; %s are taken", bytesOf(size), bytesOf(l.Archive))
	}
	var head [8]byte
	n, err := r.ReadAt(head[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the archive: %w", err)
	}
	b := &budget{r, mostDirectory}
	_, err = zip.NewReader(b, size)
	switch {
	case err == nil:
	case b.left < 0:
		return nil, tooMany(l)
	case n == 0:
		return nil, refuse("", "hand the file in again", "the file is empty")
	default:
		return nil, notAZip(head[:n])
	}
	// From here on contents are read, which have limits of their own.
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("read the archive again: %w", err)
	}
	return z, nil
}

func tooMany(l Limits) error {
	return refuse("", "zip the sources only", "the zip holds more than %d files and folders", l.Files)
}

// notAZip says what a file is instead, where that can be told.
func notAZip(head []byte) error {
	const cure = "make a zip: on Windows Send to, Compressed folder; on macOS Compress; else zip -r bot.zip FOLDER"
	for _, kind := range []struct{ magic, name string }{
		{"Rar!", "a RAR archive"},
		{"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"},
		{"\x1f\x8b", "a gzip or .tar.gz file"},
		{"BZh", "a bzip2 file"},
		{"\xfd7zXZ", "an xz file"},
		{"\x28\xb5\x2f\xfd", "a zstd file"},
		{"%PDF", "a PDF"},
		{"\x7fELF", "a program"},
		{"MZ", "a program for Windows"},
	} {
		if bytes.HasPrefix(head, []byte(kind.magic)) {
			return refuse("", cure, "the file is no zip, it is %s", kind.name)
		}
	}
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return refuse("", "hand the file in again; was the upload cut off?", "the zip is damaged or cut off: its list of entries cannot be read")
	}
	return refuse("", cure, "the file is no zip")
}

// survey looks at all names and headers, and returns the files to write. It
// writes nothing.
func survey(z *zip.Reader, l Limits, c *Contents) ([]entry, error) {
	var entries []entry
	ignored := map[string]bool{}
	kept := 0
	seen := map[string]string{} // the name written, by what some systems take for it
	var folders []string
	for _, f := range z.File {
		name := decodeName(f, l.Names)
		if isLitter(name) { // before its name is checked, which nobody chose
			ignored[litterOf(name)] = true
			continue
		}
		if err := checkName(name, l.Depth); err != nil {
			return nil, err
		}
		if kept++; kept > l.Files {
			return nil, tooMany(l)
		}
		if err := checkKind(f, name); err != nil {
			return nil, err
		}
		if name != f.Name && strings.TrimRight(name, "/") != strings.TrimRight(f.Name, "/") {
			c.Notes = append(c.Notes, fmt.Sprintf("the name %q was read as %q", f.Name, name))
		}
		if folder, is := strings.CutSuffix(name, "/"); is {
			folders = append(folders, folder)
			continue
		}
		key := sameKey(name)
		if other, twice := seen[key]; twice {
			if other == name {
				return nil, refuse(name, "keep one of the two", "the file is in the zip twice")
			}
			return nil, refuse(name, "rename one of the two", "only small and capital letters tell the name from %q", other)
		}
		seen[key] = name
		entries = append(entries, entry{name, f})
	}
	for _, e := range entries {
		folders = append(folders, parents(e.name)...)
	}
	for _, f := range folders {
		if file, clash := seen[sameKey(f)]; clash {
			return nil, refuse(f, "rename one of the two", "it is a folder and the file %q too", file)
		}
	}
	for name := range ignored {
		c.Notes = append(c.Notes, "left out "+strings.TrimSpace(name))
	}
	slices.Sort(c.Notes)
	if len(entries) == 0 {
		return nil, refuse("", "zip the folder with the sources", "the zip holds no file")
	}
	return entries, noOverlap(entries)
}

// litterOf returns the part of a name that makes it litter.
func litterOf(name string) string {
	for p := range strings.SplitSeq(name, "/") {
		if isLitter(p) {
			if strings.HasPrefix(p, "._") {
				return "files ._*"
			}
			return p
		}
	}
	return name
}

func parents(name string) (dirs []string) {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		dirs = append(dirs, dir)
	}
	return dirs
}

// checkKind refuses what is neither file nor folder, and what cannot be read.
func checkKind(f *zip.File, name string) error {
	const encrypted = 1 // APPNOTE 4.4.4, bit 0
	mode := f.Mode()
	switch {
	case mode&fs.ModeSymlink != 0:
		return refuse(name, "put the file itself there", "it is a link; links are not taken")
	case mode&(fs.ModeDevice|fs.ModeCharDevice|fs.ModeNamedPipe|fs.ModeSocket|fs.ModeIrregular) != 0:
		return refuse(name, "leave it out", "it is a device, a pipe or a socket; only files and folders are taken")
	case f.Flags&encrypted != 0:
		return refuse(name, "make the zip without one", "it is encrypted with a password")
	case strings.HasSuffix(name, "/") && f.UncompressedSize64 > 0:
		return refuse(name, "make the zip again with an ordinary program", "a folder cannot hold %d bytes", f.UncompressedSize64)
	case !strings.HasSuffix(name, "/") && mode.IsDir():
		return refuse(name, "make the zip again with an ordinary program", "it says that it is a folder, and its name that it is a file")
	case f.Method != zip.Store && f.Method != zip.Deflate:
		return refuse(name, "make the zip with the ordinary method, deflate", "it is compressed by method %d, which is not read here", f.Method)
	}
	return nil
}

// noOverlap refuses files that share bytes of the archive, by which a few
// kilobytes can be inflated again and again.
func noOverlap(entries []entry) error {
	type span struct {
		from, to int64
		name     string
	}
	var spans []span
	for _, e := range entries {
		from, err := e.file.DataOffset()
		if err != nil {
			return damaged(e.name)
		}
		if n := e.file.CompressedSize64; n > 0 {
			if n > 1<<40 { // far above any archive: nothing overflows below
				return damaged(e.name)
			}
			spans = append(spans, span{from, from + int64(n), e.name})
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(spans); i++ {
		if spans[i].from < spans[i-1].to {
			return refuse(spans[i].name, "make the zip again with an ordinary program", "its bytes in the zip are those of %q too", spans[i-1].name)
		}
	}
	return nil
}

func damaged(name string) error {
	return refuse(name, "hand the file in again; was the upload cut off?", "the zip is damaged here")
}

// bytesOf writes a size for people.
func bytesOf(n int64) string {
	switch {
	case n < 10<<10:
		return fmt.Sprintf("%d bytes", n)
	case n < 10<<20:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}
