package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.client.e2e.Laptop.Said;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A machine that was started anew: both processes gone, their numbers given to others. */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
class RebootTest {
  private static final int NO_SERVER = 3;
  private static final int AWAITING_HUMAN = 10;

  @TempDir private Path folder;

  @Test
  void plan_list_and_watch_find_the_sessions_of_before_and_no_other_process_is_harmed()
      throws Exception {
    Process others = new ProcessBuilder("sleep", "400").start();
    try (Laptop laptop = new Laptop(folder)) {
      laptop.file("src/server.py", Script.SERVER).file("tests/test_server.py", Script.TEST);
      laptop.commit("A server");
      CountingAgent.on(laptop, "alpha", "beta");
      awaits(plan(laptop, "Add rate limiting per client to the server"));
      String before = laptop.session().path("session").asText();
      kill(laptop.server());
      kill(laptop.worker());
      for (String note : List.of("server", "worker")) {
        reboot(laptop.data().resolve("server/" + note + ".json"), others.pid());
      }

      for (String command : List.of("list", "watch")) {
        Said nobody =
            command.equals("list") ? laptop.conclave(command) : laptop.conclave(command, before);
        assertThat(nobody.exit()).as(nobody.toString()).isEqualTo(NO_SERVER);
        assertThat(nobody.err())
            .contains("No Temporal server answers at " + laptop.address(), "`conclave up`");
      }
      Said planned = plan(laptop, "Log every request of the server");
      awaits(planned);
      assertThat(planned.err()).contains("1 wait for you");

      assertThat(laptop.conclave("list").out()).contains(before, "log-every-request");
      Said watched = laptop.conclave("watch", before);
      awaits(watched);
      assertThat(watched.out()).contains("gate 1-decision", "approve --solution 1");
      awaits(laptop.conclave("answer", before, "approve", "--solution", "1", "--watch"));

      Said again = laptop.conclave("up");
      assertThat(again.exit()).as(again.toString()).isZero();
      assertThat(again.err()).contains("It runs already; `conclave logs -f` shows its log:");
      assertThat(others.isAlive()).isTrue();
    } finally {
      others.destroyForcibly();
    }
  }

  private static Said plan(Laptop laptop, String task) {
    return laptop.conclave("plan", task, "--tools", "alpha,beta", "--max-rounds", "1");
  }

  private static void awaits(Said said) {
    assertThat(said.exit()).as(said.toString()).isEqualTo(AWAITING_HUMAN);
  }

  private static void kill(ProcessHandle process) {
    process.destroyForcibly();
    Laptop.until("the killed process is gone", () -> !process.isAlive());
  }

  /** What a note looks like when another process has its number since the machine was started. */
  private static void reboot(Path note, long pid) throws IOException {
    JsonNode written = WireMapper.get().readTree(note.toFile());
    ((ObjectNode) written.path("process")).put("pid", pid).put("boot_id", "an earlier boot");
    Files.write(note, WireMapper.get().writeValueAsBytes(written));
  }
}
