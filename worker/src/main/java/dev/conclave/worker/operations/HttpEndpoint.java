package dev.conclave.worker.operations;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/**
 * An HTTP server of ours, with a few daemon threads, that refuses requests by foreign names and of
 * foreign pages.
 */
final class HttpEndpoint implements AutoCloseable {
  private static final int CALLERS_AT_ONCE = 4;
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private static final String REFUSED_PAGE =
      "Pages of %s may not read this. A UI may read a codec server: conclave codec-server --ui URL";

  private final HttpServer http;
  private final ExecutorService callers;

  /**
   * Begins to answer.
   *
   * @param names in lower case by which it may be called, beside loopback and its own addresses
   * @param origins whether a page of that origin may ask; asked for those that name one
   * @throws java.net.BindException when the port is taken, or the address is none of this host
   */
  HttpEndpoint(
      InetSocketAddress at,
      String name,
      Set<String> names,
      Predicate<String> origins,
      HttpHandler handler)
      throws IOException {
    http = HttpServer.create(at, 0);
    callers =
        Executors.newFixedThreadPool(
            CALLERS_AT_ONCE,
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    http.setExecutor(callers);
    http.createContext(
        "/",
        exchange -> {
          try (exchange) {
            String origin = header(exchange, "Origin");
            if (!isFor(exchange, names)) {
              reply(
                  exchange,
                  403,
                  "Unknown host name: use loopback, or a name that "
                      + Operations.NAMES
                      + " lists.");
            } else if (!origin.isEmpty() && !origins.test(origin)) {
              reply(exchange, 403, REFUSED_PAGE.formatted(origin));
            } else {
              handler.handle(exchange);
            }
          }
        });
    http.start();
  }

  /** Where it answers: {@code http://127.0.0.1:9464}. */
  String url() {
    String host = http.getAddress().getAddress().getHostAddress();
    return "http://%s:%d"
        .formatted(host.contains(":") ? "[" + host + "]" : host, http.getAddress().getPort());
  }

  @Override
  public void close() {
    http.stop(0);
    callers.shutdownNow();
  }

  /**
   * Whether a request names loopback, the address it came in by, or one of the names. A page that
   * had its own name resolve to here (DNS rebinding) sends that name.
   */
  private static boolean isFor(HttpExchange request, Set<String> names) {
    String host = header(request, "Host").replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
    String reached = request.getLocalAddress().getAddress().getHostAddress();
    return LOOPBACK.contains(host) || names.contains(host) || host.equals(reached);
  }

  static String header(HttpExchange request, String name) {
    return Objects.requireNonNullElse(request.getRequestHeaders().getFirst(name), "");
  }

  static void reply(HttpExchange request, int code, String line) throws IOException {
    reply(request, code, "text/plain; charset=utf-8", line + "\n");
  }

  static void allowOnly(HttpExchange request, String methods) throws IOException {
    request.getResponseHeaders().set("Allow", methods);
    reply(request, 405, "Only " + methods + ".");
  }

  static void reply(HttpExchange request, int code, String type, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    request.getResponseHeaders().set("Content-Type", type);
    request.sendResponseHeaders(code, body.length);
    request.getResponseBody().write(body);
    // The end of an exchange waits for what is left of the body that was asked with.
    request.getResponseBody().flush();
  }
}
