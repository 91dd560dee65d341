package dev.conclave.client.e2e;

import static dev.conclave.client.e2e.CountingAgent.signal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.Run;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hosts with separate data folders on one real server: one host dies. */
@RealMachine
@Order(2) // slow
@Tag("e2e")
class TwoWorkersTest {
  private static final int AWAITING_HUMAN = 10;

  private Path folder;
  private final List<Laptop> laptops = new ArrayList<>();
  private Laptop lima;
  private Laptop quito;
  private CountingAgent ofLima;
  private CountingAgent ofQuito;

  @BeforeAll
  void start(@TempDir Path temporary) {
    folder = temporary;
  }

  @AfterAll
  void stop() {
    for (int last = laptops.size() - 1; last >= 0; last--) {
      laptops.get(last).close();
    }
  }

  /** It is stopped first: its connections stay open and the server still gives it work. */
  @Test
  void the_second_worker_continues_without_repeating_calls_even_if_the_first_returns()
      throws Exception {
    inTheMiddleOfARound();
    String commit = carried(lima).path("workspace").path("head").asText();
    lima.file("src/server.py", "").commit("Meanwhile").publishes();
    quito.up();
    ofQuito.holdGit();
    CompletableFuture<Run> watched =
        CompletableFuture.supplyAsync(
            () -> quito.heard("watch", "last"), work -> new Thread(work).start());
    ProcessHandle worker = lima.worker();
    signal(worker, "STOP");

    String waiting = "waiting for host lima or another";
    Laptop.until("it is said", () -> quito.conclave("show", "last").out().contains(waiting));
    Laptop.until("the UI says it", () -> quito.details().contains(waiting));
    Laptop.until("it is listed", () -> quito.conclave("list").out().contains(waiting));
    ofQuito.releaseGit();
    Laptop.until(
        "the session is on the other host",
        () -> quito.session().path("host_name").asText().equals("quito"));
    signal(worker, "CONT");
    ofLima.release("beta");
    Laptop.until("the late call has ended", () -> CallProcesses.on(lima, "beta").isEmpty());
    Run waited = watched.join().ended(AWAITING_HUMAN);
    assertThat(waited.toString()).contains(waiting);
    assertThat(ofLima.asked("analysis")).containsExactly("alpha", "beta");
    assertThat(ofQuito.asked("analysis")).containsExactly("beta");
    JsonNode session = quito.session();
    assertThat(session.path("phase").asText()).isEqualTo("awaiting-decision");
    assertThat(session.path("rounds").get(0).path("agents")).hasSize(2);
    assertThat(session.path("host_name").asText()).isEqualTo("quito");
    assertThat(session.has("hindrance")).isFalse();
    assertThat(session.path("notes").toString())
        .contains(
            "host lima is unavailable: the workspace was opened on host quito at the same commit");

    finish();
    assertThat(ofLima.asked("plan")).isEmpty();
    assertThat(stateFile(quito).at("/_carried/workspace/head").asText()).isEqualTo(commit);
    assertThat(stateFile(quito).path("not_kept").toString())
        .contains("rounds/1/raw/alpha.txt")
        .doesNotContain("beta", "synthesis", "context-package");
  }

  /** Starts a session on lima: alpha has answered, beta is held, and quito has no worker yet. */
  private void inTheMiddleOfARound() throws Exception {
    Path own = Files.createDirectories(folder.resolve("lima"));
    lima = added("lima", new Laptop(own).withDevelopmentServer());
    ofLima = CountingAgent.on(lima, "alpha", "beta");
    ofLima.hold("beta");
    String url = lima.withServer().published();
    quito = added("quito", lima.colleague(Files.createDirectories(folder.resolve("quito"))));
    ofQuito = CountingAgent.on(quito, "alpha", "beta");
    lima.types("plan 'Add rate limiting' --repo %s --tools alpha,beta --max-rounds 1 --detach", url)
        .ended(0);
    Laptop.until("both are asked", () -> ofLima.calls().size() == 2);
    Laptop.until("alpha has answered", () -> live(lima).equals(List.of("beta")));
  }

  private void finish() throws IOException {
    quito.conclave("answer", "last", "approve", "--solution", "1", "--watch").ended(AWAITING_HUMAN);
    quito.conclave("answer", "last", "accept", "--watch").ended(0);
    assertThat(ofQuito.asked("plan")).hasSize(1);
    assertThat(stateFile(quito).path("status").asText()).isEqualTo("complete");
  }

  private Laptop added(String name, Laptop laptop) throws IOException {
    laptops.add(laptop);
    return laptop.variable("HOSTNAME", name).setting("host_patience: 5s");
  }

  private static List<String> live(Laptop laptop) {
    List<String> agents = new ArrayList<>();
    laptop.session().path("live").forEach(call -> agents.add(call.path("agent").asText()));
    return agents;
  }

  /** Returns the session's full state from its query. */
  private static JsonNode carried(Laptop laptop) {
    String id = laptop.session().path("session").asText();
    JsonNode answered =
        laptop.temporal("workflow", "query", "-w", id, "--type", "carried", "-o", "json").json();
    return answered.path("queryResult").get(0);
  }

  private static JsonNode stateFile(Laptop laptop) throws IOException {
    try (Stream<Path> files = Files.walk(laptop.data().resolve("sessions"))) {
      Path file =
          files
              .filter(path -> path.endsWith("session-state.json"))
              .findFirst()
              .orElseThrow(() -> new AssertionError("no session folder"));
      return WireMapper.get().readTree(file.toFile());
    }
  }
}
