package web

import (
	"fmt"
	"html/template"
	"math"
	"strings"
	"time"

	"botarena/arena/game"
	"botarena/arena/record"
)

const (
	chartWidth  = 720
	chartHeight = 200
	chartLeft   = 64
	chartBottom = 26
	// chartPoints bounds the bars of a seat: of more turns than that each bar
	// stands for several, and shows the slowest.
	chartPoints = 240
)

// chart draws how long each turn took, on a logarithmic scale: turns of a
// microsecond and of a second are in one match.
func chart(l Language, rec *record.Record, info game.Info) template.HTML {
	if rec.Measured == nil {
		return ""
	}
	longest, most := int64(1000), 0
	for i := range rec.Measured.Seats {
		turns := rec.Measured.Seats[i].Turns
		most = max(most, len(turns))
		for _, t := range turns {
			longest = max(longest, t.Wall)
		}
	}
	if most == 0 {
		return ""
	}
	limit := time.Duration(rec.Header.Terms.Move).Microseconds()
	top := float64(longest)
	if rec.Header.Terms.Clock != record.ClockOff && limit > 0 && float64(limit) < 30*top {
		top = math.Max(top, float64(limit)*1.1)
	}
	const floor = 10.0 // microseconds; what is less is the bottom line
	height := func(us float64) float64 {
		return (chartHeight - chartBottom - 12) * math.Log(math.Max(us, floor)/floor) / math.Log(math.Max(top, 10*floor)/floor)
	}
	base := float64(chartHeight - chartBottom)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="times" viewBox="0 0 %d %d" role="img" aria-label="%s" direction="ltr">`, chartWidth, chartHeight,
		template.HTMLEscapeString(l.plain("chart.label", describeTurns(rec))))
	for us := floor * 10; us <= top; us *= 10 {
		y := base - height(us)
		fmt.Fprintf(&b, `<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text class="tick" x="%d" y="%.1f">%s</text>`,
			chartLeft, chartWidth, y, y, chartLeft-8, y+4, duration(us))
	}
	if rec.Header.Terms.Clock != record.ClockOff && limit > 0 && float64(limit) <= top {
		y := base - height(float64(limit))
		fmt.Fprintf(&b, `<line class="limit" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text class="limit" x="%d" y="%.1f">%s</text>`,
			chartLeft, chartWidth, y, y, chartWidth-4, y-4, template.HTMLEscapeString(l.plain("chart.limit", duration(float64(limit)))))
	}
	for i := range rec.Measured.Seats {
		drawTurns(&b, rec.Measured.Seats[i].Turns, i, most, base, height)
	}
	fmt.Fprintf(&b, `<line class="axis" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/>`, chartLeft, chartWidth, base, base)
	ticks := min(most, 5)
	for k := range ticks {
		turn := 1 + k*(most-1)/max(1, ticks-1)
		x := chartLeft + (float64(turn)-0.5)*(chartWidth-chartLeft)/float64(most)
		fmt.Fprintf(&b, `<text class="tick mid" x="%.1f" y="%d">%d</text>`, x, chartHeight-8, turn)
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// drawTurns draws a seat's turns: bars side by side while they are wide
// enough, and a line of the slowest ones otherwise.
func drawTurns(b *strings.Builder, turns []record.TurnTimes, seat, most int, base float64, height func(float64) float64) {
	each := max(1, (most+chartPoints-1)/chartPoints)
	slots := (most + each - 1) / each
	width := (chartWidth - chartLeft) / float64(slots)
	fmt.Fprintf(b, `<path class="seat%d" d="`, seat)
	for k := 0; k*each < len(turns); k++ {
		slowest := int64(0)
		for _, t := range turns[k*each : min(len(turns), (k+1)*each)] {
			slowest = max(slowest, t.Wall)
		}
		h := math.Max(1, height(float64(slowest)))
		x := chartLeft + float64(k)*width + float64(seat)*width/2
		fmt.Fprintf(b, "M%.1f %.1fv%.1fh%.2fv%.1fz", x, base, -h, math.Max(0.8, width/2-math.Min(1, width/8)), h)
	}
	b.WriteString(`"/>`)
}

// describeTurns says the chart in figures, for who does not see it.
func describeTurns(rec *record.Record) string {
	var parts []string
	for i, s := range rec.Measured.Seats {
		slowest := int64(0)
		for _, t := range s.Turns {
			slowest = max(slowest, t.Wall)
		}
		parts = append(parts, fmt.Sprintf("%s %d, %s", rec.Header.Seats[i].Name, len(s.Turns), duration(float64(slowest))))
	}
	return strings.Join(parts, "; ")
}

// duration writes microseconds in the unit that suits.
func duration(us float64) string {
	switch {
	case us >= 1e6:
		return trim(us/1e6) + " s"
	case us >= 1e3:
		return trim(us/1e3) + " ms"
	}
	return trim(us) + " µs"
}

func trim(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", x), "0"), ".")
}
