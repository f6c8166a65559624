package client;

import java.util.Scanner;

public class Bot {
    static int rows, cols, catRow, catCol;
    static boolean[][] blocked = new boolean[64][64];

    /** The free cell beside the cat that is nearest to the border. */
    static int[] choose() {
        int left = catRow % 2 == 0 ? catCol - 1 : catCol;
        int[][] around = {{catRow, catCol - 1}, {catRow, catCol + 1}, {catRow - 1, left}, {catRow - 1, left + 1}, {catRow + 1, left}, {catRow + 1, left + 1}};
        int[] best = null;
        int far = 1000;
        for (int[] c : around) {
            if (c[0] < 0 || c[1] < 0 || c[0] >= rows || c[1] >= cols || blocked[c[0]][c[1]]) continue;
            int d = Math.min(Math.min(c[0], rows - 1 - c[0]), Math.min(c[1], cols - 1 - c[1]));
            if (d < far) {
                far = d;
                best = c;
            }
        }
        return best;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        boolean catcher = false;
        while (in.hasNextLine()) {
            String[] f = in.nextLine().split(" ");
            switch (f[0]) {
                case "role": catcher = f[1].equals("catcher"); break;
                case "board": rows = Integer.parseInt(f[1]); cols = Integer.parseInt(f[2]); break;
                case "cat": case "move": catRow = Integer.parseInt(f[1]); catCol = Integer.parseInt(f[2]); break;
                case "blocked": case "block": blocked[Integer.parseInt(f[1])][Integer.parseInt(f[2])] = true; break;
                case "start": System.out.println("ready"); break;
            }
            if (!f[0].equals("go") && !f[0].equals("block") && !f[0].equals("move")) continue;
            int[] c = choose();
            if (catcher) blocked[c[0]][c[1]] = true;
            else {
                catRow = c[0];
                catCol = c[1];
            }
            System.out.println((catcher ? "block " : "move ") + c[0] + " " + c[1]);
        }
    }
}
