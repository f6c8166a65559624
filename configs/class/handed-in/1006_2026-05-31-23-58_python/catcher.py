from board import around, play, steps


def choose(size, cat, blocked):
    # The cell without which the cat has the longest way.
    free = [(r, c) for r in range(size[0]) for c in range(size[1]) if (r, c) not in blocked and (r, c) != cat]
    near = [c for c in free if abs(c[0] - cat[0]) <= 2 and abs(c[1] - cat[1]) <= 2]
    return max(near or free, key=lambda c: steps(size, cat, blocked | {c}).get(cat, 1000))


play("block", choose)
