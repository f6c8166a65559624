package page

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"botarena/arena/config"
	"botarena/arena/game/all"
	"botarena/arena/submission"
	"botarena/arena/submission/store"
	"botarena/arena/web"
	"botarena/arena/web/handin"
	"botarena/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	os.Exit(m.Run())
}

// browser is a team's browser.
type browser struct {
	*testing.T
	*http.Client
	at string
}

func newBrowser(t *testing.T, server *httptest.Server) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t, &http.Client{Jar: jar}, server.URL}
}

// wants makes a request and wants a status and texts on the page.
func (b *browser) wants(status int, r *http.Request, texts ...string) string {
	b.Helper()
	answer, err := b.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		b.Fatal(err)
	}
	if answer.StatusCode != status {
		b.Errorf("%s %s: status %d, want %d", r.Method, r.URL, answer.StatusCode, status)
	}
	for _, text := range texts {
		if !strings.Contains(string(body), text) {
			b.Errorf("%s %s: no %q in\n%s", r.Method, r.URL, text, body)
		}
	}
	return string(body)
}

func (b *browser) request(method, path, kind string, body io.Reader) *http.Request {
	b.Helper()
	r, err := http.NewRequest(method, b.at+path, body)
	if err != nil {
		b.Fatal(err)
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	return r
}

func (b *browser) form(path, key, value string) *http.Request {
	return b.request("POST", path, "application/x-www-form-urlencoded", strings.NewReader(url.Values{key: {value}}.Encode()))
}

func (b *browser) upload(name string, content []byte) *http.Request {
	b.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		b.Fatal(err)
	}
	return b.request("POST", "/hand-in/file", w.FormDataContentType(), &body)
}

// newSite serves a page in the site that shows it.
func newSite(t *testing.T, p *Page) *httptest.Server {
	t.Helper()
	site, err := web.New(web.Options{HandIns: p})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(site.Handler())
	t.Cleanup(func() {
		server.Close()
		if err := site.Close(); err != nil {
			t.Error(err)
		}
	})
	return server
}

func zipped(t *testing.T, name, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create(name)
	if err == nil {
		_, err = f.Write([]byte(text))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func newOffice(t *testing.T, change ...func(*submission.Rules)) *submission.Office {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("this machine has no python3")
	}
	g, err := all.Game("catchcat")
	if err != nil {
		t.Fatal(err)
	}
	rules := submission.Rules{
		Game: g, Dir: filepath.Join(t.TempDir(), "hand-ins"), Terms: config.DefaultTerms(g.Info()), Setup: json.RawMessage("{}"),
		Store: store.Limits{Every: time.Nanosecond, Size: 1 << 20}, Policy: store.Policy{Final: true},
	}
	for _, c := range change {
		c(&rules)
	}
	o, err := submission.Open(rules)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	})
	return o
}

func TestPage(t *testing.T) {
	o := newOffice(t)
	p := New(Options{Office: o, Final: true, MaxSize: 1 << 20, Failed: func(err error) { t.Error(err) }})
	t.Cleanup(p.Close) // after the site
	server := newSite(t, p)
	token, err := o.NewToken("ann", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	other, err := o.NewToken("bob", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	ann := newBrowser(t, server)
	ann.wants(200, ann.request("GET", "/hand-in", "", nil), "token")
	ann.wants(403, ann.form("/hand-in/enter", "token", "wrong"), "No team has this token.")
	ann.wants(403, ann.upload("x.zip", zipped(t, "bot.py", "")), "Your token is missing")
	ann.wants(200, ann.form("/hand-in/enter", "token", " "+strings.ToUpper(token)+"\r\n"), "You hand in for <bdi>ann</bdi>", "Nothing was handed in yet.")
	ann.wants(200, ann.upload("<b>&amp;.zip", zipped(t, "bot.py", "def f(:\n")), "&lt;b&gt;&amp;amp;.zip")
	ann.wants(200, ann.upload("slip.zip", zipped(t, "../bot.py", "")))
	ann.wants(200, ann.upload("good.zip", zipped(t, "bot.py", "print(0)\n")))
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		body := ann.wants(200, ann.request("GET", "/hand-in", "", nil))
		if strings.Contains(body, `data-waiting="false"`) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("after a minute:\n%s", body)
		}
	}
	p.group.Wait()
	ann.wants(200, ann.request("GET", "/hand-in", "", nil),
		"No. <bdi>1</bdi>: not built", "does not compile: bot.py:1: SyntaxError: invalid syntax", "No. <bdi>2</bdi>: refused", "the name leads out of the hand-in", "No. <bdi>3</bdi>: built", "compileall")
	ann.wants(200, ann.form("/hand-in/final", "n", "1"), "<th scope=\"row\">1</th>", "<strong>counts</strong>")
	if h, _, err := o.Counts("ann"); err != nil || h.N != 1 {
		t.Errorf("%+v, %v", h, err)
	}
	ann.wants(400, ann.form("/hand-in/final", "n", "9"), "There is no hand-in <bdi>9</bdi>.")
	ann.wants(400, ann.form("/hand-in/final", "n", "x"), "not the number of a hand-in")
	ann.wants(400, ann.upload("big.zip", make([]byte, 1<<20+100)), "The file has more than <bdi>1</bdi> MiB.")
	ann.wants(400, ann.request("POST", "/hand-in/file", "text/plain", strings.NewReader("x")), "not sent as one with a file")

	// A form of another site is not taken, with whatever cookies.
	foreign := ann.form("/hand-in/final", "n", "2")
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	ann.wants(403, foreign)
	if h, _, _ := o.Counts("ann"); h.N != 1 {
		t.Errorf("%d counts", h.N)
	}

	bob := newBrowser(t, server)
	if body := bob.wants(200, bob.form("/hand-in/enter", "token", other), "<bdi>bob</bdi>"); strings.Contains(body, "good.zip") {
		t.Error("another team's hand-in is shown")
	}
	ann.wants(200, ann.form("/hand-in/leave", "", ""), "Your team&#39;s token")

	// A form's own address leads back, and what is not there is said.
	ann.wants(200, ann.request("GET", "/hand-in/file", "", nil), "Your team&#39;s token")
	ann.wants(404, ann.request("GET", "/hand-in/nowhere", "", nil), "There is no such page.", "Your team&#39;s token")
	ann.wants(404, ann.request("DELETE", "/hand-in", "", nil))
	ann.wants(403, ann.form("/hand-in/enter?lang=pt", "token", "wrong"), "Nenhuma equipe tem este token.", `href="/hand-in?lang=fa"`)
}

