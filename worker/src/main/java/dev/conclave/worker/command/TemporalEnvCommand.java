package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.text.ExitCodes;
import picocli.CommandLine.Command;

/** {@code conclave temporal-env}. */
@Command(
    name = "temporal-env",
    description = "Print the variables with which the temporal command reaches the server.",
    footer = {
      "",
      "They name files of the data folder: whoever can read those can steer all",
      "sessions.",
      "",
      "Example:",
      "  eval \"$(conclave temporal-env)\"",
      "  temporal workflow list"
    })
final class TemporalEnvCommand extends LocalCommand {
  @Override
  HostContext context() {
    return HostContext.despiteConfiguration(this::say);
  }

  @Override
  int run(HostContext host) {
    try (TemporalConnection connection =
        TemporalConnection.open(host.settings(), host.converter())) {
      connection
          .settings()
          .variables()
          .forEach(
              (name, value) ->
                  out().println("export %s='%s'".formatted(name, value.replace("'", "'\\''"))));
    }
    return ExitCodes.DONE;
  }
}
