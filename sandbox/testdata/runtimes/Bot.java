import java.io.*;
import java.nio.file.*;

/** As bot.py. */
public class Bot {
  public static void main(String[] args) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {
      String[] words = line.trim().split(" ", 2);
      try {
        if (words[0].equals("read")) {
          try (BufferedReader f = Files.newBufferedReader(Path.of(words[1]))) {
            System.out.println(f.readLine());
          }
        } else if (words[0].equals("list")) {
          String[] names = new File(words[1]).list();
          System.out.println(names == null ? "error" : String.join(",", names));
        } else {
          System.out.println(line.trim());
        }
      } catch (IOException e) {
        System.out.println("error " + e.getClass().getSimpleName());
      }
    }
  }
}
