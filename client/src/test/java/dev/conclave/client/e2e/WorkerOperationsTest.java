package dev.conclave.client.e2e;

import static dev.conclave.client.e2e.CountingAgent.signal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.Run;
import dev.conclave.workflows.text.WireMapper;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator sees of a real worker: health, metrics, log lines and its shutdown. */
@RealMachine
@Tag("e2e")
class WorkerOperationsTest {
  private static final int DONE = 0;
  private static final int AWAITING_HUMAN = 10;
  private static final Pattern METRIC =
      Pattern.compile("`((?:conclave|temporal|jvm|process)_[a-z_]+)`");

  private final HttpClient http = HttpClient.newHttpClient();
  private Path folder;
  private int port;
  @AutoClose private Laptop laptop;
  private CountingAgent agents;

  // Shared because it starts slowly; each test has its own agents.
  @BeforeAll
  void a_machine_with_a_worker(@TempDir Path temporary) throws Exception {
    folder = temporary;
    port = Laptop.freePort();
    laptop =
        new Laptop(folder)
            .withDevelopmentServer()
            .variable("CONCLAVE_HTTP", "127.0.0.1:" + port)
            .variable("CONCLAVE_LOG", "json")
            .withServer();
    agents = CountingAgent.on(laptop, "alpha", "beta", "gamma", "delta");
    laptop.up();
  }

  @Test
  void metrics_and_log_lines_show_session_round_and_agent() throws Exception {
    Laptop.until("it is well", () -> get("/healthz").statusCode() == 200);

    laptop
        .types("plan 'Add rate limiting' --tools alpha,beta --max-rounds 1")
        .ended(AWAITING_HUMAN);
    String metrics = get("/metrics").body();
    assertThat(metrics)
        .contains(
            "conclave_agent_calls_total{agent=\"alpha\",outcome=\"replied\",role=\"analyst\"} 1.0")
        .contains("conclave_agent_call_seconds_count{agent=\"beta\",role=\"analyst\"} 1")
        .contains("conclave_agent_tokens_total{agent=\"alpha\",direction=\"in\"}")
        .contains("jvm_memory_used_bytes");
    laptop.types("cancel %s", laptop.session().path("session").asText()).ended(DONE);
    laptop.types("plan 'Add another' --tools alpha,beta --max-rounds 1 --yes").ended(DONE);
    List<String> documented = documented();
    assertThat(documented)
        .contains("conclave_agent_calls_total", "temporal_worker_task_slots_available");
    // The SDK reports its own metrics periodically.
    Laptop.until(
        "every number of the manual is there",
        () -> {
          assertThat(get("/metrics").body())
              .contains(documented)
              .contains("temporal_activity_execution_latency_seconds");
          return true;
        });

    List<JsonNode> lines = log();
    assertThat(lines).allSatisfy(line -> assertThat(line.path("level").asText()).isNotEmpty());
    JsonNode asked =
        lines.stream()
            .filter(line -> line.path("formattedMessage").asText().contains("alpha as analyst"))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no line of alpha's call: " + lines));
    assertThat(asked.path("mdc").path("session").asText()).startsWith("MCP-add-rate-limiting");
    assertThat(asked.path("mdc").path("round").asText()).isEqualTo("1");
    assertThat(asked.path("mdc").path("agent").asText()).isEqualTo("alpha");
  }

  @Test
  void health_reports_a_silent_server_and_its_return() throws Exception {
    ProcessHandle server = laptop.server();

    signal(server, "STOP");
    try {
      HttpResponse<String> ill = get("/healthz");
      assertThat(ill.statusCode()).isEqualTo(503);
      assertThat(ill.body()).contains(laptop.address(), "does not answer");
    } finally {
      signal(server, "CONT");
    }
    Laptop.until("it is well again", () -> get("/healthz").statusCode() == 200);
    assertThat(get("/nothing").statusCode()).isEqualTo(404);
  }

