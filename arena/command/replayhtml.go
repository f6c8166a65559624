package command

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"botarena/arena/web/board"
)

// html writes the match as a page of one file, which it makes only when the
// page is complete and never in place of another file.
func (r *replay) html(name string) error {
	var page bytes.Buffer
	if err := board.HTML(&page, r.game, r.rec); err != nil {
		return r.damaged(err)
	}
	if name == "-" {
		_, err := r.Out.Write(page.Bytes())
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return usage("name a new file, or remove that one", "--html: %s is there already", name)
	case err != nil:
		return usage("name a file that can be written", "--html: %v", err)
	}
	if _, err = f.Write(page.Bytes()); err == nil {
		err = f.Close()
	} else {
		f.Close()
	}
	if err != nil {
		os.Remove(name)
		return fmt.Errorf("--html: %w", err)
	}
	fmt.Fprintf(r.Err, "%s: open it in a browser\n", name)
	return nil
}
