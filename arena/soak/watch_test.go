package soak

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// audience watches, reads pages and has matches played, as many people do at
// once, until its context ends.
type audience struct {
	*place
	soak  *soak
	group sync.WaitGroup

	streams, events, pages, begun atomic.Int64
}

// gather starts the audience.
func (p *place) gather(ctx context.Context, s *soak) *audience {
	a := &audience{place: p, soak: s}
	serve := func() *url.URL { return s.serve.page }
	championship := func() *url.URL {
		if r := s.playing.Load(); r != nil {
			return r.page
		}
		return nil
	}
	for range 2 {
		a.group.Go(func() { a.follow(ctx, serve, a.standings, nil) })
		a.group.Go(func() { a.follow(ctx, championship, func() string { return "/standings/events" }, nil) })
	}
	list := func() string { return "/live/events" }
	a.group.Go(func() { a.follow(ctx, serve, list, a.one(ctx, serve)) })
	a.group.Go(func() { a.follow(ctx, championship, list, a.one(ctx, championship)) })
	a.group.Go(func() { a.lag(ctx, serve) })
	a.group.Go(func() { a.lag(ctx, championship) })
	a.group.Go(func() { a.browse(ctx) })
	a.group.Go(func() { a.order(ctx) })
	return a
}

// standings is the stream of the standings of the cup that is played.
func (a *audience) standings() string {
	return "/standings/events?in=" + url.QueryEscape(a.soak.cup.Load().name)
}

// rest waits a while; false when the context has ended.
func rest(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// get asks for a path at an arena.
func get(ctx context.Context, at *url.URL, path string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+at.Host+path, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(r)
}

// follow reads streams, one after the other, and hands their events on.
func (a *audience) follow(ctx context.Context, at func() *url.URL, path func() string, news func(data string)) {
	for rest(ctx, 100*time.Millisecond) {
		if u := at(); u != nil {
			// Now and then somebody goes and another one comes.
			visit, cancel := context.WithTimeout(ctx, time.Duration(rand.IntN(20_000))*time.Millisecond)
			a.read(visit, u, path(), news)
			cancel()
		}
	}
}

func (a *audience) read(ctx context.Context, at *url.URL, path string, news func(data string)) {
	resp, err := get(ctx, at, path)
	if err != nil {
		return // the arena has been killed, or the visit is over
	}
	defer resp.Body.Close()
	a.fine(path, resp)
	a.streams.Add(1)
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		a.events.Add(1)
		if news != nil {
			news(data)
		}
	}
}

// fine wants an answer that is none of the server's faults. What has not been
// played yet has no page, and a championship that is being begun has none now.
func (a *audience) fine(path string, resp *http.Response) {
	switch resp.StatusCode {
	case http.StatusOK, http.StatusNotFound, http.StatusServiceUnavailable:
	default:
		body, _ := io.ReadAll(resp.Body)
		a.Errorf("%s: %s: %s", path, resp.Status, body)
	}
}

// one returns what follows the newest match of a list that is played.
func (a *audience) one(ctx context.Context, at func() *url.URL) func(string) {
	followed := ""
	return func(data string) {
		var list []struct{ ID, State string }
		if err := json.Unmarshal([]byte(data), &list); err != nil {
			return // the last event of a stream
		}
		if u := at(); u != nil && len(list) > 0 && list[0].ID != followed && list[0].State != "ended" {
			followed = list[0].ID
			visit, cancel := context.WithTimeout(ctx, 2*time.Second)
			defer cancel()
			a.read(visit, u, "/live/events?id="+url.QueryEscape(followed), nil)
		}
	}
}

// lag opens streams and does not read them.
func (a *audience) lag(ctx context.Context, at func() *url.URL) {
	for rest(ctx, time.Second) {
		u := at()
		if u == nil {
			continue
		}
		if resp, err := get(ctx, u, []string{"/live/events", "/standings/events"}[rand.IntN(2)]); err == nil {
			a.streams.Add(1)
			rest(ctx, time.Duration(rand.IntN(10))*time.Second)
			resp.Body.Close()
		}
	}
}

// browse reads pages of what is played and of what was played.
func (a *audience) browse(ctx context.Context) {
	for rest(ctx, 500*time.Millisecond) {
		in := "in=" + url.QueryEscape(a.soak.cup.Load().name)
		number := rand.IntN(int(a.soak.matches.Load()) + 1)
		path := []string{
			"/", "/hall", "/stage", "/live/list", "/standings?" + in,
			fmt.Sprintf("/matches?%s&page=%d", in, number/50), fmt.Sprintf("/match?%s&number=%d", in, number),
			fmt.Sprintf("/match/data?%s&number=%d", in, number), fmt.Sprintf("/match/replay?%s&number=%d", in, number),
		}[rand.IntN(9)]
		resp, err := get(ctx, a.soak.serve.page, path)
		if err != nil {
			if ctx.Err() == nil {
				a.Errorf("%s: %v", path, err)
			}
			continue
		}
		a.fine(path, resp)
		if _, err := io.Copy(io.Discard, resp.Body); err != nil && ctx.Err() == nil {
			a.Errorf("%s: %v", path, err)
		}
		resp.Body.Close()
		a.pages.Add(1)
	}
}

// order has the server play matches of its own.
func (a *audience) order(ctx context.Context) {
	for rest(ctx, 2*time.Second) {
		g := games[rand.IntN(len(games))]
		bot := g.bot
		form := url.Values{"game": {g.name}, "bot0": {bot}, "bot1": {bot}, "args0": {"--level random"}, "args1": {"--level sensible"}}
		at := a.soak.serve.page
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+at.Host+"/live/begin", strings.NewReader(form.Encode()))
		if err != nil {
			a.Error(err)
			return
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Authorization", "Bearer "+at.Query().Get("token"))
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			if ctx.Err() == nil {
				a.Error(err)
			}
			continue
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		// The stage holds eight that have not ended.
		switch {
		case resp.StatusCode == http.StatusOK:
			a.begun.Add(1)
		case resp.StatusCode != http.StatusUnprocessableEntity && ctx.Err() == nil:
			a.Errorf("a match of %s: %s: %.500s", g.name, resp.Status, body)
		}
	}
}
