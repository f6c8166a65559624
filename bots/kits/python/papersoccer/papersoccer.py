"""What every bot for Paper Soccer needs: the pitch and the talk with the arena."""

import os
import sys

AGAIN = 0  # the point has a line already: the turn must go on
FRESH = 1  # the first line at this point: the turn is complete
STUCK = 2  # no way on: whoever made the step loses
MINE = 3  # the ball is in your own goal
THEIRS = 4  # the ball is in the opponent's goal

# Steps east and south of the directions 0 (north) clockwise to 7 (north-west).
DX = (0, 1, 1, 1, 0, -1, -1, -1)
DY = (-1, -1, 0, 1, 1, 1, 0, -1)


class Pitch:
    """The pitch as it is now.

    Points are (x, y): x from the west, y from the north, both from 0; the
    goals' points have y = -1 and y = length + 1.
    """

    def __init__(self, width, length, attack, halfway):
        self.width = width
        self.length = length
        self.attack = attack  # 1 if you attack southward (red), else -1
        self.x = width // 2  # the ball
        self.y = length // 2
        # The directions that are closed at a point, a bit each: drawn or off
        # the pitch. A point has a line if and only if one is closed.
        self.closed = [[255] * (width + 1) for _ in range(length + 3)]
        self.walked = []
        for y in range(length + 1):
            for x in range(width + 1):
                self.closed[y + 1][x] = sum(1 << d for d in range(8) if not self._is_open(x, y, d, halfway))

    def _is_open(self, x, y, d, halfway):
        """Tell whether a segment can be walked at the start."""
        nx, ny = x + DX[d], y + DY[d]
        middle = self.width // 2
        if ny < 0 or ny > self.length:  # a goal, from the mouth's middle or straight into its middle
            return abs(x - middle) <= 1 and abs(nx - middle) <= 1 and middle in (x, nx)
        if nx < 0 or nx > self.width:
            return False
        if x == nx:
            return 0 < x < self.width
        if y == ny:
            if y in (0, self.length):
                return abs(x - middle) <= 1 and abs(nx - middle) <= 1
            return not (halfway and y == self.length // 2)
        return True

    def ways(self):
        """Return the directions in which the ball can go."""
        if self.y < 0 or self.y > self.length:
            return []
        closed = self.closed[self.y + 1][self.x]
        return [d for d in range(8) if not closed >> d & 1]

    def step(self, d):
        """Move the ball along an open direction and return the event."""
        self.walked.append(d)
        self.closed[self.y + 1][self.x] |= 1 << d
        self.x += DX[d]
        self.y += DY[d]
        fresh = self.closed[self.y + 1][self.x] == 0
        self.closed[self.y + 1][self.x] |= 1 << (d ^ 4)
        if self.y < 0:
            return MINE if self.attack > 0 else THEIRS
        if self.y > self.length:
            return THEIRS if self.attack > 0 else MINE
        if fresh:
            return FRESH
        return AGAIN if self.ways() else STUCK

    def undo(self):
        """Take back the last step."""
        d = self.walked.pop()
        self.closed[self.y + 1][self.x] &= ~(1 << (d ^ 4))
        self.x -= DX[d]
        self.y -= DY[d]
        self.closed[self.y + 1][self.x] &= ~(1 << d)


def turn_of(answer):
    """Return what think() returned as directions, or leave and say what is wrong with it."""
    try:
        turn = [int(d) for d in answer]
        if turn and all(0 <= d < 8 for d in turn):
            return turn
    except (TypeError, ValueError):
        pass
    sys.exit("think() returned %r, not directions from 0 to 7: does every way through it return one?" % (answer,))


def play(think):
    """Play one match over stdin and stdout.

    Arguments of the program, for matches unlike the contest's: "plain" where
    no halfway line is drawn, "letters" where directions are written a to h.
    """
    stdin = sys.stdin.buffer
    wire = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a stray print would be taken for a turn
    sys.stdout = sys.stderr
    sys.setrecursionlimit(20000)
    letters = "letters" in sys.argv[1:]

    # w SIZE, l SIZE, c COLOUR, each with a newline. A size is one byte, and
    # the contest's length, 10, is a newline itself: count bytes, not lines.
    opening = stdin.read(9)
    if len(opening) < 9:
        return
    if opening[0:1] + opening[3:4] + opening[6:7] != b"wlc":
        sys.exit("no opening of Paper Soccer: %r" % opening)
    attack = 1 if opening[7:8] == b"r" else -1
    pitch = Pitch(opening[1], opening[4], attack, "plain" not in sys.argv[1:])

    inside = False  # of a pair of braces
    for byte in iter(lambda: stdin.read(1), b""):
        if byte == b"{":
            inside = True
        elif inside and byte in b"01234567":
            pitch.step(byte[0] - ord("0"))
        elif inside and byte in b"abcdefgh":
            letters = True
            pitch.step(byte[0] - ord("a"))
        elif inside and byte == b"}":
            inside = False
            turn = turn_of(think(pitch))
            for d in turn:
                pitch.step(d)
            first = ord("a" if letters else "0")
            wire.write(b"{" + bytes(first + d for d in turn) + b"}\n")
            wire.flush()
