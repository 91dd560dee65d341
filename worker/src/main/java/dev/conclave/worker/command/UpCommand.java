package dev.conclave.worker.command;

import dev.conclave.worker.Surroundings;
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
  int run(Surroundings around) throws Exception {
    if (json.wanted() && !detach) {
      throw usage("--json tells what was started and returns: give --detach too");
    }
    StackStatus before = StackStatus.now(around);
    if (before.isUp() || before.foreground().isPresent()) {
      return already(before);
    }
    return detach ? background(around) : here(around);
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

  private int background(Surroundings around) throws Exception {
    if (stack(around).bringUp(this::say).isEmpty()) {
      throw noProgram();
    }
    print(StackStatus.now(around));
    return ExitCodes.DONE;
  }

  private void print(StackStatus status) throws Exception {
    if (json.wanted()) {
      json.print(out(), status);
    } else {
      StatusPage.print(status, out());
    }
  }

  private int here(Surroundings around) throws Exception {
    ForegroundStack stack = new ForegroundStack(stack(around), around.folder());
    return switch (stack.untilStopped(this::say, this::say)) {
      case ENDED -> ExitCodes.DONE;
      case NO_PROGRAM -> throw noProgram();
      case ANOTHER_RUNS -> already(StackStatus.now(around));
    };
  }

  private static ServerException noProgram() {
    return new ServerException(
        "No Temporal server program can be had here: install the `temporal` command"
            + " (https://docs.temporal.io/cli) or Go 1.25, which can build it, or set"
            + " TEMPORAL_ADDRESS to a server. `conclave plan` works without, with a session that"
            + " ends with the command.");
  }
}
