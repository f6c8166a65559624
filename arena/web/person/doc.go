// Package person lets a person sit in a seat of a match.
//
// To the match a person is a player like any other: a [Chair] is an endpoint
// whose two pipes speak the game's wire, so that the bot on the other side is
// jailed, asked and timed as always, and a replay comes of it. A [Game] is a
// match of a person against a bot with what a person may do beside: take back
// and give up.
//
// A move that is taken back was played, and a bot knows it: the match begins
// anew with a fresh bot, which is led through what stays. A bot that then
// plays otherwise than before goes on from there.
package person
