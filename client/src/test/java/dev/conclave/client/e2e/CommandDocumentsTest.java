package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.command.CommandSchema;
import dev.conclave.client.e2e.Laptop.Said;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What each command really prints with {@code --json}, and what it ends with. */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
class CommandDocumentsTest {
  @TempDir private Path folder;
  private Laptop laptop;
  private final Set<CommandSchema> seen = EnumSet.noneOf(CommandSchema.class);

  @BeforeEach
  void a_machine_with_two_agents() throws Exception {
    laptop = new Laptop(folder).setting("tools: [alpha, beta]");
    laptop.file("src/server.py", Script.SERVER).file("tests/test_server.py", Script.TEST);
    laptop.commit("A server");
    CountingAgent.on(laptop, "alpha", "beta");
  }

  @AfterEach
  void stop() {
    if (laptop != null) {
      laptop.close();
    }
  }

  @Test
  void every_command_prints_one_document_that_fits_its_schema() throws Exception {
    fits(CommandSchema.ERROR, 3, "list");
    fits(CommandSchema.ERROR, 2, "plan", "");
    fits(CommandSchema.ERROR, 2, "plan", "x", "--max-round", "3");
    fits(CommandSchema.DRY_RUN, 0, "plan", "Limit requests", "--dry-run");
    assertThat(laptop.conclave("status").exit()).as("a dry run starts nothing").isEqualTo(3);

    fits(CommandSchema.STARTED, 0, "plan", "Limit requests", "--detach");
    fits(CommandSchema.SESSION, 10, "watch", "last");
    fits(CommandSchema.SESSIONS, 0, "list");
    fits(CommandSchema.SESSIONS, 0, "list", "--awaiting");
    fits(CommandSchema.SESSION, 0, "show", "last");
    fits(CommandSchema.ROUND, 0, "show", "last", "--round", "1");
    fits(CommandSchema.RAW, 0, "show", "last", "--raw", "alpha");
    fits(CommandSchema.RECEIPTS, 0, "show", "last", "--receipts");
    fits(CommandSchema.ERROR, 2, "show", "last", "--plan");
    fits(CommandSchema.ERROR, 2, "show", "nobody");
    fits(CommandSchema.ERROR, 2, "resume", "last");

    fits(CommandSchema.ERROR, 2, "answer", "last", "execute");
    fits(CommandSchema.SESSION, 10, "decide", "last", "1", "--watch");
    fits(CommandSchema.PLAN, 0, "show", "last", "--plan");
    fits(CommandSchema.ANSWER, 0, "confirm", "last", "save");
    fits(CommandSchema.SESSION, 0, "watch", "last");
    fits(CommandSchema.EXPORTED, 0, "export", "last", "--to", "exported");
    fits(CommandSchema.STARTED, 0, "resume", "last", "--detach");
    fits(CommandSchema.CANCELLED, 0, "cancel", "last");
    fits(CommandSchema.SESSION, 1, "watch", "last");

    fits(CommandSchema.SEARCH, 0, "search", "handle", "--explain");
    fits(CommandSchema.STATUS, 0, "status");
    fits(CommandSchema.STATUS, 0, "up", "--detach");
    fits(CommandSchema.DOCTOR, 0, "doctor");
    fits(CommandSchema.LOG, 0, "logs", "-n", "3");
    fits(CommandSchema.STOPPED, 0, "down");
    fits(CommandSchema.STATUS, 3, "status");
    assertThat(seen).containsExactlyInAnyOrder(CommandSchema.values());
    assertThat(Files.readString(laptop.data().resolve("logs/worker.out")))
        .doesNotContain("WARNING:");
  }

  private void fits(CommandSchema schema, int exit, String... command) throws Exception {
    String[] all = java.util.Arrays.copyOf(command, command.length + 1);
    all[command.length] = "--json";
    Said said = laptop.conclave(all);
    String what = String.join(" ", all) + "\n" + said;
    assertThat(said.exit()).as(what).isEqualTo(exit);
    assertThat(schema.faults(said.out())).as(what).isEmpty();
    assertThat(said.err()).as("what a newer JVM says of libraries").doesNotContain("WARNING:");
    seen.add(schema);
  }
}
