package dev.conclave.worker.operations;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server of ours, with a few daemon threads, that refuses requests by foreign names. */
final class HttpEndpoint implements AutoCloseable {
  private static final String PLAIN = "text/plain; charset=utf-8";
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private final HttpServer http;
  private final ExecutorService callers;

  /** Answers a request that was sent to this server. */
  interface Handler {
    void answer(Request request) throws IOException;
  }

  /**
   * Begins to answer.
   *
   * @param name of its threads
   * @param names in lower case by which it may be called, beside loopback and its own addresses
   * @throws java.net.BindException when the port is taken, or the address is none of this host
   */
  HttpEndpoint(InetSocketAddress at, String name, int threads, Set<String> names, Handler handler)
      throws IOException {
    http = HttpServer.create(at, 0);
    callers =
        Executors.newFixedThreadPool(
            threads,
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
            Request request = new Request(exchange);
            if (request.isFor(names)) {
              handler.answer(request);
            } else {
              request.reply(
                  403,
                  "Not by this name: use loopback, or one that " + Operations.NAMES + " lists.");
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

  /** Whether an address is meant; IPv6 has several spellings. No name is looked up here. */
  static boolean isAddress(String host, InetAddress address) {
    try {
      return host.equals(address.getHostAddress())
          || (host.matches("\\[[0-9a-f:.]+]") && InetAddress.getByName(host).equals(address));
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** A request, and how it is answered. */
  record Request(HttpExchange exchange) {

    /** A header's first value, or nothing. */
    String header(String name) {
      String value = exchange.getRequestHeaders().getFirst(name);
      return value == null ? "" : value;
    }

    String method() {
      return exchange.getRequestMethod();
    }

    String path() {
      return exchange.getRequestURI().getPath();
    }

    Headers answerHeaders() {
      return exchange.getResponseHeaders();
    }

    /**
     * Whether it names loopback, the address it came in by, or one of the names. A page that had
     * its own name resolve to here (DNS rebinding) sends that name.
     */
    private boolean isFor(Set<String> names) {
      String host = header("Host").replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
      return LOOPBACK.contains(host)
          || names.contains(host)
          || isAddress(host, exchange.getLocalAddress().getAddress());
    }

    /** The body; empty when it has more bytes than {@code most}. */
    Optional<String> body(int most) throws IOException {
      byte[] body = exchange.getRequestBody().readNBytes(most + 1);
      return body.length > most
          ? Optional.empty()
          : Optional.of(new String(body, StandardCharsets.UTF_8));
    }

    /** Replies with one line. */
    void reply(int code, String line) throws IOException {
      reply(code, PLAIN, line + "\n");
    }

    /** Refuses the method. */
    void allowOnly(String methods) throws IOException {
      answerHeaders().set("Allow", methods);
      reply(405, "Only " + methods + ".");
    }

    void reply(int code, String type, String text) throws IOException {
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      answerHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(code, body.length);
      exchange.getResponseBody().write(body);
      // The end of an exchange waits for what is left of the body that was asked with.
      exchange.getResponseBody().flush();
    }
  }
}
