package dev.conclave.worker.command;

import dev.conclave.worker.HostRegistrations;
import dev.conclave.worker.Surroundings;
import dev.conclave.worker.stack.LocalStack;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.ServerException;
import java.io.PrintWriter;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What the commands of this host have in common: where lines go. */
@Command
abstract class LocalCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Does the work; what it throws becomes a line and an exit code. */
  abstract int run(Surroundings around) throws Exception;

  /** What it runs in; a command that only looks or mends does without a sound configuration. */
  Surroundings surroundings() {
    return Surroundings.ofThisProcess();
  }

  @Override
  public final Integer call() throws Exception {
    try {
      return run(surroundings());
    } finally {
      out().flush();
    }
  }

  /** A line of progress or complaint for people. */
  final void say(@Nullable String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  /** A mistake in the command line: exit code 2, with the usage. */
  final CommandLine.ParameterException usage(String message) {
    return new CommandLine.ParameterException(spec.commandLine(), message);
  }

  /** Where results go. */
  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Of the terminal that results go to; empty where they go to a file or a program. */
  final OptionalInt width() {
    return System.console() == null
        ? OptionalInt.empty()
        : OptionalInt.of(spec.commandLine().getUsageHelpWidth());
  }

  final LocalStack stack(Surroundings around) {
    return new LocalStack(around, new HostRegistrations(), WorkerMain.inBackground());
  }

  /** The command as a program of its own; as a part of {@code conclave} that tells failures. */
  static CommandLine line(LocalCommand command) {
    return new CommandLine(command)
        .setExecutionExceptionHandler(
            (e, line, parsed) -> {
              command.say(e.getMessage() == null ? e.toString() : e.getMessage());
              return e instanceof ServerException ? ExitCodes.NO_SERVER : ExitCodes.FAILED;
            });
  }
}
