package dev.conclave.worker.operations;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.conclave.workflows.temporal.LoopbackPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/**
 * An HTTP server with a few daemon threads that refuses requests with unknown host names and from
 * foreign pages.
 */
final class HttpEndpoint implements AutoCloseable {
  private static final int CALLERS_AT_ONCE = 4;

  private static final String REFUSED_PAGE =
      "Pages of %s have no access. To allow a UI: conclave codec-server --ui URL";

  private final HttpServer http;
  private final ExecutorService callers;

  /**
   * Starts the server.
   *
   * @param names additional host names, in lower case; loopback and its own addresses are always
   *     accepted
   * @param origins whether to accept a page of an origin; not tested for requests without one
   * @throws java.net.BindException if the port is in use or the address is not of this host
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
            String reached = exchange.getLocalAddress().getAddress().getHostAddress();
            if (!LoopbackPort.isNamed(header(exchange, "Host"), reached, names)) {
              reply(
                  exchange,
                  403,
                  "Unknown host name: use loopback, or a name listed in " + Operations.NAMES + ".");
            } else if (!origin.isEmpty() && !origins.test(origin)) {
              reply(exchange, 403, REFUSED_PAGE.formatted(origin));
            } else {
              handler.handle(exchange);
            }
          }
        });
    http.start();
  }

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

  static String header(HttpExchange request, String name) {
    return Objects.requireNonNullElse(request.getRequestHeaders().getFirst(name), "");
  }

  static void reply(HttpExchange request, int code, String line) throws IOException {
    reply(request, code, "text/plain; charset=utf-8", line + "\n");
  }

  static void allowOnly(HttpExchange request, String methods) throws IOException {
    request.getResponseHeaders().set("Allow", methods);
    reply(request, 405, "Use " + methods + ".");
  }

  static void reply(HttpExchange request, int code, String type, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    request.getResponseHeaders().set("Content-Type", type);
    request.sendResponseHeaders(code, body.length);
    request.getResponseBody().write(body);
    // Closing an exchange waits for the rest of the request body, so flush first.
    request.getResponseBody().flush();
  }
}
