package dev.conclave.client.command;

import dev.conclave.client.session.SessionLine;
import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.session.KindSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Base of commands that start a session on a task: the task and its analysts. */
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

  /** Returns the task from argument, file, standard input or editor, without secrets. */
  String task() {
    if (task.size() > 1) {
      throw new UsageException("Put the task in quotes: \"" + String.join(" ", task) + "\"");
    }
    Optional<String> given = input.read(task.stream().findFirst(), file);
    if (given.isEmpty() && !json.wanted) {
      given =
          input.openEditor(context.ours("Describe your task above. An empty text starts nothing."));
    }
    String words = given.orElse("").strip();
    if (words.isEmpty()) {
      throw new UsageException(
          "The task is empty: pass it in quotes, with -f FILE, or - for standard input.");
    }
    TextInput.requireShort(words.getBytes(StandardCharsets.UTF_8).length, "The task");
    return context.withoutSecrets("the task", words);
  }

  /** Options allowed with --continue; everything else stays as the session was started. */
  private static final Set<String> GO_ON =
      Set.of("--continue", "--repo", "--detach", "--json", "--verbose");

  static final class Continuing {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
        names = "--continue",
        arity = "0..1",
        fallbackValue = "",
        paramLabel = "SESSION",
        description = "Continue a session that has ended (default: the newest of this workspace).")
    private Optional<String> session = Optional.empty();

    boolean wanted() {
      return session.isPresent();
    }
  }

  int resume(Continuing continuing, KindSpec kind) {
    boolean others =
        continuing.spec.commandLine().getParseResult().matchedArgs().stream()
            .anyMatch(
                given -> !(given instanceof OptionSpec one && GO_ON.contains(one.longestName())));
    if (others) {
      throw new UsageException(
          "--continue takes a session, and otherwise only --repo, --detach and --json: the session keeps its original options. To change anything else, answer its gate.");
    }
    String name = continuing.session.orElse("");
    return ResumeCommand.call(
        context, name.isEmpty() ? newest(kind) : name, freedom.detach, json.wanted);
  }

  /**
   * Returns the newest session of a kind in this workspace; if there is none, refuses and lists
   * others.
   */
  private String newest(KindSpec kind) {
    String workspace = workspace(context.configuration()).named();
    List<SessionLine> sessions;
    try (Backend backend = Backend.existing(context)) {
      sessions =
          backend.sessions().newest().stream()
              .filter(line -> SessionKinds.ofId(line.id()) == kind)
              .filter(line -> KindSpec.isId(line.id()) && !KindSpec.isChild(line.id()))
              .toList();
    }
    String others =
        sessions.stream().limit(5).map(line -> "\n  " + line.id()).collect(Collectors.joining());
    String hint =
        sessions.isEmpty()
            ? "; start one with `conclave %s \"…\"`.".formatted(kind.command())
            : "; other sessions:" + others;
    return sessions.stream()
        .filter(line -> workspace.equals(line.repository()))
        .findFirst()
        .map(SessionLine::id)
        .orElseThrow(
            () ->
                new UsageException(
                    "There is no session of `conclave %s` in %s to continue%s"
                        .formatted(kind.command(), workspace, hint)));
  }
}
