package dev.conclave.client.command;

import dev.conclave.workflows.config.Durations;
import dev.conclave.workflows.plan.DiscussionMode;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.DeadlinePolicy;
import dev.conclave.workflows.temporal.Words;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** What a planning session can be told at its start. */
final class PlanOptions {
  @Parameters(
      index = "0..*",
      arity = "0..*",
      paramLabel = "[TASK]",
      hideParamSyntax = true,
      description = "What to plan, in quotes; - reads it from standard input.")
  List<String> task = List.of();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "Read the task from a file, in UTF-8.")
  Optional<Path> file = Optional.empty();

  @Option(
      names = "--repo",
      paramLabel = "PATH|GIT_URL[#REF]",
      description = "The code (default: the current directory).")
  String repository = ".";

  @Option(
      names = "--save-context",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Keep the context package in the session folder (default), or not.")
  boolean saveContext;

  @Mixin SharedOptions.Json json = new SharedOptions.Json();

  @ArgGroup(validate = false, order = 1, heading = "%nThe discussion:%n")
  Discussion discussion = new Discussion();

  @ArgGroup(validate = false, order = 2, heading = "%nHow far it goes without you:%n")
  Freedom freedom = new Freedom();

  @ArgGroup(validate = false, order = 3, heading = "%nLimits:%n")
  Limits limits = new Limits();

  /** {@code DURATION[:save|cancel|approve-first]}; save when no policy is named. */
  static final class DeadlineConverter implements ITypeConverter<Deadline> {
    @Override
    public Deadline convert(String text) {
      String[] parts = text.split(":", 2);
      DeadlinePolicy policy =
          Words.parse(DeadlinePolicy.class, parts.length == 1 ? "save" : parts[1])
              .orElseThrow(
                  () ->
                      new TypeConversionException(
                          "after the colon stands save, cancel or approve-first"));
      Duration after;
      try {
        after = Durations.parse(parts[0]);
      } catch (IllegalArgumentException | ArithmeticException e) {
        throw new TypeConversionException(
            "\"" + parts[0] + "\" is no duration; write for example 90m, 36h or 3d:save");
      }
      if (after.compareTo(Duration.ofSeconds(1)) < 0) {
        throw new TypeConversionException("a deadline is at least 1s from now");
      }
      return new Deadline(after, policy);
    }
  }

  /** Who discusses, and how. */
  static final class Discussion {
    @Option(
        names = "--tools",
        split = ",",
        paramLabel = "AGENT",
        description = "Analysts, in order (default: the configured ones; else gemini,codex).")
    List<String> tools = List.of();

    @Option(
        names = "--fallback",
        split = ",",
        paramLabel = "AGENT",
        description = "Who stands in for an analyst that fails, in order.")
    List<String> fallback = List.of();

    @Option(
        names = "--moderator",
        paramLabel = "AGENT",
        description =
            "Who says what of the agents' statements is the same and what excludes each other"
                + " (default: the configured one; else the first usable agent).")
    Optional<String> moderator = Optional.empty();

    @Option(
        names = "--mode",
        paramLabel = "MODE",
        description = "Ask them in parallel or serial (default: parallel).")
    DiscussionMode mode = DiscussionMode.PARALLEL;

    @Option(
        names = "--max-rounds",
        paramLabel = "N",
        description = "At most so many rounds, 1-10 (default: 3), not counting those you ask for.")
    int maxRounds = 3;

    @Option(names = "--context", hidden = true, description = "search is the only way so far.")
    String context = "search";

    @Option(
        names = "--lang",
        split = ",",
        paramLabel = "LANG",
        description =
            "Languages of what is written: en, zh. The first is that of"
                + " questions and of IMPL_PLAN.md's own words; rounds/*/synthesis.json has every"
                + " text in both. What agents write is asked for in English, and with zh in"
                + " Chinese beside it.")
    List<String> languages = List.of();
  }

  /** What a session may do without its human. */
  static final class Freedom {
    @Option(
        names = {"-y", "--yes"},
        description = "Answer every gate by itself.")
    boolean yes;

    @Option(
        names = "--auto-execute",
        description = "Confirm a plan that passes its checks and is not degraded.")
    boolean autoExecute;

    @Option(names = "--detach", description = "Start the session and leave it.")
    boolean detach;

    @Option(
        names = "--dry-run",
        description = "Say who would be asked, what would be sent and its cost; start nothing.")
    boolean dryRun;
  }

  /** Where a session stops. */
  static final class Limits {
    @Option(names = "--budget-usd", paramLabel = "N", description = "Stop and ask at this cost.")
    Optional<Double> usd = Optional.empty();

    @Option(
        names = "--budget-calls",
        paramLabel = "N",
        description = "Stop and ask after so many calls of agents.")
    Optional<Integer> calls = Optional.empty();

    @Option(
        names = "--deadline",
        paramLabel = "DURATION[:POLICY]",
        converter = DeadlineConverter.class,
        description =
            "End the wait for you: 90m, 36h, 3d; then save (default), cancel or approve-first.")
    Optional<Deadline> deadline = Optional.empty();
  }
}
