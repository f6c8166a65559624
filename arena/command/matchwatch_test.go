package command

import (
	"bufio"
	"context"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMatchWatch has a match wait for its cue, gives it as the page does, and
// ends the pages when all is over.
func TestMatchWatch(t *testing.T) {
	dir := t.TempDir()
	config := "game: catchcat\nseed: 5\nseats:\n  catcher: {name: a, bot: " + binaries + "/bot}\n  cat: {name: b, bot: " + binaries + "/bot}\n"
	if err := os.WriteFile(filepath.Join(dir, "m.yaml"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(binaries, "arena"), "match", "m.yaml", "--debug", "--watch")
	cmd.Dir = dir
	var out strings.Builder
	cmd.Stdout = &out
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	line := func(beginning string) string {
		t.Helper()
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), beginning) {
				return lines.Text()
			}
		}
		t.Fatalf("stderr ended before %q", beginning)
		return ""
	}
	page, err := url.Parse(line("http://"))
	if err != nil {
		t.Fatal(err)
	}
	id, token := page.Query().Get("id"), page.Query().Get("token")
	if replays, _ := filepath.Glob(dir + "/results/*"); len(replays) > 0 {
		t.Error("the match did not wait")
	}
	for state := ""; state != "204 No Content"; time.Sleep(10 * time.Millisecond) {
		r, err := http.NewRequestWithContext(ctx, "POST", "http://"+page.Host+"/live/start", strings.NewReader(url.Values{"id": {id}}.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Sec-Fetch-Dest", "empty")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		state = resp.Status
	}
	line("The page stays")
	resp, err := http.Get("http://" + page.Host + "/live/list")
	if err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	if _, err := bufio.NewReader(resp.Body).WriteTo(&list); err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if !strings.Contains(list.String(), `"state":"ended"`) || !strings.Contains(list.String(), `"page":"/match?file=catchcat-`) {
		t.Errorf("the page says %s", list.String())
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(out.String(), "replay: results/catchcat-") {
		t.Errorf("%v, stdout %q", err, out.String())
	}
}
