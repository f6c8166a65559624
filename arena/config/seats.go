package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// mostName bounds a bot's name, in characters.
const mostName = 64

func valueOf(pointer any) reflect.Value { return reflect.ValueOf(pointer).Elem() }

func index(i int) string { return fmt.Sprintf("[%d]", i) }

// orderSeats puts the seats of the file into the game's order.
func (m *Match) orderSeats(info game.Info) error {
	s := &m.file.Seats
	want := len(info.Seats)
	if _, given := m.d.at["seats"]; !given {
		return m.d.failAt("seats", "write seats: and below it, indented, a line "+info.Seats[0]+": PROGRAM and so on", `key "seats" is missing`)
	}
	m.seat = make([]int, want)
	if len(s.Names) == 0 {
		if len(s.Seats) != want {
			return m.d.failAt("seats", fmt.Sprintf("list %d: %s", want, strings.Join(info.Seats, ", ")), "seats: %s has %d seats, %d are given", info.Name, want, len(s.Seats))
		}
		for i := range m.seat {
			m.seat[i] = i
		}
		return nil
	}
	for _, name := range s.Names {
		if !slices.Contains(info.Seats, name) {
			return m.d.failAt(join("seats", name), pick(name, info.Seats), "seats: %s has no seat %s", info.Name, quote(name))
		}
	}
	for i, name := range info.Seats {
		if m.seat[i] = slices.Index(s.Names, name); m.seat[i] < 0 {
			return m.d.failAt("seats", "add the line "+name+": PROGRAM", "seats: nobody sits in the seat %s", name)
		}
	}
	return nil
}

// given returns the i-th seat of the game as the file gives it, and its path
// there.
func (m *Match) given(i int) (*Seat, string) {
	s := &m.file.Seats
	return &s.Seats[m.seat[i]], s.path(m.seat[i])
}

// SeatError returns the error for something wrong with the program in a seat.
func (m *Match) SeatError(seat int, problem, cure string) error {
	_, path := m.given(seat)
	return m.d.failAt(join(path, "bot"), cure, "%s: %s", path, problem)
}

// checkSeat checks what a file says of a seat at a path.
func (d *decoder) checkSeat(s *Seat, path string, info game.Info) error {
	if err := d.checkKind(s, path); err != nil {
		return err
	}
	if err := d.checkNames(path, s.Name, s.Runtime); err != nil {
		return err
	}
	if _, given := d.at[join(path, "move")]; given && (s.Move == 0 || s.Move > longestLimit) {
		return d.failAt(join(path, "move"), "write a time from 1ms to 24h, such as 1s", "%s: move: %s is not between 0s and 24h", path, time.Duration(s.Move))
	}
	if _, given := d.at[join(path, "dialect")]; given && !slices.Contains(info.Dialects, s.Dialect) {
		return d.failAt(join(path, "dialect"), pick(s.Dialect, info.Dialects), "%s: %s has no dialect %s", path, info.Name, quote(s.Dialect))
	}
	if err := d.checkEnv(path, s.Env); err != nil {
		return err
	}
	if err := d.checkWords(path, "args", s.Args); err != nil {
		return err
	}
	return d.checkElsewhere(s, path, info)
}

// badName says what is wrong with a bot's name.
func badName(name string) string {
	switch {
	case strings.TrimSpace(name) == "":
		return "is empty"
	case strings.TrimSpace(name) != name:
		return "begins or ends with a space"
	case utf8.RuneCountInString(name) > mostName:
		return "is too long"
	}
	for _, r := range name {
		if !unicode.IsPrint(r) {
			return "has a character that cannot be printed"
		}
	}
	return ""
}

// findBots finds the bots. Nothing of them is run or kept open.
func (m *Match) findBots(dir string, info game.Info, games []game.Game) error {
	bots := &shelf{name: m.file.Bots}
	for i, role := range info.Seats {
		s, path := m.given(i)
		if s.Bot == "" {
			source, seat := s.elsewhere(dir)
			m.Spec.Sources = append(m.Spec.Sources, source)
			m.Spec.Header.Seats = append(m.Spec.Header.Seats, seat)
			continue
		}
		bot, err := findBot(dir, bots, s.Bot, games)
		var missing *missingBot
		if errors.As(err, &missing) {
			return m.d.failAt(join(path, "bot"), missing.cure, "%s: %s", path, missing.problem)
		}
		if err != nil {
			return err
		}
		if problem, cure := bot.Plays(info.Name, role); problem != "" {
			return m.d.failAt(join(path, "bot"), cure, "%s: %s", path, problem)
		}
		process := bot.Process(role)
		if s.Runtime != "" {
			process.Runtime = s.Runtime
		}
		m.Spec.Sources = append(m.Spec.Sources, match.Source{Process: process})
		m.Spec.Header.Seats = append(m.Spec.Header.Seats, s.record(i, bot))
	}
	return nil
}

// record returns a seat as the record has it: what the file says of it, and
// what its bot says where the file does not.
func (s *Seat) record(i int, bot *Bot) record.Seat {
	seat := record.Seat{
		Name: cmp.Or(s.Name, bot.Name), Kind: record.KindProcess, Move: record.Duration(s.Move), Args: slices.Concat(bot.Args, s.Args), Env: bot.Env, Dialect: cmp.Or(s.Dialect, bot.Dialect),
	}
	if badName(seat.Name) != "" { // a file's name can be anything
		seat.Name = fmt.Sprintf("bot %d", i+1)
	}
	for _, k := range slices.Sorted(maps.Keys(s.Env)) {
		seat.Env = slices.DeleteFunc(slices.Clone(seat.Env), func(v string) bool { return strings.HasPrefix(v, k+"=") })
		seat.Env = append(seat.Env, k+"="+s.Env[k])
	}
	return seat
}

