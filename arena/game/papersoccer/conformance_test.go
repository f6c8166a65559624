package papersoccer

import (
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/gametest"
	"botarena/protocol"
)

// voices speak the wire as a bot does.
var voices = map[string]gametest.Voice{Dialect: {
	Say: func(dst []byte, _ game.State, _ int, move []byte) []byte { return protocol.AppendTurn(dst, move) },
}}

func TestConformance(t *testing.T) {
	setups := []game.Setup{
		&Setup{Board: Board{8, 10}, Notation: Letters, Starter: StarterBlue},
		&Setup{Board: Board{2, 2}, Halfway: true, Notation: Digits, Starter: StarterRandom},
		&Setup{Board: Board{12, 6}, Halfway: true, Notation: Digits, Starter: StarterRed},
	}
	if err := (gametest.Options{Voices: voices}).Check(Game{}, setups...); err != nil {
		t.Error(err)
	}
}
