package championship

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"

	"botarena/arena/championship/grade"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/sheet"
)

// BenchmarkMillion lets the championship of 1000 students, 1,000,000 simulated
// matches, go through schedule, journal, table, ratings and grades, on a real
// disk. Wanted: at most 60 s and 512 MiB.
func BenchmarkMillion(b *testing.B) {
	const students = 1000
	for b.Loop() {
		dir, err := os.MkdirTemp(".", "bench-*")
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { os.RemoveAll(dir) })
		def := definition(students, pairing.All{Entrants: students, Boards: 1})
		by := bots(2)
		by.Counters = 2
		r, err := Start(ctx, journal.Folder(dir), def, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := r.Play(ctx, by); err != nil {
			b.Fatal(err)
		}
		r.View(func(book *Book) {
			s, err := book.Standings()
			if err != nil || s.Done != students*students || s.Partial {
				b.Fatalf("%d done, %v", s.Done, err)
			}
			students, err := book.Students(nil)
			if err != nil {
				b.Fatal(err)
			}
			grades, err := grade.Compute(students, grade.Contest())
			if err != nil {
				b.Fatal(err)
			}
			ratings := book.Ratings()
			if len(ratings.Players) != len(students) || ratings.Advantage == nil {
				b.Fatal("no ratings")
			}
			if err := errors.Join(s.WriteCSV(io.Discard, sheet.Options{}), grade.WriteCSV(io.Discard, sheet.Options{}, "final", grades), ratings.WriteCSV(io.Discard, sheet.Options{})); err != nil {
				b.Fatal(err)
			}
		})
		if err := r.Close(ctx); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(students*students)*float64(b.N)/b.Elapsed().Seconds(), "matches/s")
	b.ReportMetric(peakMemory(b)/(1<<20), "peak-MiB")
}

// peakMemory returns the most memory that this process had resident, in bytes.
func peakMemory(b *testing.B) float64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := bytes.Cut(text, []byte("VmHWM:"))
	var kib float64
	if _, err := fmt.Sscan(string(rest), &kib); err != nil {
		b.Fatal(err)
	}
	return kib * 1024
}

// BenchmarkLoad reads the journal of 90,000 matches, as resuming does.
func BenchmarkLoad(b *testing.B) {
	const students = 300
	dir, err := os.MkdirTemp(".", "bench-*")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { os.RemoveAll(dir) })
	def := definition(students, pairing.All{Entrants: students, Boards: 1})
	if err := play(journal.Folder(dir), def, Options{}, bots(2)); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		book, err := Load(journal.Folder(dir))
		if err != nil || book.done != students*students {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(students*students)*float64(b.N)/b.Elapsed().Seconds(), "matches/s")
}
