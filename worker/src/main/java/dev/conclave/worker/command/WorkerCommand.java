package dev.conclave.worker.command;

import dev.conclave.worker.HostRegistrations;
import dev.conclave.worker.Logging;
import dev.conclave.worker.Surroundings;
import dev.conclave.worker.stack.LocalWorker;
import dev.conclave.worker.stack.WorkerRun;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code conclave worker}. */
@Command(
    name = "worker",
    description = "Run this machine's worker here, against a server that is there.",
    footer = {
      "",
      "The server is the one of TEMPORAL_ADDRESS or of the profile in temporal.toml.",
      "Ctrl-C ends the worker; agent calls that run go on, and the next worker takes",
      "them over.",
      "",
      "Examples:",
      "  conclave worker",
      "  conclave worker --own-host-only"
    })
final class WorkerCommand extends LocalCommand {
  @Option(names = "--background", hidden = true, description = "Log to a file.")
  private boolean background;

  @Option(
      names = "--own-host-only",
      description =
          "Do what needs this host's trees and agents alone: no workflows, no workspaces by URL."
              + " Another worker of the namespace must take those.")
  private boolean ownHostOnly;

  @Override
  int run(Surroundings given) throws Exception {
    Surroundings around = ownHostOnly ? given.servingOwnHostOnly() : given;
    LocalWorker worker = new LocalWorker(around.folder());
    if (background) {
      Logging.toFile(worker.log(), around.environment());
    } else {
      Logging.toConsole(around.environment());
    }
    try (TemporalConnection connection =
        TemporalConnection.open(around.settings(), around.converter())) {
      WorkerRun.untilStopped(
          around.workingFor(connection), new HostRegistrations(), progress(around));
    }
    return ExitCodes.DONE;
  }

  /** Whoever reads JSON lines reads nothing else there, and the log tells the same. */
  private Consumer<String> progress(Surroundings around) {
    return Logging.json(around.environment()) ? line -> {} : this::say;
  }
}
