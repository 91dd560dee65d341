package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.tool.DevServer;
import dev.conclave.client.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Two machines with separate data folders and workers on one real server. */
@RealMachine
@Order(2) // slow
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("e2e")
class SeveralHostsTest {
  private static final int AWAITING_HUMAN = 10;
  private static final String TASK = "Add rate limiting per client to the server";

  private final List<Laptop> laptops = new ArrayList<>();
  private Path folder;
  @AutoClose private DevServer server;
  private Laptop lima;
  private Laptop quito;
  private CountingAgent ofLima;
  private CountingAgent ofQuito;

  @BeforeAll
  void start(@TempDir Path temporary) throws Exception {
    folder = temporary;
    // It forgets pollers after 15 seconds instead of five minutes.
    server =
        DevServer.start(
            folder.resolve("server.log"),
            List.of("--dynamic-config-value=matching.PollerHistoryTTL=\"15s\""));
    int port = server.port();
    lima = laptop("lima", port);
    quito = laptop("quito", port).setting("own_host_only: true");
    ofLima = CountingAgent.on(lima, "alpha", "beta");
    ofQuito = CountingAgent.on(quito, "alpha", "beta");
  }

  @BeforeEach
  void nobody_was_asked() throws Exception {
    ofLima.forget();
    ofQuito.forget();
  }

  @AfterAll
  void stop() throws Exception {
    laptops.forEach(Laptop::close);
  }

  private Laptop laptop(String name, int port) throws IOException {
    Laptop laptop =
        new Laptop(Files.createDirectories(folder.resolve(name)))
            .withDevelopmentServer()
            .variable("HOSTNAME", name)
            .variable("TEMPORAL_ADDRESS", "127.0.0.1:" + port)
            .withServer();
    laptops.add(laptop);
    return laptop;
  }

  @Test
  @Order(1)
  void a_url_repository_served_elsewhere_needs_no_worker_on_this_machine() throws Exception {
    lima.up();
    Laptop.until("the server names lima's worker", () -> pollers(quito).contains("@lima"));

    Run byUrl = plan(quito, "--repo " + quito.published()).ended(AWAITING_HUMAN);
    assertThat(byUrl.err()).contains("no worker was started here");
    Run status = quito.conclave("status");
    assertThat(status.out()).contains("not running; start it with", "@lima");
    assertThat(ofLima.asked("analysis")).hasSize(2);
    assertThat(ofQuito.asked("analysis")).isEmpty();
    assertThat(quito.session().path("host_name").asText()).isEqualTo("lima");

    quito.conclave("answer", "last", "cancel", "--watch");
    Run resumed = quito.conclave("resume", "last").ended(AWAITING_HUMAN);
    assertThat(resumed.err()).contains("no worker was started here");
    assertThat(quito.conclave("status").out()).contains("not running; start it with", "@lima");
    assertThat(quito.session().path("host_name").asText()).isEqualTo("lima");
    Run running = quito.conclave("resume", "last").ended(2);
    assertThat(running.err()).contains("is still running").doesNotContain("no worker was started");
  }

  @Test
  @Order(2)
  void a_host_only_worker_needs_another_worker_for_workflows() throws Exception {
    lima.conclave("down").ended(0);
    quito.up();
    Laptop.until("the server has forgotten lima's worker", () -> !pollers(quito).contains("@lima"));
    Run alone = plan(quito, "").ended(3);
    assertThat(alone.err()).contains("No worker polls queue conclave");

    lima.up();
    plan(quito, "").ended(AWAITING_HUMAN);
    assertThat(ofQuito.asked("analysis")).containsExactly("alpha", "beta");

    long pid = quito.worker().pid();
    assertThat(pollers(quito)).contains("@lima").doesNotContain("\"" + pid + "@");
  }

  @Test
  @Order(3)
  void a_session_is_answered_from_another_machine_and_says_it_waits_for_its_host()
      throws Exception {
    lima.up();
    quito.up();
    plan(quito, "").ended(AWAITING_HUMAN);

    Run shown = lima.heard("show", "last").ended(0);
    assertThat(shown.out()).contains("1-decision", "Token bucket in Server.handle");

    quito.conclave("down").ended(0);
    // Both machines share a disk here; otherwise quito's folder is not visible from lima.
    Path seen = quito.repository().resolve(".workflow");
    Path hidden = Files.move(seen, folder.resolve("hidden"));
    Run raw = lima.heard("show", "last", "--raw", "alpha");
    Files.move(hidden, seen);
    assertThat(raw.code()).as(raw.toString()).isEqualTo(2);
    assertThat(raw.err()).contains("Agent output is on host quito", "run the command there");

    lima.conclave("answer", "last", "more-analysis", "look at bursts").ended(0);
    Laptop.until(
        "the server has forgotten quito's worker",
        () -> lima.conclave("show", "last").out().contains("waiting for host quito"));
    assertThat(ofQuito.asked("analysis")).hasSize(2);

    CompletableFuture<Run> watched =
        CompletableFuture.supplyAsync(
            () -> lima.heard("watch", "last"), work -> new Thread(work).start());
    Laptop.until(
        "the UI names it",
        () -> lima.details().contains("Host: quito. An activity that stays Scheduled"));
    Laptop.until(
        "it is listed", () -> lima.conclave("list").out().contains("waiting for host quito"));
    quito.up();
    Run came = watched.join().ended(AWAITING_HUMAN);
    assertThat(came.toString()).contains("waiting for host quito: its worker is not running");
    Laptop.until("a human is awaited", () -> !lima.details().contains("On host"));
    lima.conclave("answer", "last", "approve", "--solution", "1", "--watch").ended(AWAITING_HUMAN);
    lima.conclave("answer", "last", "accept", "--watch").ended(0);
    assertThat(quito.sessionFile("/IMPL_PLAN.md")).exists();
    assertThat(lima.repository().resolve(".workflow")).doesNotExist();
    assertThat(lima.heard("show", "last", "--plan").out()).contains("TASK-001");
  }

  private static String pollers(Laptop laptop) {
    return laptop.temporal("task-queue", "describe", "-t", "conclave", "-o", "json").out();
  }

  private static Run plan(Laptop laptop, String options) {
    return laptop.types("plan '%s' --tools alpha,beta --max-rounds 1 %s", TASK, options);
  }
}
