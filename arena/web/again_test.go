package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/web/live"
	"botarena/arena/web/webtest"
)

// address is where one server after the other answers.
type address struct {
	*httptest.Server
	now atomic.Pointer[http.Handler]
}

func newAddress(t *testing.T) *address {
	a := new(address)
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*a.now.Load()).ServeHTTP(w, r) }))
	t.Cleanup(a.Close)
	return a
}

// serve has a new server answer, which ends with the test.
func (a *address) serve(t *testing.T, o Options) *Server {
	t.Helper()
	o.Games, o.Token = all.Games(), token
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	h := s.Handler()
	a.now.Store(&h)
	return s
}

// TestRestarted: pages of a server that has ended show what the next one at its
// address has, and not for ever what was there before.
func TestRestarted(t *testing.T) {
	dir := t.TempDir()
	champion(t, dir+"/league", 4, &stopping{after: 5})
	a := newAddress(t)
	first := a.serve(t, Options{Results: dir})
	spec := &match.Spec{ID: "x", Header: header(t, "catchcat", "{}", 1, "Ana", "Bob"), Sources: make([]match.Source, 2)}
	on := first.WatchOnCue(spec).(*live.Match)
	defer on.Abandon()
	open := func(path string) *webtest.Tab {
		b := webtest.Open(t, 800, 600)
		b.Go(a.URL + path)
		return b
	}
	id := first.stage.list()[0].ID
	watched := open("/live?id=" + id)
	watched.Expected = []string{a.URL + "/live/events?id=" + id}
	watched.Until("document.querySelector('.board-player')")
	stage, table := open("/stage"), open("/standings?in=league")
	stage.Until("document.querySelector('#livelist').textContent.includes('Ana')")
	table.Until("document.querySelector('#part').textContent.includes('5 of 12')")
	for first.hub.Watchers() < 3 {
		time.Sleep(time.Millisecond)
	}
	champion(t, dir+"/league", 4, randomly{})
	a.serve(t, Options{Results: dir})
	first.hub.Close()
	stage.Until("!document.querySelector('#livelist').textContent.includes('Ana')")
	table.Until("document.querySelector('#part').textContent.includes('12 of 12')")
	watched.Until("document.querySelector('#message').textContent.includes('not here any more') && document.querySelector('#state.ended')")
}

// TestNoRoom: a reader for whom there was no room is let in when there is.
func TestNoRoom(t *testing.T) {
	dir := t.TempDir()
	champion(t, dir, 4, &stopping{after: 5})
	a := newAddress(t)
	a.serve(t, Options{Results: dir, Watchers: 4}) // of one address one
	path := a.URL + "/standings/events"
	resp, err := http.Get(path)
	if err != nil {
		t.Fatal(err)
	}
	b := webtest.Open(t, 800, 600)
	b.Expected = []string{path}
	b.Go(a.URL + "/standings")
	b.Until("performance.getEntriesByName('" + path + "').length > 0") // it was refused
	resp.Body.Close()
	champion(t, dir, 4, randomly{})
	b.Until("document.querySelector('#part').textContent.includes('12 of 12')")
}

// TestUnseen: a page that nobody sees leaves its connection to others of the same
// browser, and shows what is new when it is seen again.
func TestUnseen(t *testing.T) {
	dir := t.TempDir()
	champion(t, dir, 4, &stopping{after: 5})
	a := newAddress(t)
	s := a.serve(t, Options{Results: dir})
	b := webtest.Open(t, 800, 600)
	b.Go(a.URL + "/standings")
	watchers := func(want int) {
		t.Helper()
		for deadline := time.Now().Add(20 * time.Second); s.hub.Watchers() != want; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%d watch, want %d", s.hub.Watchers(), want)
			}
		}
	}
	see := func(seen bool) {
		b.Eval(nil, fmt.Sprintf(`(() => { Object.defineProperty(document, "hidden", { value: %v, configurable: true });
			document.dispatchEvent(new Event("visibilitychange")); })()`, !seen))
	}
	watchers(1)
	see(false)
	watchers(0)
	champion(t, dir, 4, randomly{})
	see(true)
	watchers(1)
	b.Until("document.querySelector('#part').textContent.includes('12 of 12')")
}

