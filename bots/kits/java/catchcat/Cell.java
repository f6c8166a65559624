/** A cell of the board; rows and columns count from 0. */
public final class Cell {
    public final int row;
    public final int col;

    public Cell(int row, int col) {
        this.row = row;
        this.col = col;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Cell && ((Cell) o).row == row && ((Cell) o).col == col;
    }

    @Override
    public int hashCode() {
        return 31 * row + col;
    }

    @Override
    public String toString() {
        return row + " " + col;
    }
}
