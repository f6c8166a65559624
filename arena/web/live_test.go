package web

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/web/webtest"
)

// TestCue seats two bots from the form, watches them stand ready in one window
// and in the hall, gives the cue by a key, and finds the replay.
func TestCue(t *testing.T) {
	dir := t.TempDir()
	s := open(t, Options{Results: dir, Bots: bots, Seater: jailed(t)})
	b := webtest.Open(t, 1200, 800)
	b.Go(s.http.URL + "/stage?token=" + token)
	b.Eval(nil, `(() => { document.querySelector('input[value=papersoccer]').click();
		for (const n of [0, 1]) { const set = document.querySelector('[data-game=papersoccer]');
			set.querySelector("[name=bot" + n + "]").value = "papersoccer"; set.querySelector("[name=args" + n + "]").value = "--level sensible"; }
		document.querySelector("[name=seed]").value = 3; document.querySelector("#order").requestSubmit(); })()`)
	b.Until("document.querySelector('#cue')?.checkVisibility()")
	b.Until("arenaReady = document.querySelector('.board-player')")
	b.Axe(axe)
	b.Shot("cue")
	live := b.Text("location.href")
	time.Sleep(300 * time.Millisecond) // nothing is played meanwhile
	one := s.server.stage.list()[0]
	if one.State != "ready" || one.Steps != 0 {
		t.Fatalf("before the cue: %+v", one)
	}
	b.Go(s.http.URL + "/hall")
	b.Until("document.querySelector('#cue').checkVisibility()")
	b.Shot("hall-cue")
	b.Eval(nil, "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}))")
	b.Until("arenaPlayer().outcome !== ''")
	b.Shot("hall-live")
	b.Go(live)
	b.Until("!document.querySelector('#replay').hidden && document.querySelector('#state.ended')")
	b.Axe(axe)
	files := must(s.server.shelf.replayNames(""))(t)
	if len(files) != 1 {
		t.Fatalf("%d replays", len(files))
	}
	rec := must(s.server.shelf.replay("", files[0].Name))(t)
	if err := match.Verify(must(all.Game("papersoccer"))(t), rec); err != nil {
		t.Error(err)
	}
}

// TestNotReady seats a bot that ends at once: the page and the hall say who is
// not ready, and why, and the match can be begun all the same.
func TestNotReady(t *testing.T) {
	s := open(t, Options{Results: t.TempDir(), Bots: bots, Seater: jailed(t)})
	s.login()
	resp, body := s.do(s.request("POST", "/live/begin", url.Values{
		"game": {"papersoccer"}, "bot0": {"papersoccer"}, "args0": {"--level nobody"}, "bot1": {"papersoccer"}, "cue": {"on"},
	}))
	if resp.StatusCode != 200 {
		t.Fatalf("%s: %s", resp.Status, body)
	}
	id := resp.Request.URL.Query().Get("id")
	on := s.server.stage.find(id)
	for !on.m.Waiting() {
		time.Sleep(time.Millisecond)
	}
	const says, all = "papersoccer (red): crashed, “left with exit code 2”", "Both bots stand ready"
	if _, body := s.do(s.request("GET", "/live?id="+id, nil)); !strings.Contains(body, "Not ready:") || !strings.Contains(strings.NewReplacer("<bdi>", "", "</bdi>", "").Replace(body), says) || strings.Contains(body, all) {
		t.Errorf("the page, without its script: %s", body)
	}
	b := webtest.Open(t, 1200, 800)
	for _, page := range []string{"/hall?token=" + token, "/live?id=" + id} {
		b.Go(s.http.URL + page)
		b.Until("document.querySelector('#cue').checkVisibility() && document.querySelector('#standing li')")
		if text := b.Text("document.querySelector('#standing').textContent"); !strings.Contains(text, says) || strings.Contains(text, all) {
			t.Errorf("%s says %q", page, text)
		}
		b.Axe(axe)
	}
	b.Shot("not-ready")
	b.Eval(nil, "document.querySelector('#start').click()")
	b.Until("!document.querySelector('#replay').hidden && document.querySelector('#state.ended')")
}

// TestCalledOff stops a match that stands ready, and one that waits behind it.
func TestCalledOff(t *testing.T) {
	s := open(t, Options{Results: t.TempDir(), Bots: bots, Seater: jailed(t)})
	s.login()
	var ids []string
	for range 2 {
		resp, body := s.do(s.request("POST", "/live/begin", url.Values{"game": {"catchcat"}, "bot0": {"catchcat"}, "bot1": {"catchcat"}, "cue": {"on"}}))
		if resp.StatusCode != 200 {
			t.Fatalf("%s: %s", resp.Status, body)
		}
		ids = append(ids, resp.Request.URL.Query().Get("id"))
	}
	state := func(id string) string { return s.server.liveOne(s.server.stage.find(id)).State }
	for state(ids[0]) != "ready" || state(ids[1]) != "queued" {
		time.Sleep(time.Millisecond)
	}
	for _, id := range []string{ids[1], ids[0]} {
		if resp, body := s.do(s.request("POST", "/live/stop", url.Values{"id": {id}})); resp.StatusCode != 200 {
			t.Fatalf("%s: %s", resp.Status, body)
		}
	}
	for deadline := time.Now().Add(10 * time.Second); state(ids[0]) != "ended" || state(ids[1]) != "ended"; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("called off: %s, %s", state(ids[0]), state(ids[1]))
		}
	}
	if events, end := stream(s, "/live/events?id="+ids[0]); !end || !strings.Contains(events, `"ready"`) || !strings.Contains(events, `{"kind":"void","data":""}`) {
		t.Errorf("a late watcher is told: %s", events)
	}
}

// stream reads a stream that ends.
func stream(s *site, path string) (text string, end bool) {
	s.Helper()
	_, body := s.do(s.request("GET", path, nil))
	return body, strings.Contains(body, "event: end")
}

// TestForms refuses what cannot be played and says why.
func TestForms(t *testing.T) {
	s := open(t, Options{Results: t.TempDir(), Bots: bots, Seater: jailed(t)})
	s.login()
	good := url.Values{"game": {"catchcat"}, "bot0": {"catchcat"}, "bot1": {"catchcat"}, "bot": {"catchcat"}, "seat": {"0"}}
	for _, c := range []struct{ path, field, value, want string }{
		{"/live/begin", "game", "chess", "no game"},
		{"/live/begin", "bot1", "nobody", "no bot"},
		{"/live/begin", "bot0", "../catchcat", "no bot"},
		{"/live/begin", "seed", "x", "no seed"},
		{"/live/begin", "setup", `{"size":6}`, "odd number"},
		{"/live/begin", "setup", `{"file":"/etc/passwd"}`, "cannot be read here"},
		{"/live/begin", "setup", `{} {}`, "one object"},
		{"/live/begin", "setup", `{"sise":7}`, "unknown field"},
		{"/play", "seat", "2", "no seat"},
		{"/play", "limit", "soon", "no time"},
		{"/play", "limit", "48h", "no time"},
		{"/play", "bot", "nobody", "no bot"},
	} {
		form := url.Values{}
		for k, v := range good {
			form[k] = v
		}
		form.Set(c.field, c.value)
		resp, body := s.do(s.request("POST", c.path, form))
		if resp.StatusCode != 422 || !strings.Contains(body, c.want) {
			t.Errorf("%s=%q: %s, want %q in %.3000s", c.field, c.value, resp.Status, c.want, body)
		}
	}
	if n := len(s.server.stage.list()); n != 0 {
		t.Errorf("%d matches were begun all the same", n)
	}
}
