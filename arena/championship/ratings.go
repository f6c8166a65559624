package championship

import (
	"encoding/json"
	"io"
	"math"

	"botarena/arena/championship/rating"
	"botarena/arena/championship/sheet"
	"botarena/arena/championship/table"
	"botarena/arena/game"
)

// Ratings are the entrants' strengths. Removed entrants and matches that were
// not played at the board rate nobody.
type Ratings struct {
	Players []RatedPlayer `json:"players"`
	// Islands is the number of groups that never met; ratings of different
	// ones cannot be compared.
	Islands int `json:"islands"`
	// Advantage is that of the side that starts, in Elo, with its 95 %
	// interval; null where nothing tells.
	Advantage *Interval `json:"advantage"`
}

// RatedPlayer is one entrant's rating.
type RatedPlayer struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Matches int       `json:"matches"`
	Elo     *Interval `json:"elo"` // null without a match
	Island  int       `json:"island,omitempty"`
	// Bounded says that the results alone leave the rating without bounds, as
	// those of somebody who won every match do.
	Bounded bool `json:"bounded,omitempty"`
}

// Interval is an estimate with its 95 % interval, in Elo to one decimal.
type Interval struct {
	Elo  float64 `json:"elo"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// NewInterval rounds the three figures.
func NewInterval(elo, low, high float64) *Interval {
	round := func(x float64) float64 { return math.Round(10*x)/10 + 0 } // no -0
	return &Interval{round(elo), round(low), round(high)}
}

// Ratings rates the entrants, the strongest first.
func (b *Book) Ratings() *Ratings {
	f := b.inForce()
	entrants := b.entrants(&f)
	l := rating.Rate(len(entrants), b.scores(&f, entrants))
	r := &Ratings{Islands: l.Islands}
	if l.AdvantageKnown {
		r.Advantage = NewInterval(l.Advantage, l.AdvantageLow, l.AdvantageHigh)
	}
	for _, p := range l.Players {
		e := &entrants[p.Index]
		if e.Removed != "" {
			continue
		}
		line := RatedPlayer{ID: e.ID, Name: e.Name, Matches: p.Played, Island: p.Island, Bounded: p.Bounded}
		if p.Rated {
			line.Elo = NewInterval(p.Elo, p.Low, p.High)
		}
		r.Players = append(r.Players, line)
	}
	return r
}

// scores returns the matches that rate, with who started.
func (b *Book) scores(f *force, entrants []table.Entrant) []rating.Score {
	scores := make([]rating.Score, 0, b.done)
	for r := range b.results(f, entrants, 0, len(b.rounds)) {
		x, y := r.Seats[0], r.Seats[1]
		if x.Entrant == y.Entrant || x.Forfeit || y.Forfeit || entrants[x.Entrant].Removed != "" || entrants[y.Entrant].Removed != "" {
			continue
		}
		if b.store.starters[r.Match] == 1 {
			x, y = y, x
		}
		s := rating.Score{First: x.Entrant, Second: y.Entrant}
		switch x.Outcome.Against(y.Outcome) {
		case game.Win:
			s.Wins++
		case game.Draw:
			s.Draws++
		default:
			s.Losses++
		}
		scores = append(scores, s)
	}
	return scores
}

// WriteCSV writes the list, the strongest first.
func (r *Ratings) WriteCSV(w io.Writer, o sheet.Options) error {
	out, err := sheet.NewWriter(w, o, "id", "name", "elo", "elo low 95 %", "elo high 95 %", "matches", "island", "bounded")
	if err != nil {
		return err
	}
	for _, p := range r.Players {
		elo, low, high, bounded := "", "", "", ""
		if p.Elo != nil {
			elo, low, high = number(p.Elo.Elo), number(p.Elo.Low), number(p.Elo.High)
		}
		if p.Bounded {
			bounded = "by the prior"
		}
		if err := out.Row(sheet.Text(p.ID), sheet.Text(p.Name), sheet.Number(elo), sheet.Number(low), sheet.Number(high),
			sheet.Int(p.Matches), sheet.Int(p.Island), sheet.Text(bounded)); err != nil {
			return err
		}
	}
	return out.Flush()
}

// WriteJSON writes the list as one indented object.
func (r *Ratings) WriteJSON(w io.Writer) error { return writeJSON(w, r) }

// number writes a figure as JSON does.
func number(x float64) string {
	text, err := json.Marshal(x)
	if err != nil {
		return "" // not a number: shown as none
	}
	return string(text)
}
