package table

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"botarena/arena/game"
)

var gold = []game.Counter{{Name: "gold"}, {Name: "deaths", Less: true}}

var wins = Scheme{Win: Whole(3), Draw: Whole(1)}

// of returns results written like "a>b" (a beats b in the first seat), "a<b"
// and "a=b"; counters may follow, such as "a=b 5,1:4,0".
func of(t *testing.T, texts ...string) []Result {
	t.Helper()
	var list []Result
	for i, text := range texts {
		r := Result{Match: i}
		outcomes := map[byte][2]game.Outcome{'>': {game.Win, game.Lose}, '<': {game.Lose, game.Win}, '=': {game.Draw, game.Draw}}[text[1]]
		for s := range r.Seats {
			r.Seats[s] = SeatResult{Entrant: int(text[2*s] - 'a'), Outcome: outcomes[s], Counters: []int{0, 0}}
		}
		if len(text) > 3 {
			c := [4]int{}
			if _, err := fmt.Sscanf(text[4:], "%d,%d:%d,%d", &c[0], &c[1], &c[2], &c[3]); err != nil {
				t.Fatal(err)
			}
			r.Seats[0].Counters, r.Seats[1].Counters = c[:2], c[2:]
		}
		list = append(list, r)
	}
	return list
}

func named(n int) []Entrant {
	var list []Entrant
	for i := range n {
		list = append(list, Entrant{ID: string(rune('a' + i)), Name: string(rune('A' + i))})
	}
	return list
}

// ranks writes a table as "1a 2b 2c".
func ranks(t *Table) string {
	var words []string
	for _, l := range t.Lines {
		words = append(words, fmt.Sprint(l.Rank, l.ID))
	}
	return strings.Join(words, " ")
}

