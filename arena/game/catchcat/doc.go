// Package catchcat holds the rules of Catch the Cat: the board that bots share
// ([Board]), and the game as the arena plays it ([Game], [Setup], [State],
// [Dialogue]).
//
// # The rules
//
// The board has 11 by 11 hexagonal cells (seed), or another odd number from 5 to
// 25 (ruling: size). Rows and columns count from 0. Odd rows are shifted right by
// half a cell: a cell (r,c) has the neighbours (r,c-1) and (r,c+1), and above and
// below, where r is even, those in the columns c-1 and c, where it is odd, in c
// and c+1.
//
// The cat begins on a cell off the border ring; any other cells may be blocked
// already (seed), but the cat must be able to move. The position is given (position,
// file) or drawn from the match's seed: the cat's cell, then how many cells are
// blocked (blocked: 0 to 20, and two thirds of the board at most), then which, each
// uniformly; where the cat could not move, all is drawn again (ruling). A
// championship has one position for all its matches (seed).
//
// The catcher begins. It blocks one cell that is neither blocked nor the cat's;
// then the cat moves to a neighbouring cell that is not blocked (seed). The cat
// wins ("escaped") as soon as it is on the border ring, the catcher ("caught") as
// soon as no neighbour of the cat is free (seed). A cat that is shut in and can
// still move plays on (ruling): the number of moves is worth points.
//
// A fault ends the match for the opponent: another move than these, a line that is
// too long, no answer within the limit, which is a second (seed), a crash, a
// violation of the jail.
//
// A match is worth 500 points: the loser gets the number of valid moves that both
// have made, the last one too, the winner the rest (seed). On boards above 11 by 11
// it is worth 4n²+16, so that the winner always has more (ruling: [Pot]). Where a
// seat does not start nobody moves: the other gets all. If neither starts, both lose
// and get nothing (ruling).
//
// (seed) marks what the contest's own page says, (ruling) what is ours.
//
// How championships of it are held and graded is said by [game.Usual] and by the
// packages of arena/championship.
package catchcat
