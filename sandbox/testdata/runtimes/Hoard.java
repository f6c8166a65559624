import java.util.*;

/** For each line it keeps as many megabytes more, half as one array; it says when there is no memory for them. */
public class Hoard {
  public static void main(String[] args) {
    List<Object> kept = new ArrayList<>();
    for (Scanner in = new Scanner(System.in); in.hasNext(); ) {
      int bytes = in.nextInt() << 20;
      try {
        kept.add(new byte[bytes / 2]);
        for (int i = 0; i < bytes / 2; i += 1 << 14) kept.add(new byte[1 << 14]);
        System.out.println("kept");
      } catch (OutOfMemoryError e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
