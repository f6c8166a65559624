/** A cell of the board. What stands in it is of this stage; the rest is remembered. */
public final class Cell {
    /** What is known of a cell's ground. */
    public enum Type {
        UNKNOWN,
        /** Ground to walk on. */
        SOLID,
        ROCK
    }

    private final Board board;
    private final int row;
    private final int column;
    Type type = Type.UNKNOWN;
    Gold gold;
    Player player;

    Cell(Board board, int row, int column) {
        this.board = board;
        this.row = row;
        this.column = column;
    }

    public int getRow() {
        return row;
    }

    public int getColumn() {
        return column;
    }

    public Type getType() {
        return type;
    }

    /** Returns the gold under the cell as it was last seen, or null. */
    public Gold getGold() {
        return gold;
    }

    /** Returns who is seen in the cell now, or null. */
    public Player getPlayer() {
        return player;
    }

    /** Tells whether the cell is ground on which nobody is seen. */
    public boolean isEmpty() {
        return type == Type.SOLID && player == null;
    }

    /** Tells whether a neighbour of the cell is unknown. */
    public boolean isFrontier() {
        for (int r = row - 1; r <= row + 1; r++) {
            for (int c = column - 1; c <= column + 1; c++) {
                Cell cell = board.getCell(r, c);
                if (cell != null && cell.type == Type.UNKNOWN) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns the next cell in a direction, or null off the board. */
    public Cell getAdjacentCell(Direction direction) {
        return board.getCell(row + direction.rows, column + direction.columns);
    }
}
