/** A facing. */
public enum Direction {
    UP(-1, 0),
    RIGHT(0, 1),
    DOWN(1, 0),
    LEFT(0, -1);

    public final int rows;
    public final int columns;

    Direction(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
    }

    public Direction clockwise() {
        return values()[(ordinal() + 1) % 4];
    }
}