// A verdict that is not kept, of a build that took too long by the clock, is
// shown, and the hand-in is not looked at again at every poll.
func TestPassing(t *testing.T) {
	o := newOffice(t, func(r *submission.Rules) { r.Build.Wall = time.Millisecond })
	p := New(Options{Office: o, Failed: func(err error) { t.Error(err) }})
	t.Cleanup(p.Close)
	server := newSite(t, p)
	token, err := o.NewToken("ann", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	ann := newBrowser(t, server)
	ann.wants(200, ann.form("/hand-in/enter", "token", token))
	ann.wants(200, ann.upload("bot.zip", zipped(t, "bot.py", "print(0)\n")))
	p.group.Wait()
	ann.wants(200, ann.request("GET", "/hand-in", "", nil), `data-waiting="false"`, "compile time limit: the build took longer than 1ms")
}

// Of who has no token little is read, whatever is sent.
func TestStrangersForm(t *testing.T) {
	p := New(Options{Office: newOffice(t)})
	defer p.Close()
	b := &browser{T: t}
	for path, want := range map[string]int64{"/hand-in/enter": formRoom + 1, "/hand-in/final": 0, "/hand-in/file": 0} {
		r := b.upload("bot.zip", make([]byte, 8<<20))
		body := &counted{Reader: r.Body}
		r.URL.Path, r.Body = path, io.NopCloser(body)
		status := 0
		p.ServeHandIn(httptest.NewRecorder(), r, func(code int, _ handin.View) { status = code })
		if status != http.StatusForbidden || body.n > want {
			t.Errorf("%s: status %d, %d bytes were read, want %d at most", path, status, body.n, want)
		}
	}
}

// counted counts what is read.
type counted struct {
	io.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// A line that breaks while a file is on it is no fault of the organiser's.
func TestCutOff(t *testing.T) {
	var dir string
	o := newOffice(t, func(r *submission.Rules) { dir = r.Dir })
	p := New(Options{Office: o, Failed: func(err error) { t.Error(err) }})
	t.Cleanup(p.Close)
	answered := make(chan handin.Problem, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.ServeHandIn(w, r, func(_ int, v handin.View) { answered <- v.Problem })
	}))
	t.Cleanup(server.Close)
	token, err := o.NewToken("ann", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	line, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintf(line, "POST /hand-in/file HTTP/1.1\r\nHost: x\r\nCookie: %s=%s\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9999\r\n\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.zip\"\r\n\r\nPK", cookieName, token)
	if err != nil {
		t.Fatal(err)
	}
	// The half is there once the part is read; a reset before that is another matter.
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		if halves, _ := filepath.Glob(filepath.Join(dir, "originals", ".half-*")); len(halves) > 0 {
			break
		}
		if time.Since(began) > 10*time.Second {
			t.Fatal("nothing is received")
		}
	}
	if err := errors.Join(line.(*net.TCPConn).SetLinger(0), line.Close()); err != nil { // a reset
		t.Fatal(err)
	}
	if problem := <-answered; problem.Kind != handin.CutOff {
		t.Errorf("%+v", problem)
	}
	for _, err := range []error{fmt.Errorf("keep: %w", os.ErrDeadlineExceeded), &net.OpError{Op: "read", Err: syscall.ECONNRESET}} {
		if !cutOff(err) {
			t.Errorf("%v is not of the line", err)
		}
	}
	if full := (&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}); cutOff(full) {
		t.Errorf("%v is said to be of the line", full)
	}
}
