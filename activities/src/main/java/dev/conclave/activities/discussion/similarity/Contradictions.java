package dev.conclave.activities.discussion.similarity;

import java.util.Optional;

/** Whether two sentences about one thing contradict each other. */
public final class Contradictions {
  private Contradictions() {}

  /**
   * {@code polarity} or {@code quantity}; empty when the two can both hold. The caller has found
   * that they are about the same thing.
   */
  public static Optional<String> between(String one, String other) {
    if (Polarity.opposed(one, other)) {
      return Optional.of("polarity");
    }
    return Quantities.differ(one, other) ? Optional.of("quantity") : Optional.empty();
  }
}
