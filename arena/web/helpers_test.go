package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/table"
	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/record"
)

const token = "a-token-for-tests"

// evil is what a bot may be called, and say: it must stay text.
const evil = `<script>alert(1)</script><img src=x onerror=alert(2)>"'&`

func setupOf(t testing.TB, g game.Game, text string) json.RawMessage {
	t.Helper()
	setup := g.NewSetup()
	if err := json.Unmarshal([]byte(text), setup); err != nil {
		t.Fatal(err)
	}
	if err := setup.Resolve(os.ReadFile); err != nil {
		t.Fatal(err)
	}
	resolved, err := json.Marshal(setup)
	if err != nil {
		t.Fatal(err)
	}
	return resolved
}

// header is a match's between these two.
func header(t testing.TB, name, setup string, seed uint64, names ...string) record.Header {
	t.Helper()
	g, err := all.Game(name)
	if err != nil {
		t.Fatal(err)
	}
	h := record.Header{
		Version: record.Version, Game: name, Setup: setupOf(t, g, setup), Seed: seed,
		Terms: record.Terms{Clock: "fair", Move: record.Duration(time.Second), Start: record.Duration(10 * time.Second), Memory: 1 << 30, CPU: "1", Jail: "standard", OnViolation: "disqualify"},
	}
	for i, n := range names {
		h.Seats = append(h.Seats, record.Seat{Name: n, Kind: "process", Hash: strings.Repeat(fmt.Sprint(i), 64)})
	}
	return h
}

// played returns the record of a match of random moves. It needs no testing.TB
// so that a dispatcher can make it.
func played(h record.Header, logs ...string) (*record.Record, error) {
	g, err := all.Game(h.Game)
	if err != nil {
		return nil, err
	}
	setup, err := game.DecodeSetup(g, h.Setup)
	if err != nil {
		return nil, err
	}
	s, err := match.StartRound(setup, h.Seed, 0)
	if err != nil {
		return nil, err
	}
	rec := &record.Record{Header: h, Measured: &record.Measured{
		Began: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC), Wall: record.Duration(time.Second), Seats: make([]record.SeatRun, 2),
	}}
	rnd := game.NewRand(h.Seed, "played")
	var answers []record.SeatAnswer
	for len(s.ToMove()) > 0 {
		var given []game.Answer
		for _, seat := range s.ToMove() {
			a := game.Answer{Move: s.RandomMove(nil, seat, rnd)}
			given = append(given, a)
			answers = append(answers, record.SeatAnswer{Seat: seat, Answer: a})
			run := &rec.Measured.Seats[seat]
			run.Turns = append(run.Turns, record.TurnTimes{Wall: int64(100 + rnd.IntN(900)), CPU: 50})
		}
		if err := s.Apply(given); err != nil {
			return nil, err
		}
	}
	rec.Rounds = []record.Round{{Answers: answers, Result: s.Result()}}
	rec.Result = s.Result()
	for i, log := range logs {
		rec.Measured.Seats[i].Log = log
		rec.Measured.Seats[i].Faults = []string{"did-not-start: not ready"}
		rec.Measured.Seats[i].Notes = []string{"answer 1: " + evil}
	}
	text, err := rec.Game()
	if err != nil {
		return nil, err
	}
	rec.Measured.Hash = record.Hash(text)
	return rec, nil
}

// randomly is a dispatcher of such matches.
type randomly struct{ logs []string }

func (d randomly) Dispatch(ctx context.Context, specs iter.Seq[match.Spec], done func(match.Outcome)) error {
	for spec := range specs {
		rec, err := played(spec.Header, d.logs...)
		done(match.Outcome{Spec: spec, Record: rec, Err: err, Attempt: 1, Final: true})
	}
	return ctx.Err()
}

// champion plays a championship of Catch the Cat between n entrants in a folder,
// with what is changed of it.
func champion(t testing.TB, dir string, n int, by match.Dispatcher, changes ...func(*championship.Definition)) *championship.Definition {
	t.Helper()
	g, err := all.Game("catchcat")
	if err != nil {
		t.Fatal(err)
	}
	d := &championship.Definition{
		Name: "league " + evil, Info: g.Info(), Seed: 7,
		Setups: []json.RawMessage{setupOf(t, g, `{"size":5,"blocked":{"min":1,"max":3}}`)},
		Terms:  header(t, "catchcat", "{}", 0).Terms, Format: pairing.RoundRobin{Entrants: n, Boards: pairing.Boards{Count: 1}}, Table: table.Options{Scheme: table.Scheme{Win: table.Whole(3), Draw: table.One}},
	}
	for i := range n {
		e := championship.Entrant{ID: fmt.Sprintf("e%d", i), Name: fmt.Sprintf("Bot %d", i)}
		if i == 0 {
			e.Name = evil
		}
		for seat := range e.Programs {
			e.Programs[seat] = &championship.Program{
				Seat: record.Seat{Kind: "process", Hash: fmt.Sprintf("%064d", i)}, Source: match.Source{Process: &match.Process{Path: "/bots/x"}},
			}
		}
		d.Entrants = append(d.Entrants, e)
	}
	for _, change := range changes {
		change(d)
	}
	ctx := context.Background()
	folder, err := journal.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	run, err := championship.Start(ctx, folder, d, championship.Options{Resume: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Play(ctx, by); err != nil {
		t.Fatal(err)
	}
	if err := run.Close(ctx); err != nil {
		t.Fatal(err)
	}
	return d
}

// site is a running server and a browser without a screen.
type site struct {
	testing.TB
	server *Server
	http   *httptest.Server
	client *http.Client
}

// open serves what the options say.
func open(t testing.TB, o Options) *site {
	t.Helper()
	o.Games, o.Token = all.Games(), token
	server, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{TB: t, server: server, http: httptest.NewServer(server.Handler())}
	t.Cleanup(func() {
		server.hub.Close()
		s.http.Close()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	s.logout()
	return s
}

func (s *site) logout() {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.Fatal(err)
	}
	s.client = &http.Client{Jar: jar, Timeout: 30 * time.Second}
}

func (s *site) login() { s.get("/?token=" + token) }

// do sends a request and returns the answer with its body.
func (s *site) do(r *http.Request) (*http.Response, string) {
	s.Helper()
	resp, err := s.client.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.Fatal(err)
	}
	return resp, string(body)
}

func (s *site) request(method, path string, form url.Values) *http.Request {
	s.Helper()
	r, err := http.NewRequest(method, s.http.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		s.Fatal(err)
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return r
}

// get fetches a page that has to be there.
func (s *site) get(path string) string {
	s.Helper()
	resp, body := s.do(s.request("GET", path, nil))
	if resp.StatusCode != http.StatusOK {
		s.Fatalf("GET %s: %s\n%s", path, resp.Status, body)
	}
	return body
}
