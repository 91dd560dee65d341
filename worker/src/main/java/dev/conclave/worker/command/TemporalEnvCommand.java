package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.text.ExitCodes;
import picocli.CommandLine.Command;

@Command(
    name = "temporal-env",
    description = "Print the variables that connect the temporal command to the server.",
    footer = {
      "",
      "They name key files in the data folder; anyone who can read them can steer all",
      "sessions.",
      "",
      "Example:",
      "  eval \"$(conclave temporal-env)\"",
      "  temporal workflow list"
    })
final class TemporalEnvCommand extends LocalCommand {
  @Override
  HostContext context() {
    return HostContext.ignoringConfigurationErrors(this::say);
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
