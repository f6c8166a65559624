package board

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"botarena/arena/game"
	"botarena/arena/game/catchcat"
	"botarena/arena/game/goldhunter"
	"botarena/arena/game/papersoccer"
	"botarena/arena/record"
)

// at checks where the player is.
func (b *tab) at(what string, round, position int) {
	b.Helper()
	if got, want := b.text(`(p => p.round + 1 + "." + p.at)(arenaPlayer().position)`), fmt.Sprintf("%d.%d", round, position); got != want {
		b.Errorf("%s: the player is at %s, want %s", what, got, want)
	}
}

// twoBoards is a match of Gold Hunter that nothing decides on its first map;
// a team is late on both.
func twoBoards(t testing.TB) *record.Record {
	// Who stands on gold wins: on the first map nobody does.
	barren := strings.Replace(corridor, "2\n0 1 1\n2 6 3", "1\n2 6 3", 1)
	return playRandom(t, goldhunter.Game{}, fmt.Sprintf(`{"boards":[%q,%q]}`, barren, corridor), 1, func(turn int, a *game.Answer) {
		a.Move = nil
		if turn == 2 {
			a.Fault = game.Timeout
		}
	})
}

// TestControls uses every control, by mouse and by keyboard.
func TestControls(t *testing.T) {
	b := newTab(t, 1000, 1000)
	b.open(file(t, goldhunter.Game{}, twoBoards(t)), "")
	click := b.click
	press := func(key string) {
		t.Helper()
		b.run(chromedp.KeyEvent(key))
	}
	b.at("opened", 1, 0)
	for _, s := range []struct {
		what            string
		do              func(string)
		with            string
		round, position int
	}{
		{"next", click, ".do-next", 1, 1},
		{"to the end", click, ".do-last", 1, 3},
		{"over the end of a board", click, ".do-next", 2, 0},
		{"back over it", click, ".do-back", 1, 3},
		{"to the start", click, ".do-first", 1, 0},
		{"next fault", click, ".do-nextFault", 1, 2},
		{"next fault, on the next board", click, ".do-nextFault", 2, 2},
		{"no more faults", click, ".do-nextFault", 2, 2},
		{"previous fault", click, ".do-backFault", 1, 2},
		{"the end key", press, kb.End, 1, 3},
		{"the home key", press, kb.Home, 1, 0},
		{"the right arrow", press, kb.ArrowRight, 1, 1},
		{"the left arrow", press, kb.ArrowLeft, 1, 0},
		{"page down", press, kb.PageDown, 1, 3},
		{"page up", press, kb.PageUp, 1, 0},
		{"f", press, "f", 1, 2},
		{"n", press, "n", 2, 2},
		{"F", press, "F", 1, 2},
	} {
		s.do(s.with)
		b.at(s.what, s.round, s.position)
	}

	b.eval(nil, `(() => { const r = document.querySelector(".scrub"); r.value = "1"; r.dispatchEvent(new Event("input")); })()`)
	b.at("scrubbed", 1, 1)
	b.until(`location.hash === "#m=1.1"`)
	b.eval(nil, `(() => { const r = document.querySelector(".rounds"); r.value = "1"; r.dispatchEvent(new Event("change")); })()`)
	b.at("the other board chosen", 2, 0)
	b.eval(nil, `(() => { location.hash = "#m=1.2"; })()`)
	b.until(`arenaPlayer().position.at === 2 && arenaPlayer().position.round === 0`)

	// Speed, play, pause; playing goes on over the boards and ends at the end.
	b.want("8", `document.querySelector(".speed").value`)
	press("+")
	b.want("16", `document.querySelector(".speed").value`)
	press("-")
	b.want("8", `document.querySelector(".speed").value`)
	press(kb.Home)
	click(".do-play")
	b.want("Pause", `document.querySelector(".do-play").getAttribute("aria-label")`)
	b.until(`arenaPlayer().position.at > 0`)
	press(" ")
	b.want("Play", `document.querySelector(".do-play").getAttribute("aria-label")`)
	press("k")
	b.until(`arenaPlayer().position.round === 1 && arenaPlayer().position.at === 3 && !arenaPlayer().position.playing`)

	// What is shown of the board.
	for key, checked := range map[string]string{"2": "2", "3": "3", "1": "1"} {
		press(key)
		b.want(checked, `document.querySelector(".switches input:checked").dataset.switch`)
	}
	side := `Number(document.querySelector("canvas").width)`
	before := b.text(`document.querySelector("canvas").toDataURL().length > 0 && ` + side)
	click(".zoom button:first-child")
	b.want("false", `document.querySelector(".zoom button:last-child").disabled`)
	click(".zoom button:last-child")
	b.want("true", `document.querySelector(".zoom button:last-child").disabled`)
	b.want(before, side)

	b.eval(nil, `(() => { const s = document.querySelector("#language select"); s.value = "fa"; s.dispatchEvent(new Event("change")); })()`)
	b.want("rtl fa", `document.documentElement.dir + " " + document.documentElement.lang`)
	b.at("the language was changed", 2, 3)
	press(kb.ArrowRight) // backward, where people write from the right
	b.at("the right arrow in Persian", 2, 2)
	b.until(`location.hash === "#m=2.2"`)
}

