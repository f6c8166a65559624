package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/arena/game/goldhunter"
	"botarena/arena/record"
)

// doorLog keeps what is told at a door.
type doorLog struct {
	mu   sync.Mutex
	text string
}

func (l *doorLog) tell(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text += line + "\n"
}

func (l *doorLog) has(text string) bool { return l.count(text) > 0 }

func (l *doorLog) count(text string) int { return strings.Count(l.String(), text) }

func (l *doorLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text
}

// eventually waits until something holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

// clientMatch is a match of Gold Hunter that waits for its clients.
type clientMatch struct {
	t       testing.TB
	clients *Clients
	log     doorLog
	spec    Spec
	process Seater
	over    chan *record.Record
	err     error
}

func newClientMatch(t testing.TB, setup *goldhunter.Setup, sources ...Source) *clientMatch {
	t.Helper()
	if err := setup.Resolve(nil); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(setup)
	if err != nil {
		t.Fatal(err)
	}
	m := &clientMatch{t: t, over: make(chan *record.Record, 1)}
	m.clients = &Clients{Tell: m.log.tell}
	m.spec = Spec{Sources: sources, Header: record.Header{
		Version: record.Version, Game: goldhunter.Name, Setup: text, Seed: 5,
		Terms: record.Terms{Clock: "fair", Move: record.Duration(time.Second), Start: record.Duration(5 * time.Second), Memory: 1 << 30, CPU: "1"},
	}}
	for i, s := range sources {
		seat := record.Seat{Name: fmt.Sprint("bot ", i), Kind: s.Kind()}
		if s.TCP != nil {
			seat.Name, seat.Dialect = "", "gson"
		}
		m.spec.Header.Seats = append(m.spec.Header.Seats, seat)
	}
	t.Cleanup(func() { m.clients.Close() })
	return m
}

func tcpSource() Source { return Source{TCP: &TCP{Address: "127.0.0.1:0"}} }

// start opens the door, waits for the clients and plays, in the background;
// it returns the door's address.
func (m *clientMatch) start(ctx context.Context) string {
	m.t.Helper()
	go func() {
		defer close(m.over)
		if m.err = m.clients.Open(ctx, &m.spec); m.err != nil {
			return
		}
		// On a thread of its own kind: a busy machine would make the arena late,
		// and a loss on time void.
		local := &Local{Games: only(goldhunter.Game{}), Seater: Seaters{Process: m.process, TCP: m.clients}}
		o := local.play(ctx, m.spec, Place{}, 1)
		m.err = o.Err
		m.over <- o.Record
	}()
	return m.address()
}

// address waits until the door is open, and returns its address.
func (m *clientMatch) address() (address string) {
	m.t.Helper()
	eventually(m.t, "the door opens", func() bool {
		m.clients.mu.Lock()
		defer m.clients.mu.Unlock()
		d := m.clients.doors["127.0.0.1:0"]
		if d != nil {
			address = d.listener.Addr().String()
		}
		return d != nil
	})
	return address
}

// wait returns the match's record.
func (m *clientMatch) wait() *record.Record {
	m.t.Helper()
	select {
	case rec := <-m.over:
		if m.err != nil || rec == nil {
			m.t.Fatalf("no record: %v", m.err)
		}
		if rec.Measured.Void != "" {
			m.t.Fatalf("void: %s", rec.Measured.Void)
		}
		if err := Verify(goldhunter.Game{}, rec); err != nil {
			m.t.Error(err)
		}
		return rec
	case <-time.After(20 * time.Second):
		m.t.Fatalf("the match does not end; at the door:\n%s", m.log.String())
	}
	return nil
}

// small is one generated map with few stages: a draw on it ends the match.
func small(stages int) *goldhunter.Setup {
	s := goldhunter.Game{}.NewSetup().(*goldhunter.Setup)
	s.Stages = &stages
	s.Generate.Maps = 1
	return s
}

