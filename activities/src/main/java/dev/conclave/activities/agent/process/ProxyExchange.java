package dev.conclave.activities.agent.process;

import dev.conclave.activities.agent.process.NetworkProxy.Destination;
import dev.conclave.activities.agent.process.NetworkProxy.OutsideProxy;
import dev.conclave.activities.agent.process.NetworkProxy.Refusal;
import dev.conclave.activities.agent.process.NetworkProxy.Route;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One client connection of {@link NetworkProxy}: a CONNECT, or a single request with an absolute
 * URL. It forwards no more than the body's length, so that nothing after it reaches the server.
 */
final class ProxyExchange implements Runnable {
  private static final int LONGEST_HEAD = 32 << 10;
  private static final long HEAD_MILLIS = 30_000;
  private static final long DRAIN_MILLIS = 2_000;
  private static final long CHUNKED = -1;

  private static final Timer TIMER = new Timer("slow clients", true);
  private static final Pattern REQUEST =
      Pattern.compile("([A-Z-]{1,32}) (http://)?([^/?#@ ]+)([/?][^# ]*)? HTTP/1\\.[01]");
  private static final Pattern HEADER = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)");

  /** Hop-by-hop headers, and Host, which is derived from the URL. */
  private static final Set<String> DROPPED =
      Set.of(
          ("connection keep-alive proxy-connection proxy-authorization te trailer upgrade"
                  + " http2-settings host")
              .split(" "));

  private final NetworkProxy proxy;
  private final SocketChannel client;
  private final Semaphore free;
  private final ByteBuffer in = ByteBuffer.allocate(16 << 10).flip();
  private TimerTask closing;

  ProxyExchange(NetworkProxy proxy, SocketChannel client, Semaphore free) {
    this.proxy = proxy;
    this.client = client;
    this.free = free;
    this.closing = closeAfter(HEAD_MILLIS);
  }

  @Override
  public void run() {
    try (client) {
      try {
        serve();
      } catch (Refusal refusal) {
        answer(refusal);
      }
    } catch (IOException | InterruptedException e) {
      // One side closed its connection; close the other.
    } finally {
      stopClosing();
      free.release();
    }
  }

  private TimerTask closeAfter(long millis) {
    TimerTask task =
        new TimerTask() {
          @Override
          public void run() {
            NetworkForwarder.close(client);
          }
        };
    TIMER.schedule(task, millis);
    return task;
  }

  /**
   * Purges the timer, which would otherwise keep the cancelled task and this object until its due
   * time.
   */
  private void stopClosing() {
    closing.cancel();
    TIMER.purge();
  }

  private void serve() throws IOException, InterruptedException {
    List<String> head = head();
    stopClosing();
    Matcher request = REQUEST.matcher(head.get(0));
    if (!request.matches()) {
      throw new Refusal(400, "not a valid proxy request");
    }
    boolean tunnel = request.group(1).equals("CONNECT");
    if (tunnel ? request.group(2) != null || request.group(4) != null : request.group(2) == null) {
      throw new Refusal(400, "only CONNECT HOST:PORT and http://HOST/PATH are supported");
    }
    String authority = request.group(3);
    Destination to =
        Destination.parse(tunnel || authority.matches(".*:\\d+") ? authority : authority + ":80")
            .orElseThrow(() -> new Refusal(400, "the address is not HOST:PORT"));
    StringBuilder sent = new StringBuilder();
    long length = headers(head, sent);
    Route route = proxy.open(to, tunnel);
    try (SocketChannel server = route.channel()) {
      OutsideProxy through = route.through();
      String authorization = through == null ? "" : through.authorization();
      if (!tunnel) {
        String path = request.group(4) == null ? "/" : request.group(4);
        String target = through == null ? "" : "http://" + authority;
        target += path.startsWith("?") ? "/" + path : path;
        NetworkForwarder.write(
            server,
            "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%s%s\r\n"
                .formatted(request.group(1), target, authority, authorization, sent));
      } else if (through != null) {
        NetworkForwarder.write(
            server, "CONNECT %1$s HTTP/1.1\r\nHost: %1$s\r\n%2$s\r\n".formatted(to, authorization));
      } else {
        NetworkForwarder.write(client, "HTTP/1.1 200 Connection established\r\n\r\n");
      }
      Thread back = NetworkForwarder.relaying(server, client);
      if (tunnel) {
        NetworkForwarder.writeAll(server, in);
        NetworkForwarder.relay(client, server);
      } else {
        body(server, length);
        discard();
        server.shutdownOutput();
      }
      back.join();
    }
  }

  private List<String> head() throws IOException {
    List<String> lines = new ArrayList<>();
    int left = LONGEST_HEAD;
    for (String line = line(left); !line.isEmpty(); line = line(left)) {
      lines.add(line);
      left -= line.length() + 2;
    }
    return lines.isEmpty() ? List.of("") : lines;
  }

  /** Reads a line without its CR LF. Refuses control characters other than tabs. */
  private String line(int most) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = next(); next != '\r'; next = next()) {
      if (next < ' ' && next != '\t' || next == 127) {
        throw new Refusal(400, "control characters are not allowed in headers");
      }
      if (line.append((char) next).length() > most) {
        throw new Refusal(431, "headers exceed " + LONGEST_HEAD + " bytes");
      }
    }
    if (next() != '\n') {
      throw new Refusal(400, "a line does not end with CR LF");
    }
    return line.toString();
  }

  private int next() throws IOException {
    fill();
    return in.get() & 255;
  }

  private void fill() throws IOException {
    if (!in.hasRemaining()) {
      int read = client.read(in.clear());
      in.flip();
      if (read < 0) {
        throw new EOFException();
      }
    }
  }

  /**
   * Copies the headers for the server to {@code sent}.
   *
   * @return the body's length in bytes, or {@link #CHUNKED}
   * @throws Refusal when servers could disagree about the length
   */
  private static long headers(List<String> head, StringBuilder sent) throws Refusal {
    List<String> lengths = new ArrayList<>();
    List<String> encodings = new ArrayList<>();
    for (String line : head.subList(1, head.size())) {
      Matcher header = HEADER.matcher(line);
      if (!header.matches()) {
        throw new Refusal(400, "malformed header");
      }
      String value = header.group(2).strip();
      switch (header.group(1).toLowerCase(Locale.ROOT)) {
        case "content-length" -> lengths.add(value);
        case "transfer-encoding" -> encodings.add(value.toLowerCase(Locale.ROOT));
        default -> {}
      }
      if (!DROPPED.contains(header.group(1).toLowerCase(Locale.ROOT))) {
        sent.append(line).append("\r\n");
      }
    }
    if (lengths.isEmpty() && encodings.equals(List.of("chunked"))) {
      return CHUNKED;
    }
    if (!encodings.isEmpty()
        || lengths.size() > 1
        || !lengths.stream().allMatch(one -> one.matches("\\d{1,18}"))) {
      throw new Refusal(400, "the length of the body is ambiguous");
    }
    return lengths.isEmpty() ? 0 : Long.parseLong(lengths.get(0));
  }

  private void body(SocketChannel server, long length) throws IOException {
    if (length != CHUNKED) {
      copy(server, length);
      return;
    }
    long size;
    do {
      String head = line(LONGEST_HEAD);
      int extension = head.indexOf(';');
      String chunk = (extension < 0 ? head : head.substring(0, extension)).stripTrailing();
      if (!chunk.matches("[0-9A-Fa-f]{1,15}")) {
        throw new EOFException("invalid chunk size");
      }
      size = Long.parseLong(chunk, 16);
      NetworkForwarder.write(server, chunk + "\r\n");
      copy(server, size);
      if (size > 0 && !line(LONGEST_HEAD).isEmpty()) {
        throw new EOFException("chunk without CR LF");
      }
      NetworkForwarder.write(server, "\r\n");
    } while (size > 0);
  }

  private void copy(SocketChannel server, long length) throws IOException {
    for (long left = length; left > 0; ) {
      fill();
      ByteBuffer part = in.slice().limit((int) Math.min(left, in.remaining()));
      in.position(in.position() + part.limit());
      left -= part.limit();
      NetworkForwarder.writeAll(server, part);
    }
  }

  /**
   * Reads the rest of the input: closing with unread data could make the client lose the answer.
   */
  private void discard() throws IOException {
    while (client.read(in.clear()) >= 0) {
      in.clear();
    }
  }

  private void answer(Refusal refusal) throws IOException {
    String message = "conclave: " + refusal.getMessage() + "\n";
    String head =
        "HTTP/1.1 %d Refused\r\nContent-Type: text/plain\r\nContent-Length: %d\r\nConnection: close\r\n\r\n";
    NetworkForwarder.write(client, head.formatted(refusal.status, message.length()) + message);
    client.shutdownOutput();
    stopClosing();
    closing = closeAfter(DRAIN_MILLIS);
    discard();
  }
}
