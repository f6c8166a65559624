package web

import (
	"html"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"botarena/arena/championship/journal"
	"botarena/arena/config"
	"botarena/arena/game/all"
	"botarena/arena/record"
)

// shelfOf fills a folder of results.
func shelfOf(t *testing.T) string {
	dir := t.TempDir()
	champion(t, dir+"/league", 4, randomly{logs: []string{"log of zero " + evil, "log of one"}})
	for i, name := range []string{"catchcat", "papersoccer", "goldhunter"} {
		setup := "{}"
		if name == "goldhunter" {
			setup = `{"stages":20}`
		}
		rec, err := played(header(t, name, setup, uint64(i), evil, "other"), "said "+evil, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rec.WriteFile(dir); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var (
	tags   = regexp.MustCompile(`<[a-zA-Z][^>]*>`)
	values = regexp.MustCompile(`="[^"]*"`)
	hrefs  = regexp.MustCompile(`(?:href|data-src|data-events)="([^"#]*)"`)
)

// inline returns a tag that holds a script, a handler or a style, or that no
// template has; empty where there is none.
func inline(page string) string {
	for _, tag := range tags.FindAllString(page, -1) {
		bare := values.ReplaceAllString(tag, "=")
		lower := strings.ToLower(bare)
		if strings.HasPrefix(lower, "<script") && bare != "<script type= src=>" || strings.HasPrefix(lower, "<img") ||
			strings.Contains(lower, " on") || strings.Contains(lower, " style") || strings.Contains(bare, `"`) {
			return tag
		}
	}
	return ""
}

// TestEveryPage follows every link there is, in every language, and finds
// neither an error nor a text of a bot that is markup.
func TestEveryPage(t *testing.T) {
	s := open(t, Options{Results: shelfOf(t), StderrToAll: true})
	for _, l := range languages {
		seen := map[string]bool{}
		for queue := []string{"/?lang=" + l.Code, "/hall", "/stage"}; len(queue) > 0; queue = queue[1:] {
			path := queue[0]
			if seen[path] || strings.Contains(path, "/events") || strings.HasPrefix(path, "/?lang=") && len(seen) > 0 || strings.Contains(path, "lang=") && len(seen) > 0 {
				continue
			}
			seen[path] = true
			resp, body := s.do(s.request("GET", path, nil))
			if resp.StatusCode != http.StatusOK {
				t.Errorf("%s: %s", path, resp.Status)
				continue
			}
			if got := resp.Header.Get("Content-Security-Policy"); got != policy {
				t.Errorf("%s: policy %q", path, got)
			}
			if !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
				continue
			}
			if bad := inline(body); bad != "" {
				t.Errorf("%s has something inline: %q", path, bad)
			}
			if !strings.Contains(body, `lang="`+l.Code+`" dir="`+l.Dir+`"`) {
				t.Errorf("%s is not in %s", path, l.Name)
			}
			for _, m := range hrefs.FindAllStringSubmatch(body, -1) {
				href := html.UnescapeString(m[1])
				if strings.HasPrefix(href, "/") {
					queue = append(queue, href)
				} else if href != "" {
					t.Errorf("%s leads to %q", path, href)
				}
			}
		}
		if len(seen) < 25 {
			t.Errorf("%s: only %d pages were found", l.Name, len(seen))
		}
	}
}

// TestWords: every language has every text, with the same places in the same
// order, and no template uses a text that there is not.
func TestWords(t *testing.T) {
	for _, l := range languages[1:] {
		for key, text := range words["en"] {
			other, ok := words[l.Code][key]
			want, got := placeholder.FindAllString(text, -1), placeholder.FindAllString(other, -1)
			if !ok || strings.Join(want, " ") != strings.Join(got, " ") {
				t.Errorf("%s: %s is %q with %v, want %v", l.Code, key, other, got, want)
			}
			if other == text && len(text) > 12 {
				t.Errorf("%s: %s is not translated: %q", l.Code, key, text)
			}
		}
		if len(words[l.Code]) != len(words["en"]) {
			t.Errorf("%s has %d texts, want %d", l.Code, len(words[l.Code]), len(words["en"]))
		}
	}
	used := regexp.MustCompile(`(?:\.[TP]|plain|say|wrong|fail\(w, r, [a-zA-Z.]+,) ?\(?"([a-z]+(?:\.[a-z]+)*)"`)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	templates, err := filepath.Glob("templates/*.html")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range append(files, templates...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range used.FindAllStringSubmatch(string(text), -1) {
			n++
			if _, ok := words["en"][m[1]]; !ok {
				t.Errorf("%s uses the text %q, which there is not", name, m[1])
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d uses were found", n)
	}
}

// TestStderr: what a bot wrote is its owner's.
func TestStderr(t *testing.T) {
	s := open(t, Options{Results: shelfOf(t)})
	page := link("/match", "in", "league", "number", "0")
	said := "log of zero"
	shown := func() bool { return strings.Contains(s.get(page), said) }
	file := strings.Contains(s.get(link("/match/replay", "in", "league", "number", "0")), said)
	if shown() || file {
		t.Error("anybody reads stderr")
	}
	v, err := readBook("")
	if err == nil || v != nil {
		t.Error("a folder without a name is a championship")
	}
	body := s.get(page)
	names := regexp.MustCompile(`<th scope="col"><span class="sw sw0" aria-hidden="true"></span><bdi>(.*?)</bdi>`).FindStringSubmatch(body)
	if names == nil {
		t.Fatal("the page names no seat")
	}
	owner := html.UnescapeString(names[1])
	s.get(s.server.OwnerPath("somebody else"))
	if shown() {
		t.Error("the owner of another bot reads it")
	}
	s.get(s.server.OwnerPath(owner))
	if !shown() || strings.Contains(s.get(page), "log of one") {
		t.Error("its owner does not read it, or reads the other's")
	}
	s.logout()
	s.login()
	if !shown() {
		t.Error("who has the token does not read it")
	}
	resp, _ := s.do(s.request("GET", "/own?bot=x&key=00", nil))
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("a wrong key: %s", resp.Status)
	}
}

// TestRefused asks for what there is not, and for what nobody may do.
func TestRefused(t *testing.T) {
	dir := shelfOf(t)
	if err := os.WriteFile(dir+"/broken.replay", []byte("not a replay"), 0o644); err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(t.TempDir(), "secret.replay")
	if err := os.WriteFile(secret, []byte("what nobody may read"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, dir+"/link.replay"); err != nil {
		t.Fatal(err)
	}
	s := open(t, Options{Results: dir})
	for path, want := range map[string]int{
		"/nowhere": 404, "/match": 400, "/match?number=x": 400, "/match?in=league&number=99": 404, "/match?in=league&number=-1": 404,
		"/match?file=../secret.replay": 404, "/match?file=/etc/passwd": 404, "/match?file=gone.replay": 404, "/match?file=link.replay": 404,
		"/match?file=broken.replay": 404, "/match?in=..&file=x.replay": 404, "/match?in=" + url.QueryEscape("a/b") + "&number=1": 404,
		"/match/data?file=broken.replay": 404, "/standings": 404, "/standings?in=gone": 404, "/standings?in=..": 404, "/live?id=x": 404,
		"/play/game?id=x": 404, "/play": 404, "/static/../server.go": 404, "/?token=wrong": 403, "/matches?in=gone": 404,
	} {
		resp, body := s.do(s.request("GET", path, nil))
		if resp.StatusCode != want || strings.Contains(body, "what nobody") || strings.Contains(body, dir) {
			t.Errorf("GET %s: %s, want %d\n%s", path, resp.Status, want, body)
		}
	}
	form := url.Values{"id": {"x"}}
	post := func(set func(*http.Request)) int {
		r := s.request("POST", "/live/start", form)
		set(r)
		resp, _ := s.do(r)
		return resp.StatusCode
	}
	if got := post(func(*http.Request) {}); got != http.StatusForbidden {
		t.Errorf("a write without the token: %d", got)
	}
	s.login()
	for name, c := range map[string]struct {
		set  func(*http.Request)
		want int
	}{
		"with the token":    {func(*http.Request) {}, 404},
		"another site":      {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		"another origin":    {func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, 403},
		"own origin":        {func(r *http.Request) { r.Header.Set("Origin", s.http.URL) }, 404},
		"another host":      {func(r *http.Request) { r.Host = "evil.example" }, 421},
		"a program's token": {func(r *http.Request) { r.Header.Set("Authorization", "Bearer wrong") }, 403},
		"too long":          {func(r *http.Request) { r.URL.RawQuery = strings.Repeat("x", 2<<20) }, 431},
	} {
		if got := post(c.set); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	form = url.Values{"id": {strings.Repeat("x", 2*maxBody)}}
	if got := post(func(*http.Request) {}); got != 404 {
		t.Errorf("a body that is too long: %d", got)
	}
}

// TestOddNames shows files of any name and takes none of them for another.
func TestOddNames(t *testing.T) {
	dir := t.TempDir()
	rec, err := played(header(t, "catchcat", "{}", 1, "a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"a b", "100%", "q?x=1&y", "#1", "ünï", "فارسی", `<b>`, "new\nline", "'\"", "+", "\xff\xfe"}
	for _, name := range names {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		file, err := rec.WriteFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := unix.Rename(file, filepath.Join(dir, name, name+record.Extension)); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, Options{Results: dir})
	home := html.UnescapeString(s.get("/"))
	for _, name := range names {
		at := ref{In: name, File: name + record.Extension}
		if !strings.Contains(home, at.href("/match")) {
			t.Errorf("%q is not listed", name)
		}
		for _, path := range []string{"/match", "/match/data", "/match/replay", "/match/config"} {
			s.get(at.href(path))
		}
	}
}

// TestPlayAgain: the config of a match can be read again and means the same.
// Where a person sat there is none, and the page does not offer it.
func TestPlayAgain(t *testing.T) {
	dir := shelfOf(t)
	s := open(t, Options{Results: dir})
	for _, f := range must(s.server.shelf.replayNames(""))(t) {
		rec, err := s.server.shelf.replay("", f.Name)
		if err != nil {
			t.Fatal(err)
		}
		at := ref{File: f.Name}
		if !strings.Contains(s.get(at.href("/match")), "/match/config") {
			t.Errorf("%s: the page offers no config", f.Name)
		}
		dir := t.TempDir()
		text := s.get(at.href("/match/config"))
		text = regexp.MustCompile(`bot: "(?:[^"\\]|\\.)*"`).ReplaceAllString(text, `bot: "./bot"`)
		for path, content := range map[string]string{"m.yaml": text, "bot": "#!/bin/sh\n"} {
			if err := os.WriteFile(filepath.Join(dir, path), []byte(content), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		m, err := config.LoadMatch(filepath.Join(dir, "m.yaml"), all.Games())
		if err != nil {
			t.Errorf("%s: %v\n%s", rec.Header.Game, err, text)
			continue
		}
		h := m.Spec.Header
		for i := range rec.Header.Seats {
			rec.Header.Seats[i].Hash = ""
		}
		if !reflect.DeepEqual(h, rec.Header) {
			t.Errorf("%s: the config means another match:\n%+v\nwant\n%+v", rec.Header.Game, h, rec.Header)
		}
	}
	rec, err := s.server.shelf.replay("", must(s.server.shelf.replayNames(""))(t)[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	rec.Header.Seats[1].Kind = record.KindPerson
	file, err := rec.WriteFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	at := ref{File: filepath.Base(file)}
	if page := s.get(at.href("/match")); strings.Contains(page, "/match/config") || strings.Contains(page, "arena match ") {
		t.Error("the page offers a config with a person in it")
	}
	if r, _ := s.do(s.request("GET", at.href("/match/config"), nil)); r.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a config with a person: status %d", r.StatusCode)
	}
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// TestBeingBegun: a championship whose schedule is not written yet is no fault
// of the server's: its pages and streams say to come again.
func TestBeingBegun(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, journal.Name), []byte(`{"format":"arena journal","version":1}`+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := open(t, Options{Results: dir})
	for _, path := range []string{"/standings", "/standings/events", "/matches"} {
		resp, body := s.do(s.request("GET", path, nil))
		if resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %s: %.300s", path, resp.Status, body)
		}
	}
	if body := s.get("/"); !strings.Contains(body, "was not begun") {
		t.Errorf("the first page: %.2000s", body)
	}
}
