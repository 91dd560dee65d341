package dev.conclave.worker;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A request to a server of ours, and how it is answered. */
public record HttpRequest(HttpExchange exchange) {
  private static final String JSON = "application/json";
  private static final String PLAIN = "text/plain; charset=utf-8";
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  /** A header's first value, or nothing. */
  public String header(String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  /**
   * Whether it was sent to this server: to loopback, to the address that it came in by, or to one
   * of the names. A page that had its own name resolve to here (DNS rebinding) sends that name.
   */
  public boolean isToUs(Set<String> names) {
    String host = header("Host").replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
    return LOOPBACK.contains(host)
        || names.contains(host)
        || isAddress(host, exchange.getLocalAddress().getAddress());
  }

  /** IPv6 addresses have several spellings. Only literals are parsed: no name is looked up here. */
  static boolean isAddress(String host, InetAddress address) {
    try {
      return host.equals(address.getHostAddress())
          || (host.matches("\\[[0-9a-f:.]+]") && InetAddress.getByName(host).equals(address));
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Whether the body is said to be JSON, as the Temporal UI and the temporal command say. */
  public boolean isJson() {
    return header("Content-Type").replaceFirst(";.*", "").strip().equalsIgnoreCase(JSON);
  }

  /** {@code decode} of {@code /default/decode}. */
  public String lastOfPath() {
    String path = exchange.getRequestURI().getPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The body; nothing when it has more bytes than {@code most}. */
  public Optional<String> body(int most) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(most + 1);
    return body.length > most
        ? Optional.empty()
        : Optional.of(new String(body, StandardCharsets.UTF_8));
  }

  public void answer(String json) throws IOException {
    reply(200, JSON, json);
  }

  /** Replies with one line. */
  public void reply(int code, String line) throws IOException {
    reply(code, PLAIN, line + "\n");
  }

  public void reply(int code, String type, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
    // The end of an exchange waits for what is left of the body that was asked with.
    exchange.getResponseBody().flush();
  }
}
