package dev.conclave.worker.codec;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/** What is asked of the codec server, and how that is answered: with JSON or with one line. */
record Request(HttpExchange exchange) {
  private static final String JSON = "application/json";
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  /** A header's first value, or nothing. */
  String header(String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  boolean isToLoopback() {
    return LOOPBACK.contains(header("Host").replaceFirst(":\\d+$", ""));
  }

  /** Whether the body is said to be JSON, as the Temporal UI and the temporal command say. */
  boolean isJson() {
    return header("Content-Type").replaceFirst(";.*", "").strip().equalsIgnoreCase(JSON);
  }

  /** {@code decode} of {@code /default/decode}. */
  String lastOfPath() {
    String path = exchange.getRequestURI().getPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The body; nothing when it has more bytes than {@code most}. */
  Optional<String> body(int most) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(most + 1);
    return body.length > most
        ? Optional.empty()
        : Optional.of(new String(body, StandardCharsets.UTF_8));
  }

  void answer(String json) throws IOException {
    reply(200, JSON, json);
  }

  void refuse(int code, String why) throws IOException {
    reply(code, "text/plain; charset=utf-8", why + "\n");
  }

  private void reply(int code, String type, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
    // The end of an exchange waits for what is left of the body that was asked with.
    exchange.getResponseBody().flush();
  }
}
