package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"botarena/arena/match"
)

//go:embed templates/*.html
var templateFiles embed.FS

// page is what every page's template has.
type page struct {
	Lang      Language
	Languages []languageLink
	Title     string // for the title bar
	Body      string // the template of what is in it
	Here      string // which place of the menu it is
	CanWrite  bool
	CanPlay   bool
	CanHandIn bool
	Version   string
	Data      any
}

type languageLink struct {
	Language
	Href string
	Now  bool
}

// T returns a text of the page's language.
func (p page) T(key string, args ...any) template.HTML { return p.Lang.say(key, args...) }

// Said is T with the args of a list.
func (p page) Said(key string, args []any) template.HTML { return p.Lang.say(key, args...) }

// With returns the page with other data, for a part of it.
func (p page) With(data any) page {
	p.Data = data
	return p
}

// P is T without markup, for attributes.
func (p page) P(key string, args ...any) string { return p.Lang.plain(key, args...) }

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"link": link, "when": when, "whenIn": whenIn, "short": short, "mib": mib, "millis": millis, "elo": elo, "add": func(a, b int) int { return a + b },
}).ParseFS(templateFiles, "templates/*.html"))

// show writes a page.
func (s *Server) show(w http.ResponseWriter, r *http.Request, status int, body, here, title string, data any) {
	l := languageOf(r)
	if chosen := r.URL.Query().Get("lang"); chosen == l.Code {
		http.SetCookie(w, &http.Cookie{Name: "lang", Value: l.Code, Path: "/", MaxAge: 365 * 24 * 3600, SameSite: http.SameSiteLaxMode})
	}
	p := page{
		Lang: l, Title: title, Body: body, Here: here, CanWrite: s.mayWrite(r), CanPlay: s.canPlay(), CanHandIn: s.o.HandIns != nil, Version: match.Version(), Data: data,
	}
	for _, other := range languages {
		if r.Method == http.MethodPost {
			break // a form's own address is none to come back to
		}
		q := r.URL.Query()
		q.Set("lang", other.Code)
		p.Languages = append(p.Languages, languageLink{other, local(r.URL.Path, q), other.Code == l.Code})
	}
	var b bytes.Buffer
	layout := "layout"
	if here == "hall" {
		layout = "hall"
	}
	if err := templates.ExecuteTemplate(&b, layout, bodied{p}); err != nil {
		http.Error(w, "the page could not be made: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	send(w, r, status, b.Bytes(), nil)
}

// bodied lets the layout put the page's own template into it.
type bodied struct{ page }

// Inner returns the page's own part.
func (p bodied) Inner() (template.HTML, error) {
	var b bytes.Buffer
	err := templates.ExecuteTemplate(&b, p.Body, p.page)
	return template.HTML(b.String()), err
}

// fail answers with a page that says what is wrong, or, to a script, with
// that sentence alone.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, status int, key string, args ...any) {
	l := languageOf(r)
	if r.Header.Get("Sec-Fetch-Dest") == "empty" || strings.Contains(r.Header.Get("Accept"), "json") {
		http.Error(w, l.plain(key, args...), status)
		return
	}
	s.show(w, r, status, "problem", "", l.plain("t.problem"), l.say(key, args...))
}

// link makes an address of a path and pairs of names and values; empty values
// are left out.
func link(path string, pairs ...any) string {
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if value := toText(pairs[i+1]); value != "" {
			q.Set(toText(pairs[i]), value)
		}
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

func toText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	case template.HTML:
		return string(v)
	case error:
		return v.Error()
	case fmt.Stringer:
		return v.String()
	}
	return fmt.Sprint(v)
}

// when writes a time so that a script can show it in the reader's zone.
func when(t time.Time) template.HTML {
	if t.IsZero() {
		return "–"
	}
	text := t.UTC().Format(time.RFC3339)
	return template.HTML(`<time datetime="` + text + `">` + text + `</time>`)
}

// whenIn is when for a time that a class has in its own zone; nil is UTC. It
// is shown in that zone where no script runs.
func whenIn(t time.Time, zone *time.Location) template.HTML {
	if zone == nil {
		zone = time.UTC
	}
	text := template.HTMLEscapeString(t.In(zone).Format("2006-01-02 15:04:05 MST"))
	return template.HTML(`<time datetime="` + t.UTC().Format(time.RFC3339) + `"><bdi dir="ltr">` + text + `</bdi></time>`)
}

// short returns the beginning of a hash.
func short(hash string) string {
	if len(hash) > 12 {
		return hash[:12]
	}
	return hash
}

func mib(bytes int64) template.HTML {
	if bytes <= 0 {
		return "–"
	}
	return figure(float64(bytes)/(1<<20), 1, "MiB")
}

func millis(d time.Duration) template.HTML { return figure(float64(d.Microseconds())/1e3, 2, "ms") }

// figure writes a figure with its unit, which reads from left to right in
// every language.
func figure(x float64, digits int, unit string) template.HTML {
	return template.HTML(`<bdi dir="ltr">` + strconv.FormatFloat(x, 'f', digits, 64) + " " + unit + "</bdi>")
}

// elo writes a strength with a true minus sign.
func elo(x float64) string { return strings.Replace(fmt.Sprintf("%.0f", x), "-", "−", 1) }
