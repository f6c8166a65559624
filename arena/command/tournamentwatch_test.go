package command

import (
	"bufio"
	"io"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"testing"
)

// TestTournamentWatch plays a championship whose pages are open: the standings
// grow, a match is followed while somebody watches, and the pages stay until
// they are told to go.
func TestTournamentWatch(t *testing.T) {
	cmd, lines, out := startWatched(t, "game: catchcat\nseed: 5\nformat: {kind: round-robin}\nboards: 20\nentrants:\n"+
		"  - {id: a, bot: "+binaries+"/bot}\n  - {id: b, bot: "+binaries+"/bot}\n",
		"tournament", "c.yaml", "--results", "r", "--watch", "127.0.0.1:0", "--quiet")
	if !lines.Scan() {
		t.Fatal("nothing on stderr")
	}
	first := lines.Text()
	page, err := url.Parse(first)
	if err != nil || page.Host == "" {
		t.Fatalf("stderr begins with %q", first)
	}
	watching, err := http.NewRequestWithContext(t.Context(), "GET", "http://"+page.Host+"/live/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(watching)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	followed := make(chan string, 1)
	go func() {
		for events := bufio.NewScanner(resp.Body); events.Scan(); {
			if strings.Contains(events.Text(), `"state":"ended"`) {
				followed <- events.Text()
				return
			}
		}
		followed <- "the stream ended"
	}()
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "The pages stay") {
	}
	if news := <-followed; !strings.Contains(news, `"page":"/match?number=`) {
		t.Errorf("no match was followed: %s", news)
	}
	standings, err := http.Get("http://" + page.Host + "/standings?lang=en")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(standings.Body)
	standings.Body.Close()
	if err != nil || !strings.Contains(string(body), "<bdi>40</bdi> of <bdi>40</bdi>") {
		t.Errorf("the standings: %v: %.3000s", err, body)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		t.Errorf("at the end: %s", lines.Text())
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(out.String(), "a") {
		t.Errorf("%v, stdout %q", err, out.String())
	}
}
