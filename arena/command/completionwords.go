package command

import (
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"botarena/arena/config"
	"botarena/arena/game/all"
	"botarena/arena/player"
	"botarena/arena/record"
	"botarena/bots/kits"
)

// What a shell completes itself, in the answers to its scripts.
const (
	completeFiles   = ":files"
	completeFolders = ":folders"
)

// What is looked up when it is asked for, in the tables below.
const (
	offerBots     = ":bots" // of the folder of bots, and files
	offerCommands = ":commands"
	offerGames    = ":games"
	offerSeats    = ":seats" // of all games
	offerPorts    = ":ports"
)

// positions are what a command's arguments can be, by position; the last
// stands for all that follow.
var positions = map[string][][]string{
	"match":       {{completeFiles}, {}},
	"tournament":  {{completeFiles}, {}},
	"class":       {{completeFiles}, {}},
	"table":       {{completeFolders}, {}},
	"grade":       {{completeFolders}, {}},
	"fleet":       {{completeFolders}, {}},
	"rule":        {{completeFolders}, {"void", "forfeit", "result", "disqualify", "strike", "reinstate", "undo"}, {}},
	"watch":       {{completeFolders}, {}},
	"export":      {{completeFiles}},
	"replay":      {{completeFiles}, {}},
	"check":       {{offerBots}, {completeFiles}},
	"compare":     {{offerBots}, {offerBots}, {}},
	"bots":        {{completeFolders}, {}},
	"map":         {{completeFiles}, {}},
	"run":         {{completeFiles}},
	"submit":      {{completeFiles}, {}},
	"submissions": {{"list", "import", "export"}, {completeFolders}, {}},
	"help":        {{offerCommands}, {}},
	"completion":  {shells, {}},
	"schema":      {append(config.SchemaNames(), "output"), outputNames(), {}},
}

// values are what flags take, by name, or by command and name where the same
// name means something else there.
var values = map[string][]string{
	"game": {offerGames}, "role": {offerSeats}, "stdin": {offerSeats}, "serial": {offerPorts},
	"dialect": dialects(), "parity": player.Parities, "lang": kits.Languages, "clock": record.Clocks,
	"on-change": slices.Sorted(maps.Keys(onChange)), "show-stderr": {"owner", "all"},
	"stop-bits": {"1", "2"}, "separator": {"comma", "semicolon"}, "decimal": {"point", "comma"},
	"runtime": config.Runtimes,
	"bots":    {completeFolders}, "results": {completeFolders}, "replays": {completeFolders}, "pages": {completeFolders},
	"autograder": {completeFolders}, "dir": {completeFolders}, "folder": {completeFolders},
	"class": {completeFiles}, "worker class": {}, "csv": {completeFiles}, "html": {completeFiles}, "policy": {completeFiles}, "roster": {completeFiles}, "sqlite": {completeFiles},
}

func dialects() (names []string) {
	for _, g := range all.Games() {
		names = append(names, g.Info().Dialects...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// argumentsOf returns what a command's argument at a position can be.
func argumentsOf(command string, before []string, position int) []string {
	at := positions[command]
	if command == "schema" && position == 1 && !slices.Contains(before, "output") || len(at) == 0 {
		return nil
	}
	return at[min(position, len(at)-1)]
}

// valuesOf returns what the value of a command's flag can be.
func valuesOf(command, flag string) []string {
	if own, ok := values[command+" "+flag]; ok {
		return own
	}
	return values[flag]
}

// offer looks up what is to be offered, and keeps what begins with a text.
func offer(app *cli.App, what []string, with string) []string {
	var words []string
	for _, w := range what {
		switch w {
		case completeFiles, completeFolders:
			return []string{w}
		case offerBots:
			if !strings.Contains(with, "/") {
				words = append(words, botNames()...)
			}
			return append(beginning(with, words), completeFiles)
		case offerCommands:
			words = append(words, commandNames(app)...)
		case offerGames:
			words = append(words, all.Names()...)
		case offerSeats:
			for _, g := range all.Games() {
				words = append(words, g.Info().Seats...)
			}
		case offerPorts:
			// Without a list there is nothing to offer; the command says why.
			ports, _ := player.Ports()
			for _, p := range ports {
				words = append(words, p.Device)
			}
		default:
			words = append(words, w)
		}
	}
	return beginning(with, words)
}

// botNames lists the bots of the folder of bots; where there is none, nothing.
func botNames() (names []string) {
	listed, err := config.LoadBots(config.DefaultBots, all.Games())
	if err != nil {
		return nil
	}
	for _, l := range listed {
		names = append(names, l.Name)
	}
	return names
}
