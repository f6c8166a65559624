package board

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"botarena/arena/game/catchcat"
	"botarena/arena/game/goldhunter"
	"botarena/arena/game/papersoccer"
)

// TestLive feeds a player piece by piece, and lets a person move.
func TestLive(t *testing.T) {
	b := newTab(t, 700, 900)
	b.Run(chromedp.Navigate(modules(t)))
	head, err := Head(papersoccer.Game{}, &goal(t).Header)
	if err != nil {
		t.Fatal(err)
	}
	b.Eval(nil, fmt.Sprintf(`import("/player.js").then(({ mount }) => { window.player = mount(document.querySelector("#board"), %s, { live: true, links: false }); })`, head))
	b.Eval(nil, `player.add("start", { width: 8, height: 10, halfway: true, mover: 0, notation: "letters" })`)
	b.Eval(nil, `player.add("moment", { s: 0, t: "0" })`)
	b.Until(`player.position.at === 1 && !player.position.playing`)
	b.Eval(nil, `player.step(-1)`)
	b.Eval(nil, `player.add("moment", { s: 1, t: "1" })`)
	time.Sleep(100 * time.Millisecond)
	b.Want("0", `player.position.at`) // who looks back is left there
	b.click(".live")
	b.Want("2", `player.position.at`)

	// A person: first back to a point with a line, then on.
	b.Eval(nil, `(() => { window.said = []; player.ask(0, text => said.push(text)); })()`)
	b.Want("7", `document.querySelectorAll(".choice").length`)
	b.click(`.choice[data-step="6"]`)
	b.Want("g", `said.join()`)
	b.Eval(nil, `player.add("moment", { s: 0, t: "6" })`)
	b.Until(`player.position.at === 3`)
	b.Want("0", `document.querySelectorAll(".choice").length`)
	// (4,3) north is free, (4,4) south has a line: the turn goes on from there.
	b.Eval(nil, `player.ask(1, text => said.push(text))`)
	b.click(`.choice[data-step="4"]`)
	b.Want("1", `said.length`)
	b.Want("true", `document.querySelector(".undo") !== null`)
	b.click(`.undo`)
	b.click(`.choice[data-step="4"]`)
	b.click(`.choice[data-step="6"]`)
	b.Want("g,eg", `said.join()`)
	b.Eval(nil, `player.add("result", { reason: "goal", moves: 3, seats: [{ outcome: "win", points: 1 }, { outcome: "lose", points: 0 }] })`)
	b.Eval(nil, `player.close()`)
	b.Want("0", `document.querySelector("#board").children.length`)
}

// TestPersonOnHexagons moves both seats of Catch the Cat, by mouse and by
// keyboard.
func TestPersonOnHexagons(t *testing.T) {
	b := newTab(t, 700, 900)
	b.Run(chromedp.Navigate(modules(t)))
	rec := escape(t)
	head, err := Head(catchcat.Game{}, &rec.Header)
	if err != nil {
		t.Fatal(err)
	}
	b.Eval(nil, fmt.Sprintf(`import("/player.js").then(({ mount }) => { window.said = []; window.player = mount(document.querySelector("#board"), %s, { live: true, links: false }); })`, head))
	b.Eval(nil, `player.add("start", { size: 5, cat: [2, 2], blocked: [[0, 1]] })`)
	b.Eval(nil, `player.ask(0, text => said.push(text))`)
	b.Want("23", `document.querySelectorAll(".choice").length`) // all but the cat's and the blocked one
	b.click(`[data-cell="1 1"]`)
	b.Want("1 1", `said.join()`)
	b.Eval(nil, `player.add("moment", { s: 0, c: [1, 1] })`)
	b.Until(`player.position.at === 1`)
	b.Eval(nil, `player.ask(1, text => said.push(text))`)
	b.Want("1 2,2 1,2 3,3 1,3 2", `[...document.querySelectorAll(".choice")].map(e => e.dataset.cell).sort().join()`)
	b.Eval(nil, `document.querySelector('[data-cell="3 1"]').focus()`)
	b.Run(chromedp.KeyEvent(kb.ArrowRight))
	b.Want("3 2", `document.activeElement.dataset.cell`)
	b.Run(chromedp.KeyEvent(kb.ArrowUp))
	b.Want("2 3", `document.activeElement.dataset.cell`)
	b.Run(chromedp.KeyEvent(kb.Enter))
	b.Want("1 1|2 3", `said.join("|")`)
	b.Want("1", `player.position.at`) // the arrow keys were the board's
	b.Eval(nil, `player.ask(null)`)
	b.Want("0", `document.querySelectorAll(".choice").length`)
}

// TestPersonGivesOrders drives a team of Gold Hunter through a stage.
func TestPersonGivesOrders(t *testing.T) {
	b := newTab(t, 900, 900)
	rec := written(t, goldhunter.Game{}, corridorSetup(t), 1, nothing(3)...)
	doc, err := Encode(goldhunter.Game{}, rec)
	if err != nil {
		t.Fatal(err)
	}
	b.Run(chromedp.Navigate(modules(t)))
	b.Eval(nil, fmt.Sprintf(`import("/player.js").then(({ mount }) => {
		const doc = %s;
		doc.rounds[0].moments = [];
		window.said = [];
		window.player = mount(document.querySelector("#board"), doc, { live: true, links: false });
		player.ask(1, text => said.push(text));
	})`, doc))
	for unit, orders := range map[string]string{
		"3": " move right down left fire", "4": " move up right left", "5": " move right down left hide",
	} {
		b.Want(orders, fmt.Sprintf(`[...document.querySelectorAll('[data-unit="%s"] option')].map(o => o.value).join(" ")`, unit))
	}
	b.Eval(nil, `(() => { for (const [id, order] of [[3, "fire"], [5, "hide"]]) document.querySelector('[data-unit="' + id + '"]').value = order; })()`)
	b.click(".order-form .primary")
	b.Want("3:fire 5:hide", `said.join("|")`)
	// A click on a unit of the board goes to its order.
	b.Eval(nil, `document.querySelector(".order-form select").blur()`)
	var at [2]float64
	b.Eval(&at, `(r => [r.x + r.width * 5.5 / 7, r.y + r.height * .5 / 3])(document.querySelector("canvas").getBoundingClientRect())`)
	b.Run(chromedp.MouseClickXY(at[0], at[1]))
	b.Want("4", `document.activeElement.dataset.unit`)
}
