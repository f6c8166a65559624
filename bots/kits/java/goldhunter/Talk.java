import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The talk with the arena. */
final class Talk {
    private Talk() {}

    static void play() throws IOException {
        FileOutputStream wire = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err); // a stray print would be taken for an order
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        ClientGame game = new TeamClientAi();
        System.err.println("team " + game.getTeamName());
        boolean started = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] f = line.trim().split("\\s+");
            if (f[0].equals("end")) {
                return;
            } else if (f[0].equals("start")) {
                started = true;
                send(wire, "ready\n");
            } else if (!started) {
                game.facts.header(f);
            } else if (f[0].equals("go")) {
                game.facts.remember();
                send(wire, game.answer());
            } else {
                game.facts.line(f);
            }
        }
    }

    private static void send(FileOutputStream wire, String text) throws IOException {
        wire.write(text.getBytes(StandardCharsets.US_ASCII)); // at once: nothing is buffered here
    }
}
