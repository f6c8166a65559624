package match

import (
	"strconv"
	"testing"
	"time"
)

// BenchmarkClock says how far what turns are charged is from what the bot
// burnt, in the median, and how long after its limit a bot that spins is stopped.
func BenchmarkClock(b *testing.B) {
	j := jail(b)
	for _, ms := range []int{1, 10, 100} {
		b.Run("burn-"+strconv.Itoa(ms)+"ms", func(b *testing.B) {
			var off []float64
			for b.Loop() {
				rec := timed(b, j, toy{}, [2]string{"burn:" + strconv.Itoa(ms), "good"}, "fair", time.Second, "16")
				for _, turn := range rec.Measured.Seats[0].Turns {
					off = append(off, float64(turn.CPU-int64(ms)*1000))
				}
			}
			b.ReportMetric(median(off), "µs-off")
			b.ReportMetric(0, "ns/op")
		})
	}
	b.Run("stop", func(b *testing.B) {
		const limit = 100 * time.Millisecond
		var late []float64
		for b.Loop() {
			rec := timed(b, j, toy{}, [2]string{"spin@1", "good"}, "fair", limit, "21")
			if rec.Measured.Void != "" {
				b.Skip("the host is too busy to measure it")
			}
			turns := rec.Measured.Seats[0].Turns
			last := turns[len(turns)-1]
			late = append(late, float64(last.Wall-last.Wait)/1e3-float64(limit.Milliseconds()))
		}
		b.ReportMetric(median(late), "ms-late")
		b.ReportMetric(0, "ns/op")
	})
}
