"""Your bot for Paper Soccer: write think(), papersoccer.py does the rest.

print() writes to your log, not to the arena.
"""

from papersoccer import AGAIN, MINE, STUCK, THEIRS

WORTH = {THEIRS: 1000, STUCK: -900, MINE: -1000}


def think(pitch):
    """Return a whole turn: a list of directions from 0 (north) clockwise to 7.
    It must go on where a step returns AGAIN and end at any other event. Take
    back all steps that you try. See Pitch in papersoccer.py.
    """
    # Of the first 2000 turns, the one that brings the ball farthest.
    best, best_worth, tried = [], -10000, 0

    def search(turn):
        nonlocal best, best_worth, tried
        for d in pitch.ways():
            if tried >= 2000 and best:
                return
            event = pitch.step(d)
            if event == AGAIN:
                search(turn + [d])
            else:
                tried += 1
                worth = WORTH.get(event, pitch.y * pitch.attack)
                if worth > best_worth:
                    best, best_worth = turn + [d], worth
            pitch.undo()

    search([])
    return best
