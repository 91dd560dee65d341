package dev.conclave.workflows.context;

import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.text.Words;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What became of a conflict.
 *
 * @param conflict without its strategies
 * @param strategy the one that was chosen; empty unless {@code kind} is {@link
 *     ResolutionKind#STRATEGY}
 * @param remark what the clarifier said last of the human's answers, such as what they leave open
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

  /** The same for who has what the modifications came to. */
  Resolution withoutModifications() {
    return withStrategy(strategy.map(one -> one.withModifications(List.of())));
  }

  public enum ResolutionKind {
    STRATEGY,
    /** A human sees to it. */
    CUSTOM,
    UNRESOLVED
  }

  /** {@code resolved}, {@code custom} or {@code unresolved}. */
  String status() {
    return strategy.isPresent() ? "resolved" : Words.of(kind);
  }

  /** What became of it, in a few words. */
  public String sentence() {
    return switch (kind) {
      case STRATEGY -> strategy.map(Strategy::name).orElse("");
      case CUSTOM -> "resolved by hand, by " + by + (said().isEmpty() ? "" : ": " + said());
      case UNRESOLVED -> "left open by " + by;
    };
  }

  /** The same with what the human said. */
  String told() {
    boolean more = kind == ResolutionKind.STRATEGY && !said().isEmpty();
    return sentence() + (more ? " (" + said() + ")" : "");
  }

  /** What the human said to it, question by question, on one line; empty when nothing. */
  public String said() {
    return clarifications.stream().map(Exchange::line).collect(Collectors.joining("; "));
  }

  /** A question of a strategy with what the human answered. */
  public record Exchange(String question, String answer) {
    /** In place of a question: what the human said without being asked. */
    static final String IN_WORDS = "in the human's words:";

    String line() {
      return question + " " + answer;
    }
  }
}
