package dev.conclave.worker.operations;

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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers {@code GET /metrics} and {@code GET /healthz} for one worker. */
public final class Operations implements AutoCloseable {
  /** Names the address: {@code host:port}, or {@code off}. */
  public static final String ADDRESS = "CONCLAVE_HTTP";

  /** Lists more names by which it may be called, separated by commas. */
  public static final String NAMES = "CONCLAVE_HTTP_NAMES";

  private static final String DEFAULT = "127.0.0.1:9464";
  private static final Pattern HOST_PORT = Pattern.compile("(?:\\[(.+)]|([^:\\s]+)):(\\d{1,5})");
  private static final int LAST_PORT = 65_535;
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final int CALLERS_AT_ONCE = 2;

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
    this.http = named.equals("off") ? Optional.empty() : Optional.of(serve(named, environment));
  }

  private HttpEndpoint serve(String named, Map<String, String> environment) throws IOException {
    String text = named.isEmpty() ? DEFAULT : named;
    Matcher parts = HOST_PORT.matcher(text);
    if (!parts.matches() || Integer.parseInt(parts.group(3)) > LAST_PORT) {
      throw new ConfigurationException(
          "%s is \"%s\", which is no address: write host:port, such as %s, or off."
              .formatted(ADDRESS, text, DEFAULT));
    }
    String name = parts.group(1) == null ? parts.group(2) : parts.group(1);
    InetSocketAddress at = new InetSocketAddress(name, Integer.parseInt(parts.group(3)));
    String names = text.replaceFirst(":\\d+$", "") + "," + environment.getOrDefault(NAMES, "");
    Set<String> all = Set.copyOf(List.of(names.toLowerCase(Locale.ROOT).split("[,\\s]+")));
    try {
      return endpoint(at, all);
    } catch (BindException e) {
      if (named.isEmpty()) {
        // A second data folder on one machine: any other port, which the log names.
        return endpoint(new InetSocketAddress(at.getAddress(), 0), all);
      }
      throw new IllegalStateException(
          "Metrics and health cannot be served at %s (%s): set %s to a free address of this host, or to off."
              .formatted(text, e.getMessage(), ADDRESS),
          e);
    }
  }

  private HttpEndpoint endpoint(InetSocketAddress at, Set<String> names) throws IOException {
    return new HttpEndpoint(at, "operations", CALLERS_AT_ONCE, names, this::answer);
  }

  /** The worker polls from now on. */
  public void started() {
    idle = Optional.empty();
  }

  /** The worker takes no more tasks. */
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

  private void answer(HttpEndpoint.Request request) throws IOException {
    String path = request.path();
    if (!path.equals("/metrics") && !path.equals("/healthz")) {
      request.reply(404, "There are /metrics and /healthz.");
    } else if (!request.method().equals("GET")) {
      request.allowOnly("GET");
    } else if (path.equals("/metrics")) {
      request.reply(200, PROMETHEUS, metrics.text());
    } else {
      Optional<String> problem = idle.or(this::pollingProblem);
      request.reply(problem.isPresent() ? 503 : 200, problem.orElse("ok"));
    }
  }

  /**
   * Asks the server whether this worker polls, for the queue that is polled also while all slots of
   * the others are taken; so one question answers for both.
   */
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
