package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.stack.StackStatus;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.ExitCodes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "up",
    description = "Start this machine's worker and web page, and a server if there is none.",
    footer = {
      "",
      "They run in the background until `conclave down`. `conclave logs -f` shows",
      "what the worker does, `conclave logs server` and `logs page` the others.",
      "",
      "Example:",
      "  conclave up"
    })
final class UpCommand extends LocalCommand {
  @Option(
      names = {"-d", "--detach"},
      hidden = true, // this is the default
      description = "Return.")
  @SuppressWarnings("UnusedVariable")
  private boolean detach;

  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  int run(HostContext host) throws Exception {
    List<String> done = new ArrayList<>();
    Consumer<String> progress =
        line -> {
          done.add(line);
          say(line);
        };
    if (stack(host).bringUp(progress).isEmpty()) {
      throw new ServerException(
          "No Temporal server is available: install `temporal` (https://docs.temporal.io/cli) or"
              + " Go 1.25, which can build one, or set TEMPORAL_ADDRESS to a server. `conclave plan`"
              + " works without a server, but the session ends with the command.");
    }
    if (done.isEmpty()) {
      say("Already running:");
    }
    StackStatus status = StackStatus.now(host);
    if (json.wanted) {
      printJson(status);
    } else {
      StatusCommand.print(status, host.folder(), out(), language);
    }
    return ExitCodes.DONE;
  }
}
