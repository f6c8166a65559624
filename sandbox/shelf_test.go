package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func write(t testing.TB, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestShelf(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s, err := newShelf(false)
	if err != nil {
		t.Fatal(err)
	}
	from := t.TempDir()
	write(t, from+"/bot.py", "print(1)")
	write(t, from+"/data/book.txt", "e2e4")
	if err := os.Symlink("data/book.txt", from+"/link"); err != nil {
		t.Fatal(err)
	}
	add := func() (string, error) {
		return s.add(func(dir string) (string, error) { return copyFolder(from, dir) })
	}
	hash, err := add()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"data/book.txt", "link"} {
		b, err := os.ReadFile(filepath.Join(s.dir, hash, name))
		if err != nil || string(b) != "e2e4" {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
	if again, err := add(); err != nil || again != hash {
		t.Errorf("the same folder: %v, %v", again, err)
	}
	write(t, from+"/data/book.txt", "d2d4")
	if other, err := add(); err != nil || other == hash {
		t.Errorf("another folder: %v, %v", other, err)
	}
	s.put(hash)
	if _, err := os.Stat(filepath.Join(s.dir, hash)); err != nil {
		t.Error("removed while in use:", err)
	}
	s.put(hash)
	if _, err := os.Stat(filepath.Join(s.dir, hash)); err == nil {
		t.Error("not removed after its last use")
	}
	if err := os.Symlink("/etc/passwd", from+"/out"); err != nil {
		t.Fatal(err)
	}
	if _, err := add(); err == nil {
		t.Error("a link out of the folder was followed")
	}
	os.Remove(from + "/out")
	if err := os.Truncate(write(t, from+"/big", "x"), maxFolderBytes+1); err != nil {
		t.Fatal(err)
	}
	var fe *folderError
	if _, err := add(); !errors.As(err, &fe) {
		t.Errorf("a folder that is too big: %v", err)
	}
	if left, _ := os.ReadDir(s.dir); len(left) != 1 {
		t.Errorf("on the shelf: %v", left)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}

// A shelf whose arena is gone is removed, one in use is not.
func TestStaleShelf(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dead, err := newShelf(false)
	if err != nil {
		t.Fatal(err)
	}
	alive, err := newShelf(false)
	if err != nil {
		t.Fatal(err)
	}
	defer alive.close()
	dead.lock.Close()
	removeStaleShelves(os.TempDir())
	if _, err := os.Stat(dead.dir); err == nil {
		t.Error("the dead arena's shelf is still there")
	}
	if _, err := os.Stat(alive.dir); err != nil {
		t.Error(err)
	}
}

// A bot on the shelf can be read by its own id, whatever umask the arena has.
func TestShelfUnderAnyUmask(t *testing.T) {
	defer unix.Umask(unix.Umask(0o777))
	tool(t, "sh", "dash")
	s := newSandbox(t, testOptions())
	unix.Umask(0o022)
	dir := t.TempDir()
	path := write(t, dir+"/bot.sh", "#!/bin/sh\nread line <book\necho $line\n")
	write(t, dir+"/book", "e2e4\n")
	unix.Umask(0o777)
	bot, err := s.Open(path, ProgramOptions{Folder: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer bot.Close()
	p, err := s.Start(&Command{Program: bot})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if got := readLine(t, p.Stdout()); got != "e2e4" {
		t.Errorf("it says %q: %v", got, p.Wait(t.Context()).Reason())
	}
}

// A folder that nobody used any more, and that comes back, is another to the
// kernel: its bot can read its files all the same.
func TestShelfHasAFolderAgain(t *testing.T) {
	tool(t, "sh", "dash")
	s := newSandbox(t, testOptions())
	dir := t.TempDir()
	path := write(t, dir+"/bot.sh", "#!/bin/sh\nread line <book\necho $line\n")
	write(t, dir+"/book", "e2e4\n")
	for range 3 {
		bot, err := s.Open(path, ProgramOptions{Folder: dir})
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.Start(&Command{Program: bot, CPUs: []int{0}}) // of one launcher each time
		if err != nil {
			t.Fatal(err)
		}
		if got := readLine(t, p.Stdout()); got != "e2e4" {
			t.Errorf("it says %q", got)
		}
		finish(t, p)
		p.Close()
		bot.Close()
	}
}

// A folder of folders, thousands deep or of thousands of files, is refused
// before it has cost anything.
func TestShelfRefusesAtOnce(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s, err := newShelf(false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	for name, fill := range map[string]func(at *os.Root) error{
		"deep": func(at *os.Root) error {
			for range 3000 { // a path of that length could not be given to the kernel at once
				if err := at.Mkdir("d", 0o755); err != nil {
					return err
				}
				below, err := at.OpenRoot("d")
				if err != nil {
					return err
				}
				at.Close()
				at = below
			}
			return at.Close()
		},
		"wide": func(at *os.Root) error {
			for i := range maxFolderFiles + 1 {
				if err := at.WriteFile(strconv.Itoa(i), nil, 0o644); err != nil {
					return err
				}
			}
			return at.Close()
		},
	} {
		from := t.TempDir()
		root, err := os.OpenRoot(from)
		if err == nil {
			err = fill(root)
		}
		if err != nil {
			t.Fatal(err)
		}
		var fe *folderError
		t0 := time.Now()
		_, err = s.add(func(dir string) (string, error) { return copyFolder(from, dir) })
		if took := time.Since(t0); !errors.As(err, &fe) || took > 5*time.Second {
			t.Errorf("%s: %v after %v", name, err, took)
		} else {
			t.Logf("%s: %v after %v", name, err, took)
		}
	}
	if left, _ := os.ReadDir(s.dir); len(left) != 0 {
		t.Errorf("on the shelf: %v", left)
	}
}

// What an interpreter reads is not held in memory, too; and what was closed cannot be
// started: it would be the interpreter without its program.
func TestClosedProgram(t *testing.T) {
	s := newSandbox(t, testOptions())
	for _, path := range []string{cProgram(t, "exit"), write(t, t.TempDir()+"/bot.sh", "#!/bin/sh\n")} {
		p, err := s.Open(path, ProgramOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if held := p.fd >= 0; held == (p.interp != nil) {
			t.Errorf("%s: held in memory: %v", path, held)
		}
		p.Close()
		var le *LaunchError
		if _, err := s.Start(&Command{Program: p}); !errors.As(err, &le) {
			t.Errorf("%s: closed, and started: %v", path, err)
		}
	}
}
