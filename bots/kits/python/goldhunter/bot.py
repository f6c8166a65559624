"""Your bot for Gold Hunter: write think(), goldhunter.py does the rest.

print() writes to your log, not to the arena.
"""


def think(game):
    """Give orders to your units with game.move, rotate, fire, hide and show,
    at most one each; a unit without an order stays as it is. See Game in
    goldhunter.py.
    """
    for unit in game.units:
        if unit.kind == "miner" and unit.left > 0:
            continue  # it digs while it stands on gold
        if unit.kind == "hunter" and unit.left > 0 and game.foe_ahead(unit):
            game.fire(unit)
            continue
        if unit.kind == "spy" and unit.left > 0 and not unit.hidden and game.foes:
            game.hide(unit)
            continue
        way = game.way(unit, game.is_gold) if unit.kind == "miner" else None
        if way is None:
            way = game.way(unit, game.is_frontier)
        if way is None:
            game.rotate(unit, (unit.facing + 1) % 4)  # all is known: look round
        elif way != unit.facing:
            game.rotate(unit, way)
        else:
            game.move(unit)
