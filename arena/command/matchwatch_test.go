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

// TestMatchWatch has a match wait for its cue, without one of its bots, which is
// said; it gives the cue as the page does, and ends the pages when all is over.
func TestMatchWatch(t *testing.T) {
	cmd, lines, out := startWatched(t, "game: catchcat\nseed: 5\nseats:\n  catcher: {name: a, bot: "+binaries+"/bot}\n  cat: {name: b, bot: "+binaries+"/bot, args: [exit]}\n",
		"match", "c.yaml", "--debug", "--watch")
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
	if said := line("b is"); said != "b is not ready: did-not-start: left with exit code 7" {
		t.Errorf("it says %q", said)
	}
	id, token := page.Query().Get("id"), page.Query().Get("token")
	if replays, _ := filepath.Glob(cmd.Dir + "/results/*"); len(replays) > 0 {
		t.Error("the match did not wait")
	}
	for state := ""; state != "204 No Content"; time.Sleep(10 * time.Millisecond) {
		r, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+page.Host+"/live/start", strings.NewReader(url.Values{"id": {id}}.Encode()))
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

// startWatched starts the program in a folder with a config, c.yaml, and returns
// what it says on stderr and, when it has ended, stdout. It is ended after two
// minutes.
func startWatched(t *testing.T, config string, args ...string) (cmd *exec.Cmd, stderr *bufio.Scanner, stdout *strings.Builder) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	cmd = exec.CommandContext(ctx, filepath.Join(binaries, "arena"), args...)
	cmd.Dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(cmd.Dir, "c.yaml"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	stdout = new(strings.Builder)
	cmd.Stdout = stdout
	pipe, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewScanner(pipe), stdout
}
