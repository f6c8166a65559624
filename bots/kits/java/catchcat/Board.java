import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The board as it is now. */
public final class Board {
    /** stepsToBorder where there is no way. */
    public static final int NO_WAY = 10000;

    private final boolean[][] blocked;
    private Cell cat = new Cell(0, 0);

    Board(int rows, int cols) {
        blocked = new boolean[rows][cols];
    }

    public int getNumberOfRows() {
        return blocked.length;
    }

    public int getNumberOfColumns() {
        return blocked[0].length;
    }

    public Cell getCat() {
        return cat;
    }

    void setCat(Cell c) {
        cat = c;
    }

    void block(Cell c) {
        if (isInside(c)) {
            blocked[c.row][c.col] = true;
        }
    }

    public boolean isInside(Cell c) {
        return c.row >= 0 && c.row < blocked.length && c.col >= 0 && c.col < blocked[0].length;
    }

    public boolean isBlocked(Cell c) {
        return blocked[c.row][c.col];
    }

    /** Tells whether the cat wins on this cell. */
    public boolean isBorder(Cell c) {
        return c.row == 0 || c.row == blocked.length - 1 || c.col == 0 || c.col == blocked[0].length - 1;
    }

    /** Tells whether a cell can be blocked or stepped on. */
    public boolean isFree(Cell c) {
        return isInside(c) && !isBlocked(c) && !c.equals(cat);
    }

    /** Returns the up to six cells around a cell; odd rows lie half a cell to the right. */
    public List<Cell> neighbours(Cell c) {
        int left = c.row % 2 == 0 ? c.col - 1 : c.col;
        int[][] all = {
            {c.row, c.col - 1}, {c.row, c.col + 1}, {c.row - 1, left},
            {c.row - 1, left + 1}, {c.row + 1, left}, {c.row + 1, left + 1},
        };
        List<Cell> around = new ArrayList<>();
        for (int[] n : all) {
            Cell cell = new Cell(n[0], n[1]);
            if (isInside(cell)) {
                around.add(cell);
            }
        }
        return around;
    }

    /**
     * Returns, by row and column, the number of steps from each free cell to the
     * border ring, 0 on it, NO_WAY where it cannot be reached.
     */
    public int[][] stepsToBorder() {
        int[][] steps = new int[blocked.length][blocked[0].length];
        ArrayDeque<Cell> queue = new ArrayDeque<>();
        for (int row = 0; row < steps.length; row++) {
            for (int col = 0; col < steps[row].length; col++) {
                Cell c = new Cell(row, col);
                steps[row][col] = NO_WAY;
                if (isBorder(c) && isFree(c)) {
                    steps[row][col] = 0;
                    queue.add(c);
                }
            }
        }
        while (!queue.isEmpty()) {
            Cell at = queue.remove();
            for (Cell n : neighbours(at)) {
                if (isFree(n) && steps[n.row][n.col] == NO_WAY) {
                    steps[n.row][n.col] = steps[at.row][at.col] + 1;
                    queue.add(n);
                }
            }
        }
        return steps;
    }
}
