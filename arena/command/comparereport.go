package command

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"botarena/arena/championship"
	"botarena/arena/championship/comparison"
	"botarena/arena/championship/sprt"
	"botarena/arena/game"
)

// compareReport is what arena compare prints; its JSON form is that of --json.
type compareReport struct {
	A      string `json:"a"`
	B      string `json:"b"`
	Game   string `json:"game"`
	Seed   uint64 `json:"seed"`
	Answer string `json:"answer"` // better, not better, unknown: of b
	Words  string `json:"words"`
	// Elo0 and Elo1 are the two hypotheses, Alpha and Beta the bounds of the
	// chances of a wrong answer.
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"`
	LLR   float64 `json:"llr"` // log-likelihood ratio, between these two
	Lower float64 `json:"lower"`
	Upper float64 `json:"upper"`
	Pairs int     `json:"pairs"`
	// Pentanomial counts pairs by b's score: 0, ½, 1, 1½ and 2 points.
	Pentanomial [5]int   `json:"pentanomial"`
	Score       *float64 `json:"score"` // b's share of the points; null without a pair
	// Elo is b's strength over a with its 95 % interval; null where nothing
	// tells, as after pairs that all ended the same way.
	Elo         *championship.Interval     `json:"elo"`
	Superiority float64                    `json:"superiority"` // chance that b is the stronger one
	Seats       map[string]comparison.Side `json:"seats"`       // b's matches in each seat
	Faults      map[string]map[string]int  `json:"faults"`      // of a and b
	LeftOut     int                        `json:"left_out"`    // pairs with a void match
	Void        string                     `json:"void,omitempty"`
	Interrupted bool                       `json:"interrupted"`

	seats []string
}

func newCompareReport(r *comparing, result *comparison.Result, interrupted bool) *compareReport {
	t := result.Test
	e := t.Estimate()
	p := &compareReport{
		A: r.names[0], B: r.names[1], Game: r.game.Info().Name, Seed: r.comparison.Seed, Answer: answers[t.Answer()], Words: t.Words(r.names[0], r.names[1]),
		Elo0: t.Elo0, Elo1: t.Elo1, Alpha: t.Alpha, Beta: t.Beta, LLR: round(t.LLR(), 3), Pairs: t.N(), Pentanomial: t.Pairs,
		Superiority: round(e.Superiority, 4), Seats: map[string]comparison.Side{}, Faults: map[string]map[string]int{"a": words(result.Faults[0]), "b": words(result.Faults[1])},
		LeftOut: result.LeftOut, Void: result.Void, Interrupted: interrupted, seats: r.game.Info().Seats,
	}
	lower, upper := t.Bounds()
	p.Lower, p.Upper = round(lower, 3), round(upper, 3)
	if t.N() > 0 {
		score := round(e.Score, 4)
		p.Score = &score
	}
	if e.Known {
		p.Elo = championship.NewInterval(e.Elo, e.Low, e.High)
	}
	for seat, name := range p.seats {
		p.Seats[name] = result.B[seat]
	}
	return p
}

func round(x float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(x*scale)/scale + 0 // no -0
}

func words(faults map[game.Fault]int) map[string]int {
	m := map[string]int{}
	for f, n := range faults {
		m[string(f)] = n
	}
	return m
}

func (r *comparing) print(p *compareReport) error {
	if !r.json {
		return p.text(r.Out)
	}
	enc := json.NewEncoder(r.Out)
	enc.SetEscapeHTML(false)
	return enc.Encode(p)
}

// text prints the report for people.
func (p *compareReport) text(out io.Writer) error {
	var b strings.Builder
	// What was shown, and below it how it was measured.
	fmt.Fprintln(&b, strings.Replace(oneLine(p.Words), "; ", "\n", 1))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s as\twon\tdrawn\tlost\n", oneLine(p.B))
	for _, seat := range p.seats {
		s := p.Seats[seat]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\n", seat, s.Wins, s.Draws, s.Losses)
	}
	w.Flush()
	fmt.Fprintf(&b, "pairs by its points: 0: %d, ½: %d, 1: %d, 1½: %d, 2: %d\n", p.Pentanomial[0], p.Pentanomial[1], p.Pentanomial[2], p.Pentanomial[3], p.Pentanomial[4])
	for _, x := range []struct{ name, key string }{{p.A, "a"}, {p.B, "b"}} {
		faults := p.Faults[x.key]
		for _, f := range slices.Sorted(maps.Keys(faults)) {
			fmt.Fprintf(&b, "%s: %s in %s\n", oneLine(x.name), f, countMatches(faults[f]))
		}
	}
	if p.LeftOut > 0 {
		fmt.Fprintf(&b, "%s left out, void by a fault of the arena or the host, the last one: %s\n", count(p.LeftOut, "pair"), oneLine(p.Void))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// compareProgress shows how far a test is.
type compareProgress struct {
	*tournamentProgress
	judging sync.Mutex // guards test
	test    sprt.Test
	began   time.Time
}

func newCompareProgress(w io.Writer, shown bool) *compareProgress {
	return &compareProgress{tournamentProgress: newTournamentProgress(w, shown, false), began: time.Now()}
}

// judged keeps a copy of what is known after a pair.
func (p *compareProgress) judged(r *comparison.Result) {
	p.judging.Lock()
	defer p.judging.Unlock()
	p.test = *r.Test
}

func (p *compareProgress) start() {
	p.tournamentProgress.start(func() string { return p.text(time.Since(p.began)) })
}

// text says how far the test is.
func (p *compareProgress) text(since time.Duration) string {
	p.judging.Lock()
	t := p.test
	p.judging.Unlock()
	e := t.Estimate()
	lower, upper := t.Bounds()
	text := count(t.N(), "pair")
	if t.N() > 0 {
		text += fmt.Sprintf(", %.1f %% of the points", 100*e.Score)
	}
	if e.Known {
		text += fmt.Sprintf(", Elo %+.0f (%+.0f to %+.0f)", e.Elo, e.Low, e.High)
	}
	text += fmt.Sprintf(", ratio %.2f in %.2f to %.2f", t.LLR(), lower, upper)
	if s := since.Seconds(); s >= 1 && t.N() > 0 {
		text += fmt.Sprintf(", %.1f pairs/s", float64(t.N())/s)
	}
	return text
}
