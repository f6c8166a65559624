/** The board, as far as it is known. */
public final class Board {
    private final Cell[][] cells;

    Board(int rows, int columns) {
        cells = new Cell[rows][columns];
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                cells[r][c] = new Cell(this, r, c);
            }
        }
    }

    public int getNumberOfRows() {
        return cells.length;
    }

    public int getNumberOfColumns() {
        return cells[0].length;
    }

    /** Returns a cell, or null off the board. */
    public Cell getCell(int row, int column) {
        return row >= 0 && row < cells.length && column >= 0 && column < cells[0].length ? cells[row][column] : null;
    }

    /** Returns all cells by row and column. */
    public Cell[][] getCells() {
        return cells;
    }

    /** Returns the gold under a cell as it was last seen, or null. */
    public Gold getGold(Cell cell) {
        return cell.getGold();
    }
}
