package fleet

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"testing"
	"time"

	"botarena/arena/fleet/join"
	"botarena/arena/fleet/queue"
)

// host is a network namespace that stands for another machine: what runs in
// it reaches this one by a cable, which can be pulled.
type host struct{ name, cable, address string }

// newHost makes one. Where that cannot be done the test is skipped, which says
// what is missing; in CI it fails.
func newHost(t *testing.T, n int) *host {
	t.Helper()
	h := &host{
		name:    fmt.Sprintf("arena-test-%d-%d", os.Getpid(), n),
		cable:   fmt.Sprintf("ar%d-%d", os.Getpid()%1_000_000, n),
		address: fmt.Sprintf("10.213.%d.1", 100+n),
	}
	other := h.cable + "p"
	t.Cleanup(func() {
		exec.Command("ip", "link", "del", h.cable).Run()
		exec.Command("ip", "netns", "del", h.name).Run()
	})
	for _, words := range [][]string{
		{"netns", "add", h.name},
		{"link", "add", h.cable, "type", "veth", "peer", "name", other},
		{"link", "set", other, "netns", h.name},
		{"addr", "add", h.address + "/24", "dev", h.cable},
		{"link", "set", h.cable, "up"},
		{"-n", h.name, "addr", "add", fmt.Sprintf("10.213.%d.2/24", 100+n), "dev", other},
		{"-n", h.name, "link", "set", other, "up"},
		{"-n", h.name, "route", "add", "default", "via", h.address},
	} {
		out, err := exec.Command("ip", words...).CombinedOutput()
		if err == nil {
			continue
		}
		missing(t, "no network namespaces, which need root and iproute2: ip %q: %v: %s", words, err, out)
	}
	return h
}

// missing skips a test, saying what is missing; in CI it fails.
func missing(t *testing.T, format string, v ...any) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf(format, v...)
	}
	t.Skipf(format, v...)
}

// link returns a link of this machine as that host reaches it.
func (h *host) link(l join.Link) join.Link {
	_, port, _ := net.SplitHostPort(l.Address)
	l.Address = net.JoinHostPort(h.address, port)
	if u, err := url.Parse(l.Outside); err == nil && l.Outside != "" {
		u.Host = net.JoinHostPort(h.address, u.Port())
		l.Address, l.Outside = "", u.String()
	}
	return l
}

// command goes before a program that is to run on the host.
func (h *host) command() []string { return []string{"ip", "netns", "exec", h.name} }

// cut pulls the cable, or puts it back.
func (h *host) cut(t testing.TB, off bool) {
	state := "up"
	if off {
		state = "down"
	}
	if out, err := exec.Command("ip", "link", "set", h.cable, state).CombinedOutput(); err != nil {
		t.Errorf("ip link set %s %s: %v: %s", h.cable, state, err, out)
	}
}

// TestHostsCutOff plays on three hosts of their own, of which one after the other
// is cut off, longer than AckWait, while it plays.
func TestHostsCutOff(t *testing.T) {
	const n = 400
	hosts := []*host{newHost(t, 0), newHost(t, 1), newHost(t, 2)}
	sources := bots(t)
	plain := chaotic()
	plain.Wait = 0
	want := play(t, t.Context(), plain, specs(sources, n))
	c := lead(t, Options{Server: queue.ServerOptions{Folder: t.TempDir(), Listen: "0.0.0.0"}})
	for _, h := range hosts {
		w := startWorker(t, h.link(c.Link()), t.TempDir(), "", h.command()...)
		defer w.kill()
	}
	stop, stopped := make(chan struct{}), make(chan int)
	go func() {
		cuts := 0
		defer func() { stopped <- cuts }()
		for i := 0; ; i++ {
			h := hosts[i%len(hosts)]
			for _, off := range []bool{true, false} {
				select {
				case <-stop:
					return
				case <-time.After(1500 * time.Millisecond):
				}
				h.cut(t, off)
				if off {
					cuts++
				}
			}
		}
	}()
	// A match takes long enough for the cable to be pulled in the middle.
	got := play(t, t.Context(), c, slowly(specs(sources, n), 15*time.Millisecond))
	close(stop)
	cuts := <-stopped
	compare(t, got, want)
	s := c.Status()
	t.Logf("%d cuts; %d duplicates dropped, %d missing jobs queued again", cuts, s.Duplicates, s.Missed)
	if cuts < 2 {
		t.Errorf("only %d cuts", cuts)
	}
}
