package gametest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"botarena/arena/game"
)

var _ = flag.Bool("update", false, "write the golden files anew")

func newToy(bug string) (toy, []game.Setup) {
	g := toy{bug, new(int)}
	return g, []game.Setup{&toySetup{toy: g, Coins: 100, Turns: 12, Both: true}}
}

var toyVoices = map[string]Voice{"plain": {
	Hello: "hi\n",
	Say: func(dst []byte, _ game.State, _ int, move []byte) []byte {
		return fmt.Appendf(dst, "take %s\n", move)
	},
}}

func TestCheckPasses(t *testing.T) {
	g, setups := newToy("")
	if err := Check(g, setups...); err != nil {
		t.Error(err)
	}
	if err := (Options{Voices: toyVoices, Matches: 60, Seed: 1}).Check(g, setups...); err != nil {
		t.Error(err)
	}
}

// TestCheckCatches plays games with a bug each: every one must be caught, and
// for the right reason.
func TestCheckCatches(t *testing.T) {
	for bug, want := range map[string]string{
		"two seats have one name":                     "empty or given twice",
		"has no dialect":                              "no dialects",
		"has a name with a space":                     "name \"a toy\"",
		"is not simultaneous":                         "not simultaneous",
		"resolves to something else each time":        "changes when it is resolved again",
		"has an error of no type":                     "want a *game.SetupError",
		"has an error without a place":                "no field \"\"",
		"has an error in a field of another name":     "no field \"Coins\"",
		"has an error in a file that it did not read": "want the file that was read",
		"has an error in two places":                  "not both",
		"has an error of two lines":                   "one line",
		"reads its file again":                        "file does not exist",
		"ends late":                                   "MaxTurns is",
		"starts differently each time":                "the first position differs",
		"speaks every dialect":                        "takes a dialect",
		"talks to seats that are not there":           "takes seat 2",
		"is to be moved in when it is over":           "are to move and the result is",
		"has nobody to move":                          "are to move and the result is",
		"seats are not in order":                      "in ascending order",
		"takes a move that it does not list":          "accepted and not listed",
		"takes any text":                              "accepted and not listed",
		"takes any text that is no number":            "accepted and not listed",
		"takes numbers in several forms":              "accepted and not listed",
		"refuses a legal move":                        "refused",
		"refuses what is called invalid":              "refused as an invalid answer too",
		"refuses a fault":                             "fault memory is refused",
		"refuses with another error":                  "want a *game.IllegalMove",
		"refuses without a reason":                    "and why",
		"refuses for another seat":                    "want this seat",
		"changes the position when it refuses":        "is refused and changed the position",
		"changes in secret when it refuses":           "is refused and changed the position",
		"changes the answer when it refuses":          "Apply changed the text",
		"goes on after the end":                       "after the end",
		"gives a loser no fault":                      "has no fault",
		"depends on what was played before":           "differs",
		"keeps a reference to an answer":              "differs",
		"has two winners":                             "do not add up",
		"has no winner":                               "nobody wins",
		"has a draw that one seat loses":              "do not add up",
		"gives the winner less":                       "fewer points",
		"forgets a counter":                           "counters",
		"has a third seat in the result":              "3 seats",
		"blames a seat without a fault":               "gave no answer with one",
		"counts too many moves":                       "1000 moves",
		"has a reason of several words":               "want a word",
		"ends in a way that it does not list":         "Info.Endings",
		"plays on after a decision":                   "goes on after a round that is decided",
		"RandomMove does not append":                  "does not append",
		"RandomMove does not use its generator":       "from one seed",
		"RandomMove changes the position":             "changes the position",
		"RandomMove is not legal":                     "random move \"4\" is not listed",
		"lists a move twice":                          "listed twice",
		"lists an illegal move":                       "is refused",
		"leaves a move out":                           "not listed",
		"lists nothing":                               "has no legal move",
		"lists in another order each time":            "differ in what may be played",
		"does not stop listing":                       "went on",
		"clones share a slice":                        "changes",
		"a clone forgets":                             "differs",
		"clones share the result":                     "result of a clone is shared",
		"does not show who is to move":                "have one text",
		"text without a line end":                     "does not end with a newline",
		"text changes when it is looked at":           "text changed",
		"text with colours":                           "control characters",
		"is changed when all have started":            "without a fault changes the position",
		"changes the list of those who did not start": "changes its argument",
		"the handshake changes the position":          "handshake changes the position",
		"the handshake never ends":                    "not done",
		"requests are not appended":                   "does not append",
		"requests are not ended":                      "does not end with a newline",
		"requests are not pure":                       "differs between two dialogues",
		"requests change the position":                "dialogues change the position",
		"takes an answer before its end":              "is taken as",
		"does not see the end of the input":           "Answer to the end of the input",
		"keeps every note":                            "want them bounded",
		"does not forget its notes":                   "notes are not forgotten",
		"takes an answer for another":                 "which leads to",
		"the closing message is not ended":            "closing message does not end",
	} {
		t.Run(bug, func(t *testing.T) {
			g, setups := newToy(bug)
			err := Options{Voices: toyVoices}.Check(g, setups...)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, want one with %q", err, want)
			}
		})
	}
}

