package match

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/player"
	"botarena/arena/record"
	"botarena/protocol"
)

// compiled builds a C program of testdata.
func compiled(b *testing.B, name string) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), name)
	if out, err := exec.Command("gcc", "-O2", "-static", "-o", path, "testdata/"+name+".c").CombinedOutput(); err != nil {
		b.Skipf("the trivial bots need a C compiler (Debian: gcc libc6-dev): %v\n%s", err, out)
	}
	return path
}

// benchCore is the processor that both sides of a comparison are pinned to:
// seats that answer in turn share one with the arena's thread.
const benchCore = 0

// BenchmarkTurn compares a turn with that of a C referee that writes, polls and
// reads, all on one core, alternately in the same run: one bot asked again and
// again, without freezing and clocks; a long match of two bots likewise,
// against two bots in turn; and the same match as matches are played, jailed,
// frozen and timed.
func BenchmarkTurn(b *testing.B) {
	program := compiled(b, "pingpong")
	b.Run("bare", func(b *testing.B) {
		benchmarkTurn(b, program, 1, func(turns int) float64 { return bareTurns(b, program, turns) })
	})
	b.Run("match", func(b *testing.B) {
		benchmarkTurn(b, program, 2, func(turns int) float64 {
			return longMatch(b, program, turns, echoSeater{program}, bare)
		})
	})
	b.Run("jailed", func(b *testing.B) {
		seater := jail(b)
		benchmarkTurn(b, program, 2, func(turns int) float64 {
			return longMatch(b, program, turns, seater, record.Terms{Clock: "fair", Move: 1e9, Start: 10e9, Memory: 1 << 30})
		})
	})
}

// bare are terms under which nothing is frozen and no clock but the wall's is read.
var bare = record.Terms{Clock: "wall", Move: 1e9, Start: 10e9, Ponder: true}

// benchmarkTurn runs ours and the C referee of so many bots alternately; both
// give nanoseconds.
func benchmarkTurn(b *testing.B, program string, bots int, turn func(turns int) float64) {
	const turns = 20_000
	var ours, raw []float64
	for b.Loop() {
		ours = append(ours, turn(turns))
		out, err := exec.Command(program, "drive", strconv.Itoa(turns), strconv.Itoa(benchCore), strconv.Itoa(bots)).Output()
		if err != nil {
			b.Fatal(err)
		}
		ns, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		if err != nil {
			b.Fatal(err)
		}
		raw = append(raw, ns)
	}
	b.ReportMetric(median(ours)/1e3, "µs/turn")
	b.ReportMetric(median(raw)/1e3, "µs/raw-turn")
	b.ReportMetric(median(ours)/median(raw), "×raw")
	b.ReportMetric((median(ours)-median(raw))/1e3, "µs-more")
	b.ReportMetric(0, "ns/op")
}

// onThread calls f on a thread as matches have it.
func onThread(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		prepareThread(Place{Cores: [][]int{{benchCore}, {benchCore}}})
		f()
	}()
	<-done
}

// bareTurns asks one bot again and again and returns the nanoseconds a turn.
func bareTurns(b *testing.B, program string, turns int) (ns float64) {
	onThread(func() {
		bot, err := player.StartPlain(program, []string{"echo"}, nil)
		if err != nil {
			b.Error(err)
			return
		}
		table := player.NewTable([]player.Endpoint{bot}, player.Pondering, -1)
		table.Slow = func() { hurryThread() }
		defer table.Close(nil, time.Second)
		take := func(in *protocol.Buffer) ([]byte, error) {
			_, err := in.Line()
			return nil, err
		}
		ask := player.Ask{}
		asks := []*player.Ask{&ask}
		began := time.Now()
		for range turns {
			ask = player.Ask{Request: []byte("turn 1 \n"), Take: take, Clock: player.Clock{Mode: player.Wall, Limit: time.Second}}
			if table.Ask(asks); ask.Err != nil || ask.Fault != game.NoFault {
				b.Errorf("%v %s %s", ask.Err, ask.Fault, ask.Detail)
				return
			}
		}
		ns = float64(time.Since(began).Nanoseconds()) / float64(turns)
	})
	return ns
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}

// echoSeater seats the C program without a jail.
type echoSeater struct{ program string }

func (e echoSeater) Seat(_ context.Context, _ *Spec, _ int, _ []int) (player.Endpoint, error) {
	return player.StartPlain(e.program, []string{"echo"}, nil)
}
func (echoSeater) Layers() []string { return nil }

// longMatch returns the nanoseconds a turn of one long match.
func longMatch(b *testing.B, program string, turns int, seater Seater, terms record.Terms) float64 {
	b.Helper()
	spec := Spec{Header: record.Header{
		Version: record.Version, Game: "toy", Setup: []byte(`{"goal":` + strconv.Itoa(turns) + `}`), Terms: terms,
		Seats: []record.Seat{{Args: []string{"echo"}}, {Args: []string{"echo"}}},
	}, Sources: []Source{{Process: &Process{Path: program}}, {Process: &Process{Path: program}}}}
	var took time.Duration
	onThread(func() {
		place := Place{Cores: [][]int{{benchCore}, {benchCore}}, Hurry: hurryThread}
		rec, err := Play(b.Context(), toy{}, &spec, seater, place, nil)
		if err != nil || rec.Result.Moves != turns {
			b.Errorf("%v %+v", err, rec)
			return
		}
		took = time.Duration(rec.Measured.Wall)
		for _, s := range rec.Measured.Seats {
			took -= time.Duration(s.Start)
		}
	})
	return float64(took.Nanoseconds()) / float64(turns)
}