// TestClients: two clients, of one name, play a whole match; a third is
// turned away in the middle of it.
func TestClients(t *testing.T) {
	m := newClientMatch(t, small(150), tcpSource(), tcpSource())
	address := m.start(t.Context())
	third := make(chan error, 1)
	a := &gsonClient{name: "Zolfa  \u202eteam"}
	a.before = func(_ net.Conn, s *gsonStage) bool {
		if *s.Cycle == 75 {
			conn, err := net.Dial("tcp", address)
			if err == nil {
				_, err = conn.Read(make([]byte, 1))
				conn.Close()
			}
			third <- err
		}
		return true
	}
	b := &gsonClient{name: a.name}
	overA := a.start(t, address)
	eventually(t, "the first is in", func() bool { return m.log.has("connected") })
	overB := b.start(t, address)
	rec := m.wait()
	for i, over := range []<-chan error{overA, overB} {
		if err := <-over; err != nil {
			t.Errorf("client %d: %v", i, err)
		}
	}
	if a.team != "0" || b.team != "1" || a.stages != rec.Result.Moves || b.stages != a.stages || !a.done || !b.done {
		t.Errorf("teams %s and %s, stages %d and %d of %d, told the end %v and %v", a.team, b.team, a.stages, b.stages, rec.Result.Moves, a.done, b.done)
	}
	if s := rec.Header.Seats; s[0].Name != "Zolfa team" || s[1].Name != "Zolfa team (2)" {
		t.Errorf("names %q and %q", s[0].Name, s[1].Name)
	}
	for i, s := range rec.Measured.Seats {
		if seat := rec.Header.Seats[i]; seat.Kind != "tcp" || seat.Hash != "" || !strings.HasPrefix(s.Run.Where, "127.0.0.1:") {
			t.Errorf("seat %d: %+v at %q", i, seat, s.Run.Where)
		}
		if len(s.Faults) > 0 || s.Run.Killed != "" {
			t.Errorf("seat %d: faults %q, %+v", i, s.Faults, s.Run)
		}
	}
	if err := <-third; !errors.Is(err, io.EOF) || !m.log.has("was turned away: no seat is free") {
		t.Errorf("the third got %v; log:\n%s", err, m.log.String())
	}
}

// TestOpenAgain: whoever waits already keeps a seat and its name when the doors are
// opened for the match once more.
func TestOpenAgain(t *testing.T) {
	m := newClientMatch(t, small(10), tcpSource(), tcpSource())
	spec := m.spec
	spec.Header.Seats = slices.Clone(spec.Header.Seats)
	opened := make(chan error, 1)
	go func() { opened <- m.clients.Open(t.Context(), &spec) }()
	address := m.address()
	for i, name := range []string{"one", "two"} {
		(&gsonClient{name: name}).start(t, address)
		eventually(t, "it is in", func() bool { return m.log.count("connected") > i })
	}
	if err := <-opened; err != nil {
		t.Fatal(err)
	}
	m.start(t.Context())
	rec := m.wait()
	for _, seats := range [][]record.Seat{spec.Header.Seats, rec.Header.Seats} {
		if seats[0].Name != "one" || seats[1].Name != "two" {
			t.Errorf("names %q and %q", seats[0].Name, seats[1].Name)
		}
	}
}

