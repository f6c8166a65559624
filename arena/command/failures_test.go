package command

import (
	"errors"
	"io/fs"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What cannot be reached is told apart from what is not there, and from what is
// something else.
func TestNotThere(t *testing.T) {
	for _, c := range []struct {
		err   error
		want  string
		cured bool
	}{
		{fs.ErrNotExist, "x: there is no such folder (tried ", true},
		{&fs.PathError{Op: "stat", Path: "x", Err: syscall.ENOTDIR}, "x: there is no such folder (tried ", true},
		{&fs.PathError{Op: "stat", Path: "x", Err: syscall.EACCES}, "x cannot be read: permission denied", true},
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.EMFILE}, "x cannot be read: too many open files", false},
		{&fs.PathError{Op: "stat", Path: "x", Err: syscall.ELOOP}, "x cannot be read: too many levels of symbolic links", false},
		{syscall.EIO, "x cannot be read: input/output error", false},
		{nil, "x is no folder", true},
	} {
		if got := explain(notThere("folder", "x", c.err, "name one")); got.code != exitUsage || !strings.HasPrefix(got.problem, c.want) || (got.cure != "") != c.cured {
			t.Errorf("%v: %+v", c.err, got)
		}
	}
}

// A token with signs that mean something in an address comes through it.
func TestPageURL(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, path := range []string{"/", "/play?id=1"} {
		const token = "a b&c=d+e#f%g?h"
		u, err := url.Parse(pageURL(l, path, token))
		if err != nil || u.Query().Get("token") != token {
			t.Errorf("%s: %v, %v", path, u, err)
		}
	}
}

// Where tokens cannot be printed, no more than one is made, and the error says
// whose.
func TestTokensLost(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	d := newDesktop(t, map[string]string{"class.yaml": "game: catchcat\nroster: students.csv\n", "students.csv": "id,name\nann,Ann\nbob,Bob\n"})
	cmd := exec.Command(filepath.Join(binaries, "arena"), "roster", "--tokens")
	cmd.Dir, cmd.Stdout = d.dir, full
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != exitBad {
		t.Fatal(err)
	}
	out, _ := d.arena(0, "roster", "--tokens")
	d.wants(out, `^ann,Ann,`, `^bob,Bob,`)
	// The second row does not fit.
	office := &limited{room: len("id,name,token\r\nann,Ann,") + 26 + 2}
	d = newDesktop(t, map[string]string{"class.yaml": "game: catchcat\nroster: students.csv\n", "students.csv": "id,name\nann,Ann\nbob,Bob\ncid,Cid\n"})
	var errs strings.Builder
	code := Main(t.Context(), []string{"arena", "roster", "--tokens", "--class", filepath.Join(d.dir, "class.yaml")}, Streams{Out: office, Err: &errs})
	if code != exitBad || !strings.Contains(errs.String(), "the token of bob was made and could not be printed") || !strings.Contains(office.text, "ann,Ann,") {
		t.Errorf("exit code %d, %q\n%s", code, office.text, errs.String())
	}
	out, _ = d.arena(0, "roster", "--tokens")
	if strings.Contains(out, "ann,") || strings.Contains(out, "bob,") || !strings.Contains(out, "cid,") {
		t.Errorf("made then:\n%s", out)
	}
}

// limited is a disk with little room.
type limited struct {
	room int
	text string
}

func (l *limited) Write(p []byte) (int, error) {
	if len(l.text)+len(p) > l.room {
		return 0, syscall.ENOSPC
	}
	l.text += string(p)
	return len(p), nil
}

// An export that leaves out what is broken fails after the others.
func TestExportBroken(t *testing.T) {
	d := newClass(t, "", "gate: 90%")
	d.arena(0, "class", "class.yaml")
	whole, _ := d.arena(0, "export", "hand-ins/results", "--moves")
	packs, err := filepath.Glob(filepath.Join(d.dir, "hand-ins", "results", "*.pack"))
	if err != nil || len(packs) != 1 {
		t.Fatal(packs, err)
	}
	if err := os.Truncate(packs[0], 0); err != nil {
		t.Fatal(err)
	}
	out, errs := d.arena(1, "export", "hand-ins/results", "--moves")
	if whole == "" || out == whole {
		t.Errorf("exported\n%s", out)
	}
	d.wants(errs, `^warning: hand-ins/results is left out: match `, `^error: left out [0-9]+ replays that cannot be read$`)
}

// TestBelowAFile: what is looked for below a file is not there, and is no
// damage.
func TestBelowAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, replayErr := openReplay(Streams{}, filepath.Join(file, "x"))
	_, resultsErr := loadResults(filepath.Join(file, "x"))
	for _, err := range []error{replayErr, resultsErr} {
		var f *failure
		if !errors.As(err, &f) || f.code != exitUsage || !strings.Contains(f.Error(), "there is no such ") {
			t.Errorf("%v", err)
		}
	}
}
