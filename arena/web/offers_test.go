package web

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"botarena/arena/match"
)

// TestOffers: who plays is offered every bot that can take one of the seats.
func TestOffers(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"hunter/bot.yaml": "game: catchcat\nroles: [catcher]\nentry: run\n", "hunter/run": "#!/bin/sh\n",
		"tom/bot.yaml": "game: catchcat\nroles: [cat]\nentry: run\n", "tom/run": "#!/bin/sh\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, Options{Bots: dir, Seater: match.Seaters{}})
	games, problems, err := s.server.offers()
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	for _, g := range games {
		if want := g.Name == "catchcat"; slices.Equal(g.Bots, []string{"hunter", "tom"}) != want {
			t.Errorf("%s: %q", g.Name, g.Bots)
		}
	}
	s.login()
	if page := s.get("/play"); !strings.Contains(page, "<option>hunter</option>") || !strings.Contains(page, "<option>tom</option>") {
		t.Error("the page does not offer both")
	}
}

// TestUnkept: where the replay of a match cannot be written, its page says so.
func TestUnkept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s := open(t, Options{Results: dir, Bots: bots, Seater: jailed(t)})
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s.login()
	if resp, body := s.do(s.request("POST", "/live/begin", url.Values{"game": {"catchcat"}, "bot0": {"catchcat"}, "bot1": {"catchcat"}, "args0": {"--level random"}})); resp.StatusCode != 200 {
		t.Fatalf("%s: %s", resp.Status, body)
	}
	one := s.server.stage.list()[0]
	for deadline := time.Now().Add(20 * time.Second); one.State != "ended" || one.Unkept == ""; one = s.server.stage.list()[0] {
		if time.Now().After(deadline) {
			t.Fatalf("%+v", one)
		}
		time.Sleep(time.Millisecond)
	}
	if one.Page != "" || one.Unkept != "not a directory" {
		t.Errorf("%+v", one)
	}
}
