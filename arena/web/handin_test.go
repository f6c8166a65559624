package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"botarena/arena/web/handin"
	"botarena/arena/web/webtest"
)

// deskOf answers everything with one view.
type deskOf handin.View

func (d deskOf) ServeHandIn(_ http.ResponseWriter, _ *http.Request, show handin.Show) {
	show(http.StatusOK, handin.View(d))
}

// The desk for hand-ins sees to its writers by itself, but not to headers and
// other sites' forms; all else stays guarded.
func TestHandInsAreMounted(t *testing.T) {
	desk := deskOf{}
	for _, c := range []struct {
		desk                     handin.Desk
		method, path, host, from string
		status                   int
	}{
		{desk, "GET", "/hand-in", "localhost", "", 200},
		{desk, "POST", "/hand-in/file", "localhost", "same-origin", 200},
		{desk, "POST", "/hand-in/file", "localhost", "cross-site", 403},
		{desk, "GET", "/hand-in", "evil.example", "", 421},
		{desk, "GET", "/hand-inx", "localhost", "", 404},
		{desk, "POST", "/play", "localhost", "same-origin", 403},
		{nil, "GET", "/hand-in", "localhost", "", 404},
		{nil, "POST", "/hand-in/file", "localhost", "same-origin", 403},
	} {
		s, err := New(Options{HandIns: c.desk})
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		r := httptest.NewRequest(c.method, c.path, nil)
		r.Host = c.host
		r.Header.Set("Sec-Fetch-Site", c.from)
		s.Handler().ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("%s %s at %s: status %d, want %d", c.method, c.path, c.host, w.Code, c.status)
		}
		if got := w.Header().Get("Content-Security-Policy"); got != policy {
			t.Errorf("%s %s: policy %q", c.method, c.path, got)
		}
		if linked := strings.Contains(w.Body.String(), `<a href="/hand-in"`); linked != (c.desk != nil) && w.Code != 421 {
			t.Errorf("%s %s: the menu has the page: %v", c.method, c.path, linked)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestHandInWords: whatever a desk can say has a text; the other languages
// have the texts that English has.
func TestHandInWords(t *testing.T) {
	var keys []string
	for _, k := range handin.Kinds {
		keys = append(keys, "handin.p."+string(k), "handin.c."+string(k))
	}
	for _, s := range handin.States {
		keys = append(keys, "handin.s."+string(s))
	}
	for _, k := range keys {
		if words["en"][k] == "" {
			t.Errorf("there is no text %s", k)
		}
	}
	for k := range words["en"] {
		said := strings.HasPrefix(k, "handin.p.") || strings.HasPrefix(k, "handin.c.") || strings.HasPrefix(k, "handin.s.")
		if said && !strings.Contains(strings.Join(keys, " ")+" ", k+" ") {
			t.Errorf("nobody says %s", k)
		}
	}
}

// someHandIns is a view with a line of every state, in names and texts that
// mean harm.
func someHandIns() handin.View {
	at := time.Date(2026, 5, 31, 21, 0, 0, 0, time.UTC)
	v := handin.View{
		Team: "1004", Deadline: at.Add(time.Hour), Zone: time.FixedZone("CEST", 2*3600), Final: true,
		Problem: handin.Problem{Kind: handin.TooSoon, Args: []any{40 * time.Second, time.Minute}},
	}
	for i, state := range handin.States {
		h := handin.HandIn{N: len(handin.States) - i, At: at.Add(-time.Duration(i) * time.Hour), Name: evil + ".zip", Size: 4096, State: state, Counts: state == handin.Unfit}
		if state != handin.Waiting && state != handin.Older && state != handin.Failed {
			h.Wrong, h.Cure, h.Text = "bot.c:3: error: expected ';' before '}' "+evil, "compile it at home", "$ gcc -std=gnu17 -O2 -Wall -static -pthread -I. -o bot bot.c -lm\n"+evil
			h.Open = state == handin.Unfit
		}
		if h.Counts {
			h.Late = 90 * time.Minute
		}
		v.HandIns = append(v.HandIns, h)
	}
	return v
}

func TestHandInPageIsText(t *testing.T) {
	s := open(t, Options{HandIns: deskOf(someHandIns())})
	for _, l := range languages {
		body := s.get("/hand-in?lang=" + l.Code)
		if bad := inline(body); bad != "" {
			t.Errorf("%s: something inline: %q", l.Code, bad)
		}
		if !strings.Contains(body, `lang="`+l.Code+`" dir="`+l.Dir+`"`) || !strings.Contains(body, l.plain("handin.s.unfit")) {
			t.Errorf("it is not in %s:\n%s", l.Name, body)
		}
	}
}

// looking is a desk where something is looked at until it was asked for twice.
type looking struct{ asked int }

func (d *looking) ServeHandIn(_ http.ResponseWriter, _ *http.Request, show handin.Show) {
	d.asked++
	h := handin.HandIn{N: 1, At: time.Now(), Name: "bot.zip", Size: 100, State: handin.Waiting}
	if d.asked > 2 {
		h.State, h.Text, h.Open = handin.Fit, "built", true
	}
	show(http.StatusOK, handin.View{Team: "ann", Waiting: d.asked <= 2, HandIns: []handin.HandIn{h}})
}

// TestHandInPage looks at the page as TestPages does, and has it follow what
// is being looked at.
func TestHandInPage(t *testing.T) {
	b := webtest.Open(t, 1200, 800)
	for name, view := range map[string]handin.View{"handin": someHandIns(), "handin-enter": {Problem: handin.Problem{Kind: handin.BadToken}}, "handin-none": {Team: "ann"}} {
		s := open(t, Options{HandIns: deskOf(view)})
		for _, look := range []struct {
			name, lang    string
			width, height int
			dark          bool
		}{{"light", "en", 1200, 800, false}, {"dark", "pt", 1200, 800, true}, {"narrow", "fa", 360, 740, false}} {
			b.Look(look.width, look.height, look.dark)
			b.Go(s.http.URL + "/hand-in?lang=" + look.lang)
			b.Until("document.readyState === 'complete'")
			b.Axe(axe)
			if wide := b.Text("document.documentElement.scrollWidth - innerWidth"); wide != "0" && wide[0] != '-' {
				t.Errorf("%s, %s: %s pixels wider than the screen", name, look.name, wide)
			}
			b.Shot(name + "-" + look.name)
		}
	}
	s := open(t, Options{HandIns: &looking{}})
	b.Go(s.http.URL + "/hand-in?lang=en")
	b.Until("document.querySelector('[role=status]').textContent.includes('appears here')")
	b.Until("document.querySelector('td:nth-child(5)').textContent === 'plays' && document.querySelector('details[open] pre').textContent === 'built'")
	if text := b.Text("document.querySelector('[role=status]').textContent"); text != "" {
		t.Errorf("it still says %q", text)
	}
}
