package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// TestWriteMatch reads a file of each kind of seat, writes one for the header
// that it gives, and reads that: the same match, with the sources known and,
// but for addresses, without them.
func TestWriteMatch(t *testing.T) {
	dir := folder(t, map[string]string{
		"tom.py": "", "bots/plain": "", "bots/tom/run": "",
		"bots/tom/bot.yaml": "name: Tom\nentry: run\nargs: [--own, --deep]\nenv: {OWN: a, SHARED: b}\ngame: goldhunter\ndialect: gson\n",
	})
	for name, text := range map[string]string{
		"every key":  wholeMatch,
		"defaults":   "game: goldhunter\nseats: [plain, plain]\n",
		"folder":     "game: goldhunter\nseed: 18446744073709551615\nseats:\n  - {bot: tom, name: Two, args: [--more, \"a # 'b' \\\"\"], env: {SHARED: mine, Z: \"1: 2\\n\"}, move: 1500us}\n  - tom\n",
		"serial":     "game: papersoccer\nseats: [{serial: /dev/ttyACM3, name: board, baud: 9600, parity: odd, stop_bits: 2, on_unplug: lose, settle: 2s, move: 3s}, {serial: A5069RR4}]\n",
		"tcp":        "game: goldhunter\nseats: [{tcp: \":8569\", name: a, wait: 5m}, {tcp: \"0.0.0.0:1\", dialect: text}]\nlimits: {move: 0.5us, cpu: 1}\n",
		"everything": "game: goldhunter\nclock: off\nseats: [{bot: ./tom.py, runtime: python, dialect: gson}, {tcp: \":1\"}]\n",
	} {
		if name == "every key" {
			text = strings.Replace(text, "catcher: hunter", "catcher: plain", 1)
			text = strings.Replace(text, "bots: shelf\n", "", 1)
		}
		m := load(t, dir, text)
		info := gameOf(t, m.Spec.Header.Game).Info()
		h := &m.Spec.Header
		players := make([]Player, len(h.Seats))
		for i, source := range m.Spec.Sources {
			players[i].Source = source
			if p := source.Process; p != nil && p.Folder != "" {
				var err error
				if players[i].Bot, err = LoadBot(p.Folder, games); err != nil {
					t.Fatal(err)
				}
			}
		}
		again := load(t, dir, write(t, h, info, players))
		if !reflect.DeepEqual(again.Spec.Header, *h) || !reflect.DeepEqual(again.Spec.Sources, m.Spec.Sources) {
			t.Errorf("%s: written\n%s\ngives\n%+v\nwant\n%+v", name, write(t, h, info, players), again.Spec, m.Spec)
		}
		// By their names, as a page has it that does not tell where things are.
		for i := range players {
			players[i].Source = match.Source{}
			if p := m.Spec.Sources[i].Process; p != nil && players[i].Bot == nil {
				players[i].Source.Process = &match.Process{Path: p.Path, Runtime: p.Runtime}
			}
		}
		again = load(t, dir, write(t, h, info, players))
		if !reflect.DeepEqual(again.Spec.Header, *h) {
			t.Errorf("%s: written by names\n%s\ngives\n%+v\nwant\n%+v", name, write(t, h, info, players), again.Spec.Header, *h)
		}
	}
}

// TestWriteMatchSays: what no file can describe is said, in the file or by an
// error, and names that would be paths are none.
func TestWriteMatchSays(t *testing.T) {
	g := games[0]
	m := load(t, folder(t, map[string]string{"bots/a": ""}), "game: catchcat\nseats: [a, a]\n")
	h := m.Spec.Header
	h.Terms.Debug, h.Terms.Clock, h.Terms.Jail = true, "off", "off"
	h.Seats[0].Name, h.Seats[0].Hash = "../x", "abc"
	text := write(t, &h, g.Info(), nil)
	for _, want := range []string{"--debug", "clock: off", `{name: "../x", bot: ".._x"} # abc`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	h.Seats[1].Kind = record.KindPerson
	if _, err := WriteMatch(&h, g.Info(), nil); err == nil || !strings.Contains(err.Error(), `seat cat: no config can seat a player of the kind "person"`) {
		t.Errorf("a person: %v", err)
	}
	h.Seats = h.Seats[:1]
	if _, err := WriteMatch(&h, g.Info(), nil); err == nil {
		t.Error("a match of one seat")
	}
}

func TestDurationText(t *testing.T) {
	for _, d := range []time.Duration{1, 999, time.Microsecond, 1500 * time.Nanosecond, time.Millisecond + 1, 90 * time.Second, 24 * time.Hour} {
		got, err := ParseDuration(durationText(record.Duration(d)))
		if err != nil || got != d {
			t.Errorf("%v is written %s, read %v, %v", d, durationText(record.Duration(d)), got, err)
		}
	}
}

func load(t *testing.T, dir, text string) *Match {
	t.Helper()
	file := filepath.Join(dir, "m.yaml")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := LoadMatch(file, games)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return m
}

func write(t *testing.T, h *record.Header, info game.Info, players []Player) string {
	t.Helper()
	text, err := WriteMatch(h, info, players)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func gameOf(t *testing.T, name string) game.Game {
	t.Helper()
	for _, g := range games {
		if g.Info().Name == name {
			return g
		}
	}
	t.Fatalf("no game %s", name)
	return nil
}
