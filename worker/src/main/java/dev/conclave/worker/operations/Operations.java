package dev.conclave.worker.operations;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.conclave.worker.HttpRequest;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Answers {@code GET /metrics} and {@code GET /healthz} for one worker. */
public final class Operations implements AutoCloseable {
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final int CALLERS_AT_ONCE = 2;

  private final Health health;
  private final Optional<HttpServer> http;
  private final ExecutorService callers;

  private Operations(Health health, Optional<HttpServer> http, ExecutorService callers) {
    this.health = health;
    this.http = http;
    this.callers = callers;
  }

  /**
   * Begins to answer, unless it is switched off.
   *
   * @throws IllegalStateException when the address is taken or is none of this host
   */
  public static Operations serve(
      OperationsAddress address, Metrics metrics, TemporalConnection connection, HostId host)
      throws IOException {
    Health health = new Health(connection, host);
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS_AT_ONCE, Operations::thread);
    Optional<InetSocketAddress> at = address.socket();
    Optional<HttpServer> http =
        at.isEmpty() ? Optional.empty() : Optional.of(bound(address, at.get()));
    http.ifPresent(
        server -> {
          server.setExecutor(callers);
          server.createContext("/", exchange -> answer(exchange, address.names(), metrics, health));
          server.start();
        });
    return new Operations(health, http, callers);
  }

  /** The worker polls from now on. */
  public void started() {
    health.started();
  }

  /** The worker takes no more tasks. */
  public void stopping() {
    health.stopping();
  }

  /** Where it answers: {@code http://127.0.0.1:9464}. */
  public Optional<String> url() {
    return http.map(HttpServer::getAddress)
        .map(
            at -> {
              String host = at.getAddress().getHostAddress();
              return "http://%s:%d"
                  .formatted(host.contains(":") ? "[" + host + "]" : host, at.getPort());
            });
  }

  @Override
  public void close() {
    http.ifPresent(server -> server.stop(0));
    callers.shutdownNow();
  }

  private static HttpServer bound(OperationsAddress address, InetSocketAddress at)
      throws IOException {
    try {
      return HttpServer.create(at, 0);
    } catch (BindException e) {
      if (address.isDefault()) {
        // A second data folder on one machine: any other port, which the log names.
        return HttpServer.create(new InetSocketAddress(at.getAddress(), 0), 0);
      }
      throw new IllegalStateException(
          "Metrics and health cannot be served at %s (%s): set %s to a free address of this host, or to off."
              .formatted(address.text(), e.getMessage(), OperationsAddress.VARIABLE),
          e);
    }
  }

  private static void answer(
      HttpExchange exchange, Set<String> names, Metrics metrics, Health health) throws IOException {
    HttpRequest request = new HttpRequest(exchange);
    String path = exchange.getRequestURI().getPath();
    try (exchange) {
      if (!request.isToUs(names)) {
        request.reply(403, "Not by this name, unless " + OperationsAddress.NAMES + " lists it.");
      } else if (!path.equals("/metrics") && !path.equals("/healthz")) {
        request.reply(404, "There are /metrics and /healthz.");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        request.reply(405, "Only GET.");
      } else if (path.equals("/metrics")) {
        request.reply(200, PROMETHEUS, metrics.text());
      } else {
        Optional<String> problem = health.problem();
        request.reply(problem.isPresent() ? 503 : 200, problem.orElse("ok"));
      }
    }
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "operations");
    thread.setDaemon(true);
    return thread;
  }
}
