/** Gold under a cell. */
public final class Gold {
    private final Cell cell;
    private final int value;
    private final int digsLeft;

    Gold(Cell cell, int value, int digsLeft) {
        this.cell = cell;
        this.value = value;
        this.digsLeft = digsLeft;
    }

    public Cell getCell() {
        return cell;
    }

    public int getValue() {
        return value;
    }

    /** Returns the digs that it still needs, 1 to 3. */
    public int getDigsLeft() {
        return digsLeft;
    }
}
