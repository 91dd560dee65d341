package dev.conclave.workflows.context;

import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.text.Words;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The resolution of a conflict.
 *
 * @param conflict without its strategies
 * @param strategy the chosen one; empty unless {@code kind} is {@link ResolutionKind#STRATEGY}
 * @param remark the clarifier's last remark on the human's answers, for example what is still open
 */
@RecordBuilder
public record Resolution(
    PlanningConflict conflict,
    ResolutionKind kind,
    Optional<Strategy> strategy,
    List<Exchange> clarifications,
    Optional<String> remark,
    String by)
    implements ResolutionBuilder.With {

  public Resolution {
    conflict = conflict.with(List.of());
  }

  /** Returns it without modifications, for callers that have their results. */
  Resolution withoutModifications() {
    return withStrategy(strategy.map(one -> one.withModifications(List.of())));
  }

  public enum ResolutionKind {
    STRATEGY,
    CUSTOM,
    UNRESOLVED
  }

  /** Returns {@code resolved}, {@code custom} or {@code unresolved}. */
  String status() {
    return strategy.isPresent() ? "resolved" : Words.of(kind);
  }

  /** Describes the resolution in a few words. */
  public String sentence() {
    return switch (kind) {
      case STRATEGY -> strategy.map(Strategy::name).orElse("");
      case CUSTOM -> "resolved manually by " + by + (said().isEmpty() ? "" : ": " + said());
      case UNRESOLVED -> "left open by " + by;
    };
  }

  String describe() {
    boolean more = kind == ResolutionKind.STRATEGY && !said().isEmpty();
    return sentence() + (more ? " (" + said() + ")" : "");
  }

  /** Returns questions and answers on one line; empty if there are none. */
  public String said() {
    return clarifications.stream().map(Exchange::line).collect(Collectors.joining("; "));
  }

  /** A question of a strategy with the human's answer. */
  public record Exchange(String question, String answer) {
    /** Replaces the question for text given without a question. */
    static final String IN_WORDS = "in the human's words:";

    String line() {
      return question + " " + answer;
    }
  }
}