// TestPictures saves a picture of each board in both forms and looks at it.
func TestPictures(t *testing.T) {
	b := newTab(t, 900, 900)
	for _, c := range []struct {
		game  game.Game
		rec   *record.Record
		parts string
	}{
		{catchcat.Game{}, escape(t), "polygon"}, {papersoccer.Game{}, goal(t), "line"}, {goldhunter.Game{}, twoBoards(t), "path"},
	} {
		b.open(file(t, c.game, c.rec), "2")
		b.eval(nil, `(() => {
			window.saved = [];
			const make = URL.createObjectURL.bind(URL);
			URL.createObjectURL = (file) => { saved.push(file); return make(file); };
			HTMLAnchorElement.prototype.click = function () { this.dataset.name = this.download; window.name = this.download; };
		})()`)
		b.click(".do-svg")
		b.until(`saved.length === 1`)
		if got := b.text(`window.name`); !strings.HasPrefix(got, c.rec.Header.Game) || !strings.HasSuffix(got, "-2.svg") {
			t.Errorf("the picture is called %q", got)
		}
		// It must be well formed, hold the board, and need no style of the page.
		b.want("0 true 0", fmt.Sprintf(`saved[0].text().then(text => {
			const d = new DOMParser().parseFromString(text, "image/svg+xml");
			return d.querySelectorAll("parsererror").length + " " + (d.querySelectorAll(%q).length > 3) + " " + d.querySelectorAll("[class], [style], script").length;
		})`, c.parts))
		b.click(".do-png")
		b.until(`saved.filter(f => f.type === "image/png").length === 1`)
		b.want("true true", `createImageBitmap(saved.find(f => f.type === "image/png")).then(i => {
			const c = new OffscreenCanvas(i.width, i.height).getContext("2d");
			c.drawImage(i, 0, 0);
			const colours = new Set(), { data } = c.getImageData(0, 0, i.width, i.height);
			for (let k = 0; k < data.length; k += 4) colours.add(data[k] << 16 | data[k + 1] << 8 | data[k + 2]);
			return (i.width >= 1200) + " " + (colours.size > 5);
		})`)
	}
}

