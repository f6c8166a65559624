"""Your bot for Catch the Cat: write think(), catchcat.py does the rest.

What this file does while it is loaded costs no move any time: the clock of
the first move starts later. print() writes to your log, not to the arena.
"""


def think(board):
    """Return your move: the cell to block if board.catcher, else the cell to
    step to. A cell is a pair (row, col). See Board in catchcat.py.
    """
    # The cat takes the shortest way out; the catcher blocks just that.
    ways = [c for c in board.neighbours(board.cat) if board.free(c)]
    steps = board.steps_to_border()
    return min(ways, key=lambda c: steps.get(c, 1000))