  @Test
  void a_stopped_worker_leaves_its_calls_running_for_the_next_one_to_adopt() throws Exception {
    agents.hold("gamma");
    agents.forget();
    ProcessHandle worker = laptop.worker();
    laptop
        .conclave("plan", "Limit", "--tools", "gamma,delta", "--max-rounds", "1", "--detach")
        .ended(0);
    Laptop.until("both are asked", () -> agents.calls().size() == 2);
    List<Path> gamma = CallProcesses.on(laptop, "gamma");
    assertThat(gamma).isNotEmpty();

    signal(worker, "TERM");
    Laptop.until("the worker has ended", () -> !worker.isAlive());
    assertThat(CallProcesses.on(laptop, "gamma"))
        .as("the call goes on, whatever its shell has just forked")
        .containsAnyElementsOf(gamma);

    laptop.up();
    agents.release("gamma");
    laptop.conclave("watch", "last").ended(AWAITING_HUMAN);
    assertThat(agents.asked("analysis")).containsExactly("delta", "gamma");
  }

  @Test
  void an_occupied_port_is_named_with_a_fix() throws Exception {
    Path elsewhere = Files.createDirectories(folder.resolve("another"));
    try (Laptop other = laptop.colleague(elsewhere)) {
      other.variable("CONCLAVE_HTTP", "127.0.0.1:" + port);
      Run up = other.conclave("up", "--detach");
      assertThat(up.code()).as(up.toString()).isNotZero();
      assertThat(up.err()).contains("CONCLAVE_HTTP", "off").doesNotContain("\tat ");
    }
  }

  @Test
  void up_starts_the_page_that_status_links_to_and_down_ends_it() throws Exception {
    try (Laptop other = new Laptop(folder.resolve("page")).withServer();
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      other.variable("CONCLAVE_HTTP", "off");
      other.variable("CONCLAVE_UI_PORT", String.valueOf(taken.getLocalPort()));
      assertThat(other.conclave("up").ended(0).err())
          .contains("Page not started: Port " + taken.getLocalPort())
          .contains("Set CONCLAVE_UI_PORT to a free port")
          .doesNotContain("--port");
      assertThat(other.data().resolve("server/page.json")).doesNotExist();
      assertThat(other.conclave("logs", "page").ended(0).out()).contains("is in use");

      other.variable("CONCLAVE_UI_PORT", "0");
      Run up = other.conclave("up").ended(0);
      assertThat(up.err()).contains("Started the page (pid ");
      assertThat(up.out()).containsPattern("Page +http://127\\.0\\.0\\.1:\\d+/\\?token=");

      // A page that was started separately is adopted.
      Path note = other.data().resolve("server/page.json");
      Files.move(note, note.resolveSibling("aside"));
      assertThat(other.conclave("up").ended(0).err()).contains("Already running:");
      Files.move(note.resolveSibling("aside"), note);

      assertThat(other.conclave("down").ended(0).err()).contains("Stopped the page.");
      assertThat(other.conclave("status").out())
          .containsPattern("Page +not running; start it with");
    }
  }

  /** Returns the documented metrics, except those that only failures produce. */
  private static List<String> documented() throws Exception {
    Path page =
        Path.of(System.getProperty("conclave.root", "..")).resolve("docs").resolve("operations.md");
    return Files.readAllLines(page).stream()
        .filter(line -> line.startsWith("| `"))
        .flatMap(line -> METRIC.matcher(line).results())
        .map(found -> found.group(1))
        .filter(name -> !name.contains("fail") && !name.contains("cost"))
        .toList();
  }

  private List<JsonNode> log() throws Exception {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(laptop.data().resolve("logs/worker.log"))) {
      lines.add(WireMapper.get().readTree(line));
    }
    return lines;
  }

  private HttpResponse<String> get(String path) {
    try {
      return http.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
              .timeout(Duration.ofMinutes(2))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
