// Package page is the page on which teams hand in with a browser: a file, the
// history, what the build and the check said, and the mark for the final one.
//
// A team is known by its token, which it types once and the browser keeps in a
// cookie. The page runs no script, and loads the style sheet /static/arena.css
// and nothing else. A hand-in is built and checked in the background; the page
// comes again until that is done.
package page

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"mime"
	"net/http"
	"strconv"
	"sync"
	"time"

	"botarena/arena/submission"
	"botarena/arena/submission/store"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// Options say what the page shows. All but Office may be left out.
type Options struct {
	Office *submission.Office
	// Deadline is shown, in Zone; nil is UTC.
	Deadline time.Time
	Zone     *time.Location
	// Final says that teams mark the hand-in that counts.
	Final bool
	// MaxSize bounds an upload in bytes. Default 16 MiB.
	MaxSize int64
	// Describe writes what was found of a hand-in, as text. Nil: the build's
	// log alone.
	Describe func(io.Writer, *store.HandIn, *submission.Report) error
	// Failed is told of what is the organiser's to cure.
	Failed func(error)
}

// Page answers requests for /hand-in and what is below. Close waits for what
// is looked at in the background, which it calls off.
type Page struct {
	o     Options
	ctx   context.Context
	stop  context.CancelFunc
	group sync.WaitGroup

	mu      sync.Mutex
	waiting map[string]bool // hashes of what is being looked at
	failed  map[string]bool // of what could not be
}

// New returns the page of an office, which stays the caller's to close, after
// the page.
func New(o Options) *Page {
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	if o.MaxSize == 0 {
		o.MaxSize = 16 << 20
	}
	if o.Failed == nil {
		o.Failed = func(error) {}
	}
	p := &Page{o: o, waiting: map[string]bool{}, failed: map[string]bool{}}
	p.ctx, p.stop = context.WithCancel(context.Background())
	return p
}

// Close ends the page.
func (p *Page) Close() {
	p.stop()
	p.group.Wait()
}

// policy lets the page load its style sheet, and send forms here.
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// formRoom is what a form may have beside its file.
const formRoom = 64 << 10

// ServeHTTP implements [http.Handler].
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hand-in", p.show)
	mux.HandleFunc("POST /hand-in/enter", p.enter)
	mux.HandleFunc("POST /hand-in/leave", p.leave)
	mux.HandleFunc("POST /hand-in/file", p.file)
	mux.HandleFunc("POST /hand-in/final", p.final)
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	r.Body = http.MaxBytesReader(w, r.Body, p.o.MaxSize+formRoom)
	// Nothing is taken from a form of another site, whatever cookies it sends.
	http.NewCrossOriginProtection().Handler(mux).ServeHTTP(w, r)
}

const cookieName = "arena-team"

func (p *Page) cookie(w http.ResponseWriter, r *http.Request, token string, age int) {
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: token, Path: "/hand-in", HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteStrictMode, MaxAge: age,
	})
}

// team returns the team whose token a request has, "" for none.
func (p *Page) team(r *http.Request) (string, error) {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return "", nil
	}
	return p.o.Office.TeamOf(c.Value)
}

func (p *Page) enter(w http.ResponseWriter, r *http.Request) {
	token := r.PostFormValue("token")
	team, err := p.o.Office.TeamOf(token)
	switch {
	case err != nil:
		p.fail(w, r, err)
	case team == "":
		p.write(w, http.StatusForbidden, view{Problem: "No team has this token.", Hint: "Type it as it was given to you, or ask for a new one."})
	default:
		const month = 30 * 24 * 3600 // seconds
		p.cookie(w, r, token, month)
		http.Redirect(w, r, "/hand-in", http.StatusSeeOther)
	}
}

func (p *Page) leave(w http.ResponseWriter, r *http.Request) {
	p.cookie(w, r, "", -1)
	http.Redirect(w, r, "/hand-in", http.StatusSeeOther)
}

