import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** What every bot for Paper Soccer needs: the pitch and the talk with the arena. */
public abstract class ClientGame {
    private Pitch pitch;

    public abstract String getTeamName();

    public abstract List<Integer> step();

    public Pitch getPitch() {
        return pitch;
    }

    /**
     * Arguments, for matches unlike the contest's: "plain" where no halfway line
     * is drawn, "letters" where directions are written a to h.
     */
    public static void main(String[] args) throws IOException {
        FileOutputStream wire = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err); // a stray print would be taken for a turn
        ClientGame game = new TeamClientAi();
        System.err.println("team " + game.getTeamName());
        List<String> options = Arrays.asList(args);
        game.play(new BufferedInputStream(System.in), wire, !options.contains("plain"), options.contains("letters"));
    }

    private void play(InputStream in, FileOutputStream wire, boolean halfway, boolean letters) throws IOException {
        // w SIZE, l SIZE, c COLOUR, each with a newline. A size is one byte, and
        // the contest's length, 10, is a newline itself: bytes are counted here,
        // not lines.
        byte[] o = in.readNBytes(9);
        if (o.length < 9) {
            return;
        }
        if (o[0] != 'w' || o[3] != 'l' || o[6] != 'c') {
            throw new IOException("no opening of Paper Soccer: " + Arrays.toString(o));
        }
        pitch = new Pitch(o[1] & 255, o[4] & 255, o[7] == 'r' ? 1 : -1, halfway);
        boolean inside = false; // of a pair of braces
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (c == '{') {
                inside = true;
            } else if (inside && c >= '0' && c <= '7') {
                pitch.step(c - '0');
            } else if (inside && c >= 'a' && c <= 'h') {
                letters = true;
                pitch.step(c - 'a');
            } else if (inside && c == '}') {
                inside = false;
                StringBuilder turn = new StringBuilder("{");
                List<Integer> found = step();
                if (found == null) {
                    throw new IllegalStateException("step() returned null: does every way through it return a turn?");
                }
                for (int d : found) {
                    pitch.step(d);
                    turn.append((char) ((letters ? 'a' : '0') + d));
                }
                turn.append("}\n");
                wire.write(turn.toString().getBytes(StandardCharsets.US_ASCII)); // at once: nothing is buffered here
            }
        }
    }
}
