package dev.conclave.client.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.uber.m3.tally.Counter;
import com.uber.m3.tally.NoopScope;
import com.uber.m3.tally.Scope;
import dev.conclave.activities.tool.DevServer;
import dev.conclave.client.Bench;
import dev.conclave.client.session.Sessions;
import dev.conclave.client.session.StartedSessions;
import dev.conclave.client.session.Workers;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Counts the server calls of the page, whatever the load of the machine. */
@Timeout(300)
@ResourceLock("the bench of PageCallsTest") // its methods run one by one
@Isolated // a server and workers: they time out next to other tests
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageCallsTest {
  private static final String DESCRIBE = "DescribeWorkflowExecution";
  private static final String LIST = "ListWorkflowExecutions";
  private static final String QUERY = "QueryWorkflow";

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, Integer> calls = new ConcurrentHashMap<>();
  @AutoClose private DevServer server;
  @AutoClose private Bench bench;
  @AutoClose private TemporalConnection connection;
  private WebHost host;
  private PageServer page;
  private String cookie = "";
  private String id = "";

  /** Counts requests by operation, as the SDK reports them. */
  private final class Counting extends NoopScope {
    private final String operation;

    Counting(String operation) {
      this.operation = operation;
    }

    @Override
    public Scope tagged(Map<String, String> tags) {
      return new Counting(tags.getOrDefault("operation", operation));
    }

    @Override
    public Counter counter(String name) {
      return name.equals("temporal_request")
          ? count -> calls.merge(operation, (int) count, Integer::sum)
          : super.counter(name);
    }
  }

  @BeforeAll
  void open(@TempDir Path folder) throws Exception {
    server = DevServer.start(folder.resolve("server.log"), DevServer.ATTRIBUTES);
    bench = new Bench(server.address(), folder);
    bench.startWorker();
    Map<String, String> environment = Map.of("TEMPORAL_ADDRESS", server.address());
    DataFolder data = DataFolder.of(environment, folder);
    connection =
        TemporalConnection.open(
            ConnectionSettings.load(environment, data),
            ConclaveDataConverter.of(Optional.empty()),
            new Counting(""));
    SecretFilter secrets = SecretFilter.of(Configuration.load(environment, folder), environment);
    host =
        new WebHost(
            new Sessions(connection, "ada", new StartedSessions(folder.resolve("none")), folder),
            new Workers(connection),
            Optional.empty(),
            "ada",
            bench.hostId(),
            new SessionFiles(Optional.empty(), bench.hostId(), data, secrets),
            folder,
            Optional::empty,
            UnaryOperator.identity(),
            List.of(),
            any -> {
              throw new UnsupportedOperationException();
            });
    for (int i = 0; i < 6; i++) {
      id =
          bench
              .conclave("plan", "Wait, number " + i, "--detach", "--json")
              .json()
              .path("session")
              .asText();
    }
  }

  @BeforeEach
  void serve() throws Exception {
    page = new PageServer(0, host);
    cookie =
        http.send(
                HttpRequest.newBuilder(URI.create(page.address().link())).build(),
                BodyHandlers.discarding())
            .headers()
            .firstValue("Set-Cookie")
            .orElseThrow()
            .split(";")[0];
    Instant end = Instant.now().plus(Duration.ofMinutes(1));
    while (get("/").split("data-since").length < 7 && Instant.now().isBefore(end)) {
      Thread.sleep(200);
    }
    do { // its folder is written while the gate is open
      calls.clear();
      get("/s/" + id);
    } while (!calls.equals(Map.of(DESCRIBE, 1)) && Instant.now().isBefore(end));
  }

  @AfterEach
  void stop() {
    page.close();
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(URI.create(page.address().url() + path))
        .header("Cookie", cookie)
        .build();
  }

  private String get(String path) throws Exception {
    return http.send(request(path), BodyHandlers.ofString()).body();
  }

  private int count(String operation) {
    return calls.getOrDefault(operation, 0);
  }

  @Test
  void a_page_of_a_session_that_has_not_changed_costs_one_call() throws Exception {
    calls.clear();

    assertThat(get("/s/" + id)).contains("id=\"ledger\"");

    assertThat(calls).isEqualTo(Map.of(DESCRIBE, 1));
  }

  @Test
  void the_page_of_one_session_polls_no_other_session() throws Exception {
    try (InputStream events =
        http.send(request("/events?s=" + id), BodyHandlers.ofInputStream()).body()) {
      polled(1);
      calls.clear();
      polled(6);

      assertThat(count(DESCRIBE)).isBetween(5, count(LIST) + 1);
      assertThat(count(QUERY)).isZero();
      assertThat(events.available()).isPositive();
    }
  }

  @Test
  void open_pages_of_a_session_share_its_polls() throws Exception {
    try (InputStream events =
        http.send(request("/events?s=" + id), BodyHandlers.ofInputStream()).body()) {
      polled(1);
      calls.clear();
      for (int i = 0; i < 20; i++) {
        assertThat(get("/live/" + id)).contains("id=\"header\"");
      }

      assertThat(count(DESCRIBE)).isLessThan(10);
      assertThat(events.available()).isPositive();
    }
  }

  @Test
  void an_open_list_shows_gates_without_a_call_for_each() throws Exception {
    try (InputStream events =
        http.send(request("/events?s=lists"), BodyHandlers.ofInputStream()).body()) {
      polled(5);
      int waiting = 6;
      int before = count(DESCRIBE);
      for (int i = 0; i < 10; i++) {
        assertThat(get("/").split("data-since")).hasSizeGreaterThan(waiting);
      }

      assertThat(count(DESCRIBE) - before).isLessThan(10 * waiting / 2);
      assertThat(events.available()).isPositive();
    }
  }

  /** Waits for so many more polls. */
  private void polled(int times) throws InterruptedException {
    int before = count(LIST);
    while (count(LIST) < before + times) {
      Thread.sleep(50);
    }
  }
}
