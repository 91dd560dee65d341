package dev.conclave.bench;

import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionLine;
import dev.conclave.client.session.Sessions;
import dev.conclave.client.session.Sessions.Listing;
import dev.conclave.client.session.Sessions.Standing;
import dev.conclave.client.session.StartedSessions;
import dev.conclave.client.session.Watch;
import dev.conclave.client.session.Workers;
import dev.conclave.client.web.PageServer;
import dev.conclave.client.web.SessionFiles;
import dev.conclave.client.web.WebHost;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.host.HostServices;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.DiscussionState;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Measures the pages of {@code conclave ui} on the server that {@code bench/page} started, and
 * compares them with the same queries made without the page.
 */
public final class PageBench {
  private static final int RUNS = 21;
  private static final int ROWS = 50;
  private static final int TABS = 200;
  private static final double MOST_RATIO = 1.5;

  /** Threads that pools start when the first pages are opened. */
  private static final int MOST_THREADS = 24;

  private static final Duration INBOX = Duration.ofMillis(300);
  private static final Duration SESSION = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration SETTLED = Duration.ofSeconds(3);

  private final HttpClient http = HttpClient.newHttpClient();
  private final Sessions sessions;
  private final Map<String, Watch> watches = new ConcurrentHashMap<>();
  private boolean missed;

  private PageBench(Sessions sessions) {
    this.sessions = sessions;
  }

  /**
   * Starts sessions on a task queue without workers, then measures; exits with 1 if a bound is
   * missed.
   */
  public static void main(String[] arguments) throws Exception {
    int queued = Integer.parseInt(arguments[0]);
    int waiting = Integer.parseInt(arguments[1]);
    Map<String, String> environment = System.getenv();
    Path home = Path.of(environment.get("HOME"));
    DataFolder data = DataFolder.of(environment, home);
    Configuration configuration = Configuration.load(environment, home);
    ConnectionSettings settings = ConnectionSettings.load(environment, data);
    boolean missed;
    try (TemporalConnection connection =
        TemporalConnection.open(
            settings,
            ConclaveDataConverter.of(
                Optional.empty(), settings.namespace(), configuration.messages()),
            PATIENCE)) {
      Sessions sessions =
          new Sessions(
              connection,
              "bench",
              new StartedSessions(data.root().resolve("sessions-started")),
              home);
      PageBench bench = new PageBench(sessions);
      bench.start(queued);
      bench.await(waiting);
      WebHost host =
          new WebHost(
              sessions,
              new Workers(connection),
              Optional.empty(),
              "bench",
              HostId.of(data, environment).id(),
              new SessionFiles(
                  HostServices.load(),
                  HostId.of(data, environment).id(),
                  data,
                  SecretFilter.of(configuration, environment)),
              home,
              Optional::empty,
              UnaryOperator.identity(),
              List.of(),
              any -> {
                throw new UnsupportedOperationException();
              });
      try (PageServer server = new PageServer(0, host)) {
        bench.measure(server, arguments[2]);
      }
      missed = bench.missed;
    }
    System.exit(missed ? 1 : 0);
  }

  /** Starts sessions, and terminates half of them to list them as ended. */
  private void start(int count) {
    IntStream.range(0, count)
        .parallel()
        .forEach(
            number -> {
              String handle = "queued-" + number;
              WorkflowStub stub =
                  sessions
                      .connection()
                      .client()
                      .newUntypedWorkflowStub(
                          PlanState.KIND.type(),
                          WorkflowOptions.newBuilder()
                              .setWorkflowId("MCP-" + handle + "-2026-01-01")
                              .setTaskQueue("nobody")
                              .setMemo(
                                  Map.of(
                                      SessionMemo.HANDLE,
                                      handle,
                                      SessionMemo.TASK,
                                      "Limit the requests of client " + number,
                                      SessionMemo.REPOSITORY,
                                      "repository-" + number % 7,
                                      SessionMemo.BY,
                                      "bench"))
                              .setTypedSearchAttributes(
                                  io.temporal.common.SearchAttributes.newBuilder()
                                      .set(SearchAttributes.AWAITING, "none")
                                      .set(SearchAttributes.PHASE, "analyzing")
                                      .build())
                              .build());
              stub.start();
              if (number % 2 == 0) {
                stub.terminate("ended by bench/page");
              }
            });
  }

