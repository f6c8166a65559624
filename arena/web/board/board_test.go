package board

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"botarena/arena/game"
	"botarena/arena/game/catchcat"
	"botarena/arena/game/papersoccer"
	"botarena/arena/match"
	"botarena/arena/record"
)

// written returns the record of a match of these answers.
func written(t testing.TB, g game.Game, setup string, seed uint64, answers ...record.SeatAnswer) *record.Record {
	t.Helper()
	_, rec := ordered(t, g, setup, seed)
	rec.Rounds = []record.Round{{Answers: answers}}
	err := match.Replay(g, rec, func(_ int, s game.State, _ []record.SeatAnswer) bool {
		rec.Result = s.Result()
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if rec.Result == nil {
		t.Fatal("the answers do not end the match")
	}
	rec.Rounds[0].Result = rec.Result
	return rec
}

// moves are answers of the seats in turn, from the first one.
func moves(first int, texts ...string) (answers []record.SeatAnswer) {
	for i, m := range texts {
		answers = append(answers, record.SeatAnswer{Seat: (first + i) % 2, Answer: game.Answer{Move: []byte(m)}})
	}
	return answers
}

// escape is a match of which every position is known: the cat goes from the
// centre of an empty board of 5×5 to its border.
func escape(t testing.TB) *record.Record {
	const setup = `{"size":5,"blocked":{"min":0,"max":0},"position":{"cat":[2,2],"blocked":[[0,1],[4,4]]}}`
	return written(t, catchcat.Game{}, setup, 1, moves(catchcat.Catcher, "1 1", "1 2", "0 2", "0 3")...)
}

// goal ends in red's goal after six turns of one step.
func goal(t testing.TB) *record.Record {
	return written(t, papersoccer.Game{}, `{"starter":"red"}`, 1, moves(papersoccer.Red, "0", "0", "1", "7", "0", "0")...)
}

func TestCatchCatBoard(t *testing.T) {
	b := newTab(t, 1000, 1100)
	b.open(file(t, catchcat.Game{}, escape(t)), "2")
	b.Shot("catchcat")
	cell := func(row, col int) string {
		return b.Text(fmt.Sprintf(`document.querySelector('[data-cell="%d %d"]').getAttribute("class")`, row, col))
	}
	for want, cells := range map[string][][2]int{
		"cell edge stone": {{0, 1}, {4, 4}}, "cell placed": {{1, 1}}, "cell": {{1, 2}, {2, 2}, {1, 3}, {3, 1}}, "cell edge": {{0, 2}, {0, 0}, {2, 0}},
	} {
		for _, c := range cells {
			if got := cell(c[0], c[1]); got != want {
				t.Errorf("at move 2 cell %v is %q, want %q", c, got, want)
			}
		}
	}
	// The cat stands in the middle of its cell, and odd rows are half a cell to
	// the right.
	const middle = `(e => { const b = document.querySelector(e).getBoundingClientRect(); return b.x + b.width / 2; })`
	same := func(a, c string, shift float64) {
		t.Helper()
		var gap, wide float64
		b.Eval(&gap, fmt.Sprintf("%s(%q) - %s(%q)", middle, a, middle, c))
		b.Eval(&wide, `document.querySelector('[data-cell="0 0"]').getBoundingClientRect().width * 1.0646`)
		if off := gap - shift*wide; off < -1.5 || off > 1.5 {
			t.Errorf("%s is %.1f pixels right of %s, want %.1f", a, gap, c, shift*wide)
		}
	}
	same(".cat", `[data-cell="1 2"]`, 0)
	same(`[data-cell="1 2"]`, `[data-cell="0 2"]`, 0.5)
	same(`[data-cell="2 2"]`, `[data-cell="0 2"]`, 0)
	// From (1,2) the cat has two cells of the border in one step.
	b.Want("2", `document.querySelectorAll(".ways line").length`)
	b.Want("2: \u2068bob\u2069 goes to row 1, column 2.", `document.querySelector(".told").textContent`)

	b.Eval(nil, `arenaPlayer().seek(4)`)
	b.Want("cell edge placed", `document.querySelector('[data-cell="0 2"]').getAttribute("class")`)
	b.Want("0", `document.querySelectorAll(".ways line").length`)
	if got := b.Text(`document.querySelector(".told").textContent`); !strings.Contains(got, "\u2068bob\u2069 wins as \u2068cat\u2069: \u2068escaped\u2069 (moves: 4)") {
		t.Errorf("the end is told as %q", got)
	}
}

func TestPaperSoccerBoard(t *testing.T) {
	b := newTab(t, 1000, 1100)
	b.open(file(t, papersoccer.Game{}, goal(t)), "3")
	// Cells are 40 units, the north-west corner is at (50,90).
	strokes := `[...document.querySelectorAll(".stroke")].filter(e => e.style.display !== "none").map(e => ["x1","y1","x2","y2"].map(a => e.getAttribute(a)).join() + (e.classList.contains("seat0") ? "r" : "b") + (e.classList.contains("now") ? "!" : "")).join(" ")`
	b.Want("210,290,210,250r 210,250,210,210b 210,210,250,170r!", strokes)
	b.Want("translate(250.0 170.0)", `document.querySelector(".ball").getAttribute("transform")`)
	// 2×10 on the sides, 2×6 beside the mouths, 2×4 around the goals.
	b.Want("40", `document.querySelectorAll(".border line:not(.halfway)").length`)
	b.Want("8", `document.querySelectorAll(".border .halfway").length`)
	b.Shot("papersoccer")
	b.Eval(nil, `arenaPlayer().seek(6)`)
	if got := b.Text(`document.querySelector(".told").textContent`); !strings.Contains(got, "\u2068bob\u2069 wins as \u2068blue\u2069: \u2068goal\u2069 (moves: 6)") {
		t.Errorf("the end is told as %q", got)
	}
}

// TestTurnIsDrawnStepByStep stops a turn of three steps on its way.
func TestTurnIsDrawnStepByStep(t *testing.T) {
	rec := playRandom(t, papersoccer.Game{}, `{}`, 5, nil)
	long := 0
	for i, a := range rec.Rounds[0].Answers {
		if len(a.Move) >= 3 {
			long = i + 1
			break
		}
	}
	if long == 0 {
		t.Fatal("no turn of three steps")
	}
	b := newTab(t, 800, 900)
	b.show(papersoccer.Game{}, rec)
	// Just past the first step of the turn: one stroke is whole, one begun.
	drawn := func(part float64) string {
		b.Eval(nil, fmt.Sprintf(`board.show(%d, %g)`, long, part))
		return b.Text(`[...document.querySelectorAll(".stroke.now")].map(e => e.style.display === "none" ? "-" :
			Math.max(Math.abs(e.getAttribute("x2") - e.getAttribute("x1")), Math.abs(e.getAttribute("y2") - e.getAttribute("y1"))) === 40 ? "#" : "+").join("")`)
	}
	n := len(rec.Rounds[0].Answers[long-1].Move)
	for step := range n {
		want := strings.Repeat("#", step) + "+" + strings.Repeat("-", n-step-1)
		if got := drawn((float64(step) + 0.5) / float64(n)); got != want {
			t.Errorf("in step %d of %d the turn is drawn as %q, want %q", step+1, n, got, want)
		}
	}
	if got := drawn(1); got != strings.Repeat("#", n) {
		t.Errorf("after %d steps the turn is drawn as %q", n, got)
	}
}

// TestRefusedTurn shows what of a refused turn could be walked, and that the
// ball stays.
func TestRefusedTurn(t *testing.T) {
	answers := moves(papersoccer.Red, "0", "04<b>")
	answers[1].Fault = game.Invalid
	b := newTab(t, 800, 900)
	b.open(file(t, papersoccer.Game{}, written(t, papersoccer.Game{}, `{"starter":"red"}`, 1, answers...)), "2")
	b.Want("1", `document.querySelectorAll(".stroke.refused").length`)
	b.Want("translate(210.0 250.0)", `document.querySelector(".ball").getAttribute("transform")`)
	b.Want("0", `document.querySelectorAll(".told b").length`)
	if got := b.Text(`document.querySelector(".told").textContent`); !strings.Contains(got, "“\u206804<b>\u2069”") {
		t.Errorf("the fault is told as %q", got)
	}
}

// TestPitch holds the pitch of the page against that of the rules: the ways
// in every position of many matches.
func TestPitch(t *testing.T) {
	b := newTab(t, 400, 400)
	b.Run(chromedp.Navigate(modules(t)))
	g := papersoccer.Game{}
	for seed := range uint64(20) {
		setup := []string{`{}`, `{"halfway":false}`, `{"board":{"width":2,"height":2}}`, `{"board":{"width":6,"height":4}}`}[seed%4]
		rec := playRandom(t, g, setup, seed, nil)
		var want []string
		err := match.Replay(g, rec, func(_ int, s game.State, _ []record.SeatAnswer) bool {
			p := s.(*papersoccer.State).Pitch()
			x, y := p.XY(p.Ball())
			ways := ""
			for d := range papersoccer.Direction(papersoccer.Directions) {
				if p.Legal().Has(d) {
					ways += string(papersoccer.Digits.Byte(d))
				}
			}
			want = append(want, fmt.Sprintf("%d,%d:%s", x, y, ways))
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		doc, err := Encode(g, rec)
		if err != nil {
			t.Fatal(err)
		}
		b.Want(strings.Join(want, " "), fmt.Sprintf(`import("/pitch.js").then(({ Pitch }) => {
			const { start, moments } = (%s).rounds[0], p = new Pitch(start.width, start.height, start.halfway);
			const say = () => p.x + "," + p.y + ":" + p.ways.join("");
			return [say(), ...moments.map(m => { for (const c of m.t) p.step(Number(c)); return say(); })].join(" ");
		})`, doc))
	}
}
