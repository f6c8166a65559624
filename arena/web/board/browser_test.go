package board

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"botarena/arena/game"
	"botarena/arena/record"
)

// missing fails the test where everything has to be there, and skips it
// elsewhere.
func missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(what)
	}
	t.Skip(what)
}

// patience is how long one step in the browser may take on a busy machine.
const patience = 30 * time.Second

// tab is a page of a test's own.
type tab struct {
	testing.TB
	ctx context.Context
}

// browser is Chromium, started for the first test that wants it.
var browser struct {
	sync.Mutex
	ctx  context.Context
	stop func()
}

func TestMain(m *testing.M) {
	code := m.Run()
	if browser.stop != nil {
		browser.stop()
	}
	os.Exit(code)
}

// startBrowser returns the context of the browser that all tests share.
func startBrowser(t testing.TB) context.Context {
	t.Helper()
	browser.Lock()
	defer browser.Unlock()
	if browser.ctx != nil {
		return browser.ctx
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		missing(t, "no chromium: .ci/setup chromium")
	}
	dir, err := os.MkdirTemp("", "board")
	if err != nil {
		t.Fatal(err)
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.UserDataDir(dir), chromedp.Flag("lang", "en"),
	}
	for _, flag := range []string{"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "disable-dev-shm-usage"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, closeFirst := chromedp.NewContext(ctx)
	browser.stop = func() {
		// It must be gone before its folder is removed.
		limited, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		if err := chromedp.Cancel(limited); err != nil {
			fmt.Fprintln(os.Stderr, "the browser's end:", err)
		}
		closeFirst()
		stop()
		os.RemoveAll(dir)
	}
	// The first call opens it; it lives as long as that call's context.
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		browser.stop()
		browser.stop = nil
		t.Fatal(err)
	}
	browser.ctx = ctx
	return ctx
}

// newTab opens a tab. At the test's end its console must be clean.
func newTab(t testing.TB, width, height int) *tab {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(startBrowser(t))
	t.Cleanup(closeTab)
	messages := chromedp.Console(ctx)
	b := &tab{t, ctx}
	t.Cleanup(func() {
		const last = "the end of the test"
		b.eval(nil, fmt.Sprintf("console.log(%q)", last))
		for m, err := range messages {
			if err != nil {
				t.Errorf("console: %v", err)
				return
			}
			if m.Text == last {
				return
			}
			t.Errorf("console: %s %s %s:%d", m.Type, m.Text, m.URL, m.Line)
		}
	})
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(int64(width), int64(height))); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *tab) run(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// click clicks with the mouse into the middle of an element, where nothing else
// may lie over it.
func (b *tab) click(selector string) {
	b.Helper()
	b.until(fmt.Sprintf(`document.querySelector(%q) && document.querySelector(%q).getClientRects().length > 0`, selector, selector))
	var at struct {
		X, Y float64
		Over string
	}
	b.eval(&at, fmt.Sprintf(`(e => {
		e.scrollIntoView({ block: "nearest" });
		const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2, top = document.elementFromPoint(x, y);
		return { x, y, over: top === e || e.contains(top) ? "" : (top ? top.outerHTML.slice(0, 100) : "nothing") };
	})(document.querySelector(%q))`, selector))
	if at.Over != "" {
		b.Fatalf("%s cannot be clicked: %s is there", selector, at.Over)
	}
	b.run(chromedp.MouseClickXY(at.X, at.Y))
}

// eval evaluates an expression, waits for it where it is a promise, and puts
// its value into v, which is nil or a pointer.
func (b *tab) eval(v any, expression string) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if v == nil {
		expression = "Promise.resolve(" + expression + ").then(() => 0)"
	}
	text, err := chromedp.Run(ctx, chromedp.Evaluate[[]byte](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	if v == nil {
		return
	}
	if err := json.Unmarshal(text, v); err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
}

// text evaluates an expression to a text.
func (b *tab) text(expression string) (v string) {
	b.Helper()
	b.eval(&v, "(async () => String(await ("+expression+")))()")
	return v
}

// want checks the text of an expression.
func (b *tab) want(want, expression string) {
	b.Helper()
	if got := b.text(expression); got != want {
		b.Errorf("%s is %q, want %q", expression, got, want)
	}
}

// until waits for an expression to be true. It asks anew each time: a page
// that is just being left has no answer.
func (b *tab) until(expression string) {
	b.Helper()
	var last error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		var ok bool
		if ok, last = chromedp.Run(b.ctx, chromedp.Evaluate[bool]("Boolean("+expression+")")); ok {
			return
		}
	}
	b.Fatalf("%s never became true: %v", expression, last)
}

// shot writes a picture of the page into the folder $BOARD_SHOTS, to be looked
// at, where that is set.
func (b *tab) shot(name string) {
	dir := os.Getenv("BOARD_SHOTS")
	if dir == "" {
		return
	}
	picture, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o644); err != nil {
		b.Fatal(err)
	}
}

// file writes a record's page to disk and returns its address.
func file(t testing.TB, g game.Game, rec *record.Record) string {
	t.Helper()
	var page bytes.Buffer
	if err := HTML(&page, g, rec); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "match.html")
	if err := os.WriteFile(name, page.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + name
}

// show opens a page with the board of a record's first round alone, as board.
func (b *tab) show(g game.Game, rec *record.Record) {
	b.Helper()
	doc, err := Encode(g, rec)
	if err != nil {
		b.Fatal(err)
	}
	names := map[string][2]string{"catchcat": {"catchcat.js", "catchCat"}, "papersoccer": {"papersoccer.js", "paperSoccer"}, "goldhunter": {"goldhunter.js", "goldHunter"}}
	module := names[rec.Header.Game]
	b.run(chromedp.Navigate(modules(b.TB)))
	b.eval(nil, fmt.Sprintf(`Promise.all([import("/%s"), import("/words.js")]).then(([m, { texts }]) => {
		window.doc = %s;
		window.board = m.%s(doc, texts("en"));
		document.querySelector("#board").append(board.element);
		board.open(doc.rounds[0].start);
		for (const m of doc.rounds[0].moments) board.push(m);
		board.show(0);
	})`, module[0], doc, module[1]))
}

// open shows a record's page at a moment.
func (b *tab) open(address, moment string) {
	b.Helper()
	if moment != "" {
		address += "#m=" + moment
	}
	b.run(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	b.until("window.arenaPlayer && window.arenaPlayer() !== undefined")
}

// modules serves the modules as they are, beside an empty page.
func modules(t testing.TB) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(Static()))
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob: data:")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<!doctype html><html lang="en"><title>Test</title><link rel="stylesheet" href="/style.css"><link rel="icon" href="data:,"><main id="board"></main>`)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}
