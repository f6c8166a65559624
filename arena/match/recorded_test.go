package match

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/goldhunter"
)

// sharedVectors returns the folder of the recorded traffic and maps of 2015,
// which are not in the repository.
func sharedVectors(t *testing.T) string {
	t.Helper()
	shared := os.Getenv("ARENA_SHARED")
	if shared == "" {
		const missing = "ARENA_SHARED is not set: the traffic and the maps of 2015 are not here"
		if os.Getenv("CI") == "true" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	return filepath.Join(shared, "vectors", "goldhunter")
}

// recording is what one original client said.
type recording struct {
	name   string
	orders []map[string]string
}

func recordings(t *testing.T, path string) [2]recording {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var said [2]recording
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		who, text, _ := strings.Cut(lines.Text(), "> ")
		if who != "C0" && who != "C1" {
			continue
		}
		r := &said[who[1]-'0']
		var m struct {
			Command  int               `json:"mCommandID"`
			Args     []string          `json:"mArguments"`
			Commands map[string]string `json:"commands"`
		}
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		switch m.Command {
		case 0:
			r.name = m.Args[0]
		case 1:
			r.orders = append(r.orders, m.Commands)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return said
}

// client returns a client that says what the original one said; none of it is
// malformed here.
func (r *recording) client() *gsonClient {
	return &gsonClient{name: r.name, orders: func(s *gsonStage) map[string]string {
		if n := *s.Cycle - 1; n < len(r.orders) {
			return r.orders[n]
		}
		return map[string]string{}
	}}
}

// TestRecordedClients: clients that answer as the original ones did, byte for
// byte in their orders, play whole matches on the contest's own maps.
func TestRecordedClients(t *testing.T) {
	dir := sharedVectors(t)
	logs, err := filepath.Glob(filepath.Join(dir, "wire_*.log.gz"))
	if err != nil || len(logs) == 0 {
		t.Fatalf("no recorded traffic in %s: %v", dir, err)
	}
	board, err := os.ReadFile(filepath.Join(dir, "gold_hunter.map.org"))
	if err != nil {
		t.Fatal(err)
	}
	for _, log := range logs {
		said := recordings(t, log)
		setup := goldhunter.Game{}.NewSetup().(*goldhunter.Setup)
		setup.Boards = []string{string(board)}
		m := newClientMatch(t, setup, tcpSource(), tcpSource())
		address := m.start(t.Context())
		a, b := said[0].client(), said[1].client()
		overA := a.start(t, address)
		eventually(t, "the first is in", func() bool { return m.log.has("connected") })
		overB := b.start(t, address)
		rec := m.wait()
		if errA, errB := <-overA, <-overB; errA != nil || errB != nil {
			t.Errorf("%s: %v and %v", filepath.Base(log), errA, errB)
		}
		if len(said[0].orders) < 100 || a.stages != rec.Result.Moves || !a.done || !b.done {
			t.Errorf("%d orders recorded, %d stages seen of %d", len(said[0].orders), a.stages, rec.Result.Moves)
		}
		malformed := 0
		for _, answer := range rec.Rounds[0].Answers {
			malformed += answer.Malformed
		}
		if malformed > 0 || rec.Header.Seats[0].Name != said[0].name || rec.Header.Seats[1].Name != said[1].name {
			t.Errorf("%d malformed orders; seats %+v", malformed, rec.Header.Seats)
		}
		for i, s := range rec.Measured.Seats {
			if len(s.Faults) > 0 {
				t.Errorf("%s: faults %q", rec.Header.Seats[i].Name, s.Faults)
			}
		}
	}
}

// TestClientAgainstBot: a client plays a bot in the jail, on either side.
func TestClientAgainstBot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "goldhunter")
	if out, err := exec.Command("go", "build", "-o", path, "botarena/bots/house/goldhunter").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	j := jail(t)
	for seat := range 2 {
		sources := []Source{{Process: &Process{Path: path}}, {Process: &Process{Path: path}}}
		sources[seat] = tcpSource()
		m := newClientMatch(t, small(60), sources...)
		m.process = j
		if err := (Seaters{Process: j}).Open(&m.spec); err != nil {
			t.Fatal(err)
		}
		c := &gsonClient{name: "client"}
		over := c.start(t, m.start(t.Context()))
		rec := m.wait()
		if err := <-over; err != nil {
			t.Error(err)
		}
		for i, s := range rec.Measured.Seats {
			if len(s.Faults) > 0 || rec.Result.Seats[i].Fault != game.NoFault {
				t.Errorf("seat %d: faults %q", i, s.Faults)
			}
		}
		if want := string(rune('0' + seat)); c.team != want || c.stages != rec.Result.Moves || rec.Header.Seats[seat].Name != "client" {
			t.Errorf("team %s, want %s; %d stages of %d; seats %+v", c.team, want, c.stages, rec.Result.Moves, rec.Header.Seats)
		}
	}
}
