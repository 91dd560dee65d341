package dev.conclave.worker.cli;

import dev.conclave.worker.HostRegistrations;
import dev.conclave.worker.Logging;
import dev.conclave.worker.Surroundings;
import dev.conclave.worker.stack.LocalStack;
import dev.conclave.worker.stack.StackStatus;
import dev.conclave.worker.stack.WorkerRun;
import dev.conclave.workflows.host.ExitCodes;
import dev.conclave.workflows.host.ServerException;
import dev.conclave.workflows.host.StackHandle;
import dev.conclave.workflows.host.TemporalConnection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code conclave up}. */
@Command(
    name = "up",
    description = "Starts a Temporal server, when none is there, and this host's worker.",
    footer = {
      "",
      "Without --detach the worker runs here and its log is shown; Ctrl-C ends it. The server goes",
      "on in the background with the sessions, until `conclave down`."
    })
final class UpCommand extends LocalCommand {
  @Option(
      names = {"-d", "--detach"},
      description = "Start the worker in the background too, and return.")
  private boolean detach;

  @Override
  int run(Surroundings around) throws Exception {
    StackStatus before = StackStatus.now(around);
    if (before.isUp()) {
      say("It runs already:");
      StatusPage.print(before, out());
      return ExitCodes.DONE;
    }
    return detach ? background(around) : here(around);
  }

  private int background(Surroundings around) throws Exception {
    try (StackHandle handle = stack(around).ensureRunning(this::say)) {
      if (!handle.outlivesThisProcess()) {
        throw noProgram();
      }
      StatusPage.print(StackStatus.now(around), out());
      return ExitCodes.DONE;
    }
  }

  private int here(Surroundings around) throws Exception {
    Logging.toConsole(around.environment());
    LocalStack stack = stack(around);
    try (TemporalConnection connection =
        stack.ensureServer(this::say).orElseThrow(UpCommand::noProgram)) {
      WorkerRun.untilStopped(around.workingFor(connection), new HostRegistrations(), this::say);
    }
    return ExitCodes.DONE;
  }

  private static ServerException noProgram() {
    return new ServerException(
        "No Temporal server program can be had here: install the `temporal` command (or Go 1.25,"
            + " which can build it), or set TEMPORAL_ADDRESS to a server. `conclave plan` works"
            + " without, with a session that ends with the command.");
  }
}