// TestClientFaults: what clients do wrong in a match. Their units stand still,
// and the match goes on to its end.
func TestClientFaults(t *testing.T) {
	hold := make(chan struct{})
	defer close(hold)
	for _, c := range []struct {
		name  string
		spoil func(net.Conn, *gsonStage) bool
		fault string // in the report
		want  game.Fault
	}{
		{"vanishes", func(conn net.Conn, s *gsonStage) bool { return *s.Cycle < 5 }, "answer 5: crash: its connection ended", game.Crash},
		{"is reset", func(conn net.Conn, s *gsonStage) bool {
			if *s.Cycle == 5 {
				conn.(*net.TCPConn).SetLinger(0)
				return false
			}
			return true
		}, "answer 5: crash: its connection ended", game.Crash},
		{"writes no end", func(conn net.Conn, s *gsonStage) bool {
			if *s.Cycle == 5 {
				conn.Write([]byte(strings.Repeat("x", 70<<10)))
				<-hold
				return false
			}
			return true
		}, "answer 5: line-too-long", game.LineTooLong},
		{"falls silent", func(conn net.Conn, s *gsonStage) bool {
			if *s.Cycle == 5 {
				<-hold
				return false
			}
			return true
		}, "answer 5: timeout", game.Timeout},
		{"is slow at times", func(conn net.Conn, s *gsonStage) bool {
			if *s.Cycle == 5 {
				conn.Write([]byte("{"))
				time.Sleep(300 * time.Millisecond)
				conn.Write([]byte(`"late":1}` + "\n"))
			}
			return true
		}, "answer 5: timeout", game.NoFault},
	} {
		t.Run(c.name, func(t *testing.T) {
			setup := small(30)
			setup.RetireAfter = 3
			m := newClientMatch(t, setup, tcpSource(), tcpSource())
			m.spec.Header.Terms.Move = record.Duration(150 * time.Millisecond)
			address := m.start(t.Context())
			a, b := &gsonClient{name: "good"}, &gsonClient{name: "bad", before: c.spoil}
			over := a.start(t, address)
			eventually(t, "the first is in", func() bool { return m.log.has("connected") })
			b.start(t, address)
			rec := m.wait()
			if err := <-over; err != nil {
				t.Errorf("the good client: %v", err)
			}
			if f := rec.Measured.Seats[1].Faults; len(f) == 0 || !strings.HasPrefix(f[0], c.fault) {
				t.Errorf("faults %q, want %q", f, c.fault)
			}
			if rec.Result.Moves != 30 || rec.Result.Seats[1].Fault != c.want || rec.Result.Seats[0].Fault != game.NoFault {
				t.Errorf("result %+v", rec.Result)
			}
		})
	}
}

// TestClientsAtTheDoor: who says nothing, or leaves again, or says too much
// makes room for others.
func TestClientsAtTheDoor(t *testing.T) {
	m := newClientMatch(t, small(10), tcpSource(), tcpSource())
	m.spec.Header.Terms.Start = record.Duration(300 * time.Millisecond)
	address := m.start(t.Context())
	dial := func(say string) net.Conn {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, say)
		return conn
	}
	defer dial("").Close() // silent
	eventually(t, "the silent one is sent away", func() bool { return m.log.has("did not say its name in time") })
	defer dial(strings.Repeat("y", 5000)).Close()
	eventually(t, "the loud one is sent away", func() bool { return m.log.has("its first line is longer than 4096 bytes") })
	dial("{").Close()
	eventually(t, "the short one is sent away", func() bool { return m.log.has("left before it had said its name") })
	leaver := dial(`{"mCommandID":0,"mTimeSent":0,"mArguments":["leaver"]}` + "\n")
	eventually(t, "the leaver is in", func() bool { return m.log.has(`"leaver" connected`) })
	leaver.Close()
	eventually(t, "the leaver is gone", func() bool { return m.log.has("has left before the match") })
	a, b := &gsonClient{name: "a"}, &gsonClient{name: "b"}
	overA := a.start(t, address)
	eventually(t, "a is in", func() bool { return m.log.has(`"a" connected`) })
	overB := b.start(t, address)
	rec := m.wait()
	if errA, errB := <-overA, <-overB; errA != nil || errB != nil || a.team != "0" || rec.Header.Seats[0].Name != "a" {
		t.Errorf("a: %v, b: %v, a is team %s, seats %+v", errA, errB, a.team, rec.Header.Seats)
	}
}

