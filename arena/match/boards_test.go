package match

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/arena/game/papersoccer"
	"botarena/arena/player"
	"botarena/arena/record"
	"botarena/bots/board/boardtest"
	"botarena/bots/board/simulated"
)

// kept keeps what is written to it.
type kept struct {
	mu   sync.Mutex
	text []byte
}

func (k *kept) Write(b []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.text = append(k.text, b...)
	return len(b), nil
}

func (k *kept) String() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return string(k.text)
}

// soccerSpec returns a match of Paper Soccer in which red starts.
func soccerSpec(t testing.TB, sources ...Source) Spec {
	t.Helper()
	setup, err := json.Marshal(papersoccer.DefaultSetup())
	if err != nil {
		t.Fatal(err)
	}
	spec := Spec{
		Header: record.Header{
			Version: record.Version, Game: papersoccer.Name, Setup: setup,
			Terms: record.Terms{Clock: "fair", Move: record.Duration(time.Second), Start: record.Duration(5 * time.Second), Memory: 1 << 30, CPU: "1"},
		},
		Sources: sources,
	}
	for i, s := range sources {
		spec.Header.Seats = append(spec.Header.Seats, record.Seat{Name: fmt.Sprint("player ", i), Kind: s.Kind()})
	}
	for ; ; spec.Header.Seed++ {
		g, err := game.DecodeSetup(papersoccer.Game{}, setup)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := StartRound(g, spec.Header.Seed, 0); err != nil || s.ToMove()[0] == papersoccer.Red {
			return spec
		}
	}
}

func boardSource(p *simulated.Pty, baud int, onUnplug string) Source {
	return Source{Serial: &Serial{
		SerialLine: player.SerialLine{Device: p.Path, Baud: baud, Parity: "none", StopBits: 1},
		OnUnplug:   onUnplug, Settle: record.Duration(50 * time.Millisecond),
	}}
}

func playBoards(t testing.TB, spec Spec, process Seater) *record.Record {
	t.Helper()
	local := &Local{Games: only(papersoccer.Game{}), Seater: Seaters{Process: process, Serial: Boards{}}}
	o := local.play(t.Context(), spec, Place{}, 1)
	if o.Err != nil {
		t.Fatal(o.Err)
	}
	return o.Record
}

// wantGoal wants a match that was played to its end without a fault, and
// whose replay is the same.
func wantGoal(t testing.TB, rec *record.Record) {
	t.Helper()
	if rec.Measured.Void != "" || rec.Result == nil {
		t.Fatalf("void: %s", rec.Measured.Void)
	}
	for i, s := range rec.Measured.Seats {
		if len(s.Faults) > 0 || rec.Result.Seats[i].Fault != game.NoFault {
			t.Errorf("seat %d: faults %q", i, s.Faults)
		}
	}
	switch rec.Result.Reason {
	case "goal", "own-goal", "stuck":
	default:
		t.Errorf("ended by %s", rec.Result.Reason)
	}
	if err := Verify(papersoccer.Game{}, rec); err != nil {
		t.Error(err)
	}
}

func byteTime(baud int) time.Duration { return 10 * time.Second / time.Duration(baud) }

// TestBoards: board against board, at several baud rates, with what the
// records say of them.
func TestBoards(t *testing.T) {
	for _, baud := range []int{9600, 57600, 115200, 1_000_000} {
		t.Run(fmt.Sprint(baud), func(t *testing.T) {
			var heard kept
			red := boardtest.Plug(t, &simulated.Board{ByteTime: byteTime(baud)}, &heard)
			blue := boardtest.Plug(t, &simulated.Board{ByteTime: byteTime(baud), Fault: simulated.Garbage}, nil)
			rec := playBoards(t, soccerSpec(t, boardSource(red, baud, UnplugVoid), boardSource(blue, baud, UnplugVoid)), nil)
			wantGoal(t, rec)
			if want := "w\x08\nl\x0a\ncr\n{}\n"; !strings.HasPrefix(heard.String(), want) {
				t.Errorf("the starter got %q, want %q", heard.String(), want)
			}
			for i, s := range rec.Measured.Seats {
				seat := rec.Header.Seats[i]
				if seat.Kind != "serial" || seat.Hash != "" || !strings.Contains(s.Run.Where, fmt.Sprintf(" %d 8N1", baud)) {
					t.Errorf("seat %d: kind %q, hash %q, where %q", i, seat.Kind, seat.Hash, s.Run.Where)
				}
			}
			if w := rec.Measured.Seats[1].Run.Where; !strings.Contains(w, "bytes dropped before the start") {
				t.Errorf("nothing is said of the garbage: %q", w)
			}
		})
	}
}

