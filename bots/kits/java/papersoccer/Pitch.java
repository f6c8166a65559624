import java.util.Arrays;

/**
 * The pitch as it is now. x counts from the west, y from the north, both from 0;
 * the goals' points have y = -1 and y = length + 1.
 */
public final class Pitch {
    /** What a step leads to. */
    public enum Event {
        /** The point has a line already: the turn must go on. */
        AGAIN,
        /** The first line at this point: the turn is complete. */
        FRESH,
        /** No way on: whoever made the step loses. */
        STUCK,
        /** The ball is in your own goal. */
        MINE,
        /** The ball is in the opponent's goal. */
        THEIRS
    }

    /** Steps east and south of the directions 0 (north) clockwise to 7 (north-west). */
    private static final int[] DX = {0, 1, 1, 1, 0, -1, -1, -1};
    private static final int[] DY = {-1, -1, 0, 1, 1, 1, 0, -1};

    public final int width;
    public final int length;
    /** 1 if you attack southward (red), else -1. */
    public final int attack;

    private int x;
    private int y;
    private final int[][] closed; // [y + 1][x], see closedAt
    private int[] walk = new int[256];
    private int walked;

    Pitch(int width, int length, int attack, boolean halfway) {
        this.width = width;
        this.length = length;
        this.attack = attack;
        x = width / 2;
        y = length / 2;
        closed = new int[length + 3][width + 1];
        for (int[] row : closed) {
            Arrays.fill(row, 255);
        }
        for (int py = 0; py <= length; py++) {
            for (int px = 0; px <= width; px++) {
                for (int d = 0; d < 8; d++) {
                    if (isOpen(px, py, d, halfway)) {
                        closed[py + 1][px] &= ~(1 << d);
                    }
                }
            }
        }
    }

    /** Tells whether a segment can be walked at the start. */
    private boolean isOpen(int px, int py, int d, boolean halfway) {
        int nx = px + DX[d];
        int ny = py + DY[d];
        int middle = width / 2;
        boolean mouth = Math.abs(px - middle) <= 1 && Math.abs(nx - middle) <= 1;
        if (ny < 0 || ny > length) { // a goal, from the mouth's middle or straight into its middle
            return mouth && (px == middle || nx == middle);
        }
        if (nx < 0 || nx > width) {
            return false;
        }
        if (px == nx) {
            return px > 0 && px < width;
        }
        if (py == ny && (py == 0 || py == length)) {
            return mouth;
        }
        return !(py == ny && halfway && py == length / 2);
    }

    /** Returns the ball's column. */
    public int getX() {
        return x;
    }

    /** Returns the ball's row. */
    public int getY() {
        return y;
    }

    /**
     * Returns the directions that are closed at a point, a bit each: drawn or off
     * the pitch. A point has a line if and only if one is closed.
     */
    public int closedAt(int px, int py) {
        return closed[py + 1][px];
    }

    /** Returns the directions in which the ball can go. */
    public int[] ways() {
        int[] open = new int[8];
        int n = 0;
        for (int d = 0; d < 8 && y >= 0 && y <= length; d++) {
            if ((closedAt(x, y) >> d & 1) == 0) {
                open[n++] = d;
            }
        }
        return Arrays.copyOf(open, n);
    }

    /** Moves the ball along an open direction. */
    public Event step(int d) {
        if (walked == walk.length) {
            walk = Arrays.copyOf(walk, 2 * walked);
        }
        walk[walked++] = d;
        closed[y + 1][x] |= 1 << d;
        x += DX[d];
        y += DY[d];
        boolean fresh = closedAt(x, y) == 0;
        closed[y + 1][x] |= 1 << (d ^ 4);
        if (y < 0) {
            return attack > 0 ? Event.MINE : Event.THEIRS;
        }
        if (y > length) {
            return attack > 0 ? Event.THEIRS : Event.MINE;
        }
        if (fresh) {
            return Event.FRESH;
        }
        return closedAt(x, y) == 255 ? Event.STUCK : Event.AGAIN;
    }

    /** Takes back the last step. */
    public void undo() {
        int d = walk[--walked];
        closed[y + 1][x] &= ~(1 << (d ^ 4));
        x -= DX[d];
        y -= DY[d];
        closed[y + 1][x] &= ~(1 << d);
    }
}
