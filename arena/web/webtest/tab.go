// Package webtest opens pages in a real browser, for tests.
package webtest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// patience is how long one step may take on a busy machine.
const patience = 30 * time.Second

// Shots names the variable with the folder that pictures are written to, to be
// looked at.
const Shots = "ARENA_SHOTS"

// Tab is a page of a test's own, which shares no cookies with others. At the
// test's end its console must be clean.
type Tab struct {
	testing.TB
	// Expected are addresses that the console may complain about.
	Expected []string
	ctx      context.Context
}

// Open opens a tab. Without Chromium the test is skipped, or fails where
// CI=true.
func Open(t testing.TB, width, height int) *Tab {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(start(t), chromedp.WithNewBrowserContext())
	t.Cleanup(closeTab)
	messages := chromedp.Console(ctx)
	b := &Tab{TB: t, ctx: ctx}
	t.Cleanup(func() {
		const last = "the end of the test"
		b.Eval(nil, fmt.Sprintf("console.log(%q)", last))
		for m, err := range messages {
			switch {
			case err != nil:
				t.Errorf("console: %v", err)
				return
			case m.Text == last:
				return
			case slices.Contains(b.Expected, m.URL):
				continue
			}
			t.Errorf("console: %s %s %s:%d", m.Type, m.Text, m.URL, m.Line)
		}
	})
	b.Run(chromedp.EmulateViewport(int64(width), int64(height)))
	return b
}

// Missing fails the test where everything has to be there, and skips it
// elsewhere.
func Missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(what)
	}
	t.Skip(what)
}

// Context is the tab's own, for what else chromedp can do with it.
func (b *Tab) Context() context.Context { return b.ctx }

// Run does what chromedp can do.
func (b *Tab) Run(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// Go opens an address.
func (b *Tab) Go(address string) {
	b.Helper()
	b.Run(chromedp.Navigate(address))
}

// Eval evaluates an expression, waits for it where it is a promise, and puts
// its value into v, which is nil or a pointer.
func (b *Tab) Eval(v any, expression string) {
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
	if v != nil {
		if err := json.Unmarshal(text, v); err != nil {
			b.Fatalf("%s: %v", expression, err)
		}
	}
}

// Text evaluates an expression to a text.
func (b *Tab) Text(expression string) (v string) {
	b.Helper()
	b.Eval(&v, "(async () => String(await ("+expression+")))()")
	return v
}

// Want checks the text of an expression.
func (b *Tab) Want(want, expression string) {
	b.Helper()
	if got := b.Text(expression); got != want {
		b.Errorf("%s is %q, want %q", expression, got, want)
	}
}

// Until waits for an expression to be true. It asks anew each time: a page
// that is just being left has no answer.
func (b *Tab) Until(expression string) {
	b.Helper()
	var last error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		var ok bool
		if ok, last = chromedp.Run(b.ctx, chromedp.Evaluate[bool]("Boolean("+expression+")")); ok {
			return
		}
	}
	text, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string]("document.body.innerText"))
	b.Fatalf("%s never became true: %v\n%.2000s", expression, last, text)
}

// Click clicks the first element that a selector finds, once it is there.
func (b *Tab) Click(selector string) {
	b.Helper()
	b.Until(fmt.Sprintf("document.querySelector(%q)?.checkVisibility()", selector))
	b.Eval(nil, fmt.Sprintf("document.querySelector(%q).dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))", selector))
}

// Shot writes a picture of the whole page into the folder $ARENA_SHOTS, where
// that is set.
func (b *Tab) Shot(name string) {
	b.Helper()
	dir := os.Getenv(Shots)
	if dir == "" {
		return
	}
	const best = 100 // quality: a PNG
	picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(best))
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o644); err != nil {
		b.Fatal(err)
	}
}

// Axe checks the page for accessibility with axe-core, whose file is given.
func (b *Tab) Axe(file string) {
	b.Helper()
	script, err := os.ReadFile(file)
	if err != nil {
		Missing(b.TB, "no axe-core: .ci/setup axe")
	}
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]byte](string(script)+"\n;0")); err != nil {
		b.Fatal(err)
	}
	var found []string
	b.Eval(&found, `axe.run().then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary)))`)
	for _, f := range found {
		b.Errorf("%s: %s", b.Text("location.href"), f)
	}
}

// Look sets the size of the screen and whether the reader likes it dark.
func (b *Tab) Look(width, height int, dark bool) {
	b.Helper()
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	b.Run(chromedp.EmulateViewport(int64(width), int64(height)), chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
		})
		return err
	}))
}
