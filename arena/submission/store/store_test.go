package store

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func open(t testing.TB, l Limits) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "hand-ins"), l)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var noon = time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)

func add(t testing.TB, s *Store, team, text string, at time.Time) *HandIn {
	t.Helper()
	h, err := s.Add(team, `C:\bots\bot.zip`, strings.NewReader(text), at)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func history(t testing.TB, s *Store, team string) []HandIn {
	t.Helper()
	h, err := s.History(team)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// mistake wants a refusal that says so.
func mistake(t testing.TB, err error, want string) {
	t.Helper()
	var r *RefusedError
	if !errors.As(err, &r) || !strings.Contains(r.Problem, want) || r.Cure == "" {
		t.Errorf("%v, want a refusal with %q", err, want)
	}
}

func TestAdd(t *testing.T) {
	s := open(t, Limits{Size: 10})
	if h := history(t, s, "0042"); len(h) != 0 {
		t.Fatalf("%v", h)
	}
	add(t, s, "0042", "one", noon)
	add(t, s, "0042", "two", noon.Add(time.Minute))
	add(t, s, "ann", "one", noon)
	h := history(t, s, "0042")
	if len(h) != 2 || h[0].N != 1 || h[1].N != 2 || h[0].Name != "bot.zip" || !h[1].At.Equal(noon.Add(time.Minute)) || h[1].Size != 3 {
		t.Fatalf("%+v", h)
	}
	f, err := s.Original(h[1])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if text, err := io.ReadAll(f); string(text) != "two" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if teams, err := s.Teams(); fmt.Sprint(teams) != "[0042 ann]" || err != nil {
		t.Errorf("%v, %v", teams, err)
	}
	if files, _ := filepath.Glob(s.path("originals", "*", "*")); len(files) != 2 {
		t.Errorf("%v, want one original for the two that are the same", files)
	}
	_, err = s.Add("ann", "x", strings.NewReader("12345678901"), noon.Add(time.Hour))
	mistake(t, err, "more than 10 bytes")
	for _, id := range []string{"", "..", "a/b", "-x", strings.Repeat("a", 65), "a\x00", "a."} {
		_, err = s.Add(id, "x", strings.NewReader(""), noon)
		mistake(t, err, "the id")
	}
	if halves, _ := filepath.Glob(s.path("originals", HalfPrefix+"*")); len(halves) != 0 {
		t.Errorf("left: %v", halves)
	}
}

func TestRate(t *testing.T) {
	s := open(t, Limits{PerDay: 3, Every: time.Minute})
	add(t, s, "a", "1", noon)
	_, err := s.Add("a", "x", strings.NewReader("2"), noon.Add(59*time.Second))
	mistake(t, err, "1m0s must lie between two")
	add(t, s, "b", "1", noon.Add(time.Second)) // another team
	add(t, s, "a", "2", noon.Add(time.Minute))
	add(t, s, "a", "3", noon.Add(2*time.Minute))
	_, err = s.Add("a", "x", strings.NewReader("4"), noon.Add(time.Hour))
	mistake(t, err, "3 hand-ins within a day")
	add(t, s, "a", "4", noon.Add(24*time.Hour+time.Second))
}

// Many at once are numbered without a gap.
func TestAtOnce(t *testing.T) {
	s := open(t, Limits{Every: time.Nanosecond, PerDay: 1000})
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			other, err := Open(s.Dir(), s.limits) // as another process would
			if err == nil {
				_, err = other.Add("a", "x", strings.NewReader(fmt.Sprint(i)), noon.Add(time.Duration(i)*time.Second))
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if h := history(t, s, "a"); len(h) != 20 {
		t.Errorf("%d hand-ins", len(h))
	}
}

// slow is a file that is on its way for a while.
type slow struct {
	time.Duration
	io.Reader
}

func (s *slow) Read(b []byte) (int, error) {
	time.Sleep(s.Duration)
	s.Duration = 0
	return s.Reader.Read(b)
}

// A file that is long on its way is as late as its end, but for a minute.
func TestSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, Limits{})
		for i, c := range []struct{ took, late time.Duration }{{59 * time.Second, 0}, {10 * time.Minute, 9 * time.Minute}} {
			at := noon.Add(time.Duration(i) * time.Hour)
			h, err := s.Add("a", "x", &slow{c.took, strings.NewReader("x")}, at)
			if err != nil || h.At.Sub(at).Round(time.Second) != c.late || !history(t, s, "a")[i].At.Equal(h.At) {
				t.Errorf("%v: %+v, %v", c.took, h, err)
			}
		}
		h, err := s.Import("b", "x", &slow{time.Hour, strings.NewReader("x")}, noon)
		if err != nil || !h.At.Equal(noon) {
			t.Errorf("%+v, %v", h, err)
		}
	})
}

