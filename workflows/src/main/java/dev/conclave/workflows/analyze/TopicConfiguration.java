package dev.conclave.workflows.analyze;

import dev.conclave.workflows.gate.GateAnswer.AnalysisMode;
import dev.conclave.workflows.temporal.Words;
import java.util.List;
import java.util.Optional;

/**
 * How a topic is to be analyzed.
 *
 * @param dimensions what is looked at, such as {@code security}
 * @param perspectives whose eyes it is looked at with, at least one of {@link #PERSPECTIVES}
 * @param complexity 1 to 10
 */
public record TopicConfiguration(
    List<String> dimensions, List<String> perspectives, int complexity, AnalysisMode mode) {
  public static final List<String> PERSPECTIVES =
      List.of("technical", "architectural", "business", "domain_expert");

  /** In the mode that its complexity asks for: quick up to 3, standard up to 6, else deep. */
  public static TopicConfiguration of(
      List<String> dimensions, List<String> perspectives, int complexity) {
    AnalysisMode upToSix = complexity <= 3 ? AnalysisMode.QUICK : AnalysisMode.STANDARD;
    AnalysisMode mode = complexity <= 6 ? upToSix : AnalysisMode.DEEP;
    return new TopicConfiguration(dimensions, perspectives, complexity, mode);
  }

  /** The same with what the user set; with perspectives named it is at least standard. */
  TopicConfiguration wished(Optional<AnalysisMode> set, List<String> named) {
    boolean widened = mode == AnalysisMode.QUICK && !named.isEmpty();
    AnalysisMode wanted = set.orElse(widened ? AnalysisMode.STANDARD : mode);
    List<String> eyes = (named.isEmpty() ? perspectives : named).stream().distinct().toList();
    return new TopicConfiguration(dimensions, eyes, complexity, wanted);
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