// TestTakenBackElsewhere: a window in which a game is shown goes on with it when a
// move was taken back in another one, though it shows it as over already. It asks
// for that without a word, which a screen reader would read out each time.
func TestTakenBackElsewhere(t *testing.T) {
	s := open(t, Options{Bots: bots, Seater: jailed(t)})
	s.login()
	resp, body := s.do(s.request("POST", "/play", url.Values{"game": {"catchcat"}, "seat": {"0"}, "bot": {"catchcat"}, "seed": {"5"}}))
	d := s.server.desks.find(resp.Request.URL.Query().Get("id"))
	if d == nil {
		t.Fatalf("no game: %s\n%s", resp.Status, body)
	}
	b := webtest.Open(t, 800, 800)
	b.Go(s.http.URL + "/play/game?id=" + d.ID)
	b.Until("document.querySelector('#turn.mine')")
	if err := d.game.Move(0, []byte(b.Text("document.querySelector('.choice').dataset.cell"))); err != nil {
		t.Fatal(err)
	}
	b.Until("arenaPlayer().position.last === 2 && document.querySelector('#resign').disabled")
	b.Eval(nil, `(() => { const ask = fetch; window.asks = 0; window.words = 0;
		window.fetch = (...of) => { asks++; return ask(...of); };
		const look = new MutationObserver(() => words++);
		for (const part of ["turn", "message"]) look.observe(document.getElementById(part), { childList: true, characterData: true, subtree: true }); })()`)
	b.Until("asks >= 2")
	b.Want("0", "words")
	if err := d.game.Back(); err != nil {
		t.Fatal(err)
	}
	b.Until("arenaPlayer().position.last === 0 && document.querySelector('#turn.mine') && document.querySelector('.choice')")
}

// TestHallOfABrokenReplay: a replay that cannot be drawn is asked for now and
// then, and not as fast as the server answers.
func TestHallOfABrokenReplay(t *testing.T) {
	dir := t.TempDir()
	rec, err := played(header(t, "catchcat", "{}", 1, "a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	rec.Rounds[0].Answers = rec.Rounds[0].Answers[1:]
	file, err := rec.WriteFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	a := newAddress(t)
	a.serve(t, Options{Results: dir})
	inner := *a.now.Load()
	var asked atomic.Int64
	counting := http.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/match/data" {
			asked.Add(1)
		}
		inner.ServeHTTP(w, r)
	}))
	a.now.Store(&counting)
	b := webtest.Open(t, 800, 600)
	b.Expected = []string{a.URL + ref{File: filepath.Base(file)}.href("/match/data")}
	b.Go(a.URL + "/hall")
	b.Until("document.querySelector('#nothing').checkVisibility()")
	asked.Store(0)
	time.Sleep(3 * time.Second)
	if n := asked.Load(); n < 1 || n > 3 {
		t.Errorf("it was asked for %d times in three seconds", n)
	}
}

// TestHallInPersian: the keys are those that the hall names.
func TestHallInPersian(t *testing.T) {
	dir := t.TempDir()
	champion(t, dir+"/league", 4, randomly{})
	a := newAddress(t)
	a.serve(t, Options{Results: dir})
	b := webtest.Open(t, 800, 600)
	b.Go(a.URL + "/hall?lang=fa")
	b.Until("arenaPlayer()?.position.last > 0")
	if keys := b.Text("document.querySelector('.hallnote').textContent"); !strings.Contains(keys, "←") {
		t.Fatalf("the keys are %q", keys)
	}
	for _, key := range []string{" ", "ArrowLeft"} { // by itself it would go on some time
		b.Eval(nil, "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '"+key+"', bubbles: true}))")
	}
	b.Until("document.querySelector('#table').checkVisibility()")
}

