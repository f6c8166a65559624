package web

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"botarena/arena/championship"
	"botarena/arena/game"
	"botarena/arena/web/live"
)

// perPage is how many matches a page lists.
const perPage = 50

// summary is a championship on the home page.
type summary struct {
	In, Name, Game string
	Done, Total    int
	Leader         string // alone; empty where several are equal
	Err            string
}

type homeData struct {
	Results       string
	Championships []summary
	Live          []liveMatch
	Folders       []folderData
}

type folderData struct {
	In      string
	Files   []replayFile
	Total   int
	AllHref string
}

// home shows what there is.
func (s *Server) home(w http.ResponseWriter, r *http.Request) {
	d := homeData{Results: s.o.Results, Live: s.stage.list()}
	for _, in := range s.shelf.championships() {
		c := summary{In: in, Name: in}
		b, err := s.shelf.book(in)
		if err == nil {
			var v *view
			if v, err = b.view(); err == nil {
				c.Name, c.Game, c.Done, c.Total = v.Standings.Name, v.Standings.Game, v.Standings.Done, v.Standings.Total
				if l := v.Standings.Lines; len(l) > 0 && c.Done > 0 && (len(l) == 1 || l[1].Rank > l[0].Rank) {
					c.Leader = l[0].Name
				}
			}
		}
		if err != nil {
			c.Err = plainError(err)
		}
		d.Championships = append(d.Championships, c)
	}
	for _, in := range s.shelf.folders() {
		files, err := s.shelf.replayNames(in)
		if err != nil || len(files) == 0 {
			continue
		}
		f := folderData{In: in, Total: len(files), AllHref: link("/matches", "in", in, "files", "1")}
		for _, file := range files[:min(len(files), 8)] {
			f.Files = append(f.Files, s.shelf.about(file))
		}
		d.Folders = append(d.Folders, f)
	}
	l := languageOf(r)
	s.show(w, r, http.StatusOK, "home", "home", l.plain("t.home"), d)
}

// viewOf returns the championship that a request names; after a failure it has
// been answered.
func (s *Server) viewOf(w http.ResponseWriter, r *http.Request) (*book, *view, bool) {
	in := r.URL.Query().Get("in")
	b, err := s.shelf.book(in)
	if err != nil {
		s.fail(w, r, http.StatusNotFound, "e.championship", in)
		return nil, nil, false
	}
	v, err := b.view()
	switch {
	case errors.Is(err, championship.ErrNotBegun): // in a moment it is, mostly
		w.Header().Set("Retry-After", "1")
		s.fail(w, r, http.StatusServiceUnavailable, "e.journal", plainError(err))
	case err != nil:
		s.fail(w, r, http.StatusInternalServerError, "e.journal", plainError(err))
	}
	return b, v, err == nil
}

type standingsData struct {
	In string
	*view
	Seats   []string
	Rulings []championship.Ruling
	Owners  map[string]string // by name, for who has the token
	Ranks   bool              // there is a tie-break to tell
}

func (s *Server) standings(w http.ResponseWriter, r *http.Request) {
	_, v, ok := s.viewOf(w, r)
	if !ok {
		return
	}
	d := standingsData{In: r.URL.Query().Get("in"), view: v, Seats: v.Standings.Seats, Rulings: v.Standings.Rulings}
	for _, l := range v.Standings.Lines {
		d.Ranks = d.Ranks || l.Broke != ""
	}
	if r.URL.Query().Has("part") {
		s.standingsPart(w, r, d)
		return
	}
	if s.mayWrite(r) {
		d.Owners = map[string]string{}
		for _, l := range v.Standings.Lines {
			d.Owners[l.ID] = s.OwnerPath(l.Name)
		}
	}
	s.show(w, r, http.StatusOK, "standings", "standings", v.Standings.Name, d)
}

