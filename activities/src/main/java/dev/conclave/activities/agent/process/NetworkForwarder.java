package dev.conclave.activities.agent.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * The end of {@link NetworkProxy} inside a network namespace. It listens on loopback, forwards
 * connections to the proxy's Unix socket, runs the given command and exits with it. It uses only
 * the JDK, and no lambdas until it listens, since every call waits for it.
 */
public final class NetworkForwarder {
  static final int MOST_CONNECTIONS = 256;

  /** Stack size of a thread in bytes, small because there may be hundreds of connections. */
  static final long STACK = 256 << 10;

  private static final int CONNECT_ATTEMPTS = 200;
  private static final long CONNECT_PAUSE_MILLIS = 50;

  private NetworkForwarder() {}

  /**
   * Arguments: {@code --socket FILE --port PORT}, {@code --allow HOST:PORT} any number of times,
   * {@code --} and the command, whose exit code it returns. Permitted loopback ports of the host
   * are also open inside, for programs without proxy support.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path socket = Path.of("");
    int at = 0;
    for (; !args[at].equals("--"); at += 2) {
      String value = args[at + 1];
      switch (args[at]) {
        case "--socket" -> socket = Path.of(value);
        case "--port" -> serve(socket, listen(value), "");
        case "--allow" -> {
          if (value.startsWith("127.") || value.startsWith("localhost:")) {
            try {
              serve(socket, listen(value.substring(value.indexOf(':') + 1)), value);
            } catch (IOException e) {
              // The port is privileged or listed twice; the proxy reaches it as well.
            }
          }
        }
        default -> throw new IllegalArgumentException(args[at]);
      }
    }
    List<String> command = List.of(args).subList(at + 1, args.length);
    System.exit(new ProcessBuilder(command).inheritIO().start().waitFor());
  }

  private static ServerSocketChannel listen(String port) throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    return ServerSocketChannel.open()
        .bind(new InetSocketAddress(loopback, Integer.parseInt(port)), MOST_CONNECTIONS);
  }

  /**
   * Starts to accept connections.
   *
   * @param tunnel the destination of all connections; empty when clients name it to the proxy
   */
  private static void serve(Path socket, ServerSocketChannel server, String tunnel) {
    Semaphore free = new Semaphore(MOST_CONNECTIONS);
    Runnable accepting =
        new Runnable() {
          @Override
          public void run() {
            while (true) {
              free.acquireUninterruptibly();
              try {
                SocketChannel client = server.accept();
                new Thread(null, () -> forward(client, socket, tunnel, free), "", STACK).start();
              } catch (IOException e) {
                free.release();
              }
            }
          }
        };
    Thread thread = new Thread(accepting, "listener");
    thread.setDaemon(true);
    thread.start();
  }

  private static void forward(SocketChannel client, Path socket, String tunnel, Semaphore free) {
    try (client;
        SocketChannel proxy = connect(socket)) {
      if (tunnel.isEmpty() || tunnelled(proxy, tunnel)) {
        Thread back = relaying(proxy, client);
        relay(client, proxy);
        back.join();
      }
    } catch (IOException | InterruptedException e) {
      // Both connections are closed, which each program notices.
    } finally {
      free.release();
    }
  }

  /** Retries, since the proxy starts in parallel and may not listen yet. */
  private static SocketChannel connect(Path socket) throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return SocketChannel.open(UnixDomainSocketAddress.of(socket));
      } catch (IOException e) {
        if (attempt == CONNECT_ATTEMPTS) {
          throw e;
        }
        Thread.sleep(CONNECT_PAUSE_MILLIS);
      }
    }
  }

  private static boolean tunnelled(SocketChannel proxy, String to) throws IOException {
    write(proxy, "CONNECT " + to + " HTTP/1.1\r\n\r\n");
    StringBuilder head = new StringBuilder();
    ByteBuffer one = ByteBuffer.allocate(1);
    while (head.indexOf("\r\n\r\n") < 0 && proxy.read(one.clear()) > 0) {
      head.append((char) one.get(0));
    }
    return head.indexOf("HTTP/1.1 200 ") == 0;
  }

  static void write(SocketChannel to, String text) throws IOException {
    writeAll(to, ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  static void writeAll(SocketChannel to, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }

  static Thread relaying(SocketChannel from, SocketChannel to) {
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                relay(from, to);
              } catch (IOException e) {
                close(from);
                close(to);
              }
            },
            "",
            STACK);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Relays data until its end, then shuts down the other side's output. */
  static void relay(SocketChannel from, SocketChannel to) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(16 << 10);
    while (from.read(buffer.clear()) >= 0) {
      writeAll(to, buffer.flip());
    }
    to.shutdownOutput();
  }

  static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // It is closed either way.
    }
  }
}
