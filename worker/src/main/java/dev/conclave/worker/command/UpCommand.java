package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.command.LocalCommand.JsonOutput;
import dev.conclave.worker.stack.LocalStack;
import dev.conclave.worker.stack.StackStatus;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.ServerException;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave up}. */
@Command(
    name = "up",
    description = "Start a Temporal server, where none is, and this machine's worker.",
    footer = {
      "",
      "Without --detach it stays: it shows both logs, starts again what dies, and ends",
      "both at Ctrl-C. What was started in the background goes on until",
      "`conclave down`.",
      "",
      "Examples:",
      "  conclave up",
      "  conclave up --detach"
    })
final class UpCommand extends LocalCommand {
  @Option(
      names = {"-d", "--detach"},
      description = "Start both in the background, and return.")
  private boolean detach;

  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  int run(HostContext host) throws Exception {
    if (json.wanted() && !detach) {
      throw usage("--json tells what was started and returns: give --detach too");
    }
    StackStatus before = StackStatus.now(host);
    LocalStack stack = stack(host);
    if (before.isUp()) {
      say("It runs already; `conclave logs -f` shows its log:");
    } else if (stack.bringUp(this::say).isEmpty()) {
      throw new ServerException(
          "No Temporal server program can be had here: install the `temporal` command"
              + " (https://docs.temporal.io/cli) or Go 1.25, which can build it, or set"
              + " TEMPORAL_ADDRESS to a server. `conclave plan` works without, with a session that"
              + " ends with the command.");
    }
    if (!before.isUp() && !detach) {
      untilStopped(stack);
    } else if (json.wanted()) {
      json.print(out(), StackStatus.now(host));
    } else {
      StatusCommand.print(StackStatus.now(host), out());
    }
    return ExitCodes.DONE;
  }

  private void untilStopped(LocalStack stack) throws IOException {
    say("Up. Ctrl-C ends both; sessions wait on disk.");
    Thread us = Thread.currentThread();
    Thread stopping =
        new Thread(
            () -> {
              us.interrupt(); // or it would start again what ends now
              stack.stop(this::say);
            });
    Runtime.getRuntime().addShutdownHook(stopping);
    try {
      stack.lookAfter(this::say);
    } catch (InterruptedException e) {
      us.interrupt();
    }
  }
}
