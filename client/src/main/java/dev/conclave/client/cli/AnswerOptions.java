package dev.conclave.client.cli;

import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.ExecutionMethod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Everything that an answer can say. */
final class AnswerOptions {
  /** A worker that is there takes an update at once; its check of the workspace takes 10 s. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  @Mixin SessionParameter session = new SessionParameter();
  @Mixin JsonOption json = new JsonOption();
  @Mixin BellOption bell = new BellOption();

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "KIND [TEXT]",
      description =
          "What the answer is, such as approve, and its words; - reads them from standard input.")
  List<String> words = List.of();

  @Option(names = "-f", paramLabel = "FILE", description = "Read the words from a file.")
  Optional<Path> file = Optional.empty();

  @Option(names = "--solution", paramLabel = "N", description = "The approved one, from 1.")
  Optional<Integer> solution = Optional.empty();

  @Option(names = "--execution", description = "agent, codex or auto.")
  Optional<ExecutionMethod> execution = Optional.empty();

  @Option(names = "--review", description = "skip, gemini, codex or agent.")
  Optional<CodeReview> review = Optional.empty();

  @Option(
      names = "--constraint",
      paramLabel = "TEXT",
      description =
          "performance, maintainability, minimal-changes, full-refactor-ok or own words; may be"
              + " repeated.")
  List<String> constraints = List.of();

  @Option(names = "--include", paramLabel = "TEXT", description = "Belongs to the scope.")
  List<String> included = List.of();

  @Option(names = "--exclude", paramLabel = "TEXT", description = "Does not belong to it.")
  List<String> excluded = List.of();

  @Option(names = "--answer", paramLabel = "N=TEXT", description = "Answers question N.")
  Map<String, String> answers = new LinkedHashMap<>();

  @Option(names = "--accept-drift", description = "Approve although cited files changed.")
  boolean acceptDrift;

  @Option(names = "--budget-usd", paramLabel = "N", description = "New limit, with raise.")
  Optional<Double> budgetUsd = Optional.empty();

  @Option(names = "--budget-calls", paramLabel = "N", description = "New limit, with raise.")
  Optional<Integer> budgetCalls = Optional.empty();

  @Option(names = "--budget-tokens", paramLabel = "N", description = "New limit, with raise.")
  Optional<Long> budgetTokens = Optional.empty();

  @Option(names = "--agent", paramLabel = "NAME", description = "Whom to drop, with drop-agent.")
  Optional<String> agent = Optional.empty();

  @Option(
      names = "--gate",
      paramLabel = "ID",
      description = "The gate you saw; by default the open one.")
  Optional<String> gate = Optional.empty();

  @Option(names = "--digest", paramLabel = "D", description = "Of what you saw there.")
  Optional<String> digest = Optional.empty();

  @Option(names = "--as", paramLabel = "NAME", description = "Who answers; by default you.")
  Optional<String> by = Optional.empty();

  @Option(names = "--watch", description = "Go on until the next gate or the end.")
  boolean watch;
}
