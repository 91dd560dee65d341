package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.tool.Tool;
import dev.conclave.client.e2e.Laptop.Said;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Two machines, each with a data folder and a worker of its own, on one real server. */
@Timeout(900)
@Order(2) // it waits long
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("the machine of SeveralHostsTest") // its methods one by one
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@TestInstance(Lifecycle.PER_CLASS)
class SeveralHostsTest {
  private static final int AWAITING_HUMAN = 10;
  private static final String TASK = "Add rate limiting per client to the server";

  private final List<Laptop> laptops = new ArrayList<>();
  private Path folder;
  private Process server;
  private Laptop lima;
  private Laptop quito;
  private CountingAgent ofLima;
  private CountingAgent ofQuito;

  @BeforeAll
  void start(@TempDir Path temporary) throws Exception {
    folder = temporary;
    Tool.needed("temporal");
    int port = Laptop.freePort();
    // It forgets who polled after 15 seconds, not five minutes, and lets polls begin anew more
    // often.
    server =
        new ProcessBuilder(
                List.of(
                    "temporal",
                    "server",
                    "start-dev",
                    "--headless",
                    "--ip",
                    "127.0.0.1",
                    "--port",
                    "" + port,
                    "--log-level",
                    "error",
                    "--dynamic-config-value",
                    "matching.PollerHistoryTTL=\"15s\"",
                    "--dynamic-config-value",
                    "matching.longPollExpirationInterval=\"3s\""))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("server.log").toFile())
            .start();
    Laptop.until("the server answers", () -> answers(port));
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
    for (Laptop laptop : laptops) {
      laptop.close();
    }
    if (server == null) {
      return; // the test was skipped
    }
    server.destroy();
    if (!server.waitFor(10, TimeUnit.SECONDS)) {
      server.destroyForcibly();
    }
  }

  private Laptop laptop(String name, int port) throws IOException {
    Laptop laptop =
        new Laptop(Files.createDirectories(folder.resolve(name)))
            .variable("HOSTNAME", name)
            .variable("TEMPORAL_ADDRESS", "127.0.0.1:" + port)
            .file("src/server.py", Script.SERVER)
            .file("tests/test_server.py", Script.TEST)
            .commit("A server");
    laptops.add(laptop);
    return laptop;
  }

  @Test
  @Order(1)
  void a_repository_by_url_that_another_serves_makes_no_worker_of_this_machine() throws Exception {
    lima.up();
    Laptop.until("the server names lima's worker", () -> pollers(quito).contains("@lima"));

    Said byUrl = plan(quito, "--repo", quito.published());

    assertThat(byUrl.exit()).as(byUrl.toString()).isEqualTo(AWAITING_HUMAN);
    assertThat(byUrl.err()).contains("no worker is started here");
    Said status = quito.conclave("status");
    assertThat(status.out()).contains("none; start it with", "@lima");
    assertThat(ofLima.asked("analysis")).hasSize(2);
    assertThat(ofQuito.asked("analysis")).isEmpty();
    assertThat(quito.session().path("host_name").asText()).isEqualTo("lima");

    quito.conclave("answer", "last", "cancel", "--watch");
    Said resumed = quito.conclave("resume", "last");

    assertThat(resumed.exit()).as(resumed.toString()).isEqualTo(AWAITING_HUMAN);
    assertThat(resumed.err()).contains("no worker is started here");
    assertThat(quito.conclave("status").out()).contains("none; start it with", "@lima");
    assertThat(quito.session().path("host_name").asText()).isEqualTo("lima");
    Said running = quito.conclave("resume", "last");
    assertThat(running.exit()).as(running.toString()).isEqualTo(2);
    assertThat(running.err()).contains("still runs").doesNotContain("no worker is started");
  }

  @Test
  @Order(2)
  void a_worker_for_its_own_host_leaves_workflows_to_another_and_is_told_to_when_there_is_none()
      throws Exception {
    ok(lima.conclave("down"));
    quito.up();
    Laptop.until("the server has forgotten lima's worker", () -> !pollers(quito).contains("@lima"));
    Said alone = plan(quito);
    assertThat(alone.exit()).as(alone.toString()).isEqualTo(3);
    assertThat(alone.err()).contains("No worker polls queue conclave");

    lima.up();
    Said planned = plan(quito);
    assertThat(planned.exit()).as(planned.toString()).isEqualTo(AWAITING_HUMAN);
    assertThat(ofQuito.asked("analysis")).containsExactly("alpha", "beta");

    long pid = quito.worker().pid();
    assertThat(pollers(quito)).contains("@lima").doesNotContain("\"" + pid + "@");
  }

  @Test
  @Order(3)
  void a_session_of_one_machine_is_answered_from_another_and_waits_for_its_host_and_says_so()
      throws Exception {
    lima.up();
    quito.up();
    assertThat(plan(quito).exit()).isEqualTo(AWAITING_HUMAN);

    Said shown = lima.heard("show", "last");
    assertThat(shown.exit()).as(shown.toString()).isZero();
    assertThat(shown.out()).contains("1-decision", "Token bucket in Server.handle");

    ok(quito.conclave("down"));
    // Both machines are on one disk here: on two, quito's folder is not to be seen from lima.
    Path seen = quito.repository().resolve(".workflow");
    Path hidden = Files.move(seen, folder.resolve("hidden"));
    Said raw = lima.heard("show", "last", "--raw", "alpha");
    Files.move(hidden, seen);
    assertThat(raw.exit()).as(raw.toString()).isEqualTo(2);
    assertThat(raw.err()).contains("kept on host quito", "run the command there");

    ok(lima.conclave("answer", "last", "more-analysis", "look at bursts"));
    Laptop.until(
        "the server has forgotten quito's worker",
        () -> lima.conclave("show", "last").out().contains("waiting for host quito"));
    assertThat(ofQuito.asked("analysis")).hasSize(2);

    CompletableFuture<Said> watched =
        CompletableFuture.supplyAsync(
            () -> lima.heard("watch", "last"), work -> new Thread(work).start());
    Laptop.until(
        "the UI names it",
        () -> lima.details().contains("On host quito; an activity that stays Scheduled"));
    Laptop.until(
        "it is listed", () -> lima.conclave("list").out().contains("waiting for host quito"));
    quito.up();
    Said came = watched.join();
    assertThat(came.exit()).as(came.toString()).isEqualTo(AWAITING_HUMAN);
    assertThat(came.toString()).contains("waiting for host quito: its worker is not running");
    Laptop.until("a human is awaited", () -> !lima.details().contains("On host"));
    Said approved = lima.conclave("answer", "last", "approve", "--solution", "1", "--watch");
    assertThat(approved.exit()).as(approved.toString()).isEqualTo(AWAITING_HUMAN);
    ok(lima.conclave("answer", "last", "execute", "--watch"));
    assertThat(quito.sessionFile("/IMPL_PLAN.md")).exists();
    assertThat(lima.repository().resolve(".workflow")).doesNotExist();
    assertThat(lima.heard("show", "last", "--plan").out()).contains("TASK-001");
  }

  private static String pollers(Laptop laptop) {
    return laptop.temporal("task-queue", "describe", "-t", "conclave", "-o", "json").out();
  }

  private static Said plan(Laptop laptop, String... options) {
    List<String> command = new ArrayList<>(List.of("plan", TASK, "--tools", "alpha,beta"));
    command.addAll(List.of("--max-rounds", "1"));
    command.addAll(List.of(options));
    return laptop.conclave(command.toArray(String[]::new));
  }

  private static void ok(Said said) {
    assertThat(said.exit()).as(said.toString()).isZero();
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
