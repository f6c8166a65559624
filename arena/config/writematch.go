package config

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// Player says where the player of a seat is found again. The zero value is for
// a program that is looked for by its name in the folder of bots, or for a
// board or a client that its reader has to give an address.
type Player struct {
	Source match.Source
	// Bot is the bot as it is found; its own arguments and variables and its
	// dialect are left out, as it brings them. Nil for a program alone.
	Bot *Bot
}

// WriteMatch writes a match's file that plays the match of a header again:
// [LoadMatch] gives that header back, but for the programs' hashes, which are
// comments, and what --debug does. Players are those of the seats, none for
// zero values. The error says which seat no file can describe, such as a
// person's.
func WriteMatch(h *record.Header, info game.Info, players []Player) ([]byte, error) {
	if len(h.Seats) != len(info.Seats) {
		return nil, fmt.Errorf("%d seats, %s has %d", len(h.Seats), info.Name, len(info.Seats))
	}
	var b strings.Builder
	if h.Terms.Debug {
		b.WriteString("# Played without jail and clock: arena match --debug plays it so again.\n")
	}
	fmt.Fprintf(&b, "game: %s\nseed: %d\nsetup: %s\n", h.Game, h.Seed, h.Setup)
	writeTerms(&b, &h.Terms)
	b.WriteString("seats:\n")
	for i := range h.Seats {
		var p Player
		if i < len(players) {
			p = players[i]
		}
		keys, note, err := seatKeys(&h.Seats[i], i, p)
		if err != nil {
			return nil, fmt.Errorf("seat %s: %w", info.Seats[i], err)
		}
		fmt.Fprintf(&b, "  %s: {%s}", info.Seats[i], strings.Join(keys, ", "))
		if note != "" {
			b.WriteString(" # " + note)
		}
		b.WriteByte('\n')
	}
	return []byte(b.String()), nil
}

func writeTerms(b *strings.Builder, t *record.Terms) {
	ponder, jail := freeze, t.Jail
	if t.Ponder {
		ponder = allow
	}
	if t.Debug {
		jail = "" // no file can say off
	}
	for _, k := range [][2]string{{"clock", t.Clock}, {"ponder", ponder}, {"jail", jail}, {"on_violation", t.OnViolation}} {
		if k[1] != "" {
			fmt.Fprintf(b, "%s: %s\n", k[0], k[1])
		}
	}
	var limits []string
	for _, l := range []struct {
		key   string
		value record.Duration
	}{{"move", t.Move}, {"start", t.Start}, {"total", t.Total}, {"grace", t.Grace}} {
		if l.value != 0 {
			limits = append(limits, l.key+": "+durationText(l.value))
		}
	}
	if t.Memory != 0 {
		limits = append(limits, fmt.Sprintf("memory: %dB", t.Memory))
	}
	if t.CPU != "" {
		limits = append(limits, "cpu: "+t.CPU)
	}
	fmt.Fprintf(b, "limits: {%s}\n", strings.Join(limits, ", "))
}

// durationText writes a time in units that files have.
func durationText(d record.Duration) string {
	if t := time.Duration(d); t >= time.Millisecond {
		return t.String()
	}
	return formatNumber(float64(d)/1e3) + "us"
}

// seatKeys returns a seat's keys with their values, and a comment.
func seatKeys(s *record.Seat, seat int, p Player) (keys []string, note string, err error) {
	add := func(key string, value any) {
		text, _ := json.Marshal(value) // texts and lists and maps of them; JSON is YAML
		keys = append(keys, key+": "+string(text))
	}
	if s.Name != "" { // a client's is known when it has connected
		add("name", s.Name)
	}
	switch s.Kind {
	case record.KindProcess:
		note = s.Hash
		addProgram(add, s, p)
	case record.KindSerial:
		line := p.Source.Serial
		if line == nil {
			line = &match.Serial{SerialLine: match.SerialLine{Device: fmt.Sprintf("/dev/ttyUSB%d", seat)}}
			note = "name the board's line; arena ports lists them"
		}
		addSerial(add, line)
	case record.KindTCP:
		client := p.Source.TCP
		if client == nil {
			client = &match.TCP{Address: ":8569"}
		}
		add("tcp", client.Address)
		if client.Wait != 0 {
			add("wait", durationText(client.Wait))
		}
	default:
		return nil, "", fmt.Errorf("no config can seat a player of the kind %q", s.Kind)
	}
	if s.Dialect != "" && (p.Bot == nil || p.Bot.Dialect != s.Dialect) {
		add("dialect", s.Dialect)
	}
	if s.Move != 0 {
		add("move", durationText(s.Move))
	}
	return keys, note, nil
}

func addProgram(add func(string, any), s *record.Seat, p Player) {
	args, env := s.Args, slices.Clone(s.Env)
	bot := strings.ReplaceAll(s.Name, "/", "_") // a slash would make it a path
	if p.Bot != nil {
		bot = p.Bot.Name
		if n := len(p.Bot.Args); len(args) >= n && slices.Equal(args[:n], p.Bot.Args) {
			args = args[n:]
		}
		env = slices.DeleteFunc(env, func(v string) bool { return slices.Contains(p.Bot.Env, v) })
	}
	process := p.Source.Process
	switch {
	case process == nil:
	case process.Folder != "":
		bot = process.Folder
	default:
		bot = process.Path
	}
	add("bot", bot)
	if len(args) > 0 {
		add("args", args)
	}
	if len(env) > 0 {
		variables := map[string]string{}
		for _, v := range env {
			name, value, _ := strings.Cut(v, "=")
			variables[name] = value
		}
		add("env", variables)
	}
	if process != nil && process.Runtime != "" && (p.Bot == nil || p.Bot.runtime != process.Runtime) {
		add("runtime", process.Runtime)
	}
}

func addSerial(add func(string, any), line *match.Serial) {
	add("serial", line.Device)
	for _, k := range []struct {
		key   string
		value any
		given bool
	}{
		{"baud", line.Baud, line.Baud != 0},
		{"parity", line.Parity, line.Parity != ""},
		{"stop_bits", line.StopBits, line.StopBits != 0},
		{"on_unplug", line.OnUnplug, line.OnUnplug != ""},
		{"settle", durationText(line.Settle), line.Settle != 0},
	} {
		if k.given {
			add(k.key, k.value)
		}
	}
}
