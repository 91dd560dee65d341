package dev.conclave.client.cli;

import dev.conclave.workflows.plan.Deadline;
import dev.conclave.workflows.plan.DiscussionMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a planning session can be told at its start. */
final class PlanOptions {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "TASK",
      description = "What to plan; - reads standard input.")
  Optional<String> task = Optional.empty();

  @Option(names = "-f", paramLabel = "FILE", description = "Read the task from a file.")
  Optional<Path> file = Optional.empty();

  @Option(
      names = "--repo",
      paramLabel = "PATH|GIT_URL[#REF]",
      description = "The code; by default the current directory.")
  String repository = ".";

  @Option(names = "--max-rounds", paramLabel = "N", description = "1 to 10; by default 3.")
  int maxRounds = 3;

  @Option(
      names = "--tools",
      split = ",",
      paramLabel = "AGENT",
      description = "Analysts, in order; by default those of the configuration (gemini,codex).")
  List<String> tools = List.of();

  @Option(
      names = "--fallback",
      split = ",",
      paramLabel = "AGENT",
      description = "Who stands in for an analyst that fails, in order.")
  List<String> fallback = List.of();

  @Option(names = "--mode", description = "parallel (default) or serial.")
  DiscussionMode mode = DiscussionMode.PARALLEL;

  @Option(names = "--context", description = "search (default) or full.")
  ContextDepth context = ContextDepth.SEARCH;

  @Option(
      names = "--auto-execute",
      description = "Execute without asking when the plan passes its checks.")
  boolean autoExecute;

  @Option(
      names = "--save-context",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Keep the context package in the session folder (default).")
  boolean saveContext;

  @Option(
      names = {"-y", "--yes"},
      description = "Answer every gate by itself.")
  boolean yes;

  @Option(names = "--detach", description = "Start the session and leave it.")
  boolean detach;

  @Option(
      names = "--dry-run",
      description = "Say who would be asked and what would be sent; start nothing.")
  boolean dryRun;

  @Option(names = "--budget-usd", paramLabel = "N", description = "Stop and ask at this cost.")
  Optional<Double> budgetUsd = Optional.empty();

  @Option(names = "--budget-calls", paramLabel = "N", description = "Stop and ask at these calls.")
  Optional<Integer> budgetCalls = Optional.empty();

  @Option(
      names = "--deadline",
      paramLabel = "DURATION[:save|cancel|approve-first]",
      converter = DeadlineArgument.class,
      description = "End the wait for you, for example 3d:save.")
  Optional<Deadline> deadline = Optional.empty();

  @Option(
      names = "--lang",
      split = ",",
      paramLabel = "LANG",
      description = "Languages of the artifacts: en, zh.")
  List<String> languages = List.of();

  /** How deep a session looks for context before it asks anybody. */
  enum ContextDepth {
    SEARCH,
    FULL
  }
}
