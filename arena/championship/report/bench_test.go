package report

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"botarena/arena/championship"
	"botarena/arena/championship/grade"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/simulated"
)

// BenchmarkPages writes the pages and replays of a class of a hundred: 10,000
// matches, half of them lost by somebody.
func BenchmarkPages(b *testing.B) {
	const students = 100
	def := definition()
	def.Format = pairing.All{Entrants: students, Boards: 1}
	all := def.Entrants[:1:1]
	for i := 1; i < students; i++ {
		e := def.Entrants[0]
		e.ID, e.Name = fmt.Sprintf("e%d", i), fmt.Sprintf("Bot %d", i)
		all = append(all, e)
	}
	def.Entrants = all
	d, err := journal.OpenFolder(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	r, err := championship.Start(ctx, d, def, championship.Options{Resume: true, Journal: journal.Options{Linger: time.Second / 10}})
	if err != nil {
		b.Fatal(err)
	}
	if err := r.Play(context.Background(), &simulated.Dispatcher{Pot: 500}); err != nil {
		b.Fatal(err)
	}
	if err := r.Close(context.Background()); err != nil {
		b.Fatal(err)
	}
	dir, files := b.TempDir(), 0
	if err := os.Mkdir(filepath.Join(dir, "replays"), 0o755); err != nil {
		b.Fatal(err)
	}
	out := func(name string, write func(io.Writer) error) error {
		files++
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		defer f.Close()
		return write(f)
	}
	for b.Loop() {
		files = 0
		c, err := Grade(d, nil, grade.Contest())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := c.WritePages(out); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(files), "files")
}
