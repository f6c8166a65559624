import sys


def play(name, choose):
    """Plays one match; choose(size, cat, blocked) returns a cell."""
    size, cat, blocked = (0, 0), (0, 0), set()
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "board":
            size = tuple(map(int, rest))
        elif word in ("cat", "move"):
            cat = tuple(map(int, rest))
        elif word in ("blocked", "block"):
            blocked.add(tuple(map(int, rest)))
        elif word == "start":
            print("ready", flush=True)
        if word in ("go", "block", "move"):
            cell = choose(size, cat, blocked)
            if name == "block":
                blocked.add(cell)
            else:
                cat = cell
            print(name, *cell, flush=True)


def steps(size, cat, blocked):
    """Steps to the border from every cell that has a way there."""
    rows, cols = size
    queue = [(r, c) for r in range(rows) for c in range(cols)
             if (r in (0, rows - 1) or c in (0, cols - 1)) and (r, c) not in blocked]
    far = dict.fromkeys(queue, 0)
    for cell in queue:
        for n in around(size, cell):
            if n not in blocked and n not in far:
                far[n] = far[cell] + 1
                queue.append(n)
    return far


def around(size, cell):
    r, c = cell
    left = c - 1 + r % 2
    cells = [(r, c - 1), (r, c + 1), (r - 1, left), (r - 1, left + 1), (r + 1, left), (r + 1, left + 1)]
    return [(r, c) for r, c in cells if 0 <= r < size[0] and 0 <= c < size[1]]
