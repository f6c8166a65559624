package config

import (
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"botarena/arena/match"
	"botarena/arena/record"
)

// TestElsewhere: what a file says of boards and clients, and what it leaves
// to the defaults.
func TestElsewhere(t *testing.T) {
	board := func(device string, baud int, parity string, stop int) *match.Serial {
		return &match.Serial{
			SerialLine: match.SerialLine{Device: device, Baud: baud, Parity: parity, StopBits: stop},
			OnUnplug:   "void", Settle: match.DefaultSettle,
		}
	}
	slow := board("A5069RR4", 9600, "odd", 2)
	slow.OnUnplug, slow.Settle = "lose", record.Duration(2*time.Second)
	for _, c := range []struct {
		game, seat string
		source     match.Source
		record     record.Seat
	}{
		{"papersoccer", "{serial: /dev/ttyUSB0}", match.Source{Serial: board("/dev/ttyUSB0", 115200, "none", 1)}, record.Seat{Name: "board at ttyUSB0", Kind: "serial"}},
		{
			"papersoccer", "{serial: A5069RR4, name: Team 7, baud: 9600, parity: odd, stop_bits: 2, on_unplug: lose, settle: 2s}",
			match.Source{Serial: slow},
			record.Seat{Name: "Team 7", Kind: "serial"},
		},
		{"goldhunter", `{tcp: ":8569"}`, match.Source{TCP: &match.TCP{Address: "127.0.0.1:8569"}}, record.Seat{Kind: "tcp", Dialect: "gson"}},
		{
			"goldhunter", `{tcp: "0.0.0.0:8569", wait: 5m, name: x, dialect: text}`,
			match.Source{TCP: &match.TCP{Address: "0.0.0.0:8569", Wait: record.Duration(5 * time.Minute)}},
			record.Seat{Name: "x", Kind: "tcp", Dialect: "text"},
		},
		{"papersoccer", `{tcp: "[::1]:1"}`, match.Source{TCP: &match.TCP{Address: "[::1]:1"}}, record.Seat{Kind: "tcp"}},
	} {
		dir := folder(t, map[string]string{"bot": "", "m.yaml": "game: " + c.game + "\nseats: [" + c.seat + ", ./bot]\n"})
		m, err := LoadMatch(filepath.Join(dir, "m.yaml"), games)
		if err != nil {
			t.Errorf("%s: %v", c.seat, err)
			continue
		}
		if got := m.Spec.Sources[0]; !reflect.DeepEqual(got, c.source) {
			t.Errorf("%s: source %+v %+v", c.seat, got.Serial, got.TCP)
		}
		if got := m.Spec.Header.Seats[0]; !reflect.DeepEqual(got, c.record) {
			t.Errorf("%s: seat %+v, want %+v", c.seat, got, c.record)
		}
	}
	dir := folder(t, map[string]string{"bot": "", "m.yaml": "game: papersoccer\nseats: [{serial: lines/board}, ./bot]\n"})
	m, err := LoadMatch(filepath.Join(dir, "m.yaml"), games)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.Spec.Sources[0].Serial.Device, filepath.Join(dir, "lines/board"); got != want {
		t.Errorf("the line is %s, want %s", got, want)
	}
}

func TestElsewhereErrors(t *testing.T) {
	for seat, want := range map[string][2]string{
		"{serial: /dev/x, bot: ./bot}":                  {"seats[0]: both bot and serial are given", "keep one"},
		"{name: x}":                                     {"seats[0]: no program is given", "write bot: PROGRAM"},
		"{bot: ./bot, baud: 9600}":                      {"m.yaml:2:28: seats[0]: baud belongs to serial:, not to bot:", "delete it"},
		"{serial: /dev/x, args: [-x]}":                  {"args belongs to bot:, not to serial:", "delete it"},
		"{serial: /dev/x, wait: 1s}":                    {"wait belongs to tcp:", "delete it"},
		"{serial: /dev/x, baud: 0}":                     {"seats[0].baud: 0 is no rate", "115200"},
		"{serial: /dev/x, baud: 12}":                    {"m.yaml:2:32: seats[0].baud: 12 baud is not between", "arena help match"},
		"{serial: /dev/x, parity: evn}":                 {"seats[0].parity: parity \"evn\" is none of", "arena help"},
		"{serial: /dev/x, stop_bits: 3}":                {"seats[0].stop_bits: 3 stop bits", "arena help"},
		"{serial: /dev/x, on_unplug: viod}":             {"seats[0].on_unplug: \"viod\"", "did you mean void?"},
		"{serial: /dev/x, settle: 25h}":                 {"seats[0].settle: 25h0m0s is too long", "24h"},
		"{tcp: \":8569\", wait: 0s}":                    {"seats[0].wait: 0s is no wait", "above 0s"},
		"{tcp: 8569}":                                   {"seats[0].tcp: \"8569\" is no address", ":8569"},
		"{tcp: \":85690\"}":                             {"seats[0].tcp: \"85690\" is no port", ":8569"},
		"{tcp: \":+1\"}":                                {"\"+1\" is no port", ":8569"},
		"{serial: /dev/x, name: bot}":                   {"is called \"bot\" too", "a name of its own"},
		"{serial: /dev/x, name: y}, {serial: /dev/x}":   {"m.yaml:2:45: seats[1]: the board in seats[0] is at the same line", "name another line"},
		"{serial: /dev/x, nam: y}, {serial: /dev/ttyX}": {"unknown key \"nam\"", "did you mean name?"},
	} {
		if !strings.Contains(seat, "}, {") {
			seat += ", ./bot"
		}
		dir := folder(t, map[string]string{"bot": "", "m.yaml": "game: papersoccer\nseats: [" + seat + "]\n"})
		_, err := LoadMatch(filepath.Join(dir, "m.yaml"), games)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(e.Error(), want[0]) || !strings.Contains(e.Cure, want[1]) {
			t.Errorf("%s: error %v, want %q and %q", seat, err, want[0], want[1])
			if e != nil {
				t.Logf("cure %q", e.Cure)
			}
		}
	}
}
