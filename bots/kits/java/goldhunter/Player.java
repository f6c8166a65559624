/** A unit: one of yours, or an enemy that is seen now. */
public abstract class Player {
    private final int id;
    private final Cell cell;
    private final Direction direction;
    final int left;

    Player(int id, Cell cell, Direction direction, int left) {
        this.id = id;
        this.cell = cell;
        this.direction = direction;
        this.left = left;
    }

    /** Returns the unit's number in its team, or -1 for an enemy. */
    public int getId() {
        return id;
    }

    public Cell getCell() {
        return cell;
    }

    public Direction getMovementDirection() {
        return direction;
    }

    public boolean isEnemy() {
        return id < 0;
    }
}
