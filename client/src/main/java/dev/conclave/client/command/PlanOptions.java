package dev.conclave.client.command;

import dev.conclave.workflows.plan.DiscussionMode;
import dev.conclave.workflows.session.Deadline;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a planning session can be told at its start. */
public final class PlanOptions {
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

  @Mixin JsonOption json = new JsonOption();
  @Mixin BellOption bell = new BellOption();

  @ArgGroup(validate = false, order = 1, heading = "%nThe discussion:%n")
  Discussion discussion = new Discussion();

  @ArgGroup(validate = false, order = 2, heading = "%nHow far it goes without you:%n")
  Freedom freedom = new Freedom();

  @ArgGroup(validate = false, order = 3, heading = "%nLimits:%n")
  Limits limits = new Limits();

  /** How deep a session looks for context before it asks anybody. */
  public enum ContextDepth {
    SEARCH,
    FULL
  }

  /** Their words. */
  static final class Depths extends Candidates {
    Depths() {
      super(WordConverter.words(ContextDepth.class));
    }
  }

  /** Who discusses, and how. */
  static final class Discussion {
    @Option(
        names = "--tools",
        split = ",",
        paramLabel = "AGENT",
        completionCandidates = Candidates.Agents.class,
        description = "Analysts, in order (default: the configured ones; else gemini,codex).")
    List<String> tools = List.of();

    @Option(
        names = "--fallback",
        split = ",",
        paramLabel = "AGENT",
        completionCandidates = Candidates.Agents.class,
        description = "Who stands in for an analyst that fails, in order.")
    List<String> fallback = List.of();

    @Option(
        names = "--moderator",
        paramLabel = "AGENT",
        completionCandidates = Candidates.Agents.class,
        description =
            "Who says what of the agents' statements is the same and what excludes each other"
                + " (default: the configured one; else the first usable agent).")
    Optional<String> moderator = Optional.empty();

    @Option(
        names = "--mode",
        paramLabel = "MODE",
        completionCandidates = Candidates.Modes.class,
        description = "Ask them in ${COMPLETION-CANDIDATES} (default: parallel).")
    DiscussionMode mode = DiscussionMode.PARALLEL;

    @Option(
        names = "--max-rounds",
        paramLabel = "N",
        description = "At most so many rounds, 1-10 (default: 3), not counting those you ask for.")
    int maxRounds = 3;

    @Option(
        names = "--context",
        hidden = true,
        paramLabel = "DEPTH",
        completionCandidates = PlanOptions.Depths.class,
        description = "How context is gathered: ${COMPLETION-CANDIDATES} (default: search).")
    ContextDepth context = ContextDepth.SEARCH;

    @Option(
        names = "--lang",
        split = ",",
        paramLabel = "LANG",
        completionCandidates = Candidates.Languages.class,
        description =
            "Languages of what is written: ${COMPLETION-CANDIDATES}. The first is that of"
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
        converter = DeadlineArgument.class,
        description =
            "End the wait for you: 90m, 36h, 3d; then save (default), cancel or approve-first.")
    Optional<Deadline> deadline = Optional.empty();
  }
}
