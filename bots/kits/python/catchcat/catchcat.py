"""What every bot for Catch the Cat needs: the board and the talk with the arena."""

import os
import sys


class Board:
    """The board as it is now. Cells are pairs (row, col) counted from 0."""

    def __init__(self):
        self.catcher = False  # whether you block cells; otherwise you are the cat
        self.rows = 0
        self.cols = 0
        self.cat = (0, 0)
        self.blocked = set()

    def inside(self, cell):
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols

    def border(self, cell):
        """Tell whether the cat wins on this cell."""
        return cell[0] in (0, self.rows - 1) or cell[1] in (0, self.cols - 1)

    def free(self, cell):
        """Tell whether a cell can be blocked or stepped on."""
        return self.inside(cell) and cell not in self.blocked and cell != self.cat

    def neighbours(self, cell):
        """Return the up to six cells around a cell; odd rows lie half a cell to the right."""
        r, c = cell
        left, right = (c - 1, c) if r % 2 == 0 else (c, c + 1)
        around = [(r, c - 1), (r, c + 1), (r - 1, left), (r - 1, right), (r + 1, left), (r + 1, right)]
        return [n for n in around if self.inside(n)]

    def steps_to_border(self):
        """Return the number of steps from each free cell to the border ring,
        0 on it. Cells without a way to it are absent.
        """
        cells = [(r, c) for r in range(self.rows) for c in range(self.cols)]
        queue = [cell for cell in cells if self.border(cell) and self.free(cell)]
        steps = dict.fromkeys(queue, 0)
        for cell in queue:  # grows while it is walked
            for n in self.neighbours(cell):
                if self.free(n) and n not in steps:
                    steps[n] = steps[cell] + 1
                    queue.append(n)
        return steps


def cell_of(answer):
    """Return what think() returned as a cell, or leave and say what is wrong with it."""
    try:
        row, col = answer
        return int(row), int(col)
    except (TypeError, ValueError):
        sys.exit("think() returned %r, not a cell (row, col): does every way through it return one?" % (answer,))


def play(think):
    """Play one match over stdin and stdout."""
    wire = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a stray print would be taken for a move
    sys.stdout = sys.stderr

    def send(line):
        wire.write(line.encode("ascii") + b"\n")
        wire.flush()

    def take(numbers):
        return int(numbers[0]), int(numbers[1])

    board = Board()
    for raw in iter(sys.stdin.buffer.readline, b""):
        word, *rest = raw.decode("ascii", "replace").split() or [""]
        if word == "role":
            board.catcher = rest[0] == "catcher"
        elif word == "board":
            board.rows, board.cols = take(rest)
        elif word == "cat":
            board.cat = take(rest)
        elif word == "blocked":
            board.blocked.add(take(rest))
        elif word == "start":
            send("ready")
        elif word in ("go", "block", "move"):  # your turn
            if word == "block":
                board.blocked.add(take(rest))
            elif word == "move":
                board.cat = take(rest)
            cell = cell_of(think(board))
            if board.catcher:
                board.blocked.add(cell)
            else:
                board.cat = cell
            send("%s %d %d" % ("block" if board.catcher else "move", cell[0], cell[1]))
        elif word == "end":
            return
        # Anything else is of a newer arena, and not a request.
