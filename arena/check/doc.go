// Package check says whether a bot is fit to play, and if not, what to change.
//
// The bot plays whole matches by the ordinary referee, under the ordinary
// terms, in each of its roles: first against a mover that needs no program and
// draws random legal moves inside the arena, then against the opponents that it
// is given, such as the house bots. The talk is watched from the
// inside of the referee, where the bytes are taken from the pipe anyway, so
// that watching costs the bot no time. What went wrong is then reported by
// the step of the talk at which it happened, with the bytes that were sent
// and received, and with hints for what usually causes it.
package check