// TestMarkup gives bots names and moves that are markup.
func TestMarkup(t *testing.T) {
	answers := moves(catchcat.Catcher, "0 0", `</script><img src=x onerror="window.broken=1">`)
	answers[1].Fault = game.Invalid
	rec := written(t, catchcat.Game{}, `{"size":5,"blocked":{"min":0,"max":0},"position":{"cat":[2,2],"blocked":[]}}`, 1, answers...)
	rec.Header.Seats[0].Name = `</script><script>window.broken=1</script>`
	rec.Header.Seats[1].Name = `"'><svg onload=window.broken=1>&amp;{{.}}` + "\u2028<!--"
	b := newTab(t, 900, 900)
	b.open(file(t, catchcat.Game{}, rec), "2")
	b.want("undefined", `window.broken`)
	b.want("0", `document.querySelectorAll("img, section script, section b").length`)
	var names []string
	b.eval(&names, `[...document.querySelectorAll(".seat strong")].map(e => e.textContent)`)
	for i, s := range rec.Header.Seats {
		if names[i] != s.Name {
			t.Errorf("the name %q is shown as %q", s.Name, names[i])
		}
	}
}

// TestSelfContained looks for what a page would load from elsewhere, and that
// its policy would not let it.
func TestSelfContained(t *testing.T) {
	var page bytes.Buffer
	if err := HTML(&page, catchcat.Game{}, escape(t)); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	if !strings.Contains(text, `content="default-src &#39;none&#39;; script-src &#39;sha256-`) {
		t.Error("the page has no policy that forbids all but its own script")
	}
	rest := strings.ReplaceAll(text, "http://www.w3.org/2000/svg", "")
	for _, from := range []string{"http:", "https:", "@import", "url(", " src=", "<link", "eval(", "innerHTML"} {
		if strings.Contains(rest, from) {
			t.Errorf("the page has %q", from)
		}
	}
}

// TestLooks checks every board for accessibility in light and dark, narrow and
// in Persian, and that nothing is wider than the screen.
func TestLooks(t *testing.T) {
	axe, err := os.ReadFile(filepath.Join("..", "..", "..", "bin", "axe", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		missing(t, "no axe: .ci/setup axe")
	}
	b := newTab(t, 1000, 1000)
	for _, c := range []struct {
		game game.Game
		rec  *record.Record
		at   string
	}{
		{catchcat.Game{}, escape(t), "2"}, {papersoccer.Game{}, playRandom(t, papersoccer.Game{}, `{}`, 5, nil), "14"}, {goldhunter.Game{}, twoBoards(t), "1.2"},
	} {
		address := file(t, c.game, c.rec)
		for _, look := range []struct {
			name, scheme, lang string
			width              int64
		}{{"light", "light", "en", 1000}, {"dark", "dark", "pt", 1000}, {"narrow", "light", "en", 360}, {"fa", "dark", "fa", 360}} {
			b.run(chromedp.EmulateViewport(look.width, 1150), func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
				_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
					Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: look.scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
				})
				return chromedp.Void{}, err
			})
			b.open(address+"?lang="+look.lang, c.at)
			name := c.rec.Header.Game + "-" + look.name
			b.shot(name)
			var wide float64
			if b.eval(&wide, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
				t.Errorf("%s is %.0f pixels wider than the screen", name, wide)
			}
			var out string
			if b.eval(&out, `[...document.querySelectorAll("body *")].filter(e => { const r = e.getBoundingClientRect(); return r.width > 0 && (r.left < 0 || r.right > innerWidth); }).map(e => e.outerHTML.slice(0, 80)).join()`); out != "" {
				t.Errorf("%s: past the screen's edge: %s", name, out)
			}
			b.eval(nil, "(() => {"+string(axe)+"})()")
			var found []string
			b.eval(&found, `axe.run({ resultTypes: ["violations"] }).then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.html.slice(0, 150) + " " + n.failureSummary)))`)
			for _, v := range found {
				t.Errorf("%s: %s", name, v)
			}
		}
	}
}

