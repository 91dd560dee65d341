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

/** Answers {@code GET /metrics} and {@code GET /healthz} for one worker. */
public final class Operations implements AutoCloseable {

  /** Names the address: {@code host:port}, or {@code off}. */
  public static final String ADDRESS = "CONCLAVE_HTTP";

  /** Lists more names by which it may be called, separated by commas. */
  public static final String NAMES = "CONCLAVE_HTTP_NAMES";

  private static final String DEFAULT = "127.0.0.1:9464";
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private final Metrics metrics;
  private final TemporalConnection connection;
  private final HostId host;
  private final Optional<HttpEndpoint> http;

  /** Why the worker does no work; empty while it polls. */
  private volatile Optional<String> idle = Optional.of("the worker is starting");

  /**
   * Begins to answer where the environment says, unless that is off.
   *
   * @throws ConfigurationException when the environment names no address
   * @throws IllegalStateException when the address is taken or is none of this host
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
          "%s is \"%s\", which is not an address: write host:port, such as %s, or off."
              .formatted(ADDRESS, text, DEFAULT));
    }
    InetSocketAddress at = new InetSocketAddress(uri.getHost(), uri.getPort());
    String known = text.replaceFirst(":\\d+$", "") + "," + names;
    Set<String> all = Set.copyOf(List.of(known.toLowerCase(Locale.ROOT).split("[,\\s]+")));
    try {
      return new HttpEndpoint(at, "operations", all, page -> false, this::answer);
    } catch (BindException e) {
      if (named.isEmpty()) {
        // A second data folder on one machine: any other port, which `status` names.
        InetSocketAddress other = new InetSocketAddress(at.getAddress(), 0);
        return new HttpEndpoint(other, "operations", all, page -> false, this::answer);
      }
      throw new IllegalStateException(
          "Metrics and health cannot be served at %s (%s): set %s to a free address of this host, or to off."
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

  /** Where it answers: {@code http://127.0.0.1:9464}. */
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
      HttpEndpoint.reply(request, 404, "There are /metrics and /healthz.");
    } else if (!request.getRequestMethod().equals("GET")) {
      HttpEndpoint.allowOnly(request, "GET");
    } else if (path.equals("/metrics")) {
      HttpEndpoint.reply(request, 200, PROMETHEUS, metrics.text());
    } else {
      Optional<String> problem = idle.or(this::pollingProblem);
      HttpEndpoint.reply(request, problem.isPresent() ? 503 : 200, problem.orElse("ok"));
    }
  }

  /** Asks the server about the one queue that is polled even while all slots are taken. */
  private Optional<String> pollingProblem() {
    String queue = TaskQueues.probe(host.id());
    String self = connection.client().getOptions().getIdentity();
    try {
      boolean polls =
          connection.pollers(queue, TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY).stream()
              .anyMatch(poller -> poller.getIdentity().equals(self));
      return polls
          ? Optional.empty()
          : Optional.of("the Temporal server knows no poller of this worker on " + queue);
    } catch (StatusRuntimeException e) {
      // The in-memory server cannot tell; that it answers is all there is to know.
      return e.getStatus().getCode() == Status.Code.UNIMPLEMENTED
          ? Optional.empty()
          : Optional.of(
              "the Temporal server at %s does not answer: %s"
                  .formatted(connection.settings().address(), e.getStatus().getCode()));
    }
  }
}
