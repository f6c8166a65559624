package championship

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"botarena/arena/championship/pairing"
	"botarena/arena/championship/table"
	"botarena/arena/game"
)

// ErrPointsMissing refuses a result without points where the game's own count.
var ErrPointsMissing = errors.New("the game's own points count: give the points of both seats")

// RulingKind says what an organiser decided.
type RulingKind string

// The rulings.
const (
	RuleVoid       RulingKind = "void"       // a match does not count
	RuleForfeit    RulingKind = "forfeit"    // a match is lost for an entrant
	RuleResult     RulingKind = "result"     // a match has another result
	RuleDisqualify RulingKind = "disqualify" // an entrant stands last; what its matches count is the rules' (Removal)
	RuleStrike     RulingKind = "strike"     // an entrant stands last and all its matches are struck
	RuleReinstate  RulingKind = "reinstate"  // an entrant is in again, whatever removed it before
	RuleUndo       RulingKind = "undo"       // an earlier ruling does not hold any more
)

// Ruling is a decision after the fact. It takes nothing away: what was played
// stays in the journal, and undoing the ruling restores every table.
type Ruling struct {
	Number int        `json:"number"` // from 1; set when the ruling is made
	Kind   RulingKind `json:"kind"`
	Reason string     `json:"reason"`
	Time   time.Time  `json:"time"`
	By     string     `json:"by,omitempty"`
	// Match is the number of the match of void, forfeit and result.
	Match int `json:"match,omitempty"`
	// Entrant is the ID of the entrant of forfeit, disqualify, strike and
	// reinstate.
	Entrant string `json:"entrant,omitempty"`
	// Outcomes and Points are those of a result, by seat; without points they
	// are the scheme's, and must be given where the game's own count. Who has
	// not lost by it has made no invalid move.
	Outcomes [2]game.Outcome  `json:"outcomes,omitzero"`
	Points   *[2]table.Points `json:"points,omitempty"`
	// Undo is the number of the ruling that does not hold any more.
	Undo int `json:"undo,omitempty"`
}

// checkRuling says why a ruling cannot be made.
func (b *Book) checkRuling(r *Ruling) error {
	if r.Reason == "" {
		return errors.New("a ruling needs a reason")
	}
	wantMatch := r.Kind == RuleVoid || r.Kind == RuleForfeit || r.Kind == RuleResult
	wantEntrant := r.Kind == RuleForfeit || r.Kind == RuleDisqualify || r.Kind == RuleStrike || r.Kind == RuleReinstate
	if wantMatch && (r.Match < 0 || r.Match >= len(b.matches)) {
		return fmt.Errorf("no match %d: they go from 0 to %d", r.Match, len(b.matches)-1)
	}
	entrant, known := b.byID[r.Entrant]
	if wantEntrant && !known {
		return fmt.Errorf("no entrant %q", r.Entrant)
	}
	switch r.Kind {
	case RuleVoid, RuleDisqualify, RuleStrike, RuleReinstate:
	case RuleForfeit:
		seats := b.matches[r.Match].Seats
		if !slices.Contains(seats[:], int32(entrant)) {
			return fmt.Errorf("%s did not play in match %d", r.Entrant, r.Match)
		}
		if seats[0] == seats[1] {
			return fmt.Errorf("match %d is one of %s against itself: void it instead", r.Match, r.Entrant)
		}
	case RuleResult:
		for _, o := range r.Outcomes {
			if !slices.Contains(outcomes[:], o) {
				return fmt.Errorf("outcome %q: want win, lose or draw", o)
			}
		}
		if o := r.Outcomes; (o[0] == game.Draw) != (o[1] == game.Draw) || o[0] == game.Win && o[1] == game.Win {
			return fmt.Errorf("%s and %s are no result of one match", o[0], o[1])
		}
		if r.Points == nil && b.plan.Scheme.Own {
			return ErrPointsMissing
		}
	case RuleUndo:
		if r.Undo < 1 || r.Undo > len(b.rulings) {
			return fmt.Errorf("no ruling %d", r.Undo)
		}
		if b.rulings[r.Undo-1].Kind == RuleUndo {
			return fmt.Errorf("ruling %d is an undo: make the ruling again that it undid", r.Undo)
		}
		if b.undone(r.Undo) {
			return fmt.Errorf("ruling %d is undone already", r.Undo)
		}
	default:
		return fmt.Errorf("ruling %q: want void, forfeit, result, disqualify, strike, reinstate or undo", r.Kind)
	}
	return nil
}

