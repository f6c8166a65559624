package unpack

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"slices"
	"strings"
)

// Unpack writes the files of a zip of size bytes into a folder, which should
// be empty. The error is a *[Refusal] where the archive is at fault; then the
// folder may hold some of the files and is the caller's to remove. Any other
// error is of the disk or the context.
func Unpack(ctx context.Context, archive io.ReaderAt, size int64, into *os.Root, l Limits) (*Contents, error) {
	l = l.withDefaults()
	if codePages[l.Names] == nil {
		return nil, fmt.Errorf("no code page is called %q", l.Names)
	}
	z, err := open(archive, size, l)
	if err != nil {
		return nil, err
	}
	c := new(Contents)
	entries, err := survey(z, l, c)
	if err != nil {
		return nil, err
	}
	if err := noLies(entries, l); err != nil {
		return nil, err
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.name
	}
	c.Top = topFolder(names)
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	sum := sha256.New()
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		name := strings.TrimPrefix(strings.TrimPrefix(e.name, c.Top), "/")
		f, hash, err := write(into, name, e, l.Bytes-c.Bytes, c)
		if err != nil {
			return nil, err
		}
		c.Bytes += f.Size
		c.Files = append(c.Files, f)
		// Each part by its length, so that no two trees are the same text.
		fmt.Fprintf(sum, "%d:%s %t %x\n", len(name), name, f.Exec, hash)
	}
	c.Hash = hex.EncodeToString(sum.Sum(nil))
	return c, nil
}

// noLies refuses by the headers what would be refused while it is inflated.
func noLies(entries []entry, l Limits) error {
	var sum uint64
	for _, e := range entries {
		if sum += min(e.file.UncompressedSize64, math.MaxInt64); sum > uint64(l.Bytes) {
			return tooLarge(e.name, l.Bytes)
		}
	}
	return nil
}

func tooLarge(name string, most int64) error {
	return refuse(name, "leave out what the program does not need", "with it the files inflate to more than %s", bytesOf(most))
}

// write writes one file, of at most most bytes, and hashes what it writes.
func write(into *os.Root, name string, e entry, most int64, c *Contents) (f File, hash []byte, err error) {
	f.Name = name
	in, err := e.file.Open()
	if err != nil {
		return f, nil, damaged(e.name)
	}
	defer in.Close()
	counted := &counter{r: in, left: most}
	from := bufio.NewReader(counted)
	content, exec, err := repair(from, name, c)
	if err != nil {
		return f, nil, readFault(e.name, c.Bytes+most, err)
	}
	f.Exec = exec || e.file.Mode()&0o111 != 0
	mode := fs.FileMode(0o644)
	if f.Exec {
		mode = 0o755
	}
	if dir := path.Dir(name); dir != "." {
		if err := into.MkdirAll(dir, 0o755); err != nil {
			return f, nil, fmt.Errorf("unpack: %w", err)
		}
	}
	out, err := into.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return f, nil, fmt.Errorf("unpack: %w", err)
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	// The mode counts whatever the umask is: builds run under other ids.
	if err := out.Chmod(mode); err != nil {
		return f, nil, fmt.Errorf("unpack: %w", err)
	}
	h := sha256.New()
	w := &faultyWriter{w: io.MultiWriter(out, h)}
	f.Size, err = io.Copy(w, content)
	switch {
	case w.err != nil:
		return f, nil, fmt.Errorf("unpack: %w", w.err)
	case err != nil:
		return f, nil, readFault(e.name, c.Bytes+most, err)
	}
	return f, h.Sum(nil), nil
}

// readFault words what went wrong while an entry was inflated.
func readFault(name string, most int64, err error) error {
	if errors.Is(err, errTooLarge) {
		return tooLarge(name, most)
	}
	return damaged(name)
}

// faultyWriter keeps the error of writing apart from one of reading.
type faultyWriter struct {
	w   io.Writer
	err error
}

func (w *faultyWriter) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	w.err = err
	return n, err
}

var errTooLarge = errors.New("too large")

// counter counts what is inflated, and stops at a limit.
type counter struct {
	r    io.Reader
	left int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if c.left -= int64(n); c.left < 0 {
		return 0, errTooLarge
	}
	return n, err
}

// mostScript bounds a script whose line ends are put right.
const mostScript = 1 << 20

var (
	bom     = []byte("\xef\xbb\xbf")
	shebang = []byte("#!")
	elf     = []byte("\x7fELF")
)

// repair finds out what can be executed, and puts scripts right: the kernel
// takes neither a carriage return in the #! line nor a mark before it.
func repair(from *bufio.Reader, name string, c *Contents) (content io.Reader, exec bool, err error) {
	head, err := from.Peek(len(bom) + len(shebang))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, false, err
	}
	if bytes.HasPrefix(head, elf) {
		return from, true, nil
	}
	if !bytes.HasPrefix(bytes.TrimPrefix(head, bom), shebang) {
		return from, false, nil
	}
	text, err := io.ReadAll(io.LimitReader(from, mostScript))
	if err != nil {
		return nil, false, err
	}
	right := bytes.ReplaceAll(bytes.TrimPrefix(text, bom), []byte("\r\n"), []byte("\n"))
	if len(right) != len(text) {
		c.Notes = append(c.Notes, fmt.Sprintf("%s: Windows line ends, or a byte order mark, were taken out of the script", name))
	}
	return io.MultiReader(bytes.NewReader(right), from), true, nil
}
