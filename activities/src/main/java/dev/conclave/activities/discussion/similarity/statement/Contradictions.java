package dev.conclave.activities.discussion.similarity.statement;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Whether sentences about one thing contradict each other. Reads each sentence once; not
 * thread-safe.
 */
public final class Contradictions {
  private final Map<String, Statement> read = new HashMap<>();

  /**
   * {@code polarity} or {@code quantity}; empty when the two can both hold. The caller has found
   * that they are about the same thing.
   */
  public Optional<String> between(String one, String other) {
    if (Quantities.apart(one, other)) {
      return Optional.empty();
    }
    if (Polarity.opposed(statement(one), statement(other))) {
      return Optional.of("polarity");
    }
    return Quantities.differ(one, other) ? Optional.of("quantity") : Optional.empty();
  }

  private Statement statement(String sentence) {
    return read.computeIfAbsent(sentence, Statement::new);
  }
}
