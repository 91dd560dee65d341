package dev.conclave.worker.command;

import dev.conclave.worker.Surroundings;
import dev.conclave.worker.stack.StackStatus;
import dev.conclave.workflows.temporal.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code conclave status}. */
@Command(
    name = "status",
    description = "Say which server and worker run, how many sessions wait, and disk use.",
    footer = {
      "",
      "Example:",
      "  conclave status --json",
      "",
      "Exit codes: 0 both run, 3 one of them does not."
    })
final class StatusCommand extends LocalCommand {
  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  Surroundings surroundings() {
    return Surroundings.despiteConfiguration(this::say);
  }

  @Override
  int run(Surroundings around) throws Exception {
    StackStatus status = StackStatus.now(around);
    if (json.wanted()) {
      json.print(out(), status);
    } else {
      StatusPage.print(status, out());
    }
    return status.isUp() ? ExitCodes.DONE : ExitCodes.NO_SERVER;
  }
}