func make1(t *testing.T, entrants []Entrant, results []Result, o Options) *Table {
	t.Helper()
	tab, err := Make(entrants, slices.Values(results), o)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func TestRanks(t *testing.T) {
	for _, c := range []struct {
		name      string
		n         int
		results   []string
		tieBreaks []string
		want      string
	}{
		{"no results", 3, nil, nil, "1a 1b 1c"},
		{"nobody", 0, nil, nil, ""},
		{"points", 3, []string{"a<b", "a<c", "b>c"}, nil, "1b 2c 3a"},
		{"all draw (F078)", 5, []string{"a=b", "a=c", "a=d", "b=c", "b=d", "c=d"}, nil, "1a 1b 1c 1d 5e"},
		{"not all have met", 4, []string{"b>a", "a>c", "b<d"}, nil, "1a 1b 1d 4c"},
		{"direct of two", 3, []string{"b>a", "a>c", "c<a", "b<c", "b>c"}, nil, "1b 2a 3c"},
		{"circle stays joint", 3, []string{"a>b", "b>c", "c>a"}, nil, "1a 1b 1c"},
		{"counter", 2, []string{"a=b 3,1:4,9"}, nil, "1b 2a"},
		{"fewer counter", 2, []string{"a=b 3,2:3,1"}, nil, "1b 2a"},
		{"chain's order", 2, []string{"a=b 3,2:4,9"}, []string{"deaths", "gold"}, "1a 2b"},
		{"wins", 4, []string{"a>c", "a<c", "a<c", "b=c", "b=c", "b=c"}, []string{"wins"}, "1c 2a 3b 4d"},
		{"no chain", 2, []string{"a=b 3,1:4,9"}, []string{}, "1a 1b"},
		{"buchholz", 4, []string{"a>c", "b>d", "c>d"}, []string{"buchholz"}, "1a 1c 3b 4d"},
	} {
		tab := make1(t, named(c.n), of(t, c.results...), Options{Scheme: wins, Counters: gold, TieBreaks: c.tieBreaks})
		if got := ranks(tab); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestDisqualified follows F077: the removed winner stands last without rank
// of its own making, and lifting it restores everything.
func TestDisqualified(t *testing.T) {
	results := of(t, "a>b 5,0:0,1", "a>c", "a>d", "b>c", "b=d", "c>d")
	whole := make1(t, named(4), results, Options{Scheme: wins, Counters: gold})
	for _, c := range []struct {
		removal Removal
		strike  bool
		want    string
		points  string // of b, c, d
	}{
		{Strike, false, "1b 2c 3d 4a", "4 3 1"},
		{Keep, false, "1b 2c 3d 4a", "7 6 4"},
		{Played, false, "1b 2c 3d 4a", "4 3 1"},
		{Keep, true, "1b 2c 3d 4a", "4 3 1"},
	} {
		entrants := named(4)
		entrants[0].Removed, entrants[0].Strike = "copied code", c.strike
		tab := make1(t, entrants, results, Options{Scheme: wins, Counters: gold, Removal: c.removal})
		var points []string
		for _, l := range tab.Lines[:3] {
			points = append(points, l.Points.String())
		}
		if got := ranks(tab); got != c.want || strings.Join(points, " ") != c.points {
			t.Errorf("%s, strike %v: %s with %v, want %s with %s", c.removal, c.strike, got, points, c.want, c.points)
		}
		last := tab.Lines[3]
		if last.Removed != "copied code" || last.Points != Whole(9) || last.Wins != 3 || last.Broke != "" {
			t.Errorf("%s: the removed entrant's line is %+v", c.removal, last)
		}
	}
	if again := make1(t, named(4), results, Options{Scheme: wins, Counters: gold}); !reflect.DeepEqual(again, whole) {
		t.Error("lifting the disqualification does not restore the table")
	}
	// Two removed share the last rank.
	entrants := named(4)
	entrants[0].Removed, entrants[2].Removed = "x", "y"
	if got := ranks(make1(t, entrants, results, Options{Scheme: wins})); got != "1b 1d 3a 3c" {
		t.Errorf("two removed: %s", got)
	}
}

// TestCatchTheCat follows the rules page: own points, a student's match
// against himself gives both shares and is one match, valid matches by fault.
func TestCatchTheCat(t *testing.T) {
	entrants := named(2)
	results := []Result{
		{Seats: [2]SeatResult{{Entrant: 0, Outcome: game.Win, Points: Whole(461)}, {Entrant: 0, Outcome: game.Lose, Points: Whole(39)}}},
		{Seats: [2]SeatResult{{Entrant: 0, Outcome: game.Lose, Points: Whole(12)}, {Entrant: 1, Outcome: game.Win, Points: Whole(488)}}},
		{Seats: [2]SeatResult{{Entrant: 1, Outcome: game.Lose, Points: Whole(7), Fault: game.Timeout}, {Entrant: 0, Outcome: game.Win, Points: Whole(493)}}},
		{Seats: [2]SeatResult{{Entrant: 1, Outcome: game.Lose, Fault: game.DidNotStart, Forfeit: true}, {Entrant: 1, Outcome: game.Lose, Fault: game.DidNotStart, Forfeit: true}}},
	}
	tab := make1(t, entrants, results, Options{Scheme: Scheme{Own: true, ForfeitWin: Whole(500)}})
	a, b := tab.Lines[0], tab.Lines[1]
	if a.ID != "a" || a.Points != Whole(1005) || a.Played != 3 || a.Self != 1 || a.Valid != 3 || a.Wins != 1 || a.Losses != 1 {
		t.Errorf("a: %+v", a)
	}
	if b.Points != Whole(495) || b.Played != 3 || b.Valid != 1 || b.Seats != [2]WDL{{Losses: 1}, {Wins: 1}} {
		t.Errorf("b: %+v", b)
	}
}

// TestPermuted checks that neither the order of the results nor that of the
// entrants changes a table, and that its sums add up (F078, F088).
func TestPermuted(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(rt, "entrants")
		entrants := named(n)
		for i := range entrants {
			entrants[i].Place = rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(rt, "place")
			entrants[i].Removed = rapid.SampledFrom([]string{"", "", "", "x"}).Draw(rt, "removed")
		}
		var results []Result
		for range rapid.IntRange(0, 30).Draw(rt, "results") {
			op := rapid.SampledFrom([]string{">", "<", "="}).Draw(rt, "outcome")
			a, b := rapid.IntRange(0, n-1).Draw(rt, "a"), rapid.IntRange(0, n-1).Draw(rt, "b")
			c := rapid.SliceOfN(rapid.IntRange(0, 1), 4, 4).Draw(rt, "counters")
			results = append(results, of(t, fmt.Sprintf("%c%s%c %d,%d:%d,%d", 'a'+a, op, 'a'+b, c[0], c[1], c[2], c[3]))...)
		}
		o := Options{
			Scheme: wins, Counters: gold, Removal: rapid.SampledFrom([]Removal{Strike, Keep, Played}).Draw(rt, "removal"),
			TieBreaks: rapid.SampledFrom([][]string{nil, {"buchholz", "direct"}, {"wins", "direct", "gold"}}).Draw(rt, "chain"),
		}
		want := make1(t, entrants, results, o)
		for _, l := range want.Lines {
			if l.Wins+l.Draws+l.Losses+l.Self != l.Played || l.Valid > l.Played {
				rt.Fatalf("%+v does not add up", l)
			}
		}
		order := rapid.Permutation(slices.Collect(func(yield func(int) bool) {
			for i := range n {
				if !yield(i) {
					return
				}
			}
		})).Draw(rt, "order")
		shuffled := rapid.Permutation(results).Draw(rt, "shuffled")
		moved, at := make([]Entrant, n), make([]int, n)
		for to, from := range order {
			moved[to], at[from] = entrants[from], to
		}
		for i := range shuffled {
			for s := range shuffled[i].Seats {
				shuffled[i].Seats[s].Entrant = at[shuffled[i].Seats[s].Entrant]
			}
		}
		got := make1(t, moved, shuffled, o)
		a, _ := json.Marshal(want)
		b, _ := json.Marshal(got)
		if string(a) != string(b) {
			rt.Fatalf("the table depends on the order:\n%s\n%s", a, b)
		}
	})
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{TieBreaks: []string{"golds"}, Counters: gold}, `tie_breaks[0]: "golds": want direct, wins, buchholz, gold, deaths`},
		{Options{TieBreaks: []string{"wins", "wins"}}, `tie_breaks[1]: "wins" is listed twice: want each of them once`},
		{Options{Removal: "gone"}, `removed: "gone": want strike, keep or played`},
	} {
		if _, err := Make(nil, slices.Values([]Result(nil)), c.o); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if _, err := Make(named(1), slices.Values(of(t, "a>b")), Options{}); err == nil {
		t.Error("a result of an unknown entrant passed")
	}
}

func TestPoints(t *testing.T) {
	for text, want := range map[string]string{"3": "3", "0.5": "0.5", "-1.250": "-1.25", ".5": "0.5", "-.5": "-0.5", "10": "10", "0": "0"} {
		if p, err := ParsePoints(text); err != nil || p.String() != want {
			t.Errorf("%s: %v, %v; want %s", text, p, err, want)
		}
	}
	for _, text := range []string{"", "-", ".", "1.", "1.2345", "1e3", "NaN", "1 ", "--1", "99999999999999999999"} {
		if p, err := ParsePoints(text); err == nil {
			t.Errorf("%q was read as %v", text, p)
		}
	}
}
