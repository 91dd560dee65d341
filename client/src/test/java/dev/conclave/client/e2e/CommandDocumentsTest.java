package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Run;
import dev.conclave.client.command.CommandSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output and exit code of each command with {@code --json}. */
@RealMachine
@Tag("e2e")
class CommandDocumentsTest {
  @AutoClose private Laptop laptop;
  private final Set<CommandSchema> seen = EnumSet.noneOf(CommandSchema.class);

  @BeforeAll
  void a_machine_with_two_agents(@TempDir Path folder) throws Exception {
    laptop = new Laptop(folder).setting("tools: [alpha, beta]");
    laptop.withServer();
    CountingAgent.on(laptop, "alpha", "beta");
  }

  @Test
  void every_command_prints_one_document_that_fits_its_schema() throws Exception {
    fits(CommandSchema.ERROR, 3, "list");
    fits(CommandSchema.ERROR, 2, "plan ''");
    fits(CommandSchema.ERROR, 2, "plan x --max-round 3");
    fits(CommandSchema.DRY_RUN, 0, "plan 'Limit requests' --dry-run");
    laptop.conclave("status").ended(3); // a dry run starts nothing

    fits(CommandSchema.STARTED, 0, "plan 'Limit requests' --detach");
    fits(CommandSchema.SESSION, 10, "watch last");
    fits(CommandSchema.SESSIONS, 0, "list");
    fits(CommandSchema.SESSIONS, 0, "list --awaiting");
    fits(CommandSchema.SESSION, 0, "show last");
    fits(CommandSchema.ROUND, 0, "show last --round 1");
    fits(CommandSchema.RAW, 0, "show last --raw alpha");
    fits(CommandSchema.RECEIPTS, 0, "show last --receipts");
    fits(CommandSchema.ERROR, 2, "show last --plan");
    fits(CommandSchema.ERROR, 2, "show nobody");
    fits(CommandSchema.ERROR, 2, "resume last");

    fits(CommandSchema.ERROR, 2, "answer last execute");
    fits(CommandSchema.SESSION, 10, "decide last 1 --watch");
    fits(CommandSchema.PLAN, 0, "show last --plan");
    fits(CommandSchema.ANSWER, 0, "confirm last save");
    fits(CommandSchema.SESSION, 0, "watch last");
    fits(CommandSchema.EXPORTED, 0, "export last --to exported");
    fits(CommandSchema.STARTED, 0, "resume last --detach");
    fits(CommandSchema.CANCELLED, 0, "cancel last");
    fits(CommandSchema.SESSION, 1, "watch last");
    fits(CommandSchema.REMOVED, 0, "rm last --yes --history");

    fits(CommandSchema.SEARCH, 0, "search handle --explain");
    fits(CommandSchema.STATUS, 0, "status");
    fits(CommandSchema.STATUS, 0, "up --detach");
    fits(CommandSchema.DOCTOR, 0, "doctor");
    fits(CommandSchema.LOG, 0, "logs -n 3");
    fits(CommandSchema.STOPPED, 0, "down");
    fits(CommandSchema.STATUS, 3, "status");
    assertThat(seen).containsExactlyInAnyOrder(CommandSchema.values());
    assertThat(Files.readString(laptop.data().resolve("logs/worker.out")))
        .doesNotContain("WARNING:");
  }

  private void fits(CommandSchema schema, int exit, String command) throws Exception {
    Run said = laptop.types(command + " --json").ended(exit);
    String what = command + "\n" + said;
    assertThat(schema.faults(said.out())).as(what).isEmpty();
    assertThat(said.err()).as("what a newer JVM says of libraries").doesNotContain("WARNING:");
    seen.add(schema);
  }
}
