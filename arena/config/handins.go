package config

import (
	"botarena/arena/game"
)

// ReadBotFile reads the text of a hand-in's bot.yaml, before its program is
// built: the files it names need not be there. games are those there are; the
// error is an *[Error] that calls the file by the name given.
func ReadBotFile(file string, text []byte, games []game.Game) (*BotFile, error) {
	f, _, err := readBotFile(file, text, games)
	return f, err
}
