package match

import (
	"bufio"
	"io"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"

	"botarena/arena/record"
)

// plies is the length of the matches that runners are compared by.
const plies = 164

// BenchmarkMatches plays whole matches of 164 plies between two bots that
// answer at once: a fresh pair of jailed processes for each, frozen between
// turns and timed, one and two matches at once. Alternately in the same run a
// loop in Go without arena, jail and clocks plays the same with os/exec.
func BenchmarkMatches(b *testing.B) {
	program := compiled(b, "pingpong")
	j := jail(b)
	terms := record.Terms{Clock: "fair", Move: 1e9, Start: 10e9, Memory: 1 << 30, CPU: "1"}
	spec := Spec{Header: record.Header{
		Version: record.Version, Game: "toy", Setup: []byte(`{"goal":` + strconv.Itoa(plies) + `}`), Terms: terms,
		Seats: []record.Seat{{Args: []string{"echo"}}, {Args: []string{"echo"}}},
	}, Sources: []Source{{Process: &Process{Path: program}}, {Process: &Process{Path: program}}}}
	if err := j.Open(&spec); err != nil {
		b.Fatal(err)
	}
	for _, once := range []int{1, 2} {
		b.Run(strconv.Itoa(once)+"-at-once", func(b *testing.B) {
			const round = 100 // matches of one side before the other has its turn
			local := &Local{Games: only(toy{}), Seater: j, Parallel: once}
			var ours, raw []float64 // seconds for a round
			for b.Loop() {
				began := time.Now()
				err := local.Dispatch(b.Context(), func(yield func(Spec) bool) {
					for range round {
						if !yield(spec) {
							return
						}
					}
				}, func(o Outcome) {
					if o.Err != nil || o.Void() || o.Record.Result.Moves != plies {
						b.Errorf("%v %+v", o.Err, o.Record)
					}
				})
				if err != nil {
					b.Fatal(err)
				}
				ours = append(ours, time.Since(began).Seconds())
				began = time.Now()
				var wg sync.WaitGroup
				for range once {
					wg.Go(func() {
						for range round / once {
							if err := rawMatch(program); err != nil {
								b.Error(err)
								return
							}
						}
					})
				}
				wg.Wait()
				raw = append(raw, time.Since(began).Seconds())
			}
			b.ReportMetric(median(ours)/round/plies*1e6, "µs/ply")
			b.ReportMetric(median(raw)/round/plies*1e6, "µs/raw-ply")
			b.ReportMetric(round/median(ours), "matches/s")
			b.ReportMetric(round/median(raw), "raw-matches/s")
			b.ReportMetric(median(ours)/median(raw), "×raw")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// rawMatch plays a match with nothing but pipes.
func rawMatch(program string) error {
	type bot struct {
		cmd *exec.Cmd
		in  io.WriteCloser
		out *bufio.Reader
	}
	var bots [2]bot
	for i := range bots {
		cmd := exec.Command(program, "echo")
		in, err := cmd.StdinPipe()
		if err != nil {
			return err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return err
		}
		if err := cmd.Start(); err != nil {
			return err
		}
		bots[i] = bot{cmd, in, bufio.NewReader(out)}
	}
	for ply := range plies {
		bot := bots[ply%2]
		if _, err := io.WriteString(bot.in, "turn 1 \n"); err != nil {
			return err
		}
		if _, err := bot.out.ReadSlice('\n'); err != nil {
			return err
		}
	}
	for _, bot := range bots {
		bot.in.Close()
		if err := bot.cmd.Wait(); err != nil {
			return err
		}
	}
	return nil
}