func (b *Book) undone(number int) bool {
	return slices.ContainsFunc(b.rulings, func(r Ruling) bool { return r.Kind == RuleUndo && r.Undo == number })
}

// force is what the rulings in force come to.
type force struct {
	matches map[int]*Ruling // the last one of each match
	removed []*Ruling       // by entrant: the last disqualify, strike or reinstate
	faults  []removal       // by entrant; nil where no fault removes
}

// removal is the first match with a fault that removes an entrant. What it
// plays after it, by the matches' numbers, does not count: how much that was
// depends on how many matches were played at once.
type removal struct {
	match int
	fault game.Fault // NoFault: it was not removed
}

// after reports whether a match comes after one that removed one of the two.
func (f *force) after(number int, m pairing.Match) bool {
	for _, e := range m.Seats {
		if f.faults != nil && f.faults[e].fault != game.NoFault && number > f.faults[e].match {
			return true
		}
	}
	return false
}

// inForce returns the rulings in force and who faults have removed under them.
func (b *Book) inForce() force {
	f := b.ruled()
	if len(b.plan.RemoveFor) == 0 {
		return f
	}
	f.faults = make([]removal, len(b.plan.Entrants))
	// A match after a removal is none of the results, so it removes nobody.
	for r := range b.results(&f, nil, 0, len(b.rounds)) {
		for _, s := range r.Seats {
			reinstated := f.removed[s.Entrant] != nil && f.removed[s.Entrant].Kind == RuleReinstate
			if e := &f.faults[s.Entrant]; e.fault == game.NoFault && !reinstated && slices.Contains(b.plan.RemoveFor, s.Fault) {
				*e = removal{r.Match, s.Fault}
			}
		}
	}
	return f
}

// ruled returns the rulings in force.
func (b *Book) ruled() force {
	f := force{matches: map[int]*Ruling{}, removed: make([]*Ruling, len(b.plan.Entrants))}
	for i := range b.rulings {
		r := &b.rulings[i]
		if r.Kind == RuleUndo || b.undone(r.Number) {
			continue
		}
		switch r.Kind {
		case RuleVoid, RuleForfeit, RuleResult:
			f.matches[r.Match] = r
		default:
			f.removed[b.byID[r.Entrant]] = r
		}
	}
	return f
}

// apply changes a match by the ruling about it, if there is one. It reports
// whether the match counts.
func (f *force) apply(b *Book, r *table.Result, counts bool) bool {
	ruling := f.matches[r.Match]
	if ruling == nil {
		return counts
	}
	for seat := range r.Seats {
		s := &r.Seats[seat]
		switch ruling.Kind {
		case RuleVoid:
			return false
		case RuleForfeit:
			loser := s.Entrant == b.byID[ruling.Entrant]
			*s = table.SeatResult{Entrant: s.Entrant, Forfeit: true, Outcome: game.Win, Fault: s.Fault}
			if loser {
				s.Outcome = game.Lose
			}
		case RuleResult:
			lost := s.Outcome == game.Lose
			*s = table.SeatResult{Entrant: s.Entrant, Outcome: ruling.Outcomes[seat], Fault: s.Fault, Counters: s.Counters}
			if lost && s.Outcome != game.Lose { // and so not by a fault; one that lost nothing stays
				s.Fault = game.NoFault
			}
			if ruling.Points != nil {
				s.Points, s.Fixed = ruling.Points[seat], true
			}
		}
	}
	return true
}