// TestWords holds the languages against each other.
func TestWords(t *testing.T) {
	b := newTab(t, 400, 400)
	b.run(chromedp.Navigate(modules(t)))
	var words map[string]map[string]string
	b.eval(&words, `import("/words.js").then(m => m.words)`)
	if len(words) != 3 {
		t.Fatalf("%d languages", len(words))
	}
	for lang, texts := range words {
		for key, english := range words["en"] {
			text, ok := texts[key]
			if !ok || text == "" {
				t.Errorf("%s has no %q", lang, key)
			}
			for _, place := range places(english) {
				if !strings.Contains(text, place) {
					t.Errorf("%s: %q has no %s", lang, key, place)
				}
			}
		}
		if len(texts) != len(words["en"]) {
			t.Errorf("%s has %d texts, en %d", lang, len(texts), len(words["en"]))
		}
	}
	// Every reason and fault that the rules and the arena know has words.
	for _, f := range []game.Fault{game.Invalid, game.Timeout, game.Crash, game.Closed, game.LineTooLong, game.Memory, game.Violation, game.DidNotStart} {
		if words["en"]["r:"+string(f)] == "" {
			t.Errorf("no words for %s", f)
		}
	}
}

// places lists the {places} of a text.
func places(text string) (found []string) {
	for _, part := range strings.Split(text, "{")[1:] {
		name, _, _ := strings.Cut(part, "}")
		found = append(found, "{"+name+"}")
	}
	return found
}

// TestBundle knows what it cannot put into a page.
func TestBundle(t *testing.T) {
	for name, text := range map[string]string{
		"a default import":   "import x from \"./b.js\";\n",
		"a script's end":     "const s = \"</script>\";\n",
		"a circle of itself": "import { x } from \"./a.js\";\n",
		"no such file":       "import { x } from \"./none.js\";\n",
	} {
		if got, err := bundle(fstest.MapFS{"a.js": {Data: []byte(text)}}, "a.js"); err == nil {
			t.Errorf("%s is taken: %s", name, got)
		}
	}
}

// TestLive feeds a player piece by piece, and lets a person move.
func TestLive(t *testing.T) {
	b := newTab(t, 700, 900)
	b.run(chromedp.Navigate(modules(t)))
	head, err := Head(papersoccer.Game{}, &goal(t).Header)
	if err != nil {
		t.Fatal(err)
	}
	b.eval(nil, fmt.Sprintf(`import("/player.js").then(({ mount }) => { window.player = mount(document.querySelector("#board"), %s, { live: true, links: false }); })`, head))
	b.eval(nil, `player.add("start", { width: 8, height: 10, halfway: true, mover: 0, notation: "letters" })`)
	b.eval(nil, `player.add("moment", { s: 0, t: "0" })`)
	b.until(`player.position.at === 1 && !player.position.playing`)
	b.eval(nil, `player.step(-1)`)
	b.eval(nil, `player.add("moment", { s: 1, t: "1" })`)
	time.Sleep(100 * time.Millisecond)
	b.want("0", `player.position.at`) // who looks back is left there
	b.click(".live")
	b.want("2", `player.position.at`)

	// A person: first back to a point with a line, then on.
	b.eval(nil, `(() => { window.said = []; player.ask(0, text => said.push(text)); })()`)
	b.want("7", `document.querySelectorAll(".choice").length`)
	b.click(`.choice[data-step="6"]`)
	b.want("g", `said.join()`)
	b.eval(nil, `player.add("moment", { s: 0, t: "6" })`)
	b.until(`player.position.at === 3`)
	b.want("0", `document.querySelectorAll(".choice").length`)
	// (4,3) north is free, (4,4) south has a line: the turn goes on from there.
	b.eval(nil, `player.ask(1, text => said.push(text))`)
	b.click(`.choice[data-step="4"]`)
	b.want("1", `said.length`)
	b.want("true", `document.querySelector(".undo") !== null`)
	b.click(`.undo`)
	b.click(`.choice[data-step="4"]`)
	b.click(`.choice[data-step="6"]`)
	b.want("g,eg", `said.join()`)
	b.eval(nil, `player.add("result", { reason: "goal", moves: 3, seats: [{ outcome: "win", points: 1 }, { outcome: "lose", points: 0 }] })`)
	b.eval(nil, `player.close()`)
	b.want("0", `document.querySelector("#board").children.length`)
}

