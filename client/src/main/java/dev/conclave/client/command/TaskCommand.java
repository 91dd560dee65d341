package dev.conclave.client.command;

import dev.conclave.client.session.UsageException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What commands that start a session on a task have in common: the task, and its analysts. */
abstract class TaskCommand extends StartCommand {
  @Parameters(
      index = "0..*",
      arity = "0..*",
      paramLabel = "[TASK]",
      hideParamSyntax = true,
      description = "The task or topic, in quotes; - reads it from standard input.")
  private List<String> task = List.of();

  @Option(
      names = {"-f", "--file"},
      order = -2,
      paramLabel = "FILE",
      description = "Read the task from a UTF-8 file.")
  private Optional<Path> file = Optional.empty();

  @ArgGroup(validate = false, order = 1, heading = Agents.HEADING)
  private Analysts asked = new Analysts();

  private static final class Analysts extends Agents {
    @Option(
        names = "--tools",
        order = -2,
        split = ",",
        paramLabel = "AGENT",
        description = "Analysts, in order (default: the configured ones; else gemini,codex).")
    private List<String> tools = List.of();

    @Override
    List<String> named() {
      return tools;
    }

    @Override
    String option() {
      return "--tools";
    }
  }

  TaskCommand(CommandContext context) {
    super(context);
  }

  @Override
  Agents asked() {
    return asked;
  }

  /** The task without secrets, from wherever it comes. */
  String task(boolean maySitAtEditor) {
    if (task.size() > 1) {
      throw new UsageException("Put the task in quotes: \"" + String.join(" ", task) + "\"");
    }
    Optional<String> given = input.read(task.stream().findFirst(), file);
    if (given.isEmpty() && maySitAtEditor) {
      given =
          input.edited(
              "Write above what you want, in your own words. If you write nothing, nothing"
                  + " is started.");
    }
    String words = given.orElse("").strip();
    if (words.isEmpty()) {
      throw new UsageException(
          "The task is empty: write it in quotes, or -f FILE, or - for standard input.");
    }
    TextInput.requireShort(words.getBytes(StandardCharsets.UTF_8).length, "The task");
    return context.withoutSecrets("the task", words);
  }
}
