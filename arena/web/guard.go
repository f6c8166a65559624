package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"botarena/arena/web/handin"
)

const (
	// maxBody bounds what a browser may send.
	maxBody = 64 << 10
	// tokenCookie holds the token, and ownerCookie a bot's name with its key.
	tokenCookie = "arena-token"
	ownerCookie = "arena-owner"
)

// policy lets a page load what this server has and nothing else. Styles and
// scripts are files: none is inline.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// NewToken draws a token.
func NewToken() string { return rand.Text() }

// guard is what every request passes.
func (s *Server) guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, http.StatusForbidden, "e.origin")
	}))
	inner := cross.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodGet, r.Method == http.MethodHead, s.isHandIn(r.URL.Path):
			next.ServeHTTP(w, r)
		case !s.mayWrite(r):
			s.fail(w, r, http.StatusForbidden, "e.token")
		default:
			s.change(w, r, next)
		}
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer") // an address may hold a token
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !s.isHandIn(r.URL.Path) { // whose desk bounds it by the class's limit
			r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		}
		switch {
		case !s.knownHost(r.Host):
			// A name that somebody made point here (DNS rebinding).
			http.Error(w, "this server answers to the address it was started with only", http.StatusMisdirectedRequest)
		case r.Method == http.MethodGet && r.URL.Query().Has("token"):
			s.login(w, r)
		default:
			inner.ServeHTTP(w, r)
		}
	})
}

// change serves a request that changes something, unless the server is closed.
func (s *Server) change(w http.ResponseWriter, r *http.Request, next http.Handler) {
	s.changes.RLock()
	defer s.changes.RUnlock()
	if s.closed {
		http.Error(w, "this server has ended", http.StatusServiceUnavailable)
		return
	}
	next.ServeHTTP(w, r)
}

// knownHost reports whether a request names a host that is meant.
func (s *Server) knownHost(host string) bool {
	if s.o.AnyHost {
		return true
	}
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.Trim(strings.ToLower(name), "[]")
	addr, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && addr.IsLoopback()
}

// login takes the token out of the address and into a cookie.
func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if !same(q.Get("token"), s.o.Token) {
		s.fail(w, r, http.StatusForbidden, "e.badtoken")
		return
	}
	q.Del("token")
	setCookie(w, handin.Cookie(r, tokenCookie), s.o.Token)
	http.Redirect(w, r, local(r.URL.Path, q), http.StatusSeeOther)
}

func setCookie(w http.ResponseWriter, name, value string) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: int((30 * 24 * time.Hour).Seconds()),
	})
}

// local returns an address on this server, whatever the path begins with.
func local(path string, q url.Values) string {
	u := url.URL{Path: "/" + strings.TrimLeft(path, "/\\"), RawQuery: q.Encode()}
	return u.String()
}

func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// mayWrite reports whether a request has the token: in its cookie, or in the
// header of a program.
func (s *Server) mayWrite(r *http.Request) bool {
	if given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return same(given, s.o.Token)
	}
	c, err := r.Cookie(handin.Cookie(r, tokenCookie))
	return err == nil && same(c.Value, s.o.Token)
}

// ownerKey returns the key of a bot's owner.
func (s *Server) ownerKey(name string) string {
	mac := hmac.New(sha256.New, []byte(s.o.Token))
	mac.Write([]byte("owner of " + name))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// OwnerPath returns the path that makes a browser that of a bot's owner. It
// holds as long as the token stays the same.
func (s *Server) OwnerPath(name string) string {
	return local("/own", url.Values{"bot": {name}, "key": {s.ownerKey(name)}})
}

// own keeps an owner's key in a cookie.
func (s *Server) own(w http.ResponseWriter, r *http.Request) {
	name, key := r.URL.Query().Get("bot"), r.URL.Query().Get("key")
	if !same(key, s.ownerKey(name)) {
		s.fail(w, r, http.StatusForbidden, "e.key")
		return
	}
	setCookie(w, handin.Cookie(r, ownerCookie), key+"."+base64.RawURLEncoding.EncodeToString([]byte(name)))
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// mayRead reports whether a request may see what a bot wrote to stderr.
func (s *Server) mayRead(r *http.Request, bot string) bool {
	return s.o.StderrToAll || s.mayWrite(r) || bot != "" && s.owner(r) == bot
}

// owner returns the name of the bot whose owner asks; empty for nobody's.
func (s *Server) owner(r *http.Request) string {
	c, err := r.Cookie(handin.Cookie(r, ownerCookie))
	if err != nil {
		return ""
	}
	key, coded, _ := strings.Cut(c.Value, ".")
	name, err := base64.RawURLEncoding.DecodeString(coded)
	if err != nil || !same(key, s.ownerKey(string(name))) {
		return ""
	}
	return string(name)
}
