package config

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// Elsewhere says who plays in a seat where no program of this machine does: a
// board at a serial line, or a client that connects.
//
//	red: {serial: /dev/ttyUSB0, baud: 9600, name: Team 7}
//	team0: {tcp: ":8569"}
type Elsewhere struct {
	// Serial is a board's line: its device, such as /dev/ttyUSB0 or a name in
	// /dev/serial/by-id, or the serial number of its USB adapter. arena ports
	// lists them.
	Serial string `yaml:"serial"`
	// Baud is the line's rate. Default 115200.
	Baud int `yaml:"baud"`
	// Parity is none (the default), odd, even, mark or space.
	Parity string `yaml:"parity"`
	// StopBits is 1 (the default) or 2.
	StopBits int `yaml:"stop_bits"`
	// OnUnplug says what unplugging the board in a match means: void (the
	// default; the match is played again) or lose.
	OnUnplug string `yaml:"on_unplug"`
	// Settle is how long the board must have been silent before the match
	// begins. Default 300ms.
	Settle Duration `yaml:"settle"`
	// TCP is the address at which a client is waited for: :PORT, which takes
	// clients of this machine only, or HOST:PORT. Seats of one address go to
	// the clients in the order in which they connect.
	TCP string `yaml:"tcp"`
	// Wait is how long a client is waited for. Default: as long as it takes.
	Wait Duration `yaml:"wait"`
}

// keysOf lists the keys of a seat that belong to one kind of player.
var keysOf = map[string][]string{
	"bot":    {"args", "env", "runtime"},
	"serial": {"baud", "parity", "stop_bits", "on_unplug", "settle"},
	"tcp":    {"wait"},
}

// checkKind checks that a seat has exactly one player, and nothing that
// belongs to another kind.
func (d *decoder) checkKind(s *Seat, path string) error {
	kinds := map[string]string{"bot": s.Bot, "serial": s.Serial, "tcp": s.TCP}
	kind := ""
	for _, k := range []string{"bot", "serial", "tcp"} {
		if kinds[k] == "" {
			continue
		}
		if kind != "" {
			return d.failAt(join(path, k), "keep one of the two", "%s: both %s and %s are given", path, kind, k)
		}
		kind = k
	}
	if kind == "" || strings.ContainsRune(kinds[kind], 0) {
		return d.failAt(join(path, cmp.Or(kind, "bot")), "write bot: PROGRAM", "%s: no program is given", path)
	}
	for _, k := range slices.Sorted(maps.Keys(keysOf)) {
		for _, key := range keysOf[k] {
			if _, given := d.at[join(path, key)]; given && k != kind {
				return d.failAt(join(path, key), "delete it", "%s: %s belongs to %s:, not to %s:", path, key, k, kind)
			}
		}
	}
	return nil
}

// checkElsewhere checks a board's or a client's seat and puts in what it does
// not say.
func (d *decoder) checkElsewhere(s *Seat, path string, info game.Info) error {
	given := func(key string) bool {
		_, ok := d.at[join(path, key)]
		return ok
	}
	fail := func(key, cure, problem string) error {
		return d.failAt(join(path, key), cure, "%s: %s", join(path, key), problem)
	}
	if s.TCP != "" {
		address, problem := listenAddress(s.TCP)
		if problem != "" {
			return fail("tcp", "write an address such as :8569, or 0.0.0.0:8569 for clients of other machines", problem)
		}
		s.TCP = address
		if s.Dialect == "" && slices.Contains(info.Dialects, match.ClientDialect) {
			s.Dialect = match.ClientDialect
		}
	}
	var wrong *match.LineError
	switch {
	case s.Serial == "":
	case given("baud") && s.Baud <= 0:
		return fail("baud", "write a rate such as 115200", fmt.Sprintf("%d is no rate", s.Baud))
	case errors.As(s.line().Check(), &wrong):
		key := wrong.Setting
		if key == "device" {
			key = "serial"
		}
		return fail(key, "arena help match lists what a line can be", wrong.Problem)
	case given("on_unplug") && s.OnUnplug != match.UnplugVoid && s.OnUnplug != match.UnplugLose:
		return fail("on_unplug", pick(s.OnUnplug, []string{match.UnplugVoid, match.UnplugLose}), quote(s.OnUnplug)+" is none of void, lose")
	}
	for _, t := range []struct {
		key   string
		value Duration
	}{{"settle", s.Settle}, {"wait", s.Wait}} {
		if time.Duration(t.value) > 24*time.Hour {
			return fail(t.key, "write a time of at most 24h", time.Duration(t.value).String()+" is too long")
		}
	}
	if given("wait") && s.Wait == 0 {
		return fail("wait", "write a time above 0s, or delete it to wait as long as it takes", "0s is no wait")
	}
	if s.Serial != "" && !given("settle") {
		s.Settle = Duration(match.DefaultSettle)
	}
	return nil
}

// line returns a board's line with the defaults in it.
func (e *Elsewhere) line() match.SerialLine {
	return match.SerialLine{
		Device: e.Serial, Baud: cmp.Or(e.Baud, match.DefaultBaud),
		Parity: cmp.Or(e.Parity, match.DefaultParity), StopBits: cmp.Or(e.StopBits, match.DefaultStopBits),
	}
}

// listenAddress returns the address to listen at: on this machine only where
// no host is named.
func listenAddress(text string) (address, problem string) {
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		return "", quote(text) + " is no address"
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || strconv.FormatUint(n, 10) != port {
		return "", quote(port) + " is no port"
	}
	return net.JoinHostPort(cmp.Or(host, "127.0.0.1"), port), ""
}

// elsewhere returns the source and the seat of a board or a client. A client
// without a name gets its own when it connects. A line that is a path is
// relative to dir, the config's folder, as all paths are.
func (s *Seat) elsewhere(dir string) (match.Source, record.Seat) {
	seat := record.Seat{Name: s.Name, Move: record.Duration(s.Move), Dialect: s.Dialect}
	source := match.Source{}
	if s.TCP != "" {
		source.TCP = &match.TCP{Address: s.TCP, Wait: record.Duration(s.Wait)}
	} else {
		seat.Name = cmp.Or(s.Name, "board at "+filepath.Base(s.Serial))
		if badName(seat.Name) != "" {
			seat.Name = "board"
		}
		source.Serial = &match.Serial{
			SerialLine: s.line(), Settle: record.Duration(s.Settle), OnUnplug: cmp.Or(s.OnUnplug, match.UnplugVoid),
		}
		if strings.ContainsRune(s.Serial, filepath.Separator) {
			source.Serial.Device = inFolder(dir, s.Serial)
		}
	}
	seat.Kind = source.Kind()
	return source, seat
}
