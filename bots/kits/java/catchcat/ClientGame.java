import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** What every bot for Catch the Cat needs: the board and the talk with the arena. */
public abstract class ClientGame {
    private boolean catcher;
    private Board board;

    public abstract String getTeamName();

    public abstract Cell step();

    /** Tells whether you block cells; otherwise you are the cat. */
    public boolean isCatcher() {
        return catcher;
    }

    public Board getBoard() {
        return board;
    }

    public static void main(String[] args) throws IOException {
        FileOutputStream wire = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err); // a stray print would be taken for a move
        ClientGame game = new TeamClientAi();
        System.err.println("team " + game.getTeamName());
        game.play(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)), wire);
    }

    private void play(BufferedReader in, FileOutputStream wire) throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] f = line.trim().split("\\s+");
            switch (f[0]) {
                case "role":
                    catcher = f[1].equals("catcher");
                    break;
                case "board":
                    board = new Board(Integer.parseInt(f[1]), Integer.parseInt(f[2]));
                    break;
                case "cat":
                    board.setCat(cell(f));
                    break;
                case "blocked":
                    board.block(cell(f));
                    break;
                case "start":
                    send(wire, "ready");
                    break;
                case "go":
                    send(wire, move());
                    break;
                case "block":
                    board.block(cell(f));
                    send(wire, move());
                    break;
                case "move":
                    board.setCat(cell(f));
                    send(wire, move());
                    break;
                case "end":
                    return;
                default: // of a newer arena, and not a request
            }
        }
    }

    private String move() {
        Cell c = step();
        if (c == null) {
            throw new IllegalStateException("step() returned null: does every way through it return a Cell?");
        }
        if (catcher) {
            board.block(c);
            return "block " + c;
        }
        board.setCat(c);
        return "move " + c;
    }

    private static Cell cell(String[] f) {
        return new Cell(Integer.parseInt(f[1]), Integer.parseInt(f[2]));
    }

    private static void send(FileOutputStream wire, String line) throws IOException {
        wire.write((line + "\n").getBytes(StandardCharsets.US_ASCII)); // at once: nothing is buffered here
    }
}
