package dev.conclave.worker.cli;

import dev.conclave.worker.Surroundings;
import dev.conclave.worker.stack.StackStatus;
import dev.conclave.workflows.host.ExitCodes;
import dev.conclave.workflows.wire.WireMapper;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code conclave status}. */
@Command(
    name = "status",
    description =
        "Says which server and worker run, since when, how many sessions wait, and what disk they"
            + " use.",
    footer = {
      "",
      "Exit codes: 0 both run, 3 one of them does not.",
      "Example: conclave status --json"
    })
final class StatusCommand extends LocalCommand {
  @Option(names = "--json", description = "One JSON document on stdout.")
  private boolean json;

  @Override
  Surroundings surroundings() {
    return Surroundings.despiteConfiguration(this::say);
  }

  @Override
  int run(Surroundings around) throws Exception {
    StackStatus status = StackStatus.now(around);
    if (json) {
      out().println(WireMapper.get().writerWithDefaultPrettyPrinter().writeValueAsString(status));
    } else {
      StatusPage.print(status, out());
    }
    return status.isUp() ? ExitCodes.DONE : ExitCodes.NO_SERVER;
  }
}