// missingBot says why a program cannot be used.
type missingBot struct {
	problem, cure string
	absent        bool // there is no file of that name
	near          bool // the cure is one of a name like it
}

func (e *missingBot) Error() string { return e.problem }

// findBot returns a bot. With a slash its name is a path; without, the name of
// a bot in the folder of bots or of a file beside the config in dir.
func findBot(dir string, s *shelf, bot string, games []game.Game) (*Bot, error) {
	if strings.Contains(bot, "/") {
		path := inFolder(dir, bot)
		if isBotFolder(path) {
			return LoadBot(path, games)
		}
		if wrong := usable(path, filepath.Dir(path), filepath.Dir(bot)); wrong != nil {
			return nil, wrong
		}
		return executable(path), nil
	}
	bots := inFolder(dir, s.name)
	there, here := filepath.Join(bots, bot), filepath.Join(dir, bot)
	notHere := usable(here, dir, ".")
	listed, err := s.find(bots, bot, games)
	switch {
	case err != nil:
		return nil, err
	case listed != nil && notHere == nil && listed.Path != here:
		return nil, &missingBot{
			problem: fmt.Sprintf("%s could be %s or %s", quote(bot), listed.Path, here),
			cure:    fmt.Sprintf("write ./%s for the one beside this file, or %s for the other", bot, filepath.Join(s.name, filepath.Base(listed.Path))),
		}
	case listed != nil:
		return listed.Bot, listed.Err
	case notHere == nil:
		return executable(here), nil
	case isBotFolder(here):
		return LoadBot(here, games)
	}
	notThere := usable(there, bots, s.name)
	if notThere == nil { // there, and neither executable nor known by its name's end
		return executable(there), nil
	}
	for _, wrong := range []*missingBot{notThere, notHere} {
		if !wrong.absent {
			return nil, wrong
		}
	}
	cure := notHere.cure
	if notThere.near {
		cure = notThere.cure
	}
	return nil, &missingBot{problem: fmt.Sprintf("there is no program %s (tried %s and %s)", quote(bot), there, here), cure: cure}
}

// usable looks whether a path can be opened as a program. dir is its folder,
// and shown is that folder as the config writes it.
func usable(path, dir, shown string) *missingBot {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		cure, near := nearProgram(path, dir, shown)
		return &missingBot{problem: "there is no program " + path, cure: cure, absent: true, near: near}
	case errors.Is(err, fs.ErrPermission):
		return &missingBot{problem: path + " cannot be reached: permission denied", cure: "chmod a+x the folders on the way to it"}
	case err != nil:
		return &missingBot{problem: path + ": " + cause(err), cure: "correct the path; it is relative to this file"}
	case info.IsDir():
		return &missingBot{problem: path + " is a folder", cure: "name the program inside it"}
	case !info.Mode().IsRegular():
		return &missingBot{problem: path + " is not a regular file", cure: "name a program's file"}
	}
	f, err := os.Open(path)
	if err != nil {
		return &missingBot{problem: path + " cannot be read: " + cause(err), cure: "chmod a+r " + path}
	}
	f.Close()
	return nil
}

// nearProgram returns a cure for a path at which there is nothing, and whether
// it is the name of a file like it.
func nearProgram(path, dir, shown string) (cure string, near bool) {
	var names []string
	entries, _ := os.ReadDir(dir) // of a folder that is not there nothing is near
	for _, e := range entries {
		if e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	if near := Nearest(filepath.Base(path), names); near != "" {
		return "did you mean " + strings.TrimPrefix(shown+"/", "./") + near + "?", true
	}
	return "build it first, or correct the path; it is relative to this file", false
}

// refuseTwins refuses two different bots of one name: nobody could tell them
// apart in the result. One bot may sit in several seats, but no board. Clients
// of one name get numbers when they connect.
func (m *Match) refuseTwins() error {
	seats := m.Spec.Header.Seats
	for i := range seats {
		for k := range i {
			_, path := m.given(i)
			_, first := m.given(k)
			if a, b := m.Spec.Sources[i].Serial, m.Spec.Sources[k].Serial; a != nil && b != nil && a.Device == b.Device {
				return m.d.failAt(join(path, "serial"), "name another line; arena ports lists them", "%s: the board in %s is at the same line", path, first)
			}
			if seats[i].Name != seats[k].Name || seats[i].Name == "" {
				continue
			}
			one, other := m.Spec.Sources[i].Process, m.Spec.Sources[k].Process
			same := one != nil && other != nil && (one.Path == other.Path || one.Folder != "" && one.Folder == other.Folder) &&
				slices.Equal(seats[i].Args, seats[k].Args) && slices.Equal(seats[i].Env, seats[k].Env)
			if same {
				continue
			}
			at := path
			if _, named := m.d.at[join(path, "name")]; named {
				at = join(path, "name")
			}
			return m.d.failAt(at, fmt.Sprintf("write name: and a name of its own under %s", path), "%s: another bot, in %s, is called %s too", path, first, quote(seats[i].Name))
		}
	}
	return nil
}
