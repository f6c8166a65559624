// Package papersoccer holds the rules of Paper Soccer: the pitch and its
// steps ([Pitch]), whole turns and their verdicts ([Pitch.Play]), and the game as
// the arena plays it ([Game], [Setup], [State], [Dialogue]).
//
// [Pitch] is the part that bots share: steps are made and taken back without
// allocation, and what is legal at the ball is one byte.
//
// # The rules
//
// The pitch is 8 cells wide and 10 high (seed; board.width and board.height: even
// numbers from 2 to 254), and the ball moves between their corners, the points.
// Coordinates: x from the west, y from the north, (0,0) the north-west corner. In the
// middle of each short side is a goal, two cells wide and one deep, with three points
// behind the goal line: y = -1 in the north, y = height + 1 in the south. Seat 1, red,
// owns the north goal, seat 2, blue, the south goal.
//
// A step takes the ball to one of the eight neighbouring points and draws the
// segment between them. No segment is drawn twice, and no step leaves the pitch
// (seed); to cross a drawn diagonal is allowed. Drawn from the start are the
// border, the goals' outlines, and the halfway line through the ball's first
// point, the centre (seed; halfway: false leaves it out). The two segments of a
// goal line that lie in the goal's mouth are not: the ball can move along them,
// and the mouth's middle is a fresh point. From there the ball can go to all
// three points of the goal, from a post only inwards to the middle one.
//
// A turn is a chain of steps. On a point that has a line already, border and
// halfway line too, the same player goes on; on a fresh point the turn is over,
// and in a goal (seed). Who begins is drawn from the match's seed (seed; starter).
//
// The game ends
//
//   - with the ball in a goal: its owner loses, whoever moved it (seed): "goal",
//     "own-goal";
//   - where the ball has no way on: whoever brought it there loses (seed):
//     "stuck", whatever text follows;
//   - with a turn that is none, against its player: "invalid-move" for a step that
//     cannot be made, for anything but steps, and for steps after the turn was
//     over; "invalid-end-point" for a turn that stops where the ball must go on,
//     and for an empty one;
//   - with another fault, against whoever has it: no whole turn within the limit,
//     which is a second (seed), a line that is too long, a crash, a violation of the
//     jail.
//
// A win is one point (ruling: the contest has none), and there is no draw. Who does not
// start loses; if neither does, both lose (ruling). On the wire a step is one
// character: 0 to 7, clockwise from the north, or a to h (notation: letters).
//
// (seed) marks what the contest's own page says, (ruling) what is ours.
package papersoccer
