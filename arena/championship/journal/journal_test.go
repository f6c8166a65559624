package journal_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"botarena/arena/championship/journal"
	"botarena/arena/championship/journal/faultdisk"
	"botarena/arena/game"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var ctx = context.Background()

// text and replay give the i-th line of these tests.
func text(i int) string { return fmt.Sprintf(`{"match":%d,"name":"é, \"x\""}`, i) }

func replay(i int) string {
	if i%3 == 2 {
		return ""
	}
	return strings.Repeat(fmt.Sprintf("replay %d\n", i), 1+i*i%40)
}

// load reads a journal and checks each line and replay.
func load(d journal.Disk) (lines []int, err error) {
	err = journal.Read(d, func(l journal.Line) error {
		got, err := check(d, l)
		lines = append(lines, got)
		return err
	})
	return lines, err
}

func check(d journal.Disk, l journal.Line) (int, error) {
	var i int
	if _, err := fmt.Sscanf(string(l.Text), `{"match":%d`, &i); err != nil {
		return 0, err
	}
	if !strings.HasPrefix(string(l.Text), strings.TrimSuffix(text(i), "}")) {
		return 0, fmt.Errorf("line %d is %s", i, l.Text)
	}
	if l.Replay.Len != len(replay(i)) {
		return 0, fmt.Errorf("line %d has a replay of %d bytes", i, l.Replay.Len)
	}
	if l.Replay.Len == 0 {
		return i, nil
	}
	got, err := journal.ReadReplay(d, l.Replay)
	if err == nil && string(got) != replay(i) {
		err = fmt.Errorf("line %d has another replay", i)
	}
	return i, err
}

