/** A unit that can hide from the enemy. */
public final class Spy extends Player {
    private final boolean hidden;

    Spy(int id, Cell cell, Direction direction, int left, boolean hidden) {
        super(id, cell, direction, left);
        this.hidden = hidden;
    }

    /** Returns the stages that it can still be hidden, or -1 for an enemy. */
    public int getHidenessCapacity() {
        return left;
    }

    public boolean isHidden() {
        return hidden;
    }
}