  private void await(int waiting) throws InterruptedException {
    while (list(Standing.AWAITING).size() < Math.min(waiting, ROWS)) {
      Thread.sleep(500);
    }
  }

  private List<SessionLine> list(Standing standing) {
    return sessions
        .standing(standing, null, any -> true, 1, ROWS)
        .map(Listing::lines)
        .orElse(List.of());
  }

  private void measure(PageServer server, String id) throws Exception {
    URI link = URI.create(server.address().link());
    String url = server.address().url();
    String cookie =
        get(link.toString(), "").headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
    DiscussionState<?> state = (DiscussionState<?>) sessions.get(id).known();
    int calls = state.rounds().stream().mapToInt(round -> round.runs().size()).sum();
    System.out.printf(
        Locale.ROOT,
        "%-34s %8s %8s %8s %8s%n",
        "median of " + RUNS,
        "first",
        "page",
        "queries",
        "ratio");
    row("inbox", INBOX, () -> get(url + "/", cookie), this::queryInbox);
    row(
        "session, %d rounds, %d replies".formatted(state.rounds().size(), calls),
        SESSION,
        () -> get(url + "/s/" + id, cookie),
        () -> querySession(id));
    tabs(url + "/events?s=" + id, cookie);
  }

  /** Makes the queries of the inbox: a list per standing, and the gate of each waiting session. */
  private List<Object> queryInbox() {
    List<Object> answers = new ArrayList<>();
    for (Standing standing : Standing.values()) {
      List<SessionLine> lines = list(standing);
      answers.add(lines);
      if (standing == Standing.AWAITING) {
        answers.addAll(lines.parallelStream().map(line -> look(sessions.get(line.id()))).toList());
      }
    }
    return answers;
  }

  private List<Object> querySession(String id) {
    Session session = sessions.find(id);
    return List.of(look(session), session.known());
  }

  private Object look(Session session) {
    Watch watch =
        watches.computeIfAbsent(
            session.id(), any -> new Watch(session, new Workers(session.connection())));
    synchronized (watch) {
      return watch.poll();
    }
  }

  private void row(String name, Duration bound, Callable<?> page, Callable<?> queries)
      throws Exception {
    double first = millis(page);
    queries.call();
    List<Double> pages = new ArrayList<>();
    List<Double> alone = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      // Alternates, so that other load on the machine affects both.
      pages.add(millis(page));
      alone.add(millis(queries));
    }
    double ratio = median(pages) / median(alone);
    System.out.printf(
        Locale.ROOT,
        "%-34s %5.0f ms %5.0f ms %5.0f ms %8.2f  %s%n",
        name,
        first,
        median(pages),
        median(alone),
        ratio,
        verdict(
            ratio <= MOST_RATIO && median(pages) <= bound.toMillis(),
            "at most %s ms, ratio %s".formatted(bound.toMillis(), MOST_RATIO)));
  }

  private String verdict(boolean kept, String bound) {
    missed |= !kept;
    return (kept ? "kept: " : "MISSED: ") + bound;
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  private static double millis(Callable<?> work) throws Exception {
    long begun = System.nanoTime();
    work.call();
    return (System.nanoTime() - begun) / 1e6;
  }

  private void tabs(String events, String cookie) throws Exception {
    long before = threads();
    List<InputStream> open = new ArrayList<>();
    for (int tab = 0; tab < TABS; tab++) {
      open.add(http.send(request(events, cookie), BodyHandlers.ofInputStream()).body());
    }
    Thread.sleep(SETTLED.toMillis());
    long now = threads();
    System.out.printf(
        "%-34s %d threads of the page before, %d with them  %s%n",
        TABS + " open tabs",
        before,
        now,
        verdict(now - before <= MOST_THREADS, "at most %d more".formatted(MOST_THREADS)));
    for (InputStream one : open) {
      one.close();
    }
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("page"))
        .count();
  }

  private HttpResponse<String> get(String url, String cookie) throws Exception {
    HttpResponse<String> reply = http.send(request(url, cookie), BodyHandlers.ofString());
    if (reply.statusCode() >= 400) {
      throw new IllegalStateException(url + ": " + reply.statusCode() + " " + reply.body());
    }
    return reply;
  }

  private static HttpRequest request(String url, String cookie) {
    return HttpRequest.newBuilder(URI.create(url)).header("Cookie", cookie).build();
  }
}