// file takes an upload, as it comes: nothing of it is kept but by the store.
func (p *Page) file(w http.ResponseWriter, r *http.Request) {
	team, err := p.team(r)
	if err != nil || team == "" {
		p.turnAway(w, r, err)
		return
	}
	parts, err := r.MultipartReader()
	if err != nil {
		p.refuse(w, r, team, "The form was not sent as one with a file.", "Choose a file and hand in again.")
		return
	}
	for {
		part, err := parts.NextPart()
		if err != nil {
			p.refuse(w, r, team, "No file came.", "Choose a file and hand in again.")
			return
		}
		if part.FormName() != "file" || part.FileName() == "" {
			continue
		}
		name := part.FileName()
		if decoded, err := new(mime.WordDecoder).DecodeHeader(name); err == nil {
			name = decoded
		}
		h, err := p.o.Office.Submit(r.Context(), team, name, part, time.Now())
		if err != nil {
			p.notTaken(w, r, team, err)
			return
		}
		p.look(*h)
		http.Redirect(w, r, "/hand-in", http.StatusSeeOther)
		return
	}
}

// notTaken words why a hand-in or a mark was not taken.
func (p *Page) notTaken(w http.ResponseWriter, r *http.Request, team string, err error) {
	var refused *store.RefusedError
	var unknown *submission.UnknownTeamError
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &refused):
		p.refuse(w, r, team, refused.Problem, refused.Cure)
	case errors.As(err, &unknown):
		p.refuse(w, r, team, unknown.Error(), unknown.Hint())
	case errors.As(err, &large):
		p.refuse(w, r, team, fmt.Sprintf("The file has more than %d MiB.", p.o.MaxSize>>20), "Leave out what the program does not need.")
	case errors.Is(err, io.ErrUnexpectedEOF):
		p.refuse(w, r, team, "The file was cut off on its way.", "Hand in again.")
	default:
		p.fail(w, r, err)
	}
}

func (p *Page) final(w http.ResponseWriter, r *http.Request) {
	team, err := p.team(r)
	if err != nil || team == "" {
		p.turnAway(w, r, err)
		return
	}
	n, err := strconv.Atoi(r.PostFormValue("n"))
	if err != nil {
		p.refuse(w, r, team, "That is not the number of a hand-in.", "Use the button beside it.")
		return
	}
	if err := p.o.Office.Final(team, n, time.Now()); err != nil {
		p.notTaken(w, r, team, err)
		return
	}
	http.Redirect(w, r, "/hand-in", http.StatusSeeOther)
}

// look has a hand-in looked at in the background, once at a time.
func (p *Page) look(h store.HandIn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting[h.Hash] || p.ctx.Err() != nil {
		return
	}
	p.waiting[h.Hash] = true
	p.group.Go(func() {
		_, err := p.o.Office.Inspect(p.ctx, h)
		p.mu.Lock()
		delete(p.waiting, h.Hash)
		p.failed[h.Hash] = err != nil
		p.mu.Unlock()
		if err != nil && p.ctx.Err() == nil {
			p.o.Failed(err)
		}
	})
}

func (p *Page) turnAway(w http.ResponseWriter, r *http.Request, err error) {
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.write(w, http.StatusForbidden, view{Problem: "Your token is missing, or was replaced.", Hint: "Type it again."})
}

// fail tells of what is the organiser's to cure, without its details.
func (p *Page) fail(w http.ResponseWriter, _ *http.Request, err error) {
	p.o.Failed(err)
	p.write(w, http.StatusInternalServerError, view{Problem: "That failed, and not through you.", Hint: "Tell the organiser; what was handed in is kept."})
}

func (p *Page) write(w http.ResponseWriter, status int, v view) {
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, v); err != nil {
		p.o.Failed(err)
		http.Error(w, "the page cannot be shown", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	b.WriteTo(w)
}
