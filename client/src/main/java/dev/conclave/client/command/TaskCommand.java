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

  /** What goes with --continue; all else is of the session's first start. */
  private static final Set<String> GO_ON =
      Set.of("--continue", "--repo", "--detach", "--json", "--verbose");

  /** Continues a session that has ended; for kinds whose complete ones go on. */
  static final class Continuing {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
        names = "--continue",
        arity = "0..1",
        fallbackValue = "",
        paramLabel = "SESSION",
        description = "Go on with one that has ended (default: the newest of this workspace).")
    private Optional<String> session = Optional.empty();

    boolean wanted() {
      return session.isPresent();
    }
  }

  int goOn(Continuing continuing, KindSpec kind, boolean json) {
    boolean others =
        continuing.spec.commandLine().getParseResult().matchedArgs().stream()
            .anyMatch(
                given -> !(given instanceof OptionSpec one && GO_ON.contains(one.longestName())));
    if (others) {
      throw new UsageException(
          "--continue takes a session, and beside it only --repo, --detach and --json: what it was"
              + " started with stays. What else you want, say at its gate.");
    }
    String name = continuing.session.orElse("");
    return ResumeCommand.call(context, name.isEmpty() ? newest(kind) : name, freedom.detach, json);
  }

  /** The newest session of a kind of this workspace; else a refusal that names what there is. */
  private String newest(KindSpec kind) {
    String workspace = workspace(context.configuration()).named();
    List<SessionLine> sessions;
    try (Backend backend = Backend.existing(context)) {
      sessions =
          backend.sessions().newest().stream()
              .filter(line -> SessionKinds.ofId(line.id()) == kind)
              .filter(line -> KindSpec.isId(line.id()) && !KindSpec.isBegun(line.id()))
              .toList();
    }
    String others =
        sessions.stream().limit(5).map(line -> "\n  " + line.id()).collect(Collectors.joining());
    String hint =
        sessions.isEmpty()
            ? "; start one with `conclave %s \"…\"`.".formatted(kind.command())
            : "; there are:" + others;
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