// TestTwoPorts: a browser has the token of each of two servers of one host.
func TestTwoPorts(t *testing.T) {
	one, other := open(t, Options{}), open(t, Options{})
	other.server.o.Token = "another-token"
	one.login()
	other.client = one.client
	other.get("/?token=another-token")
	for _, s := range []*site{one, other} {
		if resp, _ := s.do(s.request("POST", "/live/start", nil)); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: a match that is not there: %s", s.http.URL, resp.Status)
		}
	}
}

// TestAnswerOfAForm offers no address at which nothing is.
func TestAnswerOfAForm(t *testing.T) {
	s := open(t, Options{})
	s.login()
	_, body := s.do(s.request("POST", "/live/begin", nil))
	for _, m := range hrefs.FindAllStringSubmatch(body, -1) {
		s.get(m[1])
	}
}

// TestForgotten: a championship that nobody looks at is not kept in memory, and
// is there again for who does.
func TestForgotten(t *testing.T) {
	dir := t.TempDir()
	champion(t, dir, 3, randomly{})
	s := open(t, Options{Results: dir})
	s.get("/standings")
	b := must(s.server.shelf.book(""))(t)
	before := b.now
	b.forget(time.Now().Add(keptFor / 2))
	if b.now != before {
		t.Error("it is forgotten too soon")
	}
	b.forget(time.Now().Add(2 * keptFor))
	if b.now != nil {
		t.Error("it is kept")
	}
	s.get("/standings")
	if b.now == nil || b.now.Number <= before.Number {
		t.Errorf("it is not read again: %+v", b.now)
	}
}

// TestReadForLong: while a championship is read, which takes seconds of a large
// one, its pages show what they did, and the live tables of others go on.
func TestReadForLong(t *testing.T) {
	dir := t.TempDir()
	rule := func(in string) {
		t.Helper()
		if _, err := championship.Rule(t.Context(), journal.Folder(filepath.Join(dir, in)), championship.Ruling{Kind: championship.RuleDisqualify, Entrant: "e1", Reason: "copied"}, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	books, before := map[string]*book{}, map[string]*view{}
	s := open(t, Options{Results: dir})
	for _, in := range []string{"large", "small"} {
		champion(t, filepath.Join(dir, in), 3, randomly{})
		books[in] = must(s.server.shelf.book(in))(t)
		before[in] = must(books[in].view())(t)
	}
	books["large"].reading.Lock()
	defer books["large"].reading.Unlock()
	for in, b := range books {
		rule(in)
		b.cost = 0 // it need not rest
		b.watchers.Add(1)
	}
	shown := make(chan *view, 1)
	go func() { shown <- must(books["large"].view())(t) }()
	select {
	case v := <-shown:
		if v != before["large"] {
			t.Error("who does not wait is shown something else")
		}
	case <-time.After(10 * time.Second):
		t.Error("a page waits until the championship is read")
	}
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		books["small"].mu.Lock()
		now := books["small"].now
		books["small"].mu.Unlock()
		if now != before["small"] {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the table of another championship stands still")
		}
	}
}

// TestPart: the table alone is that of the whole page, made once in each
// language.
func TestPart(t *testing.T) {
	dir := t.TempDir()
	champion(t, dir, 3, randomly{})
	s := open(t, Options{Results: dir})
	for _, l := range languages {
		part, page := s.get("/standings?part=1&lang="+l.Code), s.get("/standings?lang="+l.Code)
		if !strings.HasPrefix(part, `<div id="part"`) || !strings.Contains(page, part) {
			t.Errorf("%s: the page does not hold %.300s", l.Code, part)
		}
	}
	v := must(must(s.server.shelf.book(""))(t).view())(t)
	if len(v.parts) != len(languages) {
		t.Errorf("%d parts are kept", len(v.parts))
	}
}
