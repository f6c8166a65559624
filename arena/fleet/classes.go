package fleet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// classes remembers, across runs, on which class of machine a pair plays.
type classes struct {
	mu   sync.Mutex
	file *os.File
	of   map[string]string // pair: class
	load map[string]int    // class: pairs
}

// openClasses reads the file in a folder, or makes it.
func openClasses(folder string) (*classes, error) {
	name := filepath.Join(folder, "pairs")
	c := &classes{of: map[string]string{}, load: map[string]int{}}
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	// A kill may have cut the last line short.
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	for line := range strings.Lines(string(text)) {
		if pair, class, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			c.of[pair] = class
			c.load[class]++
		}
	}
	if c.file, err = os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err != nil {
		return nil, err
	}
	return c, c.file.Truncate(int64(len(text)))
}

// choose returns the class of a pair: the one it has, or the one of those that
// are there, with how much each plays at once, that has the fewest pairs for
// that. It returns "" where there is none yet. Where it cannot be written down, it
// is not chosen, and the error is an awayError: the disk may be full.
func (c *classes) choose(pair string, there map[string]int) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if class := c.of[pair]; class != "" {
		return class, nil
	}
	best, least := "", 0.0
	for class, parallel := range there {
		load := float64(c.load[class]+1) / float64(max(parallel, 1))
		if best == "" || load < least || load == least && class < best {
			best, least = class, load
		}
	}
	if best == "" {
		return "", nil
	}
	if err := c.write(fmt.Appendf(nil, "%s %s\n", pair, best)); err != nil {
		return "", awayError{err}
	}
	c.of[pair] = best
	c.load[best]++
	return best, nil
}

// write appends a line. What a full disk took of it is cut off again: the next
// line must not continue it.
func (c *classes) write(line []byte) error {
	n, err := c.file.Write(line)
	if err != nil {
		if at, seekErr := c.file.Seek(0, io.SeekEnd); n > 0 && seekErr == nil {
			_ = c.file.Truncate(at - int64(n))
		}
	}
	return err
}

func (c *classes) close() {
	if c.file != nil {
		c.file.Close()
	}
}
