// Package page is the desk at which teams hand in with a browser: a file, the
// history, what the build and the check said, and the mark for the final one.
// The site lays it out ([handin.Desk]).
//
// A team is known by its token, which it types once and the browser keeps in a
// cookie. A hand-in is built and checked in the background; the page comes
// again until that is done.
package page

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"botarena/arena/submission"
	"botarena/arena/submission/store"
	"botarena/arena/web/handin"
)

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
	// passing are reports that the office does not keep, since the same file
	// may come out otherwise; the team is to see them all the same.
	passing map[string]*submission.Report
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
	p := &Page{o: o, waiting: map[string]bool{}, failed: map[string]bool{}, passing: map[string]*submission.Report{}}
	p.ctx, p.stop = context.WithCancel(context.Background())
	return p
}

// Close ends the page.
func (p *Page) Close() {
	p.mu.Lock() // what look is about to begin is begun, or called off
	p.stop()
	p.mu.Unlock()
	p.group.Wait()
}

var _ handin.Desk = (*Page)(nil)

// formRoom is what a form may have beside its file, in bytes.
const formRoom = 64 << 10

// uploadTime is how long a file may be on its way, before the answer: lines are
// slow on the last evening, and a server's own limits are for pages.
const uploadTime = 10 * time.Minute

// ServeHandIn implements [handin.Desk].
func (p *Page) ServeHandIn(w http.ResponseWriter, r *http.Request, show handin.Show) {
	q := &request{Page: p, w: w, r: r, show: show}
	if r.URL.Path != handin.FilePath { // which lets in who has a token first
		r.Body = http.MaxBytesReader(w, r.Body, formRoom)
	}
	steps := map[string]func(*request){
		handin.EnterPath: (*request).enter, handin.LeavePath: (*request).leave, handin.FilePath: (*request).file, handin.FinalPath: (*request).final,
	}
	step := steps[r.URL.Path]
	switch reads := r.Method == http.MethodGet || r.Method == http.MethodHead; {
	case reads && r.URL.Path == handin.Path:
		q.page()
	case reads && step != nil: // the address of a form that was answered with a problem
		q.back()
	case r.Method == http.MethodPost && step != nil:
		step(q)
	default:
		q.refuse(http.StatusNotFound, handin.NoAddress)
	}
}

// request is one request.
type request struct {
	*Page
	w    http.ResponseWriter
	r    *http.Request
	show handin.Show
}

// back leads to the page, as after everything that was done.
func (q *request) back() { http.Redirect(q.w, q.r, handin.Path, http.StatusSeeOther) }

const cookieName = "arena-team"

func (q *request) cookie(token string, age int) {
	http.SetCookie(q.w, &http.Cookie{
		Name: handin.Cookie(q.r, cookieName), Value: token, Path: handin.Path, HttpOnly: true, Secure: q.r.TLS != nil, SameSite: http.SameSiteStrictMode, MaxAge: age,
	})
}

// team returns the team whose token a request has, "" for none.
func (q *request) team() (string, error) {
	c, err := q.r.Cookie(handin.Cookie(q.r, cookieName))
	if err != nil {
		return "", nil
	}
	return q.o.Office.TeamOf(c.Value)
}

func (q *request) enter() {
	token := strings.TrimSpace(q.r.PostFormValue("token")) // as it was copied
	team, err := q.o.Office.TeamOf(token)
	switch {
	case err != nil:
		q.fail(err)
	case team == "":
		q.show(http.StatusForbidden, problem(handin.BadToken))
	default:
		const month = 30 * 24 * 3600 // seconds
		q.cookie(token, month)
		q.back()
	}
}

func (q *request) leave() {
	q.cookie("", -1)
	q.back()
}

// file takes an upload, as it comes: nothing of it is kept but by the store.
func (q *request) file() {
	team, ok := q.insider()
	if !ok {
		return
	}
	q.r.Body = http.MaxBytesReader(q.w, q.r.Body, q.o.MaxSize+formRoom)
	control := http.NewResponseController(q.w)
	until := time.Now().Add(uploadTime)
	if err := errors.Join(control.SetReadDeadline(until), control.SetWriteDeadline(until.Add(time.Minute))); err != nil && !errors.Is(err, http.ErrNotSupported) {
		q.fail(err)
		return
	}
	parts, err := q.r.MultipartReader()
	if err != nil {
		q.refuse(http.StatusBadRequest, handin.NoForm)
		return
	}
	for {
		part, err := parts.NextPart()
		if err != nil {
			q.refuse(http.StatusBadRequest, handin.NoFile)
			return
		}
		if part.FormName() != "file" || part.FileName() == "" {
			continue
		}
		name := part.FileName()
		if decoded, err := new(mime.WordDecoder).DecodeHeader(name); err == nil {
			name = decoded
		}
		h, err := q.o.Office.Submit(q.r.Context(), team, name, part, time.Now())
		if err != nil {
			q.notTaken(err)
			return
		}
		q.look(*h)
		q.back()
		return
	}
}

func (q *request) final() {
	team, ok := q.insider()
	if !ok {
		return
	}
	n, err := strconv.Atoi(q.r.PostFormValue("n"))
	if err != nil {
		q.refuse(http.StatusBadRequest, handin.NoNumber)
		return
	}
	if err := q.o.Office.Final(team, n, time.Now()); err != nil {
		q.notTaken(err)
		return
	}
	q.back()
}

// insider returns the team that asks; where none does, that has been answered.
func (q *request) insider() (team string, ok bool) {
	team, err := q.team()
	switch {
	case err != nil:
		q.fail(err)
	case team == "":
		q.show(http.StatusForbidden, problem(handin.NoToken))
	}
	return team, err == nil && team != ""
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
		r, err := p.o.Office.Inspect(p.ctx, h)
		p.mu.Lock()
		delete(p.waiting, h.Hash)
		delete(p.passing, h.Hash)
		if err == nil && !r.Lasting() {
			p.passing[h.Hash] = r
		}
		p.failed[h.Hash] = err != nil
		p.mu.Unlock()
		if err != nil && p.ctx.Err() == nil {
			p.o.Failed(err)
		}
	})
}