// TestClientsComeBack: when nothing decides a board, each seat waits for its
// own client to come back, in whichever order they do.
func TestClientsComeBack(t *testing.T) {
	const board = "1\n1 2\n1 1\n0\n0 0\n0 1 0\n0 0 Right\n0 1 Left\n"
	setup := goldhunter.Game{}.NewSetup().(*goldhunter.Setup)
	setup.Boards = []string{board, board}
	m := newClientMatch(t, setup, tcpSource(), tcpSource())
	address := m.start(t.Context())
	play := func(names ...string) []*gsonClient {
		var clients []*gsonClient
		var over []<-chan error
		for _, name := range names {
			c := &gsonClient{name: name}
			before := m.log.count("connected")
			over = append(over, c.start(t, address))
			eventually(t, name+" is in", func() bool { return m.log.count("connected") > before })
			clients = append(clients, c)
		}
		for i, o := range over {
			if err := <-o; err != nil {
				t.Errorf("%s: %v", names[i], err)
			}
		}
		return clients
	}
	first := play("a", "b")
	eventually(t, "the seats wait again", func() bool { return m.log.has("waits for") })
	second := play("b", "a")
	rec := m.wait()
	if !m.log.has(`seat 1 waits for "a" to connect again`) {
		t.Errorf("nobody was told; log:\n%s", m.log.String())
	}
	if first[0].team != "0" || second[0].team != "1" || second[1].team != "0" || len(rec.Rounds) != 2 {
		t.Errorf("teams %s, then b %s, a %s; %d rounds", first[0].team, second[0].team, second[1].team, len(rec.Rounds))
	}
}

// TestNoClient: waiting ends with the context, or when it lasts too long.
func TestNoClient(t *testing.T) {
	m := newClientMatch(t, small(10), tcpSource(), tcpSource())
	ctx, cancel := context.WithCancel(t.Context())
	m.start(ctx)
	cancel()
	if <-m.over; !errors.Is(m.err, context.Canceled) {
		t.Errorf("error %v", m.err)
	}
	m = newClientMatch(t, small(10), tcpSource())
	m.spec.Sources[0].TCP.Wait = record.Duration(50 * time.Millisecond)
	m.start(t.Context())
	var none *NoClientError
	if <-m.over; !errors.As(m.err, &none) {
		t.Errorf("error %v", m.err)
	}
	m.spec.Sources = append(m.spec.Sources, Source{})
	var refusal *Refusal
	if _, err := m.clients.Seat(t.Context(), &m.spec, 0, nil); !errors.As(err, &refusal) {
		t.Errorf("error %v", err)
	}
	if err := (&Clients{}).Open(t.Context(), &Spec{Header: m.spec.Header, Sources: []Source{{TCP: &TCP{Address: "nowhere.invalid:1"}}}}); err == nil {
		t.Error("a door at nowhere was opened")
	}
}

// TestWaitsForEver: of two seats at one door that are waited for differently long, the
// longer wait holds for both, and the longest has no end.
func TestWaitsForEver(t *testing.T) {
	for _, short := range []int{0, 1} {
		m := newClientMatch(t, small(10), tcpSource(), tcpSource())
		m.spec.Sources[short].TCP.Wait = record.Duration(20 * time.Millisecond)
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		if err := m.clients.Open(ctx, &m.spec); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("seat %d is waited for shortly: %v", short, err)
		}
	}
}

// TestMixedDialects: at a door at which one client waits to be spoken to,
// nobody is sent away for having said no name.
func TestMixedDialects(t *testing.T) {
	for _, dialects := range [][2]string{{"text", "gson"}, {"gson", "text"}} {
		m := newClientMatch(t, small(150), tcpSource(), tcpSource())
		for i, d := range dialects {
			m.spec.Header.Seats[i].Dialect = d
		}
		m.spec.Header.Terms.Start = record.Duration(50 * time.Millisecond)
		d, err := m.clients.door(&m.spec, 0)
		if err != nil {
			t.Fatal(err)
		}
		conn, err := net.Dial("tcp", d.listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		eventually(t, "the silent client is in", func() bool { return d.has(func(*client) bool { return true }) })
	}
}

// TestCloseEndsTheWaiting: who closes the doors need not wait for clients that
// never come.
func TestCloseEndsTheWaiting(t *testing.T) {
	m := newClientMatch(t, small(150), tcpSource(), tcpSource())
	m.start(t.Context())
	if err := m.clients.Close(); err != nil {
		t.Error(err)
	}
	select {
	case <-m.over:
	case <-time.After(5 * time.Second):
		t.Fatal("it still waits")
	}
	if !errors.Is(m.err, net.ErrClosed) {
		t.Errorf("error %v", m.err)
	}
}
