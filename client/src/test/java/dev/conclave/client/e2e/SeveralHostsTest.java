package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two machines, each with a data folder and a worker of its own, on one real server. */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
class SeveralHostsTest {
  private static final int AWAITING_HUMAN = 10;
  private static final String TASK = "Add rate limiting per client to the server";

  @TempDir private Path folder;
  private Process server;
  private Laptop lima;
  private Laptop quito;

  @BeforeEach
  void start() throws Exception {
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
  }

  @AfterEach
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

  private final List<Laptop> laptops = new ArrayList<>();

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
  void a_worker_for_its_own_host_leaves_workflows_to_another_and_is_told_to_when_there_is_none()
      throws Exception {
    CountingAgent.on(quito, "alpha", "beta");
    ok(quito.conclave("up", "--detach"));
    Said alone = plan(quito);
    assertThat(alone.exit()).as(alone.toString()).isEqualTo(3);
    assertThat(alone.err()).contains("No worker polls queue conclave");

    ok(lima.conclave("up", "--detach"));
    Said planned = plan(quito);
    assertThat(planned.exit()).as(planned.toString()).isEqualTo(AWAITING_HUMAN);

    CountingAgent ofLima = CountingAgent.on(lima, "alpha", "beta");
    ok(lima.conclave("down"));
    ok(lima.conclave("up", "--detach"));
    Said byUrl = plan(quito, "--repo", quito.published());
    assertThat(byUrl.exit()).as(byUrl.toString()).isEqualTo(AWAITING_HUMAN);
    assertThat(quito.session().path("host_name").asText()).isEqualTo("lima");
    assertThat(ofLima.asked("analysis")).containsExactly("alpha", "beta");

    long pid = quito.worker().pid();
    JsonNode log = quito.temporal("task-queue", "describe", "-t", "conclave", "-o", "json").json();
    assertThat(log.toString()).doesNotContain("\"" + pid + "@");
  }

  @Test
  void a_session_of_one_machine_is_answered_from_another_and_waits_for_its_host_and_says_so()
      throws Exception {
    CountingAgent agents = CountingAgent.on(quito, "alpha", "beta");
    ok(lima.conclave("up", "--detach"));
    ok(quito.conclave("up", "--detach"));
    assertThat(plan(quito).exit()).isEqualTo(AWAITING_HUMAN);

    Said shown = lima.heard("show", "last");
    assertThat(shown.exit()).as(shown.toString()).isZero();
    assertThat(shown.out()).contains("1-decision", "Token bucket in Server.handle");
    // Both machines are on one disk here: on two, quito's folder is not to be seen from lima.
    Path seen = quito.repository().resolve(".workflow");
    Path hidden = Files.move(seen, folder.resolve("hidden"));
    Said raw = lima.heard("show", "last", "--raw", "alpha");
    Files.move(hidden, seen);
    assertThat(raw.exit()).as(raw.toString()).isEqualTo(2);
    assertThat(raw.err()).contains("kept on host quito", "ask there");

    ok(quito.conclave("down"));
    ok(lima.conclave("answer", "last", "more-analysis", "look at bursts"));
    Laptop.until(
        "the server has forgotten quito's worker",
        () -> lima.conclave("show", "last").out().contains("waiting for host quito"));
    assertThat(agents.asked("analysis")).hasSize(2);

    CompletableFuture<Said> watched =
        CompletableFuture.supplyAsync(
            () -> lima.heard("watch", "last"), work -> new Thread(work).start());
    Laptop.until(
        "the UI names it",
        () -> lima.details().contains("On host quito: an activity that stays Scheduled"));
    Laptop.until(
        "it is listed", () -> lima.conclave("list").out().contains("waiting for host quito"));
    ok(quito.conclave("up", "--detach"));
    Said came = watched.join();
    assertThat(came.exit()).as(came.toString()).isEqualTo(AWAITING_HUMAN);
    assertThat(came.toString()).contains("waiting for host quito: no worker of it polls now");
    Laptop.until("a human is awaited", () -> !lima.details().contains("On host"));
    Said approved = lima.conclave("answer", "last", "approve", "--solution", "1", "--watch");
    assertThat(approved.exit()).as(approved.toString()).isEqualTo(AWAITING_HUMAN);
    ok(lima.conclave("answer", "last", "execute", "--watch"));
    assertThat(quito.sessionFile("/IMPL_PLAN.md")).exists();
    assertThat(lima.repository().resolve(".workflow")).doesNotExist();
    assertThat(lima.heard("show", "last", "--plan").out()).contains("TASK-001");
  }

  @Test
  void a_repository_by_url_that_another_serves_makes_no_worker_of_this_machine() throws Exception {
    CountingAgent ofLima = CountingAgent.on(lima, "alpha", "beta");
    CountingAgent ofQuito = CountingAgent.on(quito, "alpha", "beta");
    ok(lima.conclave("up", "--detach"));

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
