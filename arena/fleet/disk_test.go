package fleet

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/fleet/queue"
	"botarena/arena/match"
)

// TestFullDisk fills the disk of the queue while matches are played, and while
// bots are still to come into it: nothing is lost, nobody is at fault, and it
// goes on when there is room.
func TestFullDisk(t *testing.T) {
	const n = 300
	dir := t.TempDir()
	if err := unix.Mount("arena-test", dir, "tmpfs", 0, "size=32m"); err != nil {
		missing(t, "no disk of its own, which needs root: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	var told atomic.Bool
	c := lead(t, Options{Server: queue.ServerOptions{Folder: dir, Log: func(string) { told.Store(true) }}})
	player := simulation()
	player.Wait = 10 * time.Millisecond
	work(t, c.Link(), player, nil)
	early, late := bots(t), bots(t)
	if err := os.WriteFile(late[0].Process.Path, []byte("another"), 0o755); err != nil {
		t.Fatal(err)
	}
	fill := filepath.Join(dir, "fill")
	mixed := func(yield func(match.Spec) bool) {
		i := 0
		for spec := range slowly(specs(early, n), 5*time.Millisecond) {
			if i++; i == n/3 {
				f, err := os.Create(fill)
				if err != nil {
					t.Error(err)
				}
				if _, err := io.Copy(f, zeros{}); !errors.Is(err, unix.ENOSPC) {
					t.Error(err)
				}
				f.Close()
				time.AfterFunc(3*time.Second, func() { os.Remove(fill) })
			}
			if i > n/2 {
				spec.Sources = late
			}
			if !yield(spec) {
				return
			}
		}
	}
	compare(t, play(t, t.Context(), c, mixed), play(t, t.Context(), simulation(), specs(early, n)))
	if !told.Load() {
		t.Error("the server did not complain")
	}
}

// TestFullDiskClasses: the class of a pair that cannot be written down is not
// chosen, all wait, and what is on the disk then is what was chosen.
func TestFullDiskClasses(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("arena-test", dir, "tmpfs", 0, "size=64k"); err != nil {
		missing(t, "no disk of its own, which needs root: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	c, err := openClasses(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	there := map[string]int{"new": 4, "old": 4}
	chosen := map[string]string{}
	choose := func(i int) error {
		pair := fmt.Sprintf("%s|%d", strings.Repeat("a", 900), i)
		class, err := c.choose(pair, there)
		if err == nil {
			chosen[pair] = class
		} else if class != "" {
			t.Errorf("%s is chosen, and %v", class, err)
		}
		return err
	}
	fill := filepath.Join(dir, "fill")
	if err := os.WriteFile(fill, make([]byte, 32<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	last := 0
	for err = nil; err == nil && last < 1000; last++ {
		err = choose(last)
	}
	var away awayError
	if !errors.As(err, &away) || !errors.Is(err, unix.ENOSPC) {
		t.Fatalf("%v after %d pairs", err, last)
	}
	if err := os.Remove(fill); err != nil {
		t.Fatal(err)
	}
	for i := last - 1; i < last+3; i++ {
		if err := choose(i); err != nil {
			t.Fatal(err)
		}
	}
	again, err := openClasses(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer again.close()
	if !maps.Equal(again.of, chosen) {
		t.Errorf("%d pairs on the disk, %d were chosen", len(again.of), len(chosen))
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }
