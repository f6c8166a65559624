package webtest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// browser is Chromium, started for the first test that wants it.
var browser struct {
	sync.Mutex
	ctx  context.Context
	stop func()
}

// Close ends the browser that the tests share, where one was started. Who has
// tests that open tabs calls it when they have run.
func Close() {
	browser.Lock()
	defer browser.Unlock()
	if browser.stop != nil {
		browser.stop()
		browser.ctx, browser.stop = nil, nil
	}
}

// start returns the context of the browser.
func start(t testing.TB) context.Context {
	t.Helper()
	browser.Lock()
	defer browser.Unlock()
	if browser.ctx != nil {
		return browser.ctx
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		Missing(t, "no chromium: .ci/setup chromium")
	}
	dir, err := os.MkdirTemp("", "webtest")
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
	end := func() {
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
		end()
		t.Fatal(err)
	}
	browser.ctx, browser.stop = ctx, end
	return ctx
}
