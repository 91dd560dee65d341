package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.command.LocalCommand.JsonOutput;
import dev.conclave.worker.stack.ForegroundStack;
import dev.conclave.worker.stack.StackStatus;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.ServerException;
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
      "what it started at Ctrl-C. What was started in the background goes on until",
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
    if (before.isUp() || before.foreground().isPresent()) {
      return already(before);
    }
    return detach ? background(host) : here(host);
  }

  private int already(StackStatus status) throws Exception {
    say(
        status
            .foreground()
            .map(up -> "`conclave up` runs already (pid %d):".formatted(up.process().pid()))
            .orElse("It runs already; `conclave logs -f` shows its log:"));
    print(status);
    return ExitCodes.DONE;
  }

  private int background(HostContext host) throws Exception {
    if (stack(host).bringUp(this::say).isEmpty()) {
      throw noProgram();
    }
    print(StackStatus.now(host));
    return ExitCodes.DONE;
  }

  private void print(StackStatus status) throws Exception {
    if (json.wanted()) {
      json.print(out(), status);
    } else {
      StatusCommand.print(status, out());
    }
  }

  private int here(HostContext host) throws Exception {
    if (!new ForegroundStack(stack(host), host.folder()).untilStopped(this::say)) {
      throw noProgram();
    }
    return ExitCodes.DONE;
  }

  private static ServerException noProgram() {
    return new ServerException(
        "No Temporal server program can be had here: install the `temporal` command"
            + " (https://docs.temporal.io/cli) or Go 1.25, which can build it, or set"
            + " TEMPORAL_ADDRESS to a server. `conclave plan` works without, with a session that"
            + " ends with the command.");
  }
}
