package dev.conclave.workflows.analyze;

import dev.conclave.workflows.gate.GateAnswer.AnalysisMode;
import dev.conclave.workflows.temporal.Words;
import java.util.List;

/**
 * How a topic is to be analyzed.
 *
 * @param dimensions what is looked at, some of {@link #DIMENSIONS}
 * @param perspectives whose eyes it is looked at with, at least one of {@link #PERSPECTIVES}
 * @param complexity 1 to 10
 */
public record TopicConfiguration(
    List<String> dimensions, List<String> perspectives, int complexity, AnalysisMode mode) {
  public static final List<String> DIMENSIONS =
      List.of(
          "architecture",
          "implementation",
          "performance",
          "security",
          "concept",
          "comparison",
          "decision");
  public static final List<String> PERSPECTIVES =
      List.of("technical", "architectural", "business", "domain_expert");

  /** The mode that a complexity asks for: quick up to 3, standard up to 6, else deep. */
  public static AnalysisMode modeFor(int complexity) {
    return complexity <= 3
        ? AnalysisMode.QUICK
        : complexity <= 6 ? AnalysisMode.STANDARD : AnalysisMode.DEEP;
  }

  TopicConfiguration as(AnalysisMode other) {
    return new TopicConfiguration(dimensions, perspectives, complexity, other);
  }

  /** Whose eyes look: of all perspectives a quick analysis takes the technical one. */
  public List<String> seen() {
    return mode == AnalysisMode.QUICK ? List.of("technical") : perspectives;
  }

  /** {@code standard: technical, business; on performance, security; complexity 5 of 10}. */
  public String sentence() {
    return "%s: %s; on %s; complexity %d of 10"
        .formatted(
            Words.of(mode), String.join(", ", seen()), String.join(", ", dimensions), complexity);
  }
}