// standingsPart answers with the table alone. Every reader's page fetches it
// with every change, so that it is made once in each language.
func (s *Server) standingsPart(w http.ResponseWriter, r *http.Request, d standingsData) {
	l := languageOf(r)
	part, err := d.part(l, func() ([]byte, error) {
		var b bytes.Buffer
		err := templates.ExecuteTemplate(&b, "standingspart", page{Lang: l, Data: d})
		return b.Bytes(), err
	})
	if err != nil {
		http.Error(w, "the table could not be made: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	send(w, r, http.StatusOK, part.text, part.packed)
}

// standingsEvents tells when the standings have changed.
func (s *Server) standingsEvents(w http.ResponseWriter, r *http.Request) {
	b, _, ok := s.viewOf(w, r)
	if !ok {
		return
	}
	b.watchers.Add(1)
	s.hub.Serve(w, r, b.topic, func() { b.watchers.Add(-1) })
}

type matchesData struct {
	In     string
	Files  []replayFile // of a folder of replays
	Rows   []row        // of a championship
	View   *view
	Filter filter
	Kinds  []string
	Page   int
	Pages  int
	Total  int
	First  int
	Prev   string
	Next   string
}

// matches lists a page of matches: of a championship, or the replay files of
// a folder.
func (s *Server) matches(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	d := matchesData{In: q.Get("in"), Filter: filter{q.Get("of"), q.Get("only")}, Kinds: []string{"faults", "void", "open"}}
	if q.Get("only") != "" && !slices.Contains(d.Kinds, q.Get("only")) {
		d.Filter.Only = ""
	}
	l := languageOf(r)
	title := l.plain("t.matches")
	if q.Get("files") == "" && s.shelf.isChampionship(d.In) {
		_, v, ok := s.viewOf(w, r)
		if !ok {
			return
		}
		rows := d.Filter.rows(v)
		from, to := d.cut(q.Get("page"), len(rows))
		d.View, d.Rows = v, rows[from:to]
		title = v.Standings.Name + " – " + title
	} else {
		files, err := s.shelf.replayNames(d.In)
		if err != nil {
			s.fail(w, r, http.StatusNotFound, "e.folder", d.In)
			return
		}
		from, to := d.cut(q.Get("page"), len(files))
		for _, f := range files[from:to] {
			d.Files = append(d.Files, s.shelf.about(f))
		}
	}
	at := func(page int) string {
		return link("/matches", "in", d.In, "files", q.Get("files"), "of", d.Filter.Of, "only", d.Filter.Only, "page", strconv.Itoa(page))
	}
	if d.Page > 1 {
		d.Prev = at(d.Page - 1)
	}
	if d.Page < d.Pages {
		d.Next = at(d.Page + 1)
	}
	s.show(w, r, http.StatusOK, "matches", "matches", title, d)
}

// cut returns which of n entries are on a page, numbered from 1; a number that
// is none, or out of range, is taken for the nearest one.
func (d *matchesData) cut(page string, n int) (from, to int) {
	d.Total, d.Pages = n, max(1, (n+perPage-1)/perPage)
	d.Page, _ = strconv.Atoi(page)
	d.Page = max(1, min(d.Page, d.Pages))
	from = (d.Page - 1) * perPage
	d.First = from + 1
	return from, min(n, from+perPage)
}

// Name returns an entrant's name.
func (v *view) Name(entrant int) string { return v.Names[entrant] }

// Newest returns the number of the match that was played last as far as the
// numbers tell; -1 for none.
func (v *view) Newest() int {
	for number := len(v.Rows) - 1; number >= 0; number-- {
		if r := v.Rows[number]; r.State == "counts" && !r.Forfeit {
			return number
		}
	}
	return -1
}

// Won reports whether a seat won.
func (r row) Won(seat int) bool { return r.State == "counts" && r.Outcomes[seat] == game.Win }

// Href returns the address of a match's page.
func (f replayFile) Href() string { return link("/match", "in", f.In, "file", f.Name) }

// Seat returns who sat in a seat, and "" where nobody did.
func (f replayFile) Seat(i int) string {
	if f.Header == nil || i >= len(f.Header.Seats) {
		return ""
	}
	return f.Header.Seats[i].Name
}

// Won reports whether a seat won.
func (f replayFile) Won(i int) bool {
	return !f.Void && i < len(f.Outcomes) && f.Outcomes[i] == string(game.Win)
}

func (r ref) String() string {
	if r.File != "" {
		return r.File
	}
	return fmt.Sprintf("%s #%d", r.In, r.Number)
}

// serveTopic sends a live topic.
func (s *Server) serveTopic(w http.ResponseWriter, r *http.Request, t *live.Topic) {
	s.hub.Serve(w, r, t, func() {})
}