// Of many that come at the same time one is kept, and nothing of the others;
// no more than some are received at once.
func TestFlood(t *testing.T) {
	s := open(t, Limits{Every: time.Hour})
	release := make(chan struct{})
	type result struct {
		h   *HandIn
		err error
	}
	results := make(chan result)
	started := make(chan struct{})
	for i := range mostUploads {
		r, w := io.Pipe()
		go func() {
			fmt.Fprint(w, i) // returns when it is read
			started <- struct{}{}
			<-release
			w.Close()
		}()
		go func() {
			h, err := s.Add("a", "x", r, noon)
			results <- result{h, err}
		}()
	}
	for range mostUploads {
		<-started
	}
	_, err := s.Add("a", "x", strings.NewReader("more"), noon)
	mistake(t, err, "4 hand-ins of a are on their way")
	add(t, s, "b", "0", noon)
	close(release)
	kept := ""
	for range mostUploads {
		if r := <-results; r.err == nil {
			kept += r.h.Hash
		} else {
			mistake(t, r.err, "must lie between two")
		}
	}
	h := history(t, s, "a")
	if len(h) != 1 || kept != h[0].Hash {
		t.Errorf("%+v, %s", h, kept)
	}
	files, _ := filepath.Glob(s.path("originals", "*", "*"))
	halves, _ := filepath.Glob(s.path("originals", HalfPrefix+"*"))
	for _, f := range files {
		if name := filepath.Base(f); name != kept+".zip" && name != history(t, s, "b")[0].Hash+".zip" {
			t.Errorf("left: %s", name)
		}
	}
	if len(halves) != 0 || len(s.uploads) != 0 {
		t.Errorf("left: %v, %v", halves, s.uploads)
	}
	add(t, s, "a", "later", noon.Add(time.Hour))
}

