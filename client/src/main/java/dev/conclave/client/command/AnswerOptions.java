package dev.conclave.client.command;

import dev.conclave.workflows.gate.AnalysisMode;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.ExecutionMethod;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Everything that an answer can say. */
final class AnswerOptions {
  @Mixin SessionParameter session = new SessionParameter();

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "[KIND [TEXT]]",
      hideParamSyntax = true,
      completionCandidates = Candidates.Kinds.class,
      description =
          "What the answer is, and its words in quotes; - reads them from standard input.")
  List<String> words = List.of();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "Read the words from a file, in UTF-8.")
  Optional<Path> file = Optional.empty();

  @Option(names = "--watch", description = "Go on with the session until its next gate or end.")
  boolean watch;

  @Mixin JsonOption json = new JsonOption();
  @Mixin BellOption bell = new BellOption();

  @ArgGroup(validate = false, order = 1, heading = "%nTo approve a solution:%n")
  Approval approval = new Approval();

  @ArgGroup(validate = false, order = 2, heading = "%nTo answer otherwise:%n")
  Details details = new Details();

  @ArgGroup(validate = false, order = 3, heading = "%nWhat was seen, and by whom:%n")
  Seen seen = new Seen();

  /** With approve. */
  static final class Approval {
    @Option(
        names = "--solution",
        paramLabel = "N",
        description = "Its number, from 1; `approve N` is the same.")
    Optional<Integer> solution = Optional.empty();

    @Option(
        names = "--execution",
        paramLabel = "METHOD",
        completionCandidates = Candidates.Methods.class,
        description =
            "Who carries the plan out: ${COMPLETION-CANDIDATES} (default: agent, which is claude,"
                + " else the first installed of codex, gemini, qwen, opencode).")
    Optional<ExecutionMethod> execution = Optional.empty();

    @Option(
        names = "--review",
        paramLabel = "REVIEWER",
        completionCandidates = Candidates.Reviews.class,
        description = "Who reviews the code: ${COMPLETION-CANDIDATES} (default: skip).")
    Optional<CodeReview> review = Optional.empty();

    @Option(
        names = "--constraint",
        paramLabel = "TEXT",
        completionCandidates = Candidates.Constraints.class,
        description = "Your own words, or ${COMPLETION-CANDIDATES}; may be repeated.")
    List<String> constraints = List.of();

    @Option(
        names = "--include",
        paramLabel = "TEXT",
        description = "What belongs to the scope; may be repeated.")
    List<String> included = List.of();

    @Option(
        names = "--exclude",
        paramLabel = "TEXT",
        description = "What does not belong to it; may be repeated.")
    List<String> excluded = List.of();

    @Option(
        names = "--accept-drift",
        description =
            "Approve although files that the solution cites have changed; execute although the"
                + " plan no longer fits.")
    boolean acceptDrift;

    /** Whether any of them was. */
    boolean given() {
      return acceptDrift || !nothingButDrift();
    }

    /** Whether none was but what an execution may carry as well. */
    boolean nothingButDrift() {
      return solution.isEmpty()
          && execution.isEmpty()
          && review.isEmpty()
          && constraints.isEmpty()
          && included.isEmpty()
          && excluded.isEmpty();
    }
  }

  /** With the other kinds. */
  static final class Details {
    @Option(
        names = "--answer",
        paramLabel = "N=TEXT",
        description = "Answer question N, with any kind that goes on; may be repeated.")
    Map<String, String> answers = new LinkedHashMap<>();

    @Option(names = "--budget-usd", paramLabel = "N", description = "The new limit, with raise.")
    Optional<Double> budgetUsd = Optional.empty();

    @Option(names = "--budget-calls", paramLabel = "N", description = "The new limit, with raise.")
    Optional<Integer> budgetCalls = Optional.empty();

    @Option(names = "--budget-tokens", paramLabel = "N", description = "The new limit, with raise.")
    Optional<Long> budgetTokens = Optional.empty();

    @Option(names = "--agent", paramLabel = "NAME", description = "Whom to drop, with drop-agent.")
    Optional<String> agent = Optional.empty();

    @Option(
        names = "--strategy",
        paramLabel = "N",
        description = "Its number, from 1, with choose; `choose N` is the same.")
    Optional<Integer> strategy = Optional.empty();

    @Option(
        names = "--mode",
        paramLabel = "MODE",
        completionCandidates = Candidates.AnalysisModes.class,
        description =
            "How deep to go, with the approval of a configuration: ${COMPLETION-CANDIDATES}.")
    Optional<AnalysisMode> mode = Optional.empty();

    @Option(
        names = "--question",
        paramLabel = "TEXT",
        description = "What to look into, with ask; may be repeated.")
    List<String> questions = List.of();

    @Option(
        names = "--target",
        paramLabel = "DIR",
        description = "Where to write to, with export; `export DIR` is the same.")
    Optional<String> target = Optional.empty();
  }

  /** The proof of what the person saw. */
  static final class Seen {
    @Option(
        names = "--gate",
        paramLabel = "ID",
        description = "The gate that you saw (default: the open one).")
    Optional<String> gate = Optional.empty();

    @Option(
        names = "--digest",
        paramLabel = "D",
        description = "The digest of what it showed; an answer to anything else is refused.")
    Optional<String> digest = Optional.empty();

    @Option(names = "--as", paramLabel = "NAME", description = "Who answers (default: your login).")
    Optional<String> by = Optional.empty();
  }
}
