package web

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestList: a folder is read again when something has come or gone, and not for
// every page; of a file that is written anew in its place the page has the new.
func TestList(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, seed uint64) {
		rec, err := played(header(t, "catchcat", "{}", seed, "a", "b"))
		if err != nil {
			t.Fatal(err)
		}
		text, err := rec.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// settle has the folder have been changed so long before now.
	now := time.Now()
	settle := func(ago time.Duration) {
		at := now.Add(-ago)
		if err := os.Chtimes(dir, at, at); err != nil {
			t.Fatal(err)
		}
	}
	write("one.replay", 1)
	s := must(openShelf(dir))(t)
	defer s.close()
	first := must(s.replayNames(""))(t)
	if again := must(s.replayNames(""))(t); &again[0] == &first[0] {
		t.Error("what has just been changed is not read again")
	}
	settle(time.Hour)
	first = must(s.replayNames(""))(t)
	if again := must(s.replayNames(""))(t); &again[0] != &first[0] {
		t.Error("what has not been changed is read again")
	}
	seed := s.about(first[0]).Header.Seed
	write("one.replay", 2)
	settle(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "one.replay"), now, now.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if anew := s.about(must(s.replayNames(""))(t)[0]).Header.Seed; seed != 1 || anew != 2 {
		t.Errorf("seed %d, and written anew %d", seed, anew)
	}
	write("two.replay", 3)
	settle(time.Minute)
	if all := must(s.replayNames(""))(t); len(all) != 2 {
		t.Errorf("%d files", len(all))
	}
}