// TestPersonOnHexagons moves both seats of Catch the Cat, by mouse and by
// keyboard.
func TestPersonOnHexagons(t *testing.T) {
	b := newTab(t, 700, 900)
	b.run(chromedp.Navigate(modules(t)))
	rec := escape(t)
	head, err := Head(catchcat.Game{}, &rec.Header)
	if err != nil {
		t.Fatal(err)
	}
	b.eval(nil, fmt.Sprintf(`import("/player.js").then(({ mount }) => { window.said = []; window.player = mount(document.querySelector("#board"), %s, { live: true, links: false }); })`, head))
	b.eval(nil, `player.add("start", { size: 5, cat: [2, 2], blocked: [[0, 1]] })`)
	b.eval(nil, `player.ask(0, text => said.push(text))`)
	b.want("23", `document.querySelectorAll(".choice").length`) // all but the cat's and the blocked one
	b.click(`[data-cell="1 1"]`)
	b.want("1 1", `said.join()`)
	b.eval(nil, `player.add("moment", { s: 0, c: [1, 1] })`)
	b.until(`player.position.at === 1`)
	b.eval(nil, `player.ask(1, text => said.push(text))`)
	b.want("1 2,2 1,2 3,3 1,3 2", `[...document.querySelectorAll(".choice")].map(e => e.dataset.cell).sort().join()`)
	b.eval(nil, `document.querySelector('[data-cell="3 1"]').focus()`)
	b.run(chromedp.KeyEvent(kb.ArrowRight))
	b.want("3 2", `document.activeElement.dataset.cell`)
	b.run(chromedp.KeyEvent(kb.ArrowUp))
	b.want("2 3", `document.activeElement.dataset.cell`)
	b.run(chromedp.KeyEvent(kb.Enter))
	b.want("1 1|2 3", `said.join("|")`)
	b.want("1", `player.position.at`) // the arrow keys were the board's
	b.eval(nil, `player.ask(null)`)
	b.want("0", `document.querySelectorAll(".choice").length`)
}

// TestPersonGivesOrders drives a team of Gold Hunter through a stage.
func TestPersonGivesOrders(t *testing.T) {
	b := newTab(t, 900, 900)
	rec := written(t, goldhunter.Game{}, corridorSetup(t), 1, nothing(3)...)
	doc, err := Encode(goldhunter.Game{}, rec)
	if err != nil {
		t.Fatal(err)
	}
	b.run(chromedp.Navigate(modules(t)))
	b.eval(nil, fmt.Sprintf(`import("/player.js").then(({ mount }) => {
		const doc = %s;
		doc.rounds[0].moments = [];
		window.said = [];
		window.player = mount(document.querySelector("#board"), doc, { live: true, links: false });
		player.ask(1, text => said.push(text));
	})`, doc))
	for unit, orders := range map[string]string{
		"3": " move right down left fire", "4": " move up right left", "5": " move right down left hide",
	} {
		b.want(orders, fmt.Sprintf(`[...document.querySelectorAll('[data-unit="%s"] option')].map(o => o.value).join(" ")`, unit))
	}
	b.eval(nil, `(() => { for (const [id, order] of [[3, "fire"], [5, "hide"]]) document.querySelector('[data-unit="' + id + '"]').value = order; })()`)
	b.click(".order-form .primary")
	b.want("3:fire 5:hide", `said.join("|")`)
	// A click on a unit of the board goes to its order.
	b.eval(nil, `document.querySelector(".order-form select").blur()`)
	var at [2]float64
	b.eval(&at, `(r => [r.x + r.width * 5.5 / 7, r.y + r.height * .5 / 3])(document.querySelector("canvas").getBoundingClientRect())`)
	b.run(chromedp.MouseClickXY(at[0], at[1]))
	b.want("4", `document.activeElement.dataset.unit`)
}
