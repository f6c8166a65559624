// Odd things that honest Java programs do.
import java.util.*;

public class Idioms {
	public static void main(String[] args) throws Exception {
		String line = new Scanner(System.in).nextLine();
		Thread t = new Thread(() -> System.err.println(Locale.getDefault()));
		t.start();
		t.join();
		System.gc();
		System.out.println("ok " + new Date() + UUID.randomUUID() + System.getProperty("user.name")
			+ Runtime.getRuntime().availableProcessors() + java.time.ZonedDateTime.now() + line);
		if (line.equals("abort"))
			throw new RuntimeException("nobody catches this");
	}
}
