package dev.conclave.client.command;

import static java.util.Map.entry;

import dev.conclave.client.gate.AnswerOptions;
import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.ExitCodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports failures of commands: a line or two on standard error and, with {@code --json}, one
 * document on standard output.
 */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {
  /** Commands of other tools, with a hint to the equivalent here. */
  private static final Map<String, String> GUESSED =
      Map.ofEntries(
          entry("approve", " To answer a gate: `conclave answer SESSION 1`."),
          entry("execute", " To confirm a plan: `conclave answer SESSION execute`."),
          entry("ls", " To list sessions: `conclave list`."),
          entry("delete", " To delete a session: `conclave rm SESSION`."),
          entry(
              "config",
              " To write a configuration: `conclave init`; to check it: `conclave doctor`."),
          entry(
              "open",
              " To show a session: `conclave show SESSION`; to follow it: `conclave watch`."),
          entry("start", " To start a session: `conclave plan \"TASK\"`."),
          entry("version", " For the version: `conclave --version`."));

  private final CommandContext context;
  private final BooleanSupplier verbose;

  Failures(CommandContext context, BooleanSupplier verbose) {
    this.context = context;
    this.verbose = verbose;
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    String wrong = AnswerOptions.reason(e);
    if (e instanceof UnmatchedArgumentException unmatched) {
      String word = unmatched.getUnmatched().get(0);
      boolean option = unmatched.isUnknownOption();
      Set<String> known =
          option ? command.optionsMap().keySet() : e.getCommandLine().getSubcommands().keySet();
      wrong =
          option && word.indexOf(' ') >= 0
              ? "\"%s\" is not an option. To pass it as text, put it last after --: %s -- '…'."
                  .formatted(word, command.qualifiedName())
              : (option
                      ? "Unknown option " + word + "."
                      : known.isEmpty()
                          ? "Unexpected argument \"" + word + "\"."
                          : "Unknown command \"" + word + "\".")
                  + Optional.ofNullable(option ? null : GUESSED.get(word))
                      .orElseGet(() -> UsageException.didYouMean(word, known));
    }
    String told = wrong + " See `" + command.qualifiedName() + " --help`.";
    return told(told, e, ExitCodes.USAGE, List.of(args));
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    if (e instanceof ParameterException wrong) {
      return handleParseException(wrong, parsed.originalArgs().toArray(String[]::new));
    }
    if (e instanceof InterruptedException) {
      return told("Interrupted.", e, ExitCodes.INTERRUPTED, parsed.originalArgs());
    }
    int code =
        e instanceof UsageException || e instanceof ConfigurationException
            ? ExitCodes.USAGE
            : e instanceof ServerException ? ExitCodes.NO_SERVER : ExitCodes.FAILED;
    return told(reason(e), e, code, parsed.originalArgs());
  }

  private int told(String reason, Exception e, int code, List<String> args) {
    context.say(reason);
    if (verbose.getAsBoolean()) {
      e.printStackTrace(context.output().progress());
    } else if (code == ExitCodes.FAILED
        && !(e instanceof IOException || e instanceof UncheckedIOException)) {
      context.say("--verbose shows the stack trace.");
    }
    int format = args.indexOf("--format");
    if (args.contains(JsonOption.NAME)
        || args.contains("--format=json")
        || (format >= 0 && args.subList(format, args.size()).contains("json"))) {
      context.output().json(new Documents.Failure(reason, code));
    }
    return code;
  }

  private static String reason(Exception e) {
    Throwable thrown =
        e instanceof UncheckedIOException io && io.getCause() != null ? io.getCause() : e;
    String message = String.valueOf(thrown.getMessage());
    if (thrown.getMessage() == null || message.isBlank()) {
      return thrown.getClass().getSimpleName();
    }
    return thrown instanceof NoSuchFileException
        ? message + " does not exist."
        : thrown instanceof AccessDeniedException
            ? "Cannot access " + message + ": change its permissions."
            : message;
  }
}
