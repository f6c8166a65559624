package table

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"botarena/arena/game"
)

// Points are points in thousandths, so that schemes with halves and thirds of
// a few digits stay exact.
type Points int64

// One is one whole point.
const One Points = 1000

// Whole returns n whole points.
func Whole(n int) Points { return Points(n) * One }

// ParsePoints reads a number with at most three decimals, such as "3", "0.5"
// or "-1".
func ParsePoints(text string) (Points, error) {
	whole, decimals, _ := strings.Cut(text, ".")
	digits := strings.TrimPrefix(whole, "-") + decimals
	if len(decimals) > 3 || digits == "" || strings.Trim(digits, "0123456789") != "" || strings.HasSuffix(text, ".") {
		return 0, fmt.Errorf("%q: want a number with at most three decimals, such as 0.5", text)
	}
	n, err := strconv.ParseInt(whole+(decimals + "000")[:3], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q: too large", text)
	}
	return Points(n), nil
}

// String writes the points with as many decimals as they need.
func (p Points) String() string {
	sign := ""
	if p < 0 {
		sign, p = "-", -p
	}
	text := fmt.Sprintf("%s%d.%03d", sign, p/One, p%One)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// MarshalJSON writes a number.
func (p Points) MarshalJSON() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalJSON reads a number.
func (p *Points) UnmarshalJSON(text []byte) (err error) {
	*p, err = ParsePoints(string(text))
	return err
}

// Rat returns the exact value.
func (p Points) Rat() *big.Rat { return big.NewRat(int64(p), int64(One)) }

// Scheme says what a match is worth.
type Scheme struct {
	// Own takes the game's own points, as its contest has them; Win, Draw and
	// Lose are not used then.
	Own  bool   `json:"own,omitempty"`
	Win  Points `json:"win"`
	Draw Points `json:"draw"`
	Lose Points `json:"lose"`
	// ForfeitWin and ForfeitLose are, with the game's own points, for matches
	// that were not played: where a program is missing, and by an organiser's
	// ruling. In Catch the Cat they are the pot and 0, which is our choice.
	ForfeitWin  Points `json:"forfeit_win"`
	ForfeitLose Points `json:"forfeit_lose"`
	// Bye is what a round without an opponent is worth.
	Bye Points `json:"bye"`
}

// points returns what a seat's result is worth.
func (s Scheme) points(r SeatResult) Points {
	switch {
	case r.Fixed:
		return r.Points
	case s.Own && r.Forfeit && r.Outcome == game.Win:
		return s.ForfeitWin
	case s.Own && r.Forfeit:
		return s.ForfeitLose
	case s.Own:
		return r.Points
	case r.Outcome == game.Win:
		return s.Win
	case r.Outcome == game.Draw:
		return s.Draw
	}
	return s.Lose
}
