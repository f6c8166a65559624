package board

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

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
	if got, want := b.Text(`(p => p.round + 1 + "." + p.at)(arenaPlayer().position)`), fmt.Sprintf("%d.%d", round, position); got != want {
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
		b.Run(chromedp.KeyEvent(key))
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

	b.Eval(nil, `(() => { const r = document.querySelector(".scrub"); r.value = "1"; r.dispatchEvent(new Event("input")); })()`)
	b.at("scrubbed", 1, 1)
	b.Until(`location.hash === "#m=1.1"`)
	b.Eval(nil, `(() => { const r = document.querySelector(".rounds"); r.value = "1"; r.dispatchEvent(new Event("change")); })()`)
	b.at("the other board chosen", 2, 0)
	b.Eval(nil, `(() => { location.hash = "#m=1.2"; })()`)
	b.Until(`arenaPlayer().position.at === 2 && arenaPlayer().position.round === 0`)

	// Speed, play, pause; playing goes on over the boards and ends at the end.
	b.Want("8", `document.querySelector(".speed").value`)
	press("+")
	b.Want("16", `document.querySelector(".speed").value`)
	press("-")
	b.Want("8", `document.querySelector(".speed").value`)
	press(kb.Home)
	click(".do-play")
	b.Want("Pause", `document.querySelector(".do-play").getAttribute("aria-label")`)
	b.Until(`arenaPlayer().position.at > 0`)
	press(" ")
	b.Want("Play", `document.querySelector(".do-play").getAttribute("aria-label")`)
	press("k")
	b.Until(`arenaPlayer().position.round === 1 && arenaPlayer().position.at === 3 && !arenaPlayer().position.playing`)

	// What is shown of the board.
	for key, checked := range map[string]string{"2": "2", "3": "3", "1": "1"} {
		press(key)
		b.Want(checked, `document.querySelector(".switches input:checked").dataset.switch`)
	}
	side := `Number(document.querySelector("canvas").width)`
	before := b.Text(`document.querySelector("canvas").toDataURL().length > 0 && ` + side)
	click(".zoom button:first-child")
	b.Want("false", `document.querySelector(".zoom button:last-child").disabled`)
	click(".zoom button:last-child")
	b.Want("true", `document.querySelector(".zoom button:last-child").disabled`)
	b.Want(before, side)

	b.Eval(nil, `(() => { const s = document.querySelector("#language select"); s.value = "fa"; s.dispatchEvent(new Event("change")); })()`)
	b.Want("rtl fa", `document.documentElement.dir + " " + document.documentElement.lang`)
	b.at("the language was changed", 2, 3)
	press(kb.ArrowRight) // backward, where people write from the right
	b.at("the right arrow in Persian", 2, 2)
	b.Until(`location.hash === "#m=2.2"`)
	b.Eval(nil, `document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ب", code: "KeyF", shiftKey: true, bubbles: true}))`)
	b.at("F on a Persian keyboard", 1, 2)
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
		b.Eval(nil, `(() => {
			window.saved = [];
			const make = URL.createObjectURL.bind(URL);
			URL.createObjectURL = (file) => { saved.push(file); return make(file); };
			HTMLAnchorElement.prototype.click = function () { this.dataset.name = this.download; window.name = this.download; };
		})()`)
		b.click(".do-svg")
		b.Until(`saved.length === 1`)
		if got := b.Text(`window.name`); !strings.HasPrefix(got, c.rec.Header.Game) || !strings.HasSuffix(got, "-2.svg") {
			t.Errorf("the picture is called %q", got)
		}
		// It must be well formed, hold the board, and need no style of the page.
		b.Want("0 true 0", fmt.Sprintf(`saved[0].text().then(text => {
			const d = new DOMParser().parseFromString(text, "image/svg+xml");
			return d.querySelectorAll("parsererror").length + " " + (d.querySelectorAll(%q).length > 3) + " " + d.querySelectorAll("[class], [style], script").length;
		})`, c.parts))
		b.click(".do-png")
		b.Until(`saved.filter(f => f.type === "image/png").length === 1`)
		b.Want("true true", `createImageBitmap(saved.find(f => f.type === "image/png")).then(i => {
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
	b.Want("undefined", `window.broken`)
	b.Want("0", `document.querySelectorAll("img, section script, section b").length`)
	var names []string
	b.Eval(&names, `[...document.querySelectorAll(".seat strong")].map(e => e.textContent)`)
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
	axe := filepath.Join("..", "..", "..", "bin", "axe", "node_modules", "axe-core", "axe.min.js")
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
			name, lang string
			dark       bool
			width      int
		}{{"light", "en", false, 1000}, {"dark", "pt", true, 1000}, {"narrow", "en", false, 360}, {"fa", "fa", true, 360}} {
			b.Look(look.width, 1150, look.dark)
			b.open(address+"?lang="+look.lang, c.at)
			name := c.rec.Header.Game + "-" + look.name
			b.Shot(name)
			var wide float64
			if b.Eval(&wide, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
				t.Errorf("%s is %.0f pixels wider than the screen", name, wide)
			}
			var out string
			if b.Eval(&out, `[...document.querySelectorAll("body *")].filter(e => { const r = e.getBoundingClientRect(); return r.width > 0 && (r.left < 0 || r.right > innerWidth); }).map(e => e.outerHTML.slice(0, 80)).join()`); out != "" {
				t.Errorf("%s: past the screen's edge: %s", name, out)
			}
			b.Axe(axe)
		}
	}
}

// TestWords holds the languages against each other.
func TestWords(t *testing.T) {
	b := newTab(t, 400, 400)
	b.Run(chromedp.Navigate(modules(t)))
	var words map[string]map[string]string
	b.Eval(&words, `import("/words.js").then(m => m.words)`)
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
	// The pages read the same names.
	names, err := Names()
	if err != nil {
		t.Fatal(err)
	}
	for lang, texts := range words {
		if len(names[lang]) < 20 {
			t.Errorf("%s has %d names", lang, len(names[lang]))
		}
		for key, name := range names[lang] {
			if texts[key] != name {
				t.Errorf("%s: %s is %q for the boards and %q for the pages", lang, key, texts[key], name)
			}
		}
	}
	// Every reason and fault that the rules and the arena know has words.
	for _, f := range []game.Fault{game.Invalid, game.Timeout, game.Crash, game.Closed, game.LineTooLong, game.Memory, game.Violation, game.DidNotStart} {
		if words["en"]["reason."+string(f)] == "" {
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
