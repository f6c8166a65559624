/** A unit that can fire. */
public final class Hunter extends Player {
    Hunter(int id, Cell cell, Direction direction, int left) {
        super(id, cell, direction, left);
    }

    /** Returns the bullets that it has left, or -1 for an enemy. */
    public int getBulletCapacity() {
        return left;
    }

    public boolean canAttack() {
        return left > 0;
    }
}
