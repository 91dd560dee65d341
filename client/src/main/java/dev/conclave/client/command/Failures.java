package dev.conclave.client.command;

import dev.conclave.client.session.Refusal;
import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.ServerException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * How a command says that it failed: a line or two on standard error, and with {@code --json} one
 * document on standard output.
 */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {
  private final CommandContext context;
  private final BooleanSupplier verbose;
  private final Supplier<Optional<String>> disk;

  Failures(CommandContext context, BooleanSupplier verbose) {
    this(context, verbose, () -> context.dataFolder().fullDisk());
  }

  /**
   * With the means to look at the disk.
   *
   * @param verbose whether traces are wanted
   * @param disk tells, in a clause, that the disk of the data folder is full
   */
  Failures(CommandContext context, BooleanSupplier verbose, Supplier<Optional<String>> disk) {
    this.context = context;
    this.verbose = verbose;
    this.disk = disk;
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    StringWriter near = new StringWriter();
    UnmatchedArgumentException.printSuggestions(e, new PrintWriter(near));
    String said = reason(e).strip().replaceFirst("\\.?$", ".");
    String suggested = near.toString().strip();
    return told(
        said
            + (suggested.isEmpty() ? "" : " " + suggested)
            + " See `"
            + e.getCommandLine().getCommandSpec().qualifiedName()
            + " --help`.",
        e,
        ExitCodes.USAGE,
        List.of(args));
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    if (e instanceof InterruptedException) {
      return told("Interrupted.", e, ExitCodes.INTERRUPTED, parsed.originalArgs());
    }
    Optional<String> full = e instanceof ServerException ? fullDisk() : Optional.empty();
    int code =
        e instanceof Refusal || e instanceof ConfigurationException
            ? ExitCodes.USAGE
            : e instanceof ServerException ? ExitCodes.NO_SERVER : ExitCodes.FAILED;
    return told(full.orElseGet(() -> reason(e)), e, code, parsed.originalArgs());
  }

  /** The cause behind a server or worker of this machine that does not answer, if it is that. */
  private Optional<String> fullDisk() {
    try {
      return context.connectionSettings().isLoopback()
          ? disk.get()
              .map(
                  full ->
                      "Nothing was taken: "
                          + full
                          + ", and the Temporal server there can keep nothing. Free some space: what"
                          + " waits goes on by itself then. Send again what was not taken; the same"
                          + " answer counts once.")
          : Optional.empty();
    } catch (ServerException unreadable) {
      return Optional.empty();
    }
  }

  private int told(String reason, Exception e, int code, List<String> args) {
    context.say(reason);
    boolean explained = e instanceof IOException || e instanceof UncheckedIOException;
    if (verbose.getAsBoolean()) {
      e.printStackTrace(context.output().progress());
    } else if (code == ExitCodes.FAILED && !explained) {
      context.say("--verbose says where.");
    }
    int format = args.indexOf("--format");
    if (args.contains(SharedOptions.Json.NAME)
        || args.contains("--format=json")
        || (format >= 0 && format + 1 < args.size() && args.get(format + 1).equals("json"))) {
      context.output().json(new Documents.Failure(reason, code));
    }
    return code;
  }

  private static String reason(Exception e) {
    Throwable thrown =
        e instanceof UncheckedIOException io && io.getCause() != null ? io.getCause() : e;
    String message = thrown.getMessage();
    if (message == null || message.isBlank()) {
      return thrown.getClass().getSimpleName();
    }
    if (thrown instanceof NoSuchFileException) {
      return "There is no " + message + ".";
    }
    if (thrown instanceof AccessDeniedException) {
      return message + " cannot be used: change its permissions.";
    }
    return thrown instanceof FileAlreadyExistsException ? message + " is there already." : message;
  }
}
