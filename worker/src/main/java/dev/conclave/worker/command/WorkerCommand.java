package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.Logging;
import dev.conclave.worker.stack.LocalWorker;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.ExitCodes;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "worker",
    description = "Run this machine's worker in the foreground, for an existing server.",
    footer = {
      "",
      "TEMPORAL_ADDRESS or the profile in temporal.toml selects the server.",
      "Ctrl-C stops the worker; agent calls keep running, and the next worker takes",
      "them over.",
      "",
      "Examples:",
      "  conclave worker",
      "  conclave worker --own-host-only"
    })
final class WorkerCommand extends LocalCommand {
  static final String BACKGROUND = "--background";

  @Option(names = BACKGROUND, hidden = true, description = "Log to a file.")
  private boolean background;

  @Option(
      names = "--own-host-only",
      description =
          "Serve only this host's files and agents: no workflows, no workspaces by URL."
              + " Another worker must serve those.")
  private boolean ownHostOnly;

  public static void main(String[] arguments) {
    WorkerCommand command = new WorkerCommand();
    CommandLine line =
        new CommandLine(command)
            .setExecutionExceptionHandler(
                (e, any, parsed) -> {
                  command.say(e.getMessage() == null ? e.toString() : e.getMessage());
                  return e instanceof ServerException ? ExitCodes.NO_SERVER : ExitCodes.FAILED;
                });
    System.exit(line.execute(arguments));
  }

  @Override
  int run(HostContext given) throws Exception {
    HostContext host = ownHostOnly ? given.withOwnHostOnly() : given;
    if (background) {
      Logging.toFile(LocalWorker.log(host.folder()), host.environment());
    } else {
      Logging.toConsole(host.environment());
    }
    // In JSON mode print nothing but JSON lines; the log has the same information.
    Consumer<String> progress = Logging.json(host.environment()) ? line -> {} : this::say;
    LocalWorker.untilStopped(host, host.settings(), HostRegistrations::on, progress);
    return ExitCodes.DONE;
  }
}
