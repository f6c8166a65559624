/** A unit that digs for gold while it stands on it. */
public final class GoldMiner extends Player {
    GoldMiner(int id, Cell cell, Direction direction, int left) {
        super(id, cell, direction, left);
    }

    /** Returns the digs that its cell still needs, 0 where there is no gold, or -1 for an enemy. */
    public int getDigsLeft() {
        return left;
    }
}
