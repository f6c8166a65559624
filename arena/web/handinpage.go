package web

import (
	"net/http"
	"net/url"
	"strings"

	"botarena/arena/web/handin"
)

// isHandIn reports whether a path is the desk's for hand-ins.
func (s *Server) isHandIn(path string) bool {
	return s.o.HandIns != nil && (path == handin.Path || strings.HasPrefix(path, handin.Path+"/"))
}

// handIn has the desk answer, in the site's layout.
func (s *Server) handIn(w http.ResponseWriter, r *http.Request) {
	s.o.HandIns.ServeHandIn(w, r, func(status int, v handin.View) {
		at := *r // what a form is answered with is this page, too
		at.Method, at.URL = http.MethodGet, &url.URL{Path: handin.Path, RawQuery: r.URL.RawQuery}
		s.show(w, &at, status, "handin", "handin", languageOf(r).plain("t.handin"), v)
	})
}
