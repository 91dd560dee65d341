package dev.conclave.worker.operations;

import com.sun.net.httpserver.HttpExchange;
import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.TaskQueueType;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Serves {@code GET /metrics} and {@code GET /healthz} for a worker. */
public final class Operations implements AutoCloseable {

  /** The variable for the address: {@code host:port}, or {@code off}. */
  public static final String ADDRESS = "CONCLAVE_HTTP";

  /** The variable for additional host names, separated by commas. */
  public static final String NAMES = "CONCLAVE_HTTP_NAMES";

  private static final String DEFAULT = "127.0.0.1:9464";
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private final Metrics metrics;
  private final TemporalConnection connection;
  private final HostId host;
  private final Optional<HttpEndpoint> http;

  /** Why the worker is idle; empty while it polls. */
  private volatile Optional<String> idle = Optional.of("the worker is starting");

  /**
   * Starts to serve at the configured address, unless it is off.
   *
   * @throws ConfigurationException if the configured address is invalid
   * @throws IllegalStateException if the address is in use or not of this host
   */
  public Operations(
      Map<String, String> environment, Metrics metrics, TemporalConnection connection, HostId host)
      throws IOException {
    this.metrics = metrics;
    this.connection = connection;
    this.host = host;
    String named = environment.getOrDefault(ADDRESS, "").strip();
    String names = environment.getOrDefault(NAMES, "");
    this.http = named.equals("off") ? Optional.empty() : Optional.of(serve(named, names));
  }

  private HttpEndpoint serve(String named, String names) throws IOException {
    String text = named.isEmpty() ? DEFAULT : named;
    URI uri = URI.create("tcp://" + text.replaceAll("\\s", "?"));
    if (uri.getHost() == null || uri.getPort() < 0 || uri.getPort() > 65_535) {
      throw new ConfigurationException(
          "%s is \"%s\", which is not an address: use host:port, such as %s, or off."
              .formatted(ADDRESS, text, DEFAULT));
    }
    InetSocketAddress at = new InetSocketAddress(uri.getHost(), uri.getPort());
    String known = text.replaceFirst(":\\d+$", "") + "," + names;
    Set<String> all = Set.copyOf(List.of(known.toLowerCase(Locale.ROOT).split("[,\\s]+")));
    try {
      return new HttpEndpoint(at, "operations", all, page -> false, this::answer);
    } catch (BindException e) {
      if (named.isEmpty()) {
        // Second data folder on one machine: use any free port, which `status` shows.
        InetSocketAddress other = new InetSocketAddress(at.getAddress(), 0);
        return new HttpEndpoint(other, "operations", all, page -> false, this::answer);
      }
      throw new IllegalStateException(
          ("Cannot serve metrics and health at %s (%s): set %s to a free address of this host, or to"
                  + " off.")
              .formatted(text, e.getMessage(), ADDRESS),
          e);
    }
  }

  public void started() {
    idle = Optional.empty();
  }

  public void stopping() {
    idle = Optional.of("the worker is stopping");
  }

  public Optional<String> url() {
    return http.map(HttpEndpoint::url);
  }

  @Override
  public void close() {
    http.ifPresent(HttpEndpoint::close);
  }

  private void answer(HttpExchange request) throws IOException {
    String path = request.getRequestURI().getPath();
    if (!path.equals("/metrics") && !path.equals("/healthz")) {
      HttpEndpoint.reply(request, 404, "Use /metrics or /healthz.");
    } else if (!request.getRequestMethod().equals("GET")) {
      HttpEndpoint.allowOnly(request, "GET");
    } else if (path.equals("/metrics")) {
      HttpEndpoint.reply(request, 200, PROMETHEUS, metrics.text());
    } else {
      Optional<String> problem = idle.or(this::pollingProblem);
      HttpEndpoint.reply(request, problem.isPresent() ? 503 : 200, problem.orElse("ok"));
    }
  }

  /** Checks the probe queue, which is polled even if all slots are in use. */
  private Optional<String> pollingProblem() {
    String queue = TaskQueues.probe(host.id());
    String self = connection.client().getOptions().getIdentity();
    try {
      boolean polls =
          connection.pollers(queue, TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY).stream()
              .anyMatch(poller -> poller.getIdentity().equals(self));
      return polls
          ? Optional.empty()
          : Optional.of("the Temporal server has no poller of this worker on " + queue);
    } catch (StatusRuntimeException e) {
      // The in-memory server does not implement this; its answer is enough.
      return e.getStatus().getCode() == Status.Code.UNIMPLEMENTED
          ? Optional.empty()
          : Optional.of(
              "the Temporal server at %s does not answer: %s"
                  .formatted(connection.settings().address(), e.getStatus().getCode()));
    }
  }
}
