// Package goldhunter holds the rules of Gold Hunter: two teams of hunters,
// miners and spies look for gold on a grid of which each sees a part.
//
// The package knows four forms of a game. A [Map] is what a map file says
// ([ReadMap], [Map.Format]; drawn for people by [Map.Draw]). A [Setup] is
// what a match needs: maps, or how to generate them. A [State] is a position
// between two stages; [State.View] is what one team is told of it. The two
// dialogues ("text" and "gson") carry views and orders over the wire.
//
// # Orders in the record
//
// A team's orders for one stage are one line of text, words separated by
// single spaces, in ascending order of ids and at most one for each unit:
//
//	0:fire 2:move 3:down ?:2
//
// The id is the unit's in the record (0 to 2n-1, team 0's units first), the
// order one of up, right, down, left, move, fire, hide, show. The last word,
// present only if it is not zero, counts the orders given to ids that no unit
// of the team has. The empty text is no order at all. Any other text is an
// illegal move.
//
// # The map
//
// A grid of at most 100 by 100 cells (seed), each ground or rock; what is outside
// is rock. Some cells of ground hold gold, each with a value, 1 unless the map
// says otherwise; it stops nobody. Two teams have the same number of units of each
// kind (seed), each of which faces up, right, down or left. Ids count team 0's
// hunters, miners and spies, then team 1's, from 0 (ruling); so they are in records,
// and the wire has its own (package protocol).
//
// Maps are listed (maps, boards) or drawn from the match's seed (generate: 3 maps of
// 21 rows and 20 columns with 20 % of rock, symmetric; 400 stages, 15 pieces of gold
// of value 1, 2 hunters with 20 bullets each, 5 miners, and a spy with 60 hidden
// stages). stages, bullets and hidden replace a map's own numbers. A match has 200 to
// 1,000 stages (seed), counted from 1; another number is warned of.
//
// # What a team is told
//
// At the start: the map's size, the units of each kind, the bullets of a hunter, the
// hidden stages of a spy, the stages (seed). Each stage, by all its living units
// together: of each of them kind, place and facing, the bullets that a hunter has left,
// the hidden stages that a spy has left and whether it hides (seed), the digs that are
// still needed in a miner's cell (ruling). Of the cells in which they are, of the eight
// around each, and of those straight ahead, up to the first rock: ground or rock, a
// bullet and where it flies, an enemy with kind and facing (seed). Neither units nor
// bullets block the view. Gold, its value and the digs that it needs, is seen in the
// own cell and the eight around (seed). A hidden enemy spy is never seen (seed). Both
// teams' gold is known.
//
// # Orders
//
// One a unit a stage; the last one counts (seed): turn to a facing, move one cell
// ahead, fire (hunters), hide or show (spies). One that cannot be carried out by what
// the team was told, such as to fire without bullets, is counted and without effect
// (ruling); a move that is blocked is not counted. A team that has not answered within
// the limit, which is a second (seed), gives no orders in that stage; after 10 such
// stages in a row it is retired (ruling: retire_after, 0 for never), as it is with
// 1,000 malformed orders in all (ruling). A team that is retired, has crashed, did not
// start or wrote a line that is too long stands still to the end, and the gold decides
// all the same (ruling). A violation of the jail loses at once, before the stage is
// played (seed); of both in one stage, it is a draw (ruling).
//
// # A stage
//
// In this order (ruling, but for what is marked):
//
//  1. Bullets fly two cells (seed): twice one cell, each time all of them at once. Two
//     that would change places destroy each other (seed), and one that would enter
//     rock is gone (seed). A unit whose cell is entered by bullets dies, of
//     whichever team, hidden or not, and they are gone; elsewhere, two or more that
//     enter one cell destroy each other. The dead leave the board before the second
//     cell.
//  2. Units turn, hide, show and move, all at once. A move into rock or to where a
//     unit stands has no effect, even if that unit leaves in this stage; but two
//     that move towards each other change places (seed). Where several are ordered
//     into one cell, none of them moves (seed), which comes before changing places.
//     Hidden spies are in the way as all others are.
//  3. Who has moved into a bullet's cell dies, and the bullet is gone.
//  4. Hunters fire: the bullet lies in the hunter's cell, flies from the next stage
//     on (seed), and does not harm who stands there in this one.
//  5. A miner that has stood in a cell with gold during the whole stage digs. The
//     third dig takes the gold, and its team has the value (seed). Digs stay in the
//     cell, whoever made them (seed); to turn does not interrupt them.
//  6. A hidden spy without hidden stages left shows itself; every other hidden spy
//     pays one, for the next stage's view.
//  7. The match ends when a team has more than half of all the map's gold, or after
//     the last stage (seed).
//
// Then the team with more gold wins; if that is equal, the one that lost fewer
// units, then the one that fired fewer bullets; if all are equal, the match is
// played again on the next map of the list (seed), and is a draw after the last
// (ruling). Points are the value of the gold of the last map that was played.
//
// (seed) marks what the contest's own page says, (ruling) what is ours.
package goldhunter
