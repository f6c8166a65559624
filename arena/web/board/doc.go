// Package board shows matches: it turns a record, or a match in play, into
// the JSON that the boards in a page are drawn from, and holds those boards
// ([Static]) and the file that needs nothing else ([HTML]).
//
// # The document
//
// [Encode] returns one object:
//
//	{"v": 1, "game": "catchcat", "title": "Catch the Cat",
//	 "seats": [{"role": "catcher", "name": "tom"}, {"role": "cat", "name": "jo"}],
//	 "seed": "12345",            a string: it can be past 2^53
//	 "match": "0f5ca9…",         the hash that names the match; absent in play
//	 "began": "2026-…Z",         RFC 3339; absent where it was not measured
//	 "void": "…",                absent where the match counts
//	 "rounds": [{"start": {…}, "moments": [{…}, …]}, …],
//	 "result": {…}}              game.Result; absent in play
//
// A match in play is the same in pieces: the [Head] (all but rounds and
// result), then for every position what [Encoder.Add] returns: a "start" for
// the first one of each round, a "moment" for each one after it. The n-th
// moment of a round leads to its n-th position; 0 is the start.
//
// # What starts and moments share
//
//	"x": [[seat, "timeout"], [seat, "invalid", "refused text"]]
//	                             faults of this moment; absent without any
//	"end": {…}                   game.Result; in the last one of a round
//
// A refused text is what a bot wrote, cut to 200 characters: pages show it as
// text and nothing else.
//
// # Catch the Cat
//
// Cells are [row, column] from 0, odd rows half a cell to the right.
//
//	start   {"size": 11, "cat": [5, 5], "blocked": [[0, 3], …]}
//	moment  {"s": 0, "c": [4, 5]}   seat 0 blocks the cell, seat 1 goes there;
//	                                no "c" where the answer had a fault
//
// # Paper Soccer
//
// Points are x from the west and y from the north, directions 0 to 7 clockwise
// from the north, whatever the match's notation.
//
//	start   {"width": 8, "height": 10, "halfway": true, "mover": 0,
//	         "notation": "digits"}   or "letters": how a person's turn is written
//	moment  {"s": 0, "t": "0172"}   the turn of seat 0
//	        {"s": 1, "w": "01", "x": …}   "w": the steps of a refused turn that
//	                                could be walked; the ball stays where it was
//
// # Gold Hunter
//
// Units are numbered as in the record: team 0's first, hunters, miners, spies.
//
//	start   {"rows": 2, "cols": 3, "stages": 300, "bullets": 20, "hidden": 60,
//	         "rock": [".#.", "..."],
//	         "gold": [[row, col, value], …],
//	         "counts": [hunters, miners, spies],        of each team
//	         "units": [[row, col, facing], …]}          facing 0 up, 1 right, 2 down, 3 left
//	moment  {"u": "m..rf…x", "b": [0, 2]}
//
// A moment is what became of the stage's orders. "u" has one character for
// each unit:
//
//	.         nothing that shows
//	m         one cell ahead
//	u r d l   turned up, right, down, left
//	g         dug in its cell          U R D L   dug and turned (a miner)
//	f         fired
//	h s       hid, appeared            M, U R D L   went or turned, and appeared (a spy)
//	x         was killed
//
// Then every spy that is hidden has one hidden stage less. Every bullet flies
// two cells, except those of "b", which are gone: their places in the list of
// bullets before the stage, in the order of firing. Each "f" appends one
// bullet, in the order of the units, in the hunter's cell. A third dig takes
// the gold for the miner's team.
//
// When both teams are out the rest is played at once. Such a moment, and any
// other that the characters cannot say, has the whole position instead:
//
//	moment  {"n": 640, "set": {
//	           "units": [[row, col, facing, left, hidden], null, …],   null is dead
//	           "bullets": [[row, col, facing], …],
//	           "digs": [[deposit, digs done], …],                      those above 0
//	           "gold": [3, 1], "deaths": [0, 2], "fired": [9, 0]}}
//
// with "n" the stages played, 1 where it is absent, and left the bullets of a
// hunter and the hidden stages of a spy.
//
// # In a page
//
// player.js of [Static] exports mount(element, document, options), which
// returns the player:
//
//	add(kind, object)   appends a piece of a match in play: "start", "moment"
//	                    or "result" (a game.Result)
//	ask(seat, answer)   lets a person choose the next move of a seat and calls
//	                    answer(text) with it, as the record writes moves;
//	                    ask(null) ends that
//	toggle(), pause(), step(by), fault(by), seek(n), open(round, n)
//	position            {round, at, last, playing}
//	work                {frames, total, worst, late}: milliseconds of drawing
//	close()             takes it from the page
//
// Options: lang ("en", "pt", "fa"; else the page's), live (follow the newest
// moment), hall (large, without controls), links (false: leave the address
// alone; else #m=12, or #m=2.12 on the second of several boards, is kept in
// it). The element gets an event "moment" with {round, at} whenever another
// position is shown. A page's policy must allow images from blob: for the
// pictures that are saved; nothing else is asked for.
package board
