import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the arena has told, line by line. */
final class Facts {
    int team;
    int stages;
    int stage;
    int mine;
    int theirs;
    Board board;
    List<Player> units = new ArrayList<>();
    List<Player> foes = new ArrayList<>();
    List<Bullet> bullets = new ArrayList<>();
    private final List<Gold> seen = new ArrayList<>(); // this stage's gold

    /** Takes a line before the match. */
    void header(String[] f) {
        switch (f[0]) {
            case "team":
                team = number(f[1]);
                break;
            case "board":
                board = new Board(number(f[1]), number(f[2]));
                break;
            case "stages":
                stages = number(f[1]);
                break;
            default: // of a newer arena, or told again with each unit
        }
    }

    /** Takes a line of a stage. */
    void line(String[] f) {
        switch (f[0]) {
            case "stage":
                begin(number(f[1]));
                break;
            case "score":
                mine = number(f[1]);
                theirs = number(f[2]);
                break;
            case "unit":
                add(units, unit(f[2], number(f[1]), cell(f[3], f[4]), direction(f[5]), number(f[6]), f.length > 7 && f[7].equals("hidden")));
                break;
            case "foe":
                add(foes, unit(f[1], -1, cell(f[2], f[3]), direction(f[4]), -1, false));
                break;
            case "bullet":
                bullets.add(new Bullet(cell(f[1], f[2]), direction(f[3])));
                break;
            case "gold":
                seen.add(new Gold(cell(f[1], f[2]), number(f[3]), number(f[4])));
                break;
            case "see":
                for (int i = 0; i < f[3].length(); i++) {
                    Cell cell = board.getCell(number(f[1]), number(f[2]) + i);
                    cell.type = f[3].charAt(i) == '#' ? Cell.Type.ROCK : Cell.Type.SOLID;
                }
                break;
            default: // of a newer arena
        }
    }

    private void begin(int number) {
        stage = number;
        for (List<Player> list : List.of(units, foes)) {
            for (Player p : list) {
                p.getCell().player = null;
            }
        }
        units = new ArrayList<>();
        foes = new ArrayList<>();
        bullets = new ArrayList<>();
        seen.clear();
    }

    /** Brings the known gold up to date: around a unit all of it is told. */
    void remember() {
        for (Player p : units) {
            for (int r = p.getCell().getRow() - 1; r <= p.getCell().getRow() + 1; r++) {
                for (int c = p.getCell().getColumn() - 1; c <= p.getCell().getColumn() + 1; c++) {
                    if (board.getCell(r, c) != null) {
                        board.getCell(r, c).gold = null;
                    }
                }
            }
        }
        for (Gold gold : seen) {
            gold.getCell().gold = gold;
        }
    }

    private static void add(List<Player> list, Player p) {
        list.add(p);
        p.getCell().player = p;
    }

    private static Player unit(String kind, int id, Cell cell, Direction direction, int left, boolean hidden) {
        switch (kind) {
            case "hunter":
                return new Hunter(id, cell, direction, left);
            case "miner":
                return new GoldMiner(id, cell, direction, left);
            default:
                return new Spy(id, cell, direction, left, hidden);
        }
    }

    private Cell cell(String row, String column) {
        return board.getCell(number(row), number(column));
    }

    private static Direction direction(String word) {
        return Direction.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private static int number(String word) {
        return Integer.parseInt(word);
    }
}
