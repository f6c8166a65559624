package simulated

import (
	"botarena/arena/game/papersoccer"
	"botarena/bots/house/level"
	"botarena/bots/house/papersoccer/bot"
	"botarena/protocol"
)

// House returns a [Board].Play by the house bot.
func House(strength level.Level, seed uint64) func(protocol.Opening) func([]byte) []byte {
	b := bot.New(bot.Options{Level: strength, Budget: bot.BudgetOf(strength), Seed: seed})
	return func(o protocol.Opening) func([]byte) []byte {
		seat := papersoccer.Blue
		if o.Red {
			seat = papersoccer.Red
		}
		s := bot.NewSession(b, o.Width, o.Length, seat, bot.Auto, papersoccer.Digits)
		var text []byte
		return func(turn []byte) []byte {
			// A turn that is none on the board is answered with the empty turn,
			// which loses: a board has nobody to tell.
			text, _ = s.Turn(text[:0], turn)
			return text
		}
	}
}
