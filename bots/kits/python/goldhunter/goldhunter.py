"""What every bot for Gold Hunter needs: what is known of the game, and the
talk with the arena."""

import os
import sys

UP, RIGHT, DOWN, LEFT = range(4)
DIRECTIONS = ("up", "right", "down", "left")
D_ROW = (-1, 0, 1, 0)
D_COL = (0, 1, 0, -1)


class Unit:
    """A unit of yours, or an enemy that is seen now (then id and left are -1)."""

    def __init__(self, id, kind, row, col, facing, left, hidden=False):
        self.id = id
        self.kind = kind  # "hunter", "miner" or "spy"
        self.row = row
        self.col = col
        self.facing = facing  # UP, RIGHT, DOWN or LEFT
        # A hunter's bullets, the digs that a miner's cell still needs (0: no
        # gold there), or the stages that a spy can still be hidden.
        self.left = left
        self.hidden = hidden


class Bullet:
    def __init__(self, row, col, facing):
        self.row = row
        self.col = col
        self.facing = facing


class Gold:
    def __init__(self, value, left):
        self.value = value
        self.left = left  # digs that it still needs, 1 to 3


class Game:
    """What is known. Ground and gold are remembered from stage to stage; all
    the rest is of this stage."""

    def __init__(self):
        self.team = 0
        self.rows = self.cols = 0
        self.hunters = self.miners = self.spies = 0  # of each team at the start
        self.bullets_each = 0  # of a hunter at the start
        self.hidden_each = 0  # stages that a spy can be hidden
        self.stages = 0  # of the match
        self.stage = 0  # this one, from 1
        self.mine = self.theirs = 0  # scores
        self.ground = []  # by row and column: "?" unknown, "." ground, "#" rock
        self.gold = {}  # Gold by (row, col), as last seen
        self.units = []  # yours that live
        self.foes = []  # enemies that are seen
        self.bullets = []  # bullets that are seen
        self._orders = {}
        self._taken = set()

    # Orders. The last one that is given to a unit counts.

    def move(self, unit):
        """Go one cell ahead."""
        self._orders[unit.id] = "move %d" % unit.id
        self._taken.add((unit.row + D_ROW[unit.facing], unit.col + D_COL[unit.facing]))

    def rotate(self, unit, direction):
        """Turn to a direction."""
        self._orders[unit.id] = "rotate %d %s" % (unit.id, DIRECTIONS[direction])

    def fire(self, unit):
        """Fire ahead (hunters)."""
        self._orders[unit.id] = "fire %d" % unit.id

    def hide(self, unit):
        """Become invisible to the enemy (spies)."""
        self._orders[unit.id] = "hide %d" % unit.id

    def show(self, unit):
        """Become visible again, which saves hidden stages (spies)."""
        self._orders[unit.id] = "show %d" % unit.id

    # What is where.

    def at(self, row, col):
        """Return what a cell is: "?", "." or "#"; rock off the board."""
        if 0 <= row < self.rows and 0 <= col < self.cols:
            return self.ground[row][col]
        return "#"

    def is_gold(self, row, col):
        return (row, col) in self.gold

    def is_frontier(self, row, col):
        """Tell whether a neighbour of the cell is unknown."""
        return any(self.at(r, c) == "?" for r in range(row - 1, row + 2) for c in range(col - 1, col + 2))

    def foe_ahead(self, unit):
        """Tell whether the first unit straight ahead, before any rock, is an enemy."""
        foes = {(f.row, f.col) for f in self.foes}
        own = {(u.row, u.col) for u in self.units}
        row, col = unit.row + D_ROW[unit.facing], unit.col + D_COL[unit.facing]
        while self.at(row, col) == "." and (row, col) not in own:
            if (row, col) in foes:
                return True
            row, col = row + D_ROW[unit.facing], col + D_COL[unit.facing]
        return False

    def way(self, unit, goal):
        """Return the direction of the first step on a shortest way over known
        ground to a cell with goal(row, col), or None. It goes round the units
        that are seen and the cells that this stage's moves lead to.
        """
        seen = self._taken | {(u.row, u.col) for u in self.units + self.foes}
        queue = [(unit.row, unit.col, None)]
        for row, col, first in queue:  # grows while it is walked
            for d in range(4):
                r, c = row + D_ROW[d], col + D_COL[d]
                if self.at(r, c) != "." or (r, c) in seen:
                    continue
                if goal(r, c):
                    return d if first is None else first
                seen.add((r, c))
                queue.append((r, c, d if first is None else first))
        return None

    # What the arena says.

    def _header(self, word, rest):
        if word == "team":
            self.team = int(rest[0])
        elif word == "board":
            self.rows, self.cols = int(rest[0]), int(rest[1])
            self.ground = [["?"] * self.cols for _ in range(self.rows)]
        elif word == "units":
            self.hunters, self.miners, self.spies = map(int, rest[:3])
        elif word == "bullets":
            self.bullets_each = int(rest[0])
        elif word == "hidden":
            self.hidden_each = int(rest[0])
        elif word == "stages":
            self.stages = int(rest[0])

    def _line(self, word, rest):
        if word == "stage":
            self.stage = int(rest[0])
            self.units, self.foes, self.bullets, self._seen_gold = [], [], [], {}
            self._orders, self._taken = {}, set()
        elif word == "score":
            self.mine, self.theirs = int(rest[0]), int(rest[1])
        elif word == "unit":
            id, kind, row, col, facing, left = rest[:6]
            self.units.append(
                Unit(int(id), kind, int(row), int(col), DIRECTIONS.index(facing), int(left), "hidden" in rest[6:])
            )
        elif word == "foe":
            kind, row, col, facing = rest[:4]
            self.foes.append(Unit(-1, kind, int(row), int(col), DIRECTIONS.index(facing), -1))
        elif word == "bullet":
            row, col, facing = rest[:3]
            self.bullets.append(Bullet(int(row), int(col), DIRECTIONS.index(facing)))
        elif word == "gold":
            row, col, value, left = map(int, rest[:4])
            self._seen_gold[row, col] = Gold(value, left)
        elif word == "see":
            row, col = int(rest[0]), int(rest[1])
            self.ground[row][col : col + len(rest[2])] = rest[2]

    def _remember(self):
        """Bring the remembered gold up to date: around a unit all of it is told."""
        for u in self.units:
            for row in range(u.row - 1, u.row + 2):
                for col in range(u.col - 1, u.col + 2):
                    self.gold.pop((row, col), None)
        self.gold.update(self._seen_gold)


def play(think):
    """Play one match over stdin and stdout."""
    wire = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a stray print would be taken for an order
    sys.stdout = sys.stderr

    def send(lines):
        wire.write("".join(line + "\n" for line in lines).encode("ascii"))
        wire.flush()

    game = Game()
    started = False
    for raw in iter(sys.stdin.buffer.readline, b""):
        word, *rest = raw.decode("ascii", "replace").split() or [""]
        if word == "end":
            return
        elif word == "start":
            started = True
            send(["ready"])
        elif not started:
            game._header(word, rest)
        elif word == "go":
            game._remember()
            think(game)
            send(list(game._orders.values()) + ["done %d" % game.stage])
        else:
            game._line(word, rest)  # unknown words are of a newer arena
