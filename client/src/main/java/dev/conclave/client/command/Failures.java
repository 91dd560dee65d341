package dev.conclave.client.command;

import dev.conclave.client.session.Documents;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.ServerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * How a command says that it failed: a line or two on standard error, and with {@code --json} one
 * document on standard output.
 */
public final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {
  private final Surroundings around;
  private final BooleanSupplier verbose;
  private final Supplier<Optional<String>> disk;

  /**
   * A teller.
   *
   * @param verbose whether traces are wanted
   */
  public Failures(Surroundings around, BooleanSupplier verbose) {
    this(around, verbose, () -> around.dataFolder().fullDisk());
  }

  /**
   * A teller.
   *
   * @param disk tells, in a clause, that the disk of the data folder is full
   */
  public Failures(Surroundings around, BooleanSupplier verbose, Supplier<Optional<String>> disk) {
    this.around = around;
    this.verbose = verbose;
    this.disk = disk;
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    String name = e.getCommandLine().getCommandSpec().qualifiedName();
    return told(
        Misuse.of(e, reason(e)) + " See `" + name + " --help`.",
        e,
        ExitCodes.USAGE,
        Arrays.asList(args));
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    if (e instanceof InterruptedException) {
      return told("Interrupted.", e, ExitCodes.INTERRUPTED, parsed.originalArgs());
    }
    Optional<String> full = e instanceof ServerException ? fullDisk() : Optional.empty();
    return told(full.orElseGet(() -> reason(e)), e, code(e), parsed.originalArgs());
  }

  /** The cause behind a server or worker of this machine that does not answer, if it is that. */
  private Optional<String> fullDisk() {
    DataFolder folder = around.dataFolder();
    try {
      boolean here = ConnectionSettings.load(around.environment(), folder).isLoopback();
      return here ? disk.get().map(Failures::untilThereIsRoom) : Optional.empty();
    } catch (ServerException unreadable) {
      return Optional.empty();
    }
  }

  private static String untilThereIsRoom(String full) {
    return "Nothing was taken: "
        + full
        + ", and the Temporal server there can keep nothing. Free some space: what waits goes on by"
        + " itself then. Send again what was not taken; the same answer counts once.";
  }

  private static int code(Exception e) {
    if (e instanceof Refusal || e instanceof ConfigurationException) {
      return ExitCodes.USAGE;
    }
    return e instanceof ServerException ? ExitCodes.NO_SERVER : ExitCodes.FAILED;
  }

  private int told(String reason, Exception e, int code, List<String> args) {
    around.output().say(reason);
    if (verbose.getAsBoolean()) {
      e.printStackTrace(around.output().progress());
    } else if (code == ExitCodes.FAILED && !expected(e)) {
      around.output().say("--verbose says where.");
    }
    if (wantsJson(args)) {
      around.output().json(new Documents.Failure(reason, code));
    }
    return code;
  }

  /** What was to be reckoned with explains itself; a trace would help nobody. */
  private static boolean expected(Exception e) {
    return e instanceof IOException || e instanceof UncheckedIOException;
  }

  private static boolean wantsJson(List<String> args) {
    int format = args.indexOf("--format");
    return args.contains(JsonOption.NAME)
        || args.contains("--format=json")
        || (format >= 0 && format + 1 < args.size() && args.get(format + 1).equals("json"));
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
