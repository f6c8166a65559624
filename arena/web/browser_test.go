package web

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/arena/web/webtest"
	"botarena/sandbox"
)

// bots is the folder with the bots of the house, built for these tests.
var bots string

func TestMain(m *testing.M) {
	sandbox.Init()
	if address := os.Getenv(watchingAt); address != "" {
		os.Exit(watchMany(address))
	}
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	dir, err := webtest.Bots()
	defer os.RemoveAll(dir)
	if err != nil {
		panic(err)
	}
	bots = dir
	defer webtest.Close()
	return m.Run()
}

// jailed returns a Seater that jails, as arena serve has it.
func jailed(t testing.TB) *match.Jailed {
	t.Helper()
	box, err := sandbox.New(t.Context(), sandbox.Options{})
	if err != nil {
		webtest.Missing(t, "no jail: "+err.Error())
	}
	j := match.NewJailed(box)
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

var axe = filepath.Join("..", "..", "bin", "axe", "node_modules", "axe-core", "axe.min.js")

// TestPages opens every kind of page, in light and dark, on a narrow screen and
// from right to left: no error in the console, nothing that a screen reader
// cannot use, nothing wider than the screen.
func TestPages(t *testing.T) {
	s := open(t, Options{Results: shelfOf(t), Bots: bots, Seater: jailed(t)})
	b := webtest.Open(t, 1200, 800)
	b.Go(s.http.URL + "/?token=" + token)
	files := must(s.server.shelf.replayNames(""))(t)
	pages := map[string]string{
		"home": "/", "standings": "/standings?in=league", "matches": "/matches?in=league", "files": "/matches?files=1",
		"match": "/match?in=league&number=0", "file": ref{File: files[0].Name}.href("/match"), "stage": "/stage", "play": "/play",
		"hall": "/hall", "problem": "/match?in=league&number=99",
	}
	for name, path := range pages {
		for _, look := range []struct {
			name, lang    string
			width, height int
			dark          bool
		}{{"light", "en", 1200, 800, false}, {"dark", "pt", 1200, 800, true}, {"narrow", "fa", 360, 740, false}} {
			b.Look(look.width, look.height, look.dark)
			separator := "?"
			if u, err := url.Parse(path); err == nil && u.RawQuery != "" {
				separator = "&"
			}
			address := s.http.URL + path + separator + "lang=" + look.lang
			if name == "problem" {
				b.Expected = append(b.Expected, address)
			}
			b.Go(address)
			b.Until("document.readyState === 'complete' && (!document.querySelector('#board') || document.querySelector('.board-player') || document.body.classList.contains('inhall') && !document.querySelector('#nothing').checkVisibility())")
			b.Axe(axe)
			if wide := b.Text("document.documentElement.scrollWidth - innerWidth"); wide != "0" && wide[0] != '-' {
				t.Errorf("%s, %s: %s pixels wider than the screen", name, look.name, wide)
			}
			b.Shot(name + "-" + look.name)
		}
	}
}

// TestHall has a hall that nobody touches show a replay, then the table, and
// at once the match that is begun.
func TestHall(t *testing.T) {
	s := open(t, Options{Results: shelfOf(t), Bots: bots, Seater: jailed(t)})
	b := webtest.Open(t, 1280, 720)
	b.Go(s.http.URL + "/hall?token=" + token)
	b.Until("arenaPlayer()?.position.last > 0 && document.querySelector('#board').checkVisibility()")
	b.Eval(nil, "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))")
	b.Until("document.querySelector('#table').checkVisibility() && document.querySelector('#table').textContent.includes('Bot 3')")
	b.Shot("hall-table")
	s.login()
	resp, body := s.do(s.request("POST", "/live/begin", url.Values{"game": {"goldhunter"}, "bot0": {"goldhunter"}, "bot1": {"goldhunter"}, "seed": {"3774039687"}, "cue": {"on"}}))
	if resp.StatusCode != 200 {
		t.Fatalf("%s: %s", resp.Status, body)
	}
	b.Until("document.querySelector('#cue').checkVisibility() && document.querySelector('.game-goldhunter')")
	b.Eval(nil, "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: ' ', bubbles: true}))")
	b.Until("!document.querySelector('#cue').checkVisibility() && arenaPlayer().position.last > 40")
	b.Shot("hall-goldhunter")
}

// TestPerson has a person play a whole game of each kind with the mouse, take
// a move back, and find the replay.
func TestPerson(t *testing.T) {
	dir := t.TempDir()
	s := open(t, Options{Results: dir, Bots: bots, Seater: jailed(t)})
	b := webtest.Open(t, 1200, 1000)
	b.Go(s.http.URL + "/?token=" + token)
	for name, setup := range map[string]string{ // small, so that people who click at random come to an end
		"catchcat": `{"size":7,"blocked":{"min":4,"max":6}}`, "papersoccer": `{"board":{"width":4,"height":4}}`, "goldhunter": `{"stages":6}`,
	} {
		for seat := range 2 {
			t.Run(fmt.Sprint(name, seat), func(t *testing.T) {
				b.TB = t
				b.Go(s.http.URL + "/play")
				b.Click(`input[value="` + name + `"]`)
				b.Eval(nil, fmt.Sprintf(`(() => { const set = document.querySelector('[data-game=%q]');
					set.querySelector('[name=seat]').value = %d; set.querySelector('[name=bot]').value = %q;
					set.querySelector('[name=args]').value = "--level random"; document.querySelector('[name=setup]').value = %q;
					document.querySelector('[name=seed]').value = 5; document.querySelector('[name=name]').value = "Ana"; })()`, name, seat, name, setup))
				b.Click("#order button.primary")
				b.Until("location.pathname === '/play/game'")
				moves := 0
				turn := func() bool {
					b.Until("document.querySelector('#turn.over, .order-form button[type=submit], .choice:not(.undo)')")
					return b.Text("document.querySelector('#turn.over') ? 'over' : 'on'") == "on"
				}
				move := func() {
					moves++
					b.Eval(nil, `(() => { const orders = document.querySelector(".order-form");
						if (orders) { for (const s of orders.querySelectorAll("select")) s.value = "move"; orders.requestSubmit(); return; }
						const all = [...document.querySelectorAll(".choice:not(.undo)")];
						all[Math.floor(Math.random() * all.length)]?.dispatchEvent(new MouseEvent("click", {bubbles: true})); })()`)
				}
				if turn() {
					b.Shot("play-" + name)
					last := func() string { return b.Text("arenaPlayer().position.last") }
					for before := last(); turn() && last() == before; { // a turn may be of several steps
						move()
					}
					b.Click("#back")
					b.Until("document.querySelector('#turn.mine') && arenaPlayer().position.last <= 1")
				}
				for turn() {
					move()
					if moves > 400 {
						t.Fatal("the game has no end")
					}
				}
				b.Until("!document.querySelector('#replay').hidden")
				if text := b.Text("document.querySelector('#message').textContent"); text != "" {
					t.Errorf("the page complains: %s", text)
				}
				b.Axe(axe)
				b.Shot("played-" + name)
				b.Eval(nil, "document.querySelector('#replay').click()")
				b.Until("location.pathname === '/match' && document.querySelector('.board-player')")
			})
		}
	}
	for _, f := range must(s.server.shelf.replayNames(""))(t) {
		rec := must(s.server.shelf.replay("", f.Name))(t)
		g := must(all.Game(rec.Header.Game))(t)
		if err := match.Verify(g, rec); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		people := 0
		for _, seat := range rec.Header.Seats {
			if seat.Kind == record.KindPerson {
				people++
			}
		}
		if people != 1 || rec.Result.Seats[0].Fault != game.NoFault || rec.Result.Seats[1].Fault != game.NoFault {
			t.Errorf("%s: %d people, result %+v", f.Name, people, rec.Result)
		}
	}
}
