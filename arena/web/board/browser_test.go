package board

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"botarena/arena/game"
	"botarena/arena/record"
	"botarena/arena/web/webtest"
)

// tab is a page of a test's own.
type tab struct{ *webtest.Tab }

func newTab(t testing.TB, width, height int) *tab {
	t.Helper()
	return &tab{webtest.Open(t, width, height)}
}

func TestMain(m *testing.M) {
	code := m.Run()
	webtest.Close()
	os.Exit(code)
}

// click clicks with the mouse into the middle of an element, where nothing else
// may lie over it.
func (b *tab) click(selector string) {
	b.Helper()
	b.Until(fmt.Sprintf(`document.querySelector(%q) && document.querySelector(%q).getClientRects().length > 0`, selector, selector))
	var at struct {
		X, Y float64
		Over string
	}
	b.Eval(&at, fmt.Sprintf(`(e => {
		e.scrollIntoView({ block: "nearest" });
		const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2, top = document.elementFromPoint(x, y);
		return { x, y, over: top === e || e.contains(top) ? "" : (top ? top.outerHTML.slice(0, 100) : "nothing") };
	})(document.querySelector(%q))`, selector))
	if at.Over != "" {
		b.Fatalf("%s cannot be clicked: %s is there", selector, at.Over)
	}
	b.Run(chromedp.MouseClickXY(at.X, at.Y))
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
	b.Run(chromedp.Navigate(modules(b.TB)))
	b.Eval(nil, fmt.Sprintf(`Promise.all([import("/%s"), import("/words.js")]).then(([m, { texts }]) => {
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
	b.Run(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	b.Until("window.arenaPlayer && window.arenaPlayer() !== undefined")
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
