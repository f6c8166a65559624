package fleet

import (
	"bytes"
	"errors"
	"fmt"
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
// that. It returns "" where there is none yet.
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
	c.of[pair] = best
	c.load[best]++
	_, err := fmt.Fprintf(c.file, "%s %s\n", pair, best)
	return best, err
}

func (c *classes) close() {
	if c.file != nil {
		c.file.Close()
	}
}
