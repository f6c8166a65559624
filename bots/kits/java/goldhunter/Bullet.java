/** A bullet that is seen now. */
public final class Bullet {
    private final Cell cell;
    private final Direction direction;

    Bullet(Cell cell, Direction direction) {
        this.cell = cell;
        this.direction = direction;
    }

    public Cell getCell() {
        return cell;
    }

    public Direction getMovementDirection() {
        return direction;
    }
}