func count(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// TestRoundTrip writes on a real file system, closes, goes on, and reads.
func TestRoundTrip(t *testing.T) {
	d, err := journal.OpenFolder(filepath.Join(t.TempDir(), "results"))
	if err != nil {
		t.Fatal(err)
	}
	var committed []int
	o := journal.Options{Committed: func(lines []journal.Line) {
		for _, l := range lines {
			i, err := check(d, l)
			if err != nil {
				t.Error(err)
			}
			committed = append(committed, i)
		}
	}}
	j, err := journal.Create(d, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := journal.Open(d, o, nil); !errors.Is(err, journal.ErrLocked) {
		t.Errorf("opened twice: %v", err)
	}
	for i := range 100 {
		if err := j.Append(ctx, []byte(text(i)), []byte(replay(i))); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := journal.Create(d, o); !errors.Is(err, fs.ErrExist) {
		t.Errorf("created twice: %v", err)
	}
	var found []int
	if j, err = journal.Open(d, o, func(l journal.Line) error {
		i, err := check(d, l)
		found = append(found, i)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		if err := j.Append(ctx, []byte(text(100+i)), []byte(replay(100+i))); err != nil {
			t.Fatal(err)
		}
		if err := j.Sync(ctx); err != nil || len(committed) != 101+i {
			t.Fatalf("%d lines are safe, %v", len(committed), err)
		}
	}
	if err := j.Close(ctx); err != nil {
		t.Fatal(err)
	}
	got, err := load(d)
	if err != nil || !reflect.DeepEqual(got, count(120)) || !slices.Equal(found, count(100)) || !slices.Equal(committed, count(120)) {
		t.Errorf("%v, %v", got, err)
	}
}

// write appends the lines from to n-1 one by one, each synced, and returns
// how many were safe when the disk failed.
func write(j *journal.Journal, from, n int) (safe int, err error) {
	for i := from; i < n; i++ {
		if err := j.Append(ctx, []byte(text(i)), []byte(replay(i))); err != nil {
			return i, err
		}
		if err := j.Sync(ctx); err != nil {
			return i, err
		}
	}
	return n, nil
}

// openAny goes on with a journal or begins one.
func openAny(d journal.Disk) (j *journal.Journal, have int, err error) {
	o := journal.Options{Linger: time.Hour, Pause: time.Microsecond}
	j, err = journal.Open(d, o, func(l journal.Line) error {
		i, err := check(d, l)
		if err == nil && i != have {
			err = fmt.Errorf("line %d comes after %d lines", i, have)
		}
		have++
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		j, err = journal.Create(d, o)
	}
	return j, have, err
}

// TestKilled kills at every step of a journal of 6 lines, then at every step
// of going on with it, and checks that what was safe is there, once.
func TestKilled(t *testing.T) {
	t.Parallel()
	const n = 6
	for _, power := range []bool{false, true} {
		kills, rnd := 0, game.NewRand(1, "power cuts")
		for first := 1; ; first++ {
			d := &faultdisk.Disk{KillAt: first}
			if _, done := session(t, d, 0, n); done {
				break
			}
			for second := 1; ; second++ {
				d := &faultdisk.Disk{KillAt: first}
				safe, _ := session(t, d, 0, n)
				kills++
				d = crash(d, power, rnd)
				d.KillAt = second
				safe, done := session(t, d, safe, n)
				d = crash(d, power, rnd)
				if _, ok := session(t, d, safe, n); !ok {
					t.Fatalf("killed at %d and %d, power %v: does not go on", first, second, power)
				}
				if got, err := load(d); err != nil || !slices.Equal(got, count(n)) {
					t.Fatalf("killed at %d and %d, power %v: %v, %v", first, second, power, got, err)
				}
				if done {
					break
				}
			}
		}
		if kills < 300 {
			t.Errorf("only %d kills: the test does not reach every step", kills)
		}
	}
}

func crash(d *faultdisk.Disk, power bool, rnd *game.Rand) *faultdisk.Disk {
	if !power {
		rnd = nil
	}
	return d.Crash(rnd)
}

// session opens the journal, checks that at least the safe lines are there,
// and writes the others. It reports whether it came to the end.
func session(t *testing.T, d *faultdisk.Disk, safe, n int) (now int, done bool) {
	t.Helper()
	j, have, err := openAny(d)
	if err != nil {
		if !errors.Is(err, faultdisk.ErrKilled) {
			t.Fatalf("open: %v", err)
		}
		return safe, false
	}
	if have < safe || have > n {
		t.Fatalf("%d lines were safe, %d are there", safe, have)
	}
	now, err = write(j, have, n)
	if cerr := j.Close(ctx); err != nil && !errors.Is(err, faultdisk.ErrKilled) {
		t.Fatalf("%v, %v", err, cerr)
	}
	return max(now, safe), err == nil
}

// TestFull fills the disk for every stretch of steps and checks that all is
// written once there is room again.
func TestFull(t *testing.T) {
	t.Parallel()
	const n = 8
	clean := &faultdisk.Disk{}
	session(t, clean, 0, n)
	// Beginning a journal takes seven steps, and fails on a full disk.
	for from := 8; from <= clean.Steps(); from++ {
		for _, length := range []int{1, 2, 5, 30} {
			d := &faultdisk.Disk{FullFrom: from, FullUntil: from + length}
			session(t, d, 0, n)
			if got, err := load(d.Crash(game.NewRand(uint64(from), "x"))); err != nil || !slices.Equal(got, count(n)) {
				t.Fatalf("full from %d for %d: %v, %v", from, length, got, err)
			}
		}
	}
}

// TestFullStops checks that appending waits while the disk is full, tells so
// once, and that closing gives up when its context ends.
func TestFullStops(t *testing.T) {
	t.Parallel()
	d := &faultdisk.Disk{}
	told := make(chan error, 10)
	j, err := journal.Create(d, journal.Options{Linger: time.Microsecond, Pause: time.Microsecond, Trouble: func(err error) { told <- err }})
	if err != nil {
		t.Fatal(err)
	}
	d.FullFrom, d.FullUntil = d.Steps()+1, 1<<60
	brief, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	n := 0
	big := strings.Repeat("x", 1<<20)
	for ; err == nil && n < 100; n++ {
		err = j.Append(brief, []byte(text(n)), []byte(big))
	}
	if !errors.Is(err, context.DeadlineExceeded) || n < 5 || n > 20 {
		t.Errorf("%d lines went in, %v", n, err)
	}
	if err := j.Close(brief); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("closed: %v", err)
	}
	if len(told) != 1 {
		t.Errorf("told %d times", len(told))
	}
}

// TestTorn cuts a journal at every byte: all whole lines are there, and it can
// be gone on with.
func TestTorn(t *testing.T) {
	t.Parallel()
	d := &faultdisk.Disk{}
	session(t, d, 0, 3)
	whole := contents(t, d, journal.Name)
	first := strings.Index(whole, "\n") + 1
	for cut := first; cut < len(whole); cut++ {
		folder := faultdisk.Of(map[string]string{journal.Name: whole[:cut], "replays-0001.pack": contents(t, d, "replays-0001.pack")})
		j, have, err := openAny(folder)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if _, err := write(j, have, 3); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(ctx); err != nil {
			t.Fatal(err)
		}
		if got, err := load(folder); err != nil || !slices.Equal(got, count(3)) {
			t.Fatalf("cut at %d: %v, %v", cut, got, err)
		}
	}
}

// TestDamage checks that damage before the last batch is no torn end.
func TestDamage(t *testing.T) {
	d := &faultdisk.Disk{}
	session(t, d, 0, 3)
	whole := contents(t, d, journal.Name)
	for _, c := range []struct{ old, new, want string }{
		{`{"match":1`, `{"match"`, "line 5 is damaged though batch 3 was written after it"},
		{`"version":1`, `"version":2`, "version 2 of the journal's form; this arena reads version 1"},
		{`{"format":"arena`, `{"format":"other`, "line 1: not a journal"},
	} {
		folder := faultdisk.Of(map[string]string{journal.Name: strings.Replace(whole, c.old, c.new, 1)})
		if err := journal.Read(folder, func(journal.Line) error { return nil }); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func contents(t *testing.T, d journal.Disk, name string) string {
	t.Helper()
	f, err := d.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var b strings.Builder
	buf := make([]byte, 1<<16)
	for {
		n, err := f.Read(buf)
		b.Write(buf[:n])
		if err != nil {
			return b.String()
		}
	}
}

// FuzzRead checks that no journal, however broken, makes reading panic.
func FuzzRead(f *testing.F) {
	d := &faultdisk.Disk{}
	j, err := journal.Create(d, journal.Options{})
	if err != nil {
		f.Fatal(err)
	}
	write(j, 0, 3)
	j.Close(ctx)
	f.Add([]byte(`{"format":"arena journal","version":1}` + "\n" + `{"batch":{"number":1,"pack":1,"size":9}}` + "\n" + text(0) + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		folder := faultdisk.Of(map[string]string{journal.Name: string(text)})
		journal.Read(folder, func(l journal.Line) error {
			journal.ReadReplay(d, l.Replay)
			return nil
		})
	})
}
