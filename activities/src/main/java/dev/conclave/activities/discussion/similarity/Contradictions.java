package dev.conclave.activities.discussion.similarity;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Whether sentences about one thing contradict each other. Reads each sentence once; not
 * thread-safe.
 */
public final class Contradictions {
  private final Map<String, Statement> read = new HashMap<>();
  private final Predicate<String> counts;

  private Contradictions(Predicate<String> counts) {
    this.counts = counts;
  }

  /** Between sentences by themselves. */
  public Contradictions() {
    this(word -> true);
  }

  /**
   * Between sentences of a round. What an agent adds in words that it alone uses never hides that
   * it contradicts another.
   */
  public static Contradictions in(Collection<Said> round) {
    Map<Said, Statement> statements = new TreeMap<>();
    round.forEach(said -> statements.put(said, new Statement(said.text())));
    Set<String> common = CommonWords.common(statements, Statement::concepts);
    Contradictions contradictions = new Contradictions(common::contains);
    statements.forEach((said, statement) -> contradictions.read.put(said.text(), statement));
    return contradictions;
  }

  /**
   * {@code polarity} or {@code quantity}; empty when the two can both hold. The caller has found
   * that they are about the same thing.
   */
  public Optional<String> between(String one, String other) {
    if (Polarity.opposed(statement(one), statement(other), counts)) {
      return Optional.of("polarity");
    }
    return Quantities.differ(one, other) ? Optional.of("quantity") : Optional.empty();
  }

  private Statement statement(String sentence) {
    return read.computeIfAbsent(sentence, Statement::new);
  }
}
