// Tries what each line of standard input names, and says OK or the error.
import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.Scanner;

public class Hostile {
    static void attempt(String op, String arg) throws Exception {
        switch (op) {
        case "read": new FileInputStream(arg).close(); break;
        case "channel": FileChannel.open(Path.of(arg)).close(); break;
        case "list": if (new File(arg).list() == null) throw new IOException("no list"); break;
        case "write": Files.writeString(Path.of(arg), "x"); Files.delete(Path.of(arg)); break;
        case "temp": File.createTempFile("abuse", ".tmp").delete(); break;
        case "mkdir": Files.delete(Files.createDirectory(Path.of(arg))); break;
        case "symlink": Files.delete(Files.createSymbolicLink(Path.of(arg), Path.of("/etc/passwd"))); break;
        case "tcp": new Socket("127.0.0.1", Integer.parseInt(arg)).close(); break;
        case "nio": SocketChannel.open(new InetSocketAddress("127.0.0.1", Integer.parseInt(arg))).close(); break;
        case "listen": new ServerSocket(0).close(); break;
        case "udp": new DatagramSocket().close(); break;
        case "unix": SocketChannel.open(StandardProtocolFamily.UNIX).close(); break;
        case "run": new ProcessBuilder(arg).start().waitFor(); break;
        case "runtime": Runtime.getRuntime().exec(new String[] {arg}).waitFor(); break;
        case "kill": ProcessHandle.of(Long.parseLong(arg)).get().destroyForcibly(); break;
        case "watch": FileSystems.getDefault().newWatchService().close(); break;
        case "answer": break;
        case "itself": ProcessHandle.current().info().command(); ProcessHandle.current().isAlive(); break;
        default: throw new IOException("no such attempt");
        }
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String[] f = in.nextLine().split(" ", 2);
            try {
                attempt(f[0], f.length > 1 ? f[1] : "");
                System.out.println("OK");
            } catch (Throwable e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
    }
}