// BenchmarkStages plays 1,000 stages of Gold Hunter on a map of the original's
// size, in the jail, between two bots that give no orders, and alternately in
// the same run lets a referee without rules, clocks and jail send the same
// bytes to the same bots, with idle cores that sleep as the host likes, and with
// such as are kept awake as in our matches.
func BenchmarkStages(b *testing.B) {
	j := jail(b)
	g, err := all.Game("goldhunter")
	if err != nil {
		b.Fatal(err)
	}
	setup := g.NewSetup()
	if err := json.Unmarshal([]byte(`{"generate":{"rows":21,"cols":20,"hunters":2,"miners":5,"spies":1},"stages":1000}`), setup); err != nil {
		b.Fatal(err)
	}
	if err := setup.Resolve(nil); err != nil {
		b.Fatal(err)
	}
	text, err := json.Marshal(setup)
	if err != nil {
		b.Fatal(err)
	}
	path := compiled(b, "stages")
	spec := Spec{Header: record.Header{
		Version: record.Version, Game: "goldhunter", Setup: text, Seed: 1,
		Terms: record.Terms{Clock: "fair", Move: 1e9, Start: 10e9, Memory: 1 << 30},
		Seats: []record.Seat{{Name: "a"}, {Name: "b"}},
	}, Sources: []Source{{Process: &Process{Path: path}}, {Process: &Process{Path: path}}}}
	if err := j.Open(&spec); err != nil {
		b.Fatal(err)
	}
	local := &Local{Games: all.Game, Seater: j}
	var walls, raws, awake, theirs []float64
	for b.Loop() {
		o, err := One(b.Context(), local, spec, nil)
		if err != nil || o.Err != nil || o.Record.Result.Moves != 1000 {
			b.Fatalf("%v %v %+v", err, o.Err, o.Record)
		}
		m := o.Record.Measured
		walls = append(walls, float64(time.Duration(m.Wall).Microseconds())/1e3)
		theirs = append(theirs, float64(time.Duration(m.Seats[0].Run.CPU+m.Seats[1].Run.CPU).Microseconds())/1e3)
		raws = append(raws, rawStages(b, path, g, o.Record))
		release := keepAwake()
		awake = append(awake, rawStages(b, path, g, o.Record))
		release()
	}
	b.ReportMetric(median(walls), "ms/1000-stages")
	b.ReportMetric(median(raws), "ms/raw")
	b.ReportMetric(median(awake), "ms/raw-awake")
	b.ReportMetric(median(walls)/median(raws), "×raw")
	b.ReportMetric(median(theirs), "ms/bots-cpu")
	b.ReportMetric(0, "ns/op")
}

// rawStages returns the milliseconds that a referee without rules takes for
// 1,000 stages of a match.
func rawStages(b *testing.B, path string, g game.Game, rec *record.Record) float64 {
	b.Helper()
	args := []string{"drive"}
	for seat := range 2 {
		sent, err := Sent(g, rec, 0, seat)
		if err != nil {
			b.Fatal(err)
		}
		name := filepath.Join(b.TempDir(), strconv.Itoa(seat))
		if err := os.WriteFile(name, sent, 0o644); err != nil {
			b.Fatal(err)
		}
		args = append(args, name)
	}
	out, err := exec.Command(path, args...).Output()
	if err != nil {
		b.Fatal(err)
	}
	ns, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	if err != nil {
		b.Fatal(err)
	}
	return ns / 1e3
}

// BenchmarkHouseMatch plays whole matches of two house bots, one after the
// other as a championship does, and says what a match takes beyond its turns:
// the starts and the leaving of two processes, and the arena's own work.
func BenchmarkHouseMatch(b *testing.B) {
	for name, args := range map[string][]string{"catchcat": {"--level", "sensible"}, "papersoccer": {"--level", "sensible"}} {
		b.Run(name, func(b *testing.B) {
			j := jail(b)
			path := filepath.Join(b.TempDir(), name)
			build := exec.Command("go", "build", "-o", path, "botarena/bots/house/"+name)
			build.Env = append(os.Environ(), "CGO_ENABLED=0")
			if out, err := build.CombinedOutput(); err != nil {
				b.Fatalf("%v\n%s", err, out)
			}
			g, err := all.Game(name)
			if err != nil {
				b.Fatal(err)
			}
			setup, err := json.Marshal(g.NewSetup())
			if err != nil {
				b.Fatal(err)
			}
			spec := Spec{Header: record.Header{
				Version: record.Version, Game: name, Setup: setup, Seed: 1,
				Terms: record.Terms{Clock: "fair", Move: 1e9, Start: 10e9, Memory: 1 << 30, CPU: "1"},
			}}
			for range 2 {
				spec.Header.Seats = append(spec.Header.Seats, record.Seat{Name: name, Args: args})
				spec.Sources = append(spec.Sources, Source{Process: &Process{Path: path}})
			}
			if err := j.Open(&spec); err != nil {
				b.Fatal(err)
			}
			local := &Local{Games: all.Game, Seater: j}
			var more, start []float64
			for b.Loop() {
				o, err := One(b.Context(), local, spec, nil)
				if err != nil || o.Err != nil || o.Void() {
					b.Fatal(err, o.Err)
				}
				m := o.Record.Measured
				turns := m.Seats[0].Wall + m.Seats[1].Wall
				more = append(more, float64(time.Duration(m.Wall-turns).Microseconds())/1e3)
				start = append(start, float64(time.Duration(max(m.Seats[0].Start, m.Seats[1].Start)).Microseconds())/1e3)
			}
			b.ReportMetric(median(more), "ms-beyond-turns")
			b.ReportMetric(median(start), "ms-of-it-starting")
			b.ReportMetric(0, "ns/op")
		})
	}
}