func TestTornLine(t *testing.T) {
	s := open(t, Limits{})
	add(t, s, "a", "1", noon)
	add(t, s, "a", "2", noon.Add(time.Hour))
	name := s.path("teams", "a.jsonl")
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	first := strings.IndexByte(string(whole), '\n') + 1
	for cut := first; cut < len(whole); cut++ {
		if err := os.WriteFile(name, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		if h := history(t, s, "a"); len(h) != 1 {
			t.Fatalf("cut at %d: %v", cut, h)
		}
		if h := add(t, s, "a", "3", noon.Add(2*time.Hour)); h.N != 2 {
			t.Fatalf("cut at %d: the next is %d", cut, h.N)
		}
	}
	// What is wrong in another way is never guessed at.
	if err := os.WriteFile(name, append([]byte("{}\n"), whole...), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.History("a"); err == nil {
		t.Error("a line that says nothing is taken")
	}
}

func TestFinal(t *testing.T) {
	s := open(t, Limits{})
	for i := range 4 {
		add(t, s, "a", fmt.Sprint(i), noon.Add(time.Duration(i)*time.Hour))
	}
	p := Policy{Deadline: noon.Add(time.Hour), LateUntil: time.Hour, Final: true}
	for _, n := range []int{2, 1, 1} {
		if err := s.MarkFinal("a", n, noon.Add(2*time.Hour), p); err != nil {
			t.Fatal(err)
		}
	}
	h := history(t, s, "a")
	if !h[0].Final || len(h[0].Marks) != 1 || h[1].Final || h[2].Final || len(h[1].Marks) != 1 {
		t.Errorf("%+v", h)
	}
	text, err := os.ReadFile(s.path("teams", "a.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	mistake(t, s.MarkFinal("a", 5, noon, p), "has no hand-in 5")
	mistake(t, s.MarkFinal("b", 1, noon, p), "has handed in nothing")
	mistake(t, s.MarkFinal("a", 2, noon.Add(2*time.Hour+1), p), "it is too late")
	mistake(t, s.MarkFinal("a", 4, noon, p), "hand-in 4 came too late")
	if after, err := os.ReadFile(s.path("teams", "a.jsonl")); err != nil || string(after) != string(text) {
		t.Errorf("a mark that is not taken is written: %s, %v", after, err)
	}
}

func TestPick(t *testing.T) {
	at := func(minutes ...int) (h []HandIn) {
		for i, m := range minutes {
			h = append(h, HandIn{N: i + 1, At: noon.Add(time.Duration(m) * time.Minute)})
		}
		return h
	}
	mark := func(h []HandIn, n, minute int) []HandIn {
		h[n-1].Marks = append(h[n-1].Marks, noon.Add(time.Duration(minute)*time.Minute))
		return h
	}
	deadline := Policy{Deadline: noon}
	late := Policy{Deadline: noon, LateUntil: time.Hour}
	final := Policy{Deadline: noon, LateUntil: time.Hour, Final: true}
	for _, c := range []struct {
		name    string
		p       Policy
		history []HandIn
		n       int
		late    time.Duration
	}{
		{"none", deadline, nil, 0, 0},
		{"no deadline: the last", Policy{}, at(1, 2, 3), 3, 0},
		{"the last before", deadline, at(-3, -2, 1), 2, 0},
		{"at the very moment", deadline, at(-3, 0, 1), 2, 0},
		{"all too late", deadline, at(1, 2), 0, 0},
		{"a late one does not replace one in time", late, at(-3, 1), 1, 0},
		{"the last late one", late, at(1, 2, 61), 2, 2 * time.Minute},
		{"within the grace", Policy{Deadline: noon, Grace: 5 * time.Minute}, at(-3, 5, 6), 2, 0},
		{"beyond the grace the deadline counts", Policy{Deadline: noon, Grace: 5 * time.Minute, LateUntil: time.Hour}, at(6), 1, 6 * time.Minute},
		{"not in order", deadline, at(-2, -3), 1, 0},
		{"marked", final, mark(at(-3, -2, -1), 1, -1), 1, 0},
		{"marked twice", final, mark(mark(at(-3, -2, -1), 1, -1), 2, 0), 2, 0},
		{"marked late, handed in before", final, mark(at(-3, -2, -1), 1, 30), 1, 0},
		{"a late one marked", final, mark(at(-3, 10), 2, 10), 2, 10 * time.Minute},
		{"marked too late", final, mark(mark(at(-3, -2, -1), 1, -1), 2, 61), 1, 0},
		{"marked, too late as a hand-in", final, mark(at(-3, 61), 2, 50), 1, 0},
		{"not marked", final, at(-3, -2, 1), 2, 0},
		{"marks do not count here", late, mark(at(-3, -2), 1, -1), 2, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, late := c.p.Pick(c.history)
			n := 0
			if h != nil {
				n = h.N
			}
			if n != c.n || late != c.late {
				t.Errorf("%d, late by %v; want %d, %v", n, late, c.n, c.late)
			}
		})
	}
}

func TestTokens(t *testing.T) {
	s := open(t, Limits{})
	token, err := s.NewToken("0042", noon)
	if err != nil {
		t.Fatal(err)
	}
	other, err := s.NewToken("ann", noon)
	if err != nil {
		t.Fatal(err)
	}
	typed := strings.ToUpper(token[:5] + "-" + token[5:] + " \n")
	for in, want := range map[string]string{token: "0042", other: "ann", typed: "0042", "": "", token[1:]: "", token + "x": ""} {
		if team, err := s.TeamOf(in); team != want || err != nil {
			t.Errorf("%q: %q, %v", in, team, err)
		}
	}
	text, err := os.ReadFile(s.path("tokens.jsonl"))
	if err != nil || strings.Contains(string(text), token) {
		t.Errorf("the file holds the token: %s, %v", text, err)
	}
	if info, err := os.Stat(s.path("tokens.jsonl")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if _, err := s.NewToken("0042", noon); err != nil {
		t.Fatal(err)
	}
	if team, _ := s.TeamOf(token); team != "" {
		t.Error("the old token counts beside the new one")
	}
}

// TestKilled kills a process that hands in over and over: what it said was
// kept is kept, and the store works on.
func TestKilled(t *testing.T) {
	if dir := os.Getenv("HAND_IN_TO"); dir != "" {
		s, err := Open(dir, Limits{Every: time.Nanosecond, PerDay: 1 << 30})
		for i := 0; err == nil; i++ {
			var h *HandIn
			if h, err = s.Add("a", "x", strings.NewReader(strings.Repeat(fmt.Sprint(i), 1000)), time.Now()); err == nil {
				fmt.Println("kept", h.N, h.Hash)
			}
		}
		t.Fatal(err)
	}
	s := open(t, Limits{Every: time.Nanosecond, PerDay: 1 << 30})
	said := 0
	for round := range 5 {
		child := exec.Command(os.Args[0], "-test.run=^TestKilled$")
		child.Env = append(os.Environ(), "HAND_IN_TO="+s.Dir())
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		kill := time.AfterFunc(200*time.Millisecond+time.Duration(round)*7*time.Millisecond, func() { child.Process.Kill() })
		for lines.Scan() {
			if _, err := fmt.Sscanf(lines.Text(), "kept %d", &said); err != nil {
				t.Errorf("%q: %v", lines.Text(), err)
			}
		}
		child.Wait()
		kill.Stop()
		h := history(t, s, "a")
		if len(h) < said || len(h) > said+1 {
			t.Fatalf("%d hand-ins are kept, %d were said to be", len(h), said)
		}
		for _, one := range h {
			f, err := s.Original(one)
			if err != nil {
				t.Fatal(err)
			}
			f.Close()
		}
		said = len(h)
	}
	if said < 5 {
		t.Errorf("only %d hand-ins", said)
	}
	t.Logf("%d hand-ins in five lives", said)
}

// What a dead process left is removed when the store is opened, whatever its
// folder is called; what is young, or whole, stays.
func TestLeftHalves(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "class [2026")
	s, err := Open(dir, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	add(t, s, "a", "whole", noon)
	for name, age := range map[string]time.Duration{"old": 2 * time.Hour, "young": time.Minute} {
		half := s.path("originals", HalfPrefix+name)
		at := time.Now().Add(-age)
		if err := errors.Join(os.Mkdir(half, 0o755), os.Chtimes(half, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	if s, err = Open(dir, Limits{}); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(s.path("originals"))
	if err != nil || len(left) != 2 || left[0].Name() != HalfPrefix+"young" {
		t.Errorf("left: %v, %v", left, err)
	}
}