func TestTags(t *testing.T) {
	type good struct {
		A int        `yaml:"a" json:"a,omitempty"`
		B *toyNote   `yaml:"b,omitempty" json:"b"`
		C []*toyNote `yaml:"c" json:"c"`
		d int
	}
	type lost struct {
		A int `yaml:"a" json:"-"`
	}
	type other struct {
		A int `yaml:"anders" json:"a"`
	}
	type untagged struct{ A int }
	type deep struct {
		A []map[string]*other `yaml:"a" json:"a"`
	}
	for _, tt := range []struct {
		v    any
		want string
	}{
		{&good{d: 1}, ""},
		{&lost{}, "lost.A"},
		{&other{}, "other.A"},
		{&untagged{}, "untagged.A"},
		{&deep{}, "other.A"},
	} {
		err := checkTags(reflect.TypeOf(tt.v))
		if (err != nil) != (tt.want != "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%T: error %v, want %q", tt.v, err, tt.want)
		}
	}
}

func TestText(t *testing.T) {
	for _, bug := range []string{"", "changes the position when it refuses"} {
		g, setups := newToy(bug)
		for _, text := range []string{"", "1", "4", "x"} {
			err := Options{}.Text(g, setups[0], 1, 3, []byte(text))
			if want := bug != "" && text != "1"; (err != nil) != want {
				t.Errorf("%q, %q: error %v", bug, text, err)
			}
		}
	}
}

func TestMatchNamesTheSeed(t *testing.T) {
	g, setups := newToy("forgets a counter")
	var err error
	for seed := uint64(0x1000); err == nil && seed < 0x1010; seed++ {
		err = Options{}.Match(g, setups[0], seed)
	}
	if err == nil || !strings.Contains(err.Error(), "toy: seed 0x100") {
		t.Errorf("error %v", err)
	}
}

// recorder is a TB that remembers what it was told.
type recorder struct{ said string }

func (r *recorder) Helper()                           {}
func (r *recorder) Errorf(format string, args ...any) { r.said += fmt.Sprintf(format, args...) }
func (r *recorder) Fatal(args ...any)                 { panic(fmt.Sprint(args...)) }

func TestGolden(t *testing.T) {
	g, setups := newToy("")
	Golden(t, g, setups[0], 1, filepath.Join("testdata", "both.txt"))
	Golden(t, g, g.NewSetup(), 2, filepath.Join("testdata", "faults.txt"),
		game.Answer{Move: []byte("4\x00")}, game.Answer{Fault: game.Timeout}, game.Answer{Move: []byte("2")}, game.Answer{Fault: game.Crash})
}

func TestGoldenDiffers(t *testing.T) {
	g, setups := newToy("")
	text, err := os.ReadFile(filepath.Join("testdata", "both.txt"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "both.txt")
	changed := strings.Replace(string(text), "richer after", "poorer after", 1)
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	if flag.Lookup("update").Value.String() == "true" {
		t.Skip("with -update every file is right")
	}
	var r recorder
	Golden(&r, g, setups[0], 1, file)
	if !strings.Contains(r.said, "now: richer after 12 moves") || !strings.Contains(r.said, "was: poorer after 12 moves") {
		t.Errorf("said %q", r.said)
	}
}