// TestBoardFaults: what boards do wrong, and what becomes of it.
func TestBoardFaults(t *testing.T) {
	for _, c := range []struct {
		fault    simulated.Fault
		onUnplug string
		reason   string // "" for a match without a fault
		void     string
	}{
		{fault: simulated.Pieces},
		{fault: simulated.Noise},
		{fault: simulated.Silent, reason: "timeout"},
		{fault: simulated.Invalid, reason: "invalid-move"},
		{fault: simulated.Unplug, onUnplug: UnplugLose, reason: "crash"},
		{fault: simulated.Unplug, onUnplug: UnplugVoid, void: "red, answer 3: the board was unplugged"},
	} {
		t.Run(string(c.fault)+c.onUnplug, func(t *testing.T) {
			const baud = 115200
			red := boardtest.Plug(t, &simulated.Board{ByteTime: byteTime(baud), Fault: c.fault, Turn: 3}, nil)
			blue := boardtest.Plug(t, &simulated.Board{ByteTime: byteTime(baud)}, nil)
			rec := playBoards(t, soccerSpec(t, boardSource(red, baud, c.onUnplug), boardSource(blue, baud, UnplugVoid)), nil)
			switch {
			case rec.Measured.Void != c.void:
				t.Errorf("void %q, want %q", rec.Measured.Void, c.void)
			case c.reason == "" && c.void == "":
				wantGoal(t, rec)
			case c.void == "" && (rec.Result.Reason != c.reason || rec.Result.Seats[0].Outcome != game.Lose):
				t.Errorf("result %+v, want red to lose by %s", rec.Result, c.reason)
			}
			if noted := len(rec.Measured.Seats[0].Notes) > 0; noted != (c.fault == simulated.Noise) {
				t.Errorf("notes %q", rec.Measured.Seats[0].Notes)
			}
		})
	}
}

// TestBoardThatTalks: a board that does not stop talking has not started; a
// line that is not there voids the match.
func TestBoardThatTalks(t *testing.T) {
	red := boardtest.Plug(t, &simulated.Board{Fault: simulated.Chatter}, nil)
	blue := boardtest.Plug(t, &simulated.Board{}, nil)
	spec := soccerSpec(t, boardSource(red, 115200, UnplugVoid), boardSource(blue, 115200, UnplugVoid))
	spec.Header.Terms.Start = record.Duration(300 * time.Millisecond)
	spec.Sources[0].Serial.Settle = record.Duration(250 * time.Millisecond)
	rec := playBoards(t, spec, nil)
	if rec.Measured.Void != "" || rec.Result.Reason != "did-not-start" || rec.Result.Seats[0].Outcome != game.Lose {
		t.Errorf("void %q, result %+v", rec.Measured.Void, rec.Result)
	}
	spec.Sources[0].Serial.Device = "/dev/no-such-line"
	if rec := playBoards(t, spec, nil); !strings.Contains(rec.Measured.Void, "no-such-line: no such file") {
		t.Errorf("void %q", rec.Measured.Void)
	}
}

// TestBoardAgainstProcess: a board plays a jailed bot, and is not frozen when
// the bot is.
func TestBoardAgainstProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "papersoccer")
	if out, err := exec.Command("go", "build", "-o", path, "botarena/bots/house/papersoccer").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	j := jail(t)
	for seat := range 2 {
		board := boardSource(boardtest.Plug(t, &simulated.Board{ByteTime: byteTime(38400)}, nil), 38400, UnplugVoid)
		process := Source{Process: &Process{Path: path}}
		sources := []Source{board, process}
		if seat == 1 {
			sources = []Source{process, board}
		}
		spec := soccerSpec(t, sources...)
		spec.Header.Seats[1-seat].Args = []string{"-level", "sensible"}
		if err := (Seaters{Process: j}).Open(&spec); err != nil {
			t.Fatal(err)
		}
		rec := playBoards(t, spec, j)
		wantGoal(t, rec)
		if s := rec.Header.Seats; s[seat].Hash != "" || s[1-seat].Hash == "" {
			t.Errorf("hashes %q and %q", s[0].Hash, s[1].Hash)
		}
	}
}

func TestSeaters(t *testing.T) {
	spec := soccerSpec(t, Source{}, Source{Process: &Process{}, Serial: &Serial{}})
	for seat := range 2 {
		if _, err := (Seaters{}).Seat(t.Context(), &spec, seat, nil); err == nil || !strings.Contains(err.Error(), "exactly one") {
			t.Errorf("seat %d: %v", seat, err)
		}
	}
	spec.Sources[0] = Source{TCP: &TCP{}}
	if _, err := (Seaters{}).Seat(t.Context(), &spec, 0, nil); err == nil || !strings.Contains(err.Error(), "the kind tcp") {
		t.Errorf("%v", err)
	}
}
